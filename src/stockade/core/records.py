"""Makes Numba copy records as blocks of bytes.

Otherwise Numba loads and stores a record as one huge value, byte by byte. That is slow, and takes long to compile.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin
from numba.np.arrayobj import basic_indexing, make_array, setitem_array


@lower_builtin(operator.setitem, types.Array, types.Integer, types.Record)  # type: ignore[untyped-decorator]
def set_record(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Compile `array[k] = record`."""
    array_kind, index_kind, record_kind = signature.args
    if array_kind.dtype != record_kind:
        return setitem_array(context, builder, signature, arguments)
    values, index, record = arguments
    array = make_array(array_kind)(context, builder, values)
    checks = context.enable_boundscheck
    place, _, _ = basic_indexing(context, builder, array_kind, array, (index_kind,), (index,), boundscheck=checks)
    cgutils.raw_memcpy(builder, place, record, context.get_constant(types.intp, record_kind.size), 1)
    return context.get_dummy_value()
