"""Small frozen records, without the start-up time of ``dataclasses``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, NoReturn, Self, dataclass_transform
else:

    def dataclass_transform(**_: object):
        """Tell type checkers, and only them, how a record is made."""
        return lambda cls: cls


_NOTHING = object()


@dataclass_transform(frozen_default=True)
class Value:
    """A record whose fields are the annotations of its class, in order, with their defaults.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> Point(3), Point(3) == Point(3, 0), Point(3).replace(y=1)
    (Point(x=3), True, Point(x=3, y=1))
    """

    fields: ClassVar[tuple[str, ...]] = ()
    # Number of leading fields without which a record cannot be made; the rest have defaults.
    positional: ClassVar[int] = 0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = (name for name in cls.__annotations__ if name not in cls.fields)
        cls.fields = (*cls.fields, *own)
        without = (place for place, name in enumerate(cls.fields, 1) if not hasattr(cls, name))
        cls.positional = max(without, default=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        cls = type(self)
        if not kwargs and cls.positional <= len(args) <= len(cls.fields):
            self.__dict__.update(zip(cls.fields, args, strict=False))
            return
        if len(args) > len(cls.fields):
            raise TypeError(f"{cls.__name__} takes {len(cls.fields)} fields, not {len(args)}")
        given = dict(zip(cls.fields, args, strict=False))
        for name in kwargs:
            if name not in cls.fields or name in given:
                raise TypeError(f"{cls.__name__}: field {name!r} is unknown or given twice")
        given.update(kwargs)
        for name in cls.fields:
            if name not in given and not hasattr(cls, name):
                raise TypeError(f"{cls.__name__}: field {name!r} is missing")
        self.__dict__.update(given)

    def replace(self, **changes: Any) -> Self:
        """Return the same record with some fields changed."""
        cls = type(self)
        # Only the fields are copied, not private data such as an index.
        given = {name: value for name, value in vars(self).items() if name in cls.fields}
        return cls(**{**given, **changes})

    def _names(self) -> tuple[str, ...]:
        """Return the fields that are compared and printed."""
        return type(self).fields

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name!r} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name!r} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._names())

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self._names()))

    def __repr__(self) -> str:
        # Fields that have their defaults are left out.
        shown = (
            f"{name}={value!r}"
            for name in self._names()
            if (value := getattr(self, name)) != getattr(type(self), name, _NOTHING)
        )
        return f"{type(self).__name__}({', '.join(shown)})"
