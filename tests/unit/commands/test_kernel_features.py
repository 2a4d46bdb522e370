"""`mapper features kernel.cl`: counts of hand-written kernels, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.commands import features, kernel_features
from mapper.diagnostics import MapperError, UsageError

KERNELS = """\
/* Kernels that no translator made. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TILE 16
float twice(float v) { return 2.0f * v; }

__kernel void saxpy(__global const float *restrict x, __global float *y, const float a, const uint n)
{
  size_t i = get_global_id(0);
  if (i < n)
    y[i] = a * x[i] + twice(y[i]);  // a guard
}

kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void multiply(global const float *A, global const float *B, global float *C, int n, __local float *row)
{
  __local float a[TILE][TILE];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  float sum = 0.0f;
  for (int t = 0; t < n / TILE; t++) {
    a[ly][lx] = A[y * n + t * TILE + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++)
      sum += a[ly][k] * B[(t * TILE + k) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  row[lx] = sum;
  C[x * n + y] = sqrt(sum);
}

__kernel void scatter(__global int *bins, __global const float4 *v, __global const int *where)
{
  int i = get_global_id(0);
  float4 p = v[i];
  atomic_add(&bins[where[i]], (int)(p.x + p.y));
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "kernels.cl"
    path.write_text(KERNELS)
    return path


def numbers(text: str) -> dict[str, dict[str, str]]:
    """The features of each kernel, as printed."""
    found: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if not line.startswith(" "):
            name = line.rpartition(" ")[2]
            found[name] = {}
        else:
            feature, _, value = line.strip().partition(" ")
            found[name][feature] = value.strip()
    return found


def test_kernels_of_a_file(file: Path) -> None:
    sizes = ["--global-size", "64,64", "--local-size=16,16"]
    values = [f"--arg={name}=16384" for name in ("x", "y", "A", "B", "C", "bins", "v", "where")]
    text = features.run([str(file), *sizes, "--arg", "n=64", *values])
    assert f"{file}:6" in text
    found = numbers(text)
    items = 64 * 64
    saxpy, multiply, scatter = (found[name] for name in ("saxpy", "multiply", "scatter"))
    assert (saxpy["mem"], saxpy["coalesced"], saxpy["branches"]) == (str(3 * items), str(3 * items), "0")
    assert (saxpy["float_ops"], saxpy["transfer"]) == (str(3 * items), "49152")
    tiles = 64 // 16
    assert float(multiply["localmem"]) == pytest.approx(items * (tiles * 17 + 1))
    assert float(multiply["mem"]) == pytest.approx(items * (tiles * 17 + 1))
    assert float(multiply["coalesced"]) == pytest.approx(items * tiles * 17)
    assert float(multiply["special_ops"]) == items
    assert (scatter["int_atomics"], scatter["mem"], scatter["coalesced"]) == (
        str(items),
        str(3 * items),
        str(2 * items),
    )
    assert scatter["transfer"] == "65536"


def test_missing_values_are_asked_for(file: Path) -> None:
    text = features.run([str(file), "--global-size", "64"])
    assert "--arg 'n=...'" in text
    assert "--arg 'x=...'" in text


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["k.cl"], "needs --global-size"),
        (["k.cl", "--global-size", "0"], "positive numbers"),
        (["k.cl", "--global-size", "1,2,3,4"], "positive numbers"),
        (["k.cl", "--global-size", "4", "--arg", "n"], "NAME=NUMBER"),
        (["k.cl", "--global-size", "4", "--arg"], "needs a value"),
        (["k.cl", "more.cl", "--global-size", "4"], "takes one"),
        (["k.cl", "p.c", "--global-size", "4"], "is given beside"),
    ],
)
def test_wrong_command_lines(words: list[str], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        kernel_features.parse(words)


def test_a_file_without_kernels(tmp_path: Path) -> None:
    (tmp_path / "no.cl").write_text("float f(float x) { return x; }\n")
    with pytest.raises(MapperError, match="no kernel"):
        features.run([str(tmp_path / "no.cl"), "--global-size", "4"])
    assert exit_code(["features", str(tmp_path / "missing.cl"), "--global-size", "4"]) == 1


def test_loops_of_unknown_length_are_named(tmp_path: Path) -> None:
    path = tmp_path / "walk.cl"
    path.write_text(
        "__kernel void walk(__global int *next, int n)\n{\n  int i = get_global_id(0), at = i;\n"
        "  while (at != n)\n    at = next[at];\n  for (int k = 0; k < n; k++)\n    next[i] += k;\n}\n"
    )
    text = features.run([str(path), "--global-size", "8", "--arg", "n=10", "--arg", "next=32"])
    assert text.splitlines()[-1] == f"  taken to run 16 times: loop at {path}:4:3"


def test_a_mistake_is_shown_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "wrong.cl"
    path.write_text("// two lines\n__kernel void f(__global int *a) { a[0] = ; }\n")
    with pytest.raises(MapperError) as caught:
        features.run([str(path), "--global-size", "8"])
    assert str(caught.value.diagnostics[0].where) == f"{path}:2:43"
