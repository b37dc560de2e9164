"""A dictionary that stays as it is."""

from collections.abc import Callable
from typing import Any, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Frozen(dict[Key, Value]):
    """A dictionary that cannot be changed, so that it can be shared and be a key itself."""

    def _refuse(self, *_arguments: Any, **_more: Any) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be changed; make another")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))

    def __copy__(self) -> "Frozen[Key, Value]":
        return self

    def __deepcopy__(self, _memo: Any) -> "Frozen[Key, Value]":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Frozen[Key, Value]"], tuple[dict[Key, Value]]]:
        return type(self), (dict(self),)
