"""Types of class files as Kotlin writes them."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.libraries.class_signatures import (
    class_name,
    class_signature,
    field_type,
    is_function,
    method_signature,
)
from rca.libraries.metadata_names import decode_bytes


@pytest.mark.parametrize(
    ("signature", "text"),
    [
        ("I", "kotlin.Int"),
        ("[J", "kotlin.LongArray"),
        ("[[J", "kotlin.Array<kotlin.LongArray>"),
        ("[Ljava/lang/String;", "kotlin.Array<kotlin.String>"),
        ("Ljava/lang/Integer;", "kotlin.Int"),
        ("Ljava/lang/Object;", "kotlin.Any"),
        ("Ljava/util/List;", "kotlin.collections.MutableList<*>"),
        ("Ljava/util/List<TE;>;", "kotlin.collections.MutableList<E>"),
        ("Ljava/util/Map$Entry<TK;*>;", "kotlin.collections.MutableMap.MutableEntry<K, *>"),
        ("Ljava/util/ArrayList<-Ljava/lang/Number;>;", "java.util.ArrayList<in kotlin.Number>"),
        ("La/B<TT;>.C<+TU;>;", "a.B.C<out U>"),
        ("La/B$C$$D;", "a.B.C$$D"),
        ("Lkotlin/jvm/functions/Function1<-TA;+TB;>;", "(A) -> B"),
        ("Lkotlin/jvm/functions/Function0<Lkotlin/Unit;>;", "() -> kotlin.Unit"),
        ("LNoPackage;", "NoPackage"),
    ],
)
def test_field_types(signature, text):
    assert field_type(signature) == text


def test_method_signature():
    found = method_signature(
        "<T:Ljava/lang/Object;:Ljava/lang/Comparable<TT;>;U:TT;>(TT;[I[TU;)V^Ljava/io/IOException;"
    )
    assert found.type_parameters == ("T : kotlin.Comparable<T>", "U : T")
    assert found.parameters == ("T", "kotlin.IntArray", "kotlin.Array<U>")
    assert found.elements == ("", "kotlin.Int", "U")
    assert found.result == "kotlin.Unit"


def test_class_signature():
    found = class_signature("<E:Ljava/lang/Object;>Ljava/util/AbstractList<TE;>;Ljava/util/List<TE;>;")
    assert found.type_parameters == ("E",)
    assert found.supertypes == ("java.util.AbstractList<E>", "kotlin.collections.MutableList<E>")


@given(st.text(alphabet="LT[<>;:*+-()VIJ/.$^a", max_size=60))
def test_damaged_signatures_are_refused(text):
    for read in (field_type, method_signature, class_signature):
        with contextlib.suppress(ValueError):
            read(text)


def test_names_with_dollars():
    assert class_name("a/b/Outer$Inner") == "a.b.Outer.Inner"
    assert class_name("a/b/$Generated") == "a.b.$Generated"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(A) -> B", True),
        ("suspend A<() -> B>.(C) -> D<E>", True),
        ("A<() -> B>", False),
        ("((A) -> B)?", False),
        ("A<B>?", False),
    ],
)
def test_function_types_are_told_from_their_holders(text, expected):
    assert is_function(text) is expected


@given(st.binary(max_size=200))
def test_bytes_come_back_from_both_forms_of_text(data):
    assert decode_bytes(["\0" + data.decode("latin-1")]) == data
    bits = int.from_bytes(data, "little")
    sevens = [(bits >> (7 * place)) & 0x7F for place in range((8 * len(data) + 6) // 7)]
    assert decode_bytes(["\uffff" + "".join(chr((one + 1) & 0x7F) for one in sevens)]) == data
