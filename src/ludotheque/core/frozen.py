"""A dictionary that stays as it is, and values that are known by being the same objects."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
T = TypeVar("T")


class Frozen(dict[Key, Value]):
    """A dictionary that cannot be changed, so that it can be shared and be a key itself."""

    __slots__ = ("_hash",)
    _hash: int

    def _refuse(self, *_arguments: Any, **_more: Any) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be changed; make another")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:  # worked out once: drawings are looked up by it all the time
            self._hash = hash(frozenset(self.items()))
            return self._hash

    def __copy__(self) -> "Frozen[Key, Value]":
        return self

    def __deepcopy__(self, _memo: Any) -> "Frozen[Key, Value]":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Frozen[Key, Value]"], tuple[dict[Key, Value]]]:
        return type(self), (dict(self),)


class Identity:
    """Values as a key: only the very same objects make the same key. Nothing in them need be compared."""

    __slots__ = ("_ids", "values")

    def __init__(self, values: Iterable[object]) -> None:
        self.values = tuple(values)  # kept, so that no other object gets one of these ids
        self._ids = tuple(map(id, self.values))

    def __hash__(self) -> int:
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self._ids == other._ids


def for_all_eyes(data: Any) -> Identity:
    """A key for a view's data apart from who the viewer is: where nothing is hidden, all share it."""
    return Identity([value for name, value in vars(data).items() if name != "viewer"])


def seen_by(data: T, viewer: int, **more: Any) -> T:
    """A view's data, a frozen dataclass, for another viewer who knows the same, and perhaps *more*."""
    return changed(data, viewer=viewer, **more)


def changed(data: T, **fields: Any) -> T:
    """Another object with the same fields but for some; `copy` and `dataclasses.replace` take far longer."""
    twin: T = object.__new__(type(data))
    vars(twin).update(vars(data), **fields)
    return twin
