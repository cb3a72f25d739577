"""`cached_property` without the class-wide lock of Python 3.11."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class cached_attribute(Generic[T]):  # noqa: N801 - a decorator, as `property` is
    """Work an attribute out once for each object.

    As `functools.cached_property` from Python 3.12 on: the one before has a lock that all objects of a class
    share, so that threads which work the same out of different objects wait for each other. Here two threads
    that ask one object at once may both work it out.
    """

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Learn the name of the attribute."""
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> cached_attribute[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object, owner: type) -> cached_attribute[T] | T:
        """Return the attribute; from then on the object itself does."""
        if instance is None:
            return self
        found = self._work_out(instance)
        instance.__dict__[self._name] = found
        return found
