"""Which options of a link line export names or give them another meaning, in every spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.objects.linkline import exporting, renaming


@pytest.mark.parametrize(
    "words",
    [
        "-rdynamic",
        "-shared",
        "-Wl,-E",
        "-Wl,--export-dynamic",
        "-Wl,-export-dynamic",
        "-Wl,--as-needed,--export-dynamic",
        "-Wl,-O1,-E,-z,now",
        "-Wl,--export-dyn",
        "-Xlinker --export-dynamic",
        "-Xlinker -E",
        "-Wl,--dynamic-list=names.txt",
        "-Wl,--dynamic-list,names.txt",
        "-Xlinker -dynamic-list -Xlinker names.txt",
        "-Wl,--dynamic-list-data",
        "-Wl,--export-dynamic-symbol=data",
        "-Wl,--export-dynamic-symbol-list=names.txt",
        "-Wl,--version-script=names.map",
        "-Wl,-version-script,names.map",
    ],
)
def test_exporting(words: str) -> None:
    assert exporting(words.split()) is not None
    assert renaming(words.split()) is None


@pytest.mark.parametrize(
    "words",
    [
        "-Wl,--wrap=f",
        "-Wl,--wrap,f",
        "-Wl,-O1,-wrap=f",
        "-Xlinker --wrap=f",
        "-Wl,--defsym,a=b",
        "-Wl,--defsy=a=b",
        "-Xlinker --defsym -Xlinker a=b",
        "-Wl,--just-symbols=names.o",
        "-T layout.ld",
        "-Tlayout.ld",
        "-Wl,-T,layout.ld",
        "-Wl,--script=layout.ld",
    ],
)
def test_renaming(words: str) -> None:
    assert renaming(words.split()) is not None
    assert exporting(words.split()) is None


@pytest.mark.parametrize(
    "words",
    [
        "-L . -lm -O2 main.o -o program",
        "-Wl,--as-needed -Wl,-z,defs -Wl,--dynamic-linker=/lib/ld.so -Wl,-rpath,.",
        "-Wl,-R,lib -Wl,-e,start -Wl,--gc-sections -Wl,-Ttext=0x400000 -Tdata=0x600000",
        "-Xlinker -rpath -Xlinker /wrap/defsym/export-dynamic",
    ],
)
def test_neither(words: str) -> None:
    assert exporting(words.split()) is None
    assert renaming(words.split()) is None


def test_the_linkers_response_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "options"
    file.write_text("--as-needed --export-dynamic", encoding="utf-8")
    assert exporting([f"-Wl,@{file}"]) == "--export-dynamic"
