"""What the compiler's macros and flags say about types."""

from __future__ import annotations

import pytest

from mapper.frontend.tokens.data_model import other_types

LP64 = "#define __SIZEOF_POINTER__ 8\n#define __SIZEOF_LONG__ 8\n"


@pytest.mark.parametrize(
    ("text", "flags", "expected"),
    [
        (LP64, ["-O2", "-fsigned-char", "-mlong-double-80"], ""),
        (LP64, ["-O2", "-fsingle-precision-constant"], "`-fsingle-precision-constant`"),
        (LP64, ["-fno-wrapv", "-ffast-math"], ""),
        (LP64, ["-fwrapv"], "`-fwrapv`"),
        (LP64, ["-fwrapv", "-O2", "-fno-wrapv"], ""),
        (LP64, ["-fwrapv", "-fno-wrapv", "-fwrapv"], "`-fwrapv`"),
        (LP64, ["-fwrapv-pointer", "-fno-wrapv"], "`-fwrapv-pointer`"),
        (LP64, ["-fno-strict-overflow", "-fstrict-overflow"], ""),
        (LP64, ["-fno-wrapv", "-fno-strict-overflow"], "`-fno-strict-overflow`"),
        (LP64, ["-ftrapv"], "`-ftrapv`"),
        (LP64, ["-ftrivial-auto-var-init=zero"], "`-ftrivial-auto-var-init=zero`"),
        (LP64, ["-ftrivial-auto-var-init=uninitialized"], ""),
        (LP64, ["-fexec-charset=IBM1047"], "`-fexec-charset=IBM1047`"),
        (LP64, ["-fexec-charset=UTF-8", "-fwide-exec-charset=utf32"], ""),
        (LP64, ["-fwide-exec-charset=UTF-16LE"], "`-fwide-exec-charset=UTF-16LE`"),
        (LP64, ["-fhardened"], "`-fhardened`"),
        (LP64, ["-fno-strict-overflow"], "`-fno-strict-overflow`"),
        (LP64 + "#pragma STDC FENV_ACCESS ON\n", [], "`#pragma STDC FENV_ACCESS ON`"),
        (LP64 + "#pragma STDC FENV_ACCESS OFF\n", [], ""),
        (LP64 + '#pragma GCC optimize("O3")\n', [], ""),
        (LP64 + '#pragma GCC optimize("wrapv")\n', [], '`optimize("wrapv`'),
        (LP64 + '__attribute__((optimize("-fwrapv"))) int f(int);\n', [], '`optimize("-fwrapv`'),
        (LP64.replace("LONG__ 8", "LONG__ 4"), [], "a target whose long has not 8 bytes"),
    ],
)
def test_types_that_are_not_known(text: str, flags: list[str], expected: str) -> None:
    assert other_types(text, flags) == expected
