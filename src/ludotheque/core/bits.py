"""Sets of small numbers as 64-bit masks: the few processor instructions numba does not offer itself."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludotheque.core.compiled import UNCOMPILED, compiled

ONE = np.uint64(1)
NONE = np.uint64(0)


@compiled
def bit(k: int) -> Any:
    """The mask with only bit *k* (0 … 63) set, as ``uint64``."""
    return ONE << np.uint64(k)


if UNCOMPILED:

    def popcount(mask: Any) -> int:
        """How many bits of *mask* are set."""
        return int(mask).bit_count()

    def lowest(mask: Any) -> int:
        """The number of the lowest bit set; *mask* is not empty."""
        value = int(mask)
        return (value & -value).bit_length() - 1

else:

    @intrinsic
    def popcount(typing_context: Any, mask: Any) -> Any:
        """How many bits of *mask* are set."""

        def generate(_: Any, builder: Any, __: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def lowest(typing_context: Any, mask: Any) -> Any:
        """The number of the lowest bit set; *mask* is not empty."""

        def generate(_: Any, builder: Any, __: Any, args: Any) -> Any:
            never_empty = ir.Constant(ir.IntType(1), 1)
            return builder.cttz(args[0], never_empty)

        return types.int64(types.uint64), generate
