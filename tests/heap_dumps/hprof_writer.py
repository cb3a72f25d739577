"""Writes small heap dumps in Android's form and in that of `hprof-conv`, record by record."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

OBJECT, BOOLEAN, CHAR, INT, BYTE = 2, 4, 5, 10, 8


@dataclass
class HprofWriter:
    """A dump with ids of four bytes; `form` is `1.0.3` for Android's own tags."""

    form: str = "1.0.3"
    strings: dict[str, int] = field(default_factory=dict)
    names: bytearray = field(default_factory=bytearray)
    loads: bytearray = field(default_factory=bytearray)
    heap: bytearray = field(default_factory=bytearray)
    layouts: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    last: int = 0x1000

    def new_id(self) -> int:
        self.last += 8
        return self.last

    def string(self, text: str) -> int:
        if text not in self.strings:
            self.strings[text] = self.new_id()
            self.names += self._record(0x01, struct.pack(">I", self.strings[text]) + text.encode())
        return self.strings[text]

    def declare(
        self,
        name: str,
        parent: int = 0,
        fields: tuple[tuple[str, int], ...] = (),
        statics: tuple[tuple[str, int], ...] = (),
        numbers: tuple[tuple[str, int], ...] = (),
    ) -> int:
        """Add a class; `statics` are names with the ids of what they hold, `numbers` static integers."""
        class_id = self.new_id()
        self.loads += self._record(0x02, struct.pack(">IIII", 1, class_id, 0, self.string(name)))
        self.layouts[class_id] = [*fields, *self.layouts.get(parent, [])]
        self.heap += b"\x20" + struct.pack(">IIIIIIII", class_id, 0, parent, 0, 0, 0, 0, 0)
        self.heap += (
            struct.pack(">I", 16) + struct.pack(">H", 0) + struct.pack(">H", len(statics) + len(numbers))
        )
        for static, held in statics:
            self.heap += struct.pack(">IBI", self.string(static), OBJECT, held)
        for static, number in numbers:
            self.heap += struct.pack(">IBi", self.string(static), INT, number)
        self.heap += struct.pack(">H", len(fields))
        for field_name, kind in fields:
            self.heap += struct.pack(">IB", self.string(field_name), kind)
        return class_id

    def instance(self, class_id: int, object_id: int | None = None, **values: int) -> int:
        given = object_id or self.new_id()
        data = bytearray()
        for name, kind in self.layouts[class_id]:
            value = values.get(name.replace("$", "_"), 0)
            data += struct.pack(">B" if kind in {BOOLEAN, BYTE} else ">I", value)
        self.heap += b"\x21" + struct.pack(">IIII", given, 0, class_id, len(data)) + data
        return given

    def array(self, class_id: int, *elements: int) -> int:
        given = self.new_id()
        self.heap += b"\x22" + struct.pack(">IIII", given, 0, len(elements), class_id)
        self.heap += b"".join(struct.pack(">I", one) for one in elements)
        return given

    def text(self, string_class: int, text: str) -> int:
        """Add a string; its class declares `value` and `count`."""
        chars = self.new_id()
        self.heap += b"\x23" + struct.pack(">IIIB", chars, 0, len(text), CHAR) + text.encode("utf-16-be")
        return self.instance(string_class, value=chars, count=len(text))

    def no_data_array(self, count: int) -> int:
        given = self.new_id()
        self.heap += b"\xc3" + struct.pack(">IIIB", given, 0, count, BYTE)
        return given

    def root(self, tag: int, object_id: int, more: bytes = b"") -> None:
        self.heap += bytes((tag,)) + struct.pack(">I", object_id) + more

    def heap_info(self, name: str) -> None:
        self.heap += b"\xfe" + struct.pack(">II", 1, self.string(name))

    def finish(self) -> bytes:
        head = f"JAVA PROFILE {self.form}\0".encode() + struct.pack(">IQ", 4, 0)
        body = self._record(0x1C, bytes(self.heap)) + self._record(0x2C, b"")
        return head + bytes(self.names) + bytes(self.loads) + body

    @staticmethod
    def _record(tag: int, data: bytes) -> bytes:
        return struct.pack(">BII", tag, 0, len(data)) + data


def shop_dump(form: str = "1.0.3") -> bytes:
    """Return a dump in which a singleton's list holds a listener that holds a destroyed activity.

    A fragment that was detached and a cleared view model are held by the same list, a second activity only
    weakly, and a third is in use.
    """
    android = form == "1.0.3"
    writer = HprofWriter(form)
    if android:
        writer.heap_info("app")
    thing = writer.declare("java.lang.Object")
    reference = writer.declare("java.lang.ref.Reference", thing, (("referent", OBJECT),))
    weak = writer.declare("java.lang.ref.WeakReference", reference)
    activity = writer.declare("android.app.Activity", thing, (("mDestroyed", BOOLEAN), ("mBitmap", OBJECT)))
    cart = writer.declare("com.example.shop.CartActivity", activity)
    base = writer.declare(
        "androidx.fragment.app.Fragment", thing, (("mFragmentManager", OBJECT), ("mCalled", BOOLEAN))
    )
    fragment = writer.declare("com.example.shop.CartFragment", base)
    model = writer.declare("androidx.lifecycle.ViewModel", thing, (("mCleared", BOOLEAN),))
    cart_model = writer.declare("com.example.shop.CartViewModel", model)
    listener = writer.declare("com.example.shop.CartActivity$onCreate$1", thing, (("this$0", OBJECT),))
    list_class = writer.declare("java.util.ArrayList", thing, (("elementData", OBJECT), ("size", INT)))
    objects = writer.declare("java.lang.Object[]", thing)
    pixels = writer.no_data_array(4096) if android else 0
    gone = writer.instance(cart, mDestroyed=1, mBitmap=pixels)
    weakly_held = writer.instance(cart, mDestroyed=1)
    in_use = writer.instance(cart)
    held = (
        writer.instance(listener, this_0=gone),
        writer.instance(fragment, mCalled=1),
        writer.instance(cart_model, mCleared=1),
        writer.instance(weak, referent=weakly_held),
        in_use,
        writer.instance(fragment),  # never attached
    )
    listeners = writer.instance(list_class, elementData=writer.array(objects, *held), size=len(held))
    bus = writer.declare("com.example.shop.CartBus", thing, statics=(("listeners", listeners),))
    writer.root(0x05, bus)
    writer.root(0x8D if android else 0xFF, thing)
    return writer.finish()
