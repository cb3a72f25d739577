"""Large answers are shortened step by step, and never lose a field."""

from hypothesis import given
from hypothesis import strategies as st

from rca.policy.answer_truncation import answer_size, shorten
from rca.text.llm_token_count import cut_to_tokens, estimate_tokens

ROWS = [{"path": f"src/File{n}.kt", "line": n, "snippet": "val x = compute(a, b)\n" * 40} for n in range(80)]


def test_the_gentlest_step_that_fits_is_taken():
    data = {"rows": ROWS, "total": 80}
    before = answer_size(data)
    sizes = []
    for limit in (before, before * 3 // 4, before // 2, before // 10, before // 50):
        shown, done = shorten(data, limit)
        assert answer_size(shown) <= limit
        assert shown["total"] == 80
        assert set(shown["rows"][0]) == {"path", "line", "snippet"}
        assert f"{len(shown['rows'])} items" in done or len(shown["rows"]) == 80
        sizes.append(answer_size(shown))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1] * 20


def test_the_first_rows_stay_and_short_texts_are_whole():
    shown, _ = shorten({"rows": ROWS}, 2000)
    assert [row["path"] for row in shown["rows"]] == [row["path"] for row in ROWS[: len(shown["rows"])]]
    assert all(row["snippet"].endswith("…") for row in shown["rows"])


def form(value):
    if isinstance(value, dict):
        return {key: form(part) for key, part in value.items()}
    if isinstance(value, list):
        return [form(part) for part in value[:1]]
    return type(value)


values = st.recursive(
    st.none() | st.integers() | st.text(max_size=400),
    lambda inner: st.lists(inner, max_size=120) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=40,
)


@given(st.dictionaries(st.text(max_size=5), values, max_size=4), st.integers(200, 5000))
def test_the_form_stays(data, tokens):
    shown, _ = shorten(data, tokens)
    assert set(shown) == set(data)
    assert form(shown) == form(data)
    assert answer_size(shown) <= answer_size(data)


def test_tokens_of_what_local_models_read():
    """Counted with the vocabularies of Qwen 2.5, Mistral (Tekken), DeepSeek V3 and cl100k: least and most."""
    samples = {
        'val name: String? = user?.profile?.displayName ?: "unknown"\n': (15, 17),
        "\tat com.example.app.MainActivity.onCreate(MainActivity.kt:42)\n": (12, 17),
        "java.lang.NullPointerException: Attempt to invoke virtual method\n": (11, 13),
    }
    for text, (least, most) in samples.items():
        assert least <= estimate_tokens(text) <= most * 1.4, text


@given(st.text(), st.integers(1, 60))
def test_a_text_is_cut_to_the_tokens_that_there_is_room_for(text, tokens):
    cut = cut_to_tokens(text, tokens)
    assert text.startswith(cut)
    assert estimate_tokens(cut) <= tokens
    assert cut == text or estimate_tokens(cut) == tokens


def test_a_brief_stays_whole_while_there_is_room_beside_it():
    brief = "The list is cleared before it is shown. " * 40
    data = {"rows": ROWS, "brief": brief}
    shown, _ = shorten(data, 1000, None, ("brief",))
    assert shown["brief"] == brief
    assert answer_size(shown) <= 1000
    assert len(shown["rows"]) < 80
    assert list(shown) == list(data)
    shown, done = shorten(data, 300, None, ("brief",))
    assert brief.startswith(shown["brief"])
    assert answer_size(shown) <= 320
    assert "brief cut to what is left" in done
