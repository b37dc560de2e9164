"""Sets of small numbers as 64-bit masks: the few processor instructions numba does not offer itself."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludotheque.engine.compiled import UNCOMPILED, compiled

ONE = np.uint64(1)
NONE = np.uint64(0)
WORD = 64  # bits of a mask
SPREAD = 32  # bits that `spread` takes
SLOW_DEPOSIT = ("znver1", "znver2")  # processors that do this one instruction in hundreds of steps


@compiled
def bit(k: int) -> Any:
    """The mask with only bit *k* (0 … 63) set, as ``uint64``."""
    return ONE << np.uint64(k)


def _nth_by_steps(mask: Any, n: Any) -> Any:
    """What `nth` says, by halves. No branch depends on *n*: the processor would guess wrong half the time."""
    place = 0
    for half in (32, 16, 8, 4, 2, 1):
        below = popcount(mask & (bit(half) - ONE))
        above = n >= below
        n -= below if above else 0
        place += half if above else 0
        mask = mask >> np.uint64(half if above else 0)
    return place


_FIRST_LANE = ir.Constant(ir.IntType(32), 0)
_EVERY_LANE_THE_FIRST = ir.Constant(ir.VectorType(ir.IntType(32), WORD), [0] * WORD)

if UNCOMPILED:

    def popcount(mask: Any) -> int:
        """How many bits of *mask* are set."""
        return int(mask).bit_count()

    def lowest(mask: Any) -> int:
        """The number of the lowest bit set; *mask* is not empty."""
        value = int(mask)
        return (value & -value).bit_length() - 1

    def high_half(one: Any, other: Any) -> Any:
        """The upper 64 of the 128 bits of a product."""
        return np.uint64(int(one) * int(other) >> 64)

    def equal_to(row: Any, first: int, value: int) -> Any:
        """Which of the 64 small numbers (int8) from *row[first]* on are *value*, as a mask."""
        return np.uint64(sum(1 << k for k in range(WORD) if row[first + k] == value))

    def spread(mask: Any, out: Any, at: int) -> None:
        """Write the lowest 32 bits of *mask* as numbers, 0.0 or 1.0, into *out* (float32) from *at* on.

        Of fewer that mean something the rest is for whoever writes next; there must be room for all.
        """
        for k in range(SPREAD):
            out[at + k] = int(mask) >> k & 1

    nth = _nth_by_steps

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

    @intrinsic
    def high_half(typing_context: Any, one: Any, other: Any) -> Any:
        """The upper 64 of the 128 bits of a product."""

        def generate(_: Any, builder: Any, __: Any, args: Any) -> Any:
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), generate

    @intrinsic
    def equal_to(typing_context: Any, row: Any, first: Any, value: Any) -> Any:
        """Which of the 64 small numbers (int8) from *row[first]* on are *value*, as a mask."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            vector = ir.VectorType(ir.IntType(8), WORD)
            numbers = context.make_array(signature.args[0])(context, builder, args[0]).data
            start = builder.bitcast(builder.gep(numbers, [args[1]]), vector.as_pointer())
            wanted = builder.insert_element(
                ir.Constant(vector, ir.Undefined), builder.trunc(args[2], ir.IntType(8)), _FIRST_LANE
            )
            wanted = builder.shuffle_vector(wanted, wanted, _EVERY_LANE_THE_FIRST)
            same = builder.icmp_signed("==", builder.load(start, align=1), wanted)
            return builder.bitcast(same, ir.IntType(WORD))

        return types.uint64(row, types.int64, types.int64), generate

    @intrinsic
    def spread(typing_context: Any, mask: Any, out: Any, at: Any) -> Any:
        """Write the lowest 32 bits of *mask* as numbers, 0.0 or 1.0, into *out* (float32) from *at* on.

        Of fewer that mean something the rest is for whoever writes next; there must be room for all.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            bits, numbers = (ir.VectorType(kind, SPREAD) for kind in (ir.IntType(32), ir.FloatType()))
            half = builder.trunc(args[0], ir.IntType(32))
            lanes = builder.insert_element(ir.Constant(bits, ir.Undefined), half, _FIRST_LANE)
            lanes = builder.shuffle_vector(lanes, lanes, ir.Constant(bits, [0] * SPREAD))
            own = builder.and_(lanes, ir.Constant(bits, [1 << k for k in range(SPREAD)]))
            unset = builder.icmp_unsigned("==", own, ir.Constant(bits, [0] * SPREAD))
            zeros, ones = (ir.Constant(numbers, [value] * SPREAD) for value in (0.0, 1.0))
            data = context.make_array(signature.args[1])(context, builder, args[1]).data
            start = builder.bitcast(builder.gep(data, [args[2]]), numbers.as_pointer())
            builder.store(builder.select(unset, zeros, ones), start, align=4)
            return context.get_dummy_value()

        return types.void(types.uint64, out, types.int64), generate

    @intrinsic
    def nth(typing_context: Any, mask: Any, n: Any) -> Any:
        """The number of the bit of *mask* that has *n* set bits below it.

        The processor is asked for while code is generated, and numba keeps code by processor, so what is
        found in the cache always suits. "Deposit" lays the bits of 1 << n into the places set in *mask*.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            _, processor, features = context.codegen().magic_tuple()
            if "+bmi2" not in features or processor in SLOW_DEPOSIT:
                return context.compile_internal(builder, _nth_by_steps, signature, args)
            word = ir.IntType(64)
            deposit = builder.module.declare_intrinsic(
                "llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(word, [word, word])
            )
            place = builder.shl(ir.Constant(word, 1), args[1])
            return builder.cttz(builder.call(deposit, [place, args[0]]), ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64, types.int64), generate
