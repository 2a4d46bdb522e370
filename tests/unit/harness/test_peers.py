"""What directives of tests ask for, as `python -m tests.peers` reads them."""

from __future__ import annotations

from pathlib import Path

from tests.peers.directives import Wanted, wanted


def read(folder: Path, *lines: str) -> Wanted:
    program = folder / "program.c"
    program.write_text("\n".join(f"/* {{ {line} }} */" for line in lines), encoding="utf-8")
    return wanted(program)


def test_options_files_and_variables(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "dg-do run",
        'dg-options "-O1 -std=gnu99"',
        'dg-additional-options "-mavx" { target avx_runtime }',
        'dg-additional-options "-mieee" { target alpha*-*-* }',
        'dg-additional-options "-g" { target { { ! lto } || { c && x86_64-*-* } } }',
        "dg-additional-sources other.c",
        'dg-set-target-env-var OMP_NUM_THREADS "3"',
    )
    assert found == Wanted(("-O1", "-std=gnu99", "-mavx", "-g"), ("other.c",), {"OMP_NUM_THREADS": "3"})


def test_what_is_not_run(tmp_path: Path) -> None:
    assert read(tmp_path, "dg-do compile").left_out == "dg-do compile"
    assert read(tmp_path, "dg-do run { target offload_target_nvptx }").left_out == "for offload_target_nvptx"
    assert read(tmp_path, "dg-require-effective-target offload_device").left_out == "for offload_device"
    assert read(tmp_path, "dg-do run { target { ! offload_device } }").left_out is None
    assert read(tmp_path) == Wanted()
