"""The work for long and deeply nested code grows with its length, not with its square: calls are counted."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile
from pathlib import Path

import pytest

from mapper.model import store
from mapper.options import Options
from mapper.stages.pipeline import map_program

pytestmark = pytest.mark.usefixtures("uncollected")

_TIMES = 4
_MOST = 1.35
"""How much faster than the length the calls may grow; those that grow with its square come to `_TIMES`."""

_LOOP = "#pragma omp parallel for\n  for (int i = 0; i < 1000; i++)"


def _arms(count: int, arm: str) -> str:
    return "\n  else ".join(f"if (v == {number}) {arm.format(number)};" for number in range(count))


def _before_a_loop(count: int) -> str:
    return f"int v = x[3];\n  {_arms(count, 'x[9] = {}')}\n{_LOOP}\n    y[i] = 2 * y[i];"


def _in_a_loop(count: int) -> str:
    return f"{_LOOP} {{\n  int v = x[i];\n  {_arms(count, 'y[i] = {}')}\n  }}"


def _blocks(count: int) -> str:
    return f"int v = x[3];\n  {'{ v++; ' * count}{'}' * count}\n{_LOOP}\n    y[i] = 2 * y[i] + v;"


def _declaring_blocks(count: int) -> str:
    return f"int v = x[3];\n  {'{ int w = v; v += w; ' * count}{'}' * count}\n{_LOOP}\n    y[i] = 2 * y[i] + v;"


def _sum(count: int) -> str:
    terms = " +\n    ".join(f"x[{number % 100}] * {number}" for number in range(count))
    return f"int v = {terms};\n{_LOOP}\n    y[i] = 2 * y[i] + v;"


def _nested_sum_in_a_loop(count: int) -> str:
    return f"{_LOOP}\n    y[i] = {'(1 + ' * count}x[i]{')' * count};"


def _sum_of_calls_in_a_loop(count: int) -> str:
    return f"int v = 2;\n{_LOOP}\n    y[i] = {' + '.join(['summed(x[i], v)'] * count)};"


def _statements(count: int) -> str:
    lines = "\n  ".join(f"v += x[{number % 100}];" for number in range(count))
    return f"int v = 0;\n  {lines}\n{_LOOP}\n    y[i] = 2 * y[i] + v;"


def _updates_in_a_loop(count: int) -> str:
    lines = "\n  ".join(f"v = v * 3 + x[{number % 100}];" for number in range(count))
    return f"{_LOOP} {{\n  int v = i;\n  {lines}\n  y[i] = v;\n  }}"


def _stores_in_a_loop(count: int) -> str:
    lines = "\n  ".join(f"x[i * {count} + {number}] = v + {number};" for number in range(count))
    return f"static int x[{1000 * count}];\n{_LOOP} {{\n  int v = i;\n  {lines}\n  y[i] = v;\n  }}"


def _calls_in_a_loop(count: int) -> str:
    lines = "\n  ".join(f"v = summed(v, {number});" for number in range(count))
    return f"{_LOOP} {{\n  int v = i;\n  {lines}\n  y[i] = v;\n  }}"


def _loops(count: int) -> str:
    return "\n".join(f"{_LOOP}\n    y[i] = 2 * y[i] + {number};" for number in range(count // 10))


def _short_loops_in_a_loop(count: int) -> str:
    updates = "double s = y[i];\n  for (int m = 0; m < 4; m++) z[4 * i + m] += s * y[i + m];\n  z[4 * i] *= s;"
    lines = "\n  ".join(
        f"{{ {updates} }}" if number % 2 else f"if (v > {number}) v--;" for number in range(count // 4)
    )
    return f"static double z[4000];\n{_LOOP} {{\n  int v = i;\n  {lines}\n  x[i] = v;\n  }}"


def _switch_in_a_loop(count: int) -> str:
    cases = "\n  ".join(f"case {number}: v += {number}; break;" for number in range(count))
    return f"{_LOOP} {{\n  int v = x[i];\n  switch (v) {{\n  {cases}\n  }}\n  y[i] = v;\n  }}"


def _loops_of_a_region(count: int) -> str:
    loop = "#pragma omp for\n  for (i = 0; i < 1000; i++)"
    updates = "y[i] = x[999 - i] + {};", "x[i] = (int)y[999 - i] + {};"
    loops = "\n".join(f"{loop}\n    {updates[number % 2].format(number)}" for number in range(count // 4))
    return f"int i;\n#pragma omp parallel private(i)\n{{\n{loops}\n}}"


def _in_a_single(count: int) -> str:
    arms = _arms(count, "y[{0}] = {0}")
    loop = "#pragma omp for\n  for (int i = 0; i < 1000; i++)\n    y[i] += 1;"
    return f"#pragma omp parallel\n{{\n{loop}\n#pragma omp single\n{{\n  int v = x[3];\n  {arms}\n}}\n}}"


def _values_in_a_loop(count: int) -> str:
    values = "\n  ".join(f"int v{number} = x[{number}];" for number in range(count))
    terms = " + ".join(f"v{number}" for number in range(count))
    return f"{values}\n{_LOOP}\n    y[i] += {terms};"


def _arrays_in_a_loop(count: int) -> str:
    arrays = "\n  ".join(f"static double w{number}[1000];" for number in range(count // 4))
    lines = "\n  ".join(f"w{number}[i] = y[i] * {number};" for number in range(count // 4))
    return f"{arrays}\n{_LOOP} {{\n  {lines}\n  }}"


def _reductions_of_a_loop(count: int) -> str:
    names = [f"v{number}" for number in range(count)]
    lines = "\n  ".join(f"{name} += y[i] * {number};" for number, name in enumerate(names))
    pragma, loop = _LOOP.split("\n")
    declared = ", ".join(f"{name} = 0" for name in names)
    return (
        f"double {declared};\n{pragma} reduction(+: {', '.join(names)})\n{loop} {{\n  {lines}\n  }}\n  y[0] = v1;"
    )


_SHAPES: list[Callable[[int], str]] = [
    _before_a_loop,
    _in_a_loop,
    _blocks,
    _declaring_blocks,
    _sum,
    _nested_sum_in_a_loop,
    _sum_of_calls_in_a_loop,
    _statements,
    _updates_in_a_loop,
    _stores_in_a_loop,
    _loops,
    _calls_in_a_loop,
    _short_loops_in_a_loop,
    _switch_in_a_loop,
    _loops_of_a_region,
    _in_a_single,
    _values_in_a_loop,
    _arrays_in_a_loop,
    _reductions_of_a_loop,
]


_SUMMED = "static int summed(int a, int b) { int s = 0; for (int k = 0; k < b; k++) s += a * k; return s; }"


def _calls(body: str, folder: Path, functions: str = _SUMMED) -> int:
    """How many functions are called to map a program whose `main` is this."""
    source = folder / "long.c"
    main = f"int main(void)\n{{\n  {body}\n  return 0;\n}}\n"
    source.write_text(f"static int x[1000];\nstatic double y[1000];\n{functions}\n{main}")
    models = [model for model, _ in store.choose_all((), ())]
    options = Options(sources=(str(source),), strict=True)
    profile = Profile()
    with profile:
        mapped = map_program(options, *models)
    assert all(loop.kernel is not None for region in mapped.program.regions for loop in region.loops)
    assert mapped.emitted
    return sum(each.callcount for each in profile.getstats())


@pytest.mark.parametrize("length", [40, 100])
@pytest.mark.parametrize("shape", _SHAPES, ids=lambda shape: shape.__name__.removeprefix("_"))
def test_linear(shape: Callable[[int], str], length: int, tmp_path: Path) -> None:
    """Calls beyond those of a short program grow as the length does."""
    _calls(shape(10), tmp_path)  # what is made once
    least, short, long = (_calls(shape(count), tmp_path) for count in (10, length, _TIMES * length))
    grown = (long - least) / max(1, short - least) * (length - 10) / (_TIMES * length - 10)
    assert grown < _MOST, f"{least}, {short}, {long} calls"


def _levels(width: int) -> str:
    """Functions on six levels, each of which calls all those of the level below; the last has a loop."""
    lines = [f"static void f0(void)\n{{\n{_LOOP}\n    y[i] = 2 * y[i];\n}}"]
    below = ["f0"]
    for level in range(1, 6):
        names = [f"f{level}_{number}" for number in range(width)]
        lines += [f"static void {name}(void) {{ {' '.join(f'{each}();' for each in below)} }}" for name in names]
        below = names
    return "\n".join([*lines, f"static void f6(void) {{ {' '.join(f'{each}();' for each in below)} }}"])


def test_ways_to_a_loop(tmp_path: Path) -> None:
    """Calls grow as the program does, not as the number of ways through it to a region."""
    _calls("f6();", tmp_path, _levels(2))
    least, short, long = (_calls("f6();", tmp_path, _levels(width)) for width in (2, 8, 16))
    assert (long - least) / (short - least) * (8**2 - 2**2) / (16**2 - 2**2) < _MOST, (
        f"{least}, {short}, {long} calls"
    )


def _twice(depth: int) -> str:
    """Functions of which each calls the one before it twice."""
    lines = ["static double g0(double v) { return v; }"]
    for at in range(1, depth):
        lines.append(
            f"static double g{at}(double v) {{ return v > {at} ? g{at - 1}(v - 1) : g{at - 1}(v) + {at}; }}"
        )
    return "\n".join(lines)


def test_ways_through_functions_of_a_loop(tmp_path: Path) -> None:
    """Calls do not grow as the number of ways through the functions that a loop calls."""
    depths = (12, 24)
    short, long = (_calls(f"{_LOOP}\n    y[i] = g{depth - 1}(y[i]);", tmp_path, _twice(depth)) for depth in depths)
    assert long < 2 * short, f"{short}, {long} calls"
