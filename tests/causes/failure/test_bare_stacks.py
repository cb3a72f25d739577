"""Stacks of which the text names no exception: what their innermost frames show."""

from rca.causes.failure.bare_stack import describe_stack
from rca.error_text import parse

APP = ("com.example.shop",)


def _described(text):
    return describe_stack(parse(text, APP).exceptions[0].frames)


def test_a_disk_read_on_a_watched_thread():
    text = (
        "\tat android.os.StrictMode$AndroidBlockGuardPolicy.onReadFromDisk(StrictMode.java:1596)\n"
        "\tat java.io.File.exists(File.java:815)\n"
        "\tat com.example.shop.Cache.open(Cache.kt:12)\n"
    )
    assert _described(text).family == "wrong_thread"


def test_a_waiting_thread():
    text = (
        "\tat java.lang.Object.wait(Native Method)\n"
        "\tat java.lang.Object.wait(Object.java:502)\n"
        "\tat com.example.shop.Printer.print(Printer.java:40)\n"
    )
    assert (
        _described(text).sentence == "No exception is named; the thread waits to be notified (Object.wait)."
    )


def test_frames_below_the_apps_own_say_nothing():
    text = (
        "\tat com.example.shop.Cart.add(Cart.kt:9)\n"
        "\tat java.lang.Object.wait(Native Method)\n"
        "\tat com.example.shop.Cart.run(Cart.kt:3)\n"
    )
    assert _described(text) is None
