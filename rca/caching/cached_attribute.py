"""`cached_property` without the class-wide lock of Python 3.11."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class cached_attribute(Generic[T]):  # noqa: N801 - a decorator, as `property` is
    """Compute an attribute once for each object.

    Like `functools.cached_property` of Python 3.12 and later: earlier versions hold a lock shared by all
    objects of a class, so that threads computing attributes of different objects wait for each other. Without
    it, two threads that read one object at once may both compute the value.
    """

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Store the name of the attribute."""
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> cached_attribute[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object, owner: type) -> cached_attribute[T] | T:
        """Compute and store the attribute; later reads bypass this method."""
        if instance is None:
            return self
        found = self._work_out(instance)
        instance.__dict__[self._name] = found
        return found
