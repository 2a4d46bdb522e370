"""The structures that emitted programs share with the run-time library have one layout, whatever the flags say."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from mapper.runtime import runtime_files
from tests.harness.build import COMPILER
from tests.harness.library import header_flags

HEADERS = [path for path in runtime_files() if re.fullmatch(r"mapper_rt\w*\.h", path.name)]
STRUCTURES = sorted(
    {name for path in HEADERS for name in re.findall(r"^struct (mrt_\w+) \{", path.read_text(), re.M)}
)


def sizes(folder: Path, *flags: str) -> list[str]:
    """The size of each structure, by a program that is compiled with these flags."""
    lines = "\n".join(f'  printf("{name} %zu\\n", sizeof(struct {name}));' for name in STRUCTURES)
    source = folder / "sizes.c"
    source.write_text(
        f'#include "mapper_rt.h"\n#include <stdio.h>\nint main(void) {{\n{lines}\n}}\n', encoding="utf-8"
    )
    subprocess.run([COMPILER, *header_flags(), *flags, source, "-o", folder / "sizes"], check=True, timeout=60)
    return subprocess.run(
        [folder / "sizes"], capture_output=True, text=True, check=True, timeout=60
    ).stdout.splitlines()


@pytest.mark.parametrize(
    "flags", [["-fshort-enums"], ["-funsigned-char", "-funsigned-bitfields"], ["-std=c99", "-O3"]]
)
def test_sizes_do_not_depend_on_flags(flags: list[str], tmp_path: Path) -> None:
    plain = sizes(tmp_path)
    assert len(plain) == len(STRUCTURES) > 10
    assert sizes(tmp_path, *flags) == plain
