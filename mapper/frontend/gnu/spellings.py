"""Words that are nothing but another spelling of standard C."""

from __future__ import annotations

from typing import Final

SPELLINGS: Final = {
    "__restrict": "restrict",
    "__restrict__": "restrict",
    "__inline": "inline",
    "__inline__": "inline",
    "__const": "const",
    "__const__": "const",
    "__volatile": "volatile",
    "__volatile__": "volatile",
    "__signed": "signed",
    "__signed__": "signed",
    "__complex__": "_Complex",
    "__complex": "_Complex",
    "__alignof": "_Alignof",
    "__alignof__": "_Alignof",
    "__thread": "_Thread_local",
    "__FUNCTION__": "__func__",
    "__PRETTY_FUNCTION__": "__func__",
    "__typeof": "typeof",
    "__typeof__": "typeof",
    "__builtin_offsetof": "offsetof",
    "_Float32": "float",
    "_Float64": "double",
    "_Float32x": "double",
    "_Float64x": "long double",
    "_Float128": "long double",
    "__float128": "long double",
    "__float80": "long double",
    "_Float16": "_Complex int",
    "__bf16": "_Complex int",
    "_Decimal32": "_Complex int",
    "_Decimal64": "_Complex long",
    "_Decimal128": "_Complex long",
    "<:": "[",
    ":>": "]",
    "<%": "{",
    "%>": "}",
}
"""GNU words and digraphs, each with standard C of the same meaning.

Types that neither C11 nor any device has are given as complex integers: both keep a loop on the CPU.
"""

C23_SPELLINGS: Final = {
    "bool": "_Bool",
    "true": "1",
    "false": "0",
    "nullptr": "( ( void * ) 0 )",
    "thread_local": "_Thread_local",
    "alignof": "_Alignof",
    "constexpr": "const",
    "typeof_unqual": "typeof",
}
"""Keywords that C23 added, in C11."""
