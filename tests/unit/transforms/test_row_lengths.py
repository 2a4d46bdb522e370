"""`nest` in flat arrays whose rows have lengths that only the host can compare."""

from __future__ import annotations

import pytest

from mapper.analysis.host.plan import analyse
from mapper.analysis.names.symbols import resolve
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.kernel import Kernel
from mapper.transforms.dimensions import nest
from mapper.transforms.memory import arguments
from mapper.transforms.run import Selection, transform
from tests.unit.transforms.test_nest import kernel_of
from tests.unit.translate.programs import translated

LOOPS = "for (int y = 0; y < h; y++) for (int x = 0; x < w; x++)"


def nested(body: str) -> Kernel:
    """The kernel of a parallel loop over z with this body."""
    text = f"""
    #include <stdlib.h>
    typedef struct {{ long h, line, plane; }} lengths;
    static int width, height;
    void f(double *to, const double *from, int d, int h, int w, long p, long q, const lengths *s)
    {{
      const long cells = (long)width * height * d + 3;
    #pragma omp parallel for
      for (int z = 0; z < d; z++) {{ {body} }}
    }}
    int main(int argc, char **argv)
    {{
      width = argc, height = argc;
      lengths s = {{argc, argc, argc}};
      f(malloc(800), malloc(800), argc, argc, argc, argc, argc, &s);
      return argv[0][0];
    }}
    """
    return kernel_of(text)[1]


def lengths_of(kernel: Kernel) -> list[list[str]]:
    """The lengths of rows that the host compares, as the source writes them."""
    printer = CPrinter()
    return [[printer.expression(each).replace("(long) ", "") for each in one.of] for one in kernel.assumed.lengths]


@pytest.mark.parametrize(
    ("body", "lengths"),
    [
        (f"{LOOPS} to[z * p + y * q + x] = from[x];", ["p", "q"]),
        (f"{LOOPS} to[y * p + z * q + x] = from[x];", ["p", "q"]),
        (
            "for (long y = 0; y < s->h; y++)"
            " for (int x = 0; x < w; x++) to[z * s->plane + y * s->line + x] = from[x];",
            ["s[0].plane", "s[0].line"],
        ),
        (f"{LOOPS} to[2 * (z * p + y * q + x)] = from[x];", ["2L * p", "2L * q"]),
        (
            "for (int y = 0; y < height; y++) for (int x = 0; x < width; x++) for (int k = 0; k < 5; k++)"
            " to[k * cells + (z * height + y) * width + x] = from[x];",
            ["cells", "height * width", "width"],
        ),
    ],
)
def test_the_host_compares_lengths(body: str, lengths: list[str]) -> None:
    kernel = nested(body)
    assert len(kernel.dimensions) == 3
    assert lengths_of(kernel) == [lengths]


def test_what_is_known_is_not_compared() -> None:
    kernel = nested(f"{LOOPS} to[(z * h + y) * w + x] = from[x];")
    assert len(kernel.dimensions) == 3
    assert lengths_of(kernel) == []


@pytest.mark.parametrize(
    "body",
    [
        f"{LOOPS} to[z * p + y * q + x * s->line + d * s->plane] = from[x];",
        f"{LOOPS} to[z * p + y * q + ((x * 7) ^ 5)] = from[x];",
        f"long r = (long)from[z]; {LOOPS} to[z * p + y * r + x] = from[x];",
        f"{LOOPS} to[z * p + (long)from[y] * q + x] = from[x];",
        f"{LOOPS} to[z * s->plane + y * s->line + x] = from[x];",  # read only if there are rows
    ],
)
def test_lengths_that_say_nothing(body: str) -> None:
    kernel = nested(body)
    assert len(kernel.dimensions) == 1
    assert lengths_of(kernel) == []


@pytest.mark.parametrize(("given", "length"), [("grid g", "g.length"), ("const grid *g", "g->length")])
def test_lengths_are_members_of_variables(given: str, length: str) -> None:
    at = f"{length.partition('length')[0]}a[({{}}) * {length} + j]"
    text = f"""
    #include <stdlib.h>
    typedef struct {{ int lines, length; double *a; }} grid;
    void f(int n, {given})
    {{
    #pragma omp parallel for
      for (int i = 1; i < n; i += 2)
        for (int j = 1; j < n; j++) {at.format("i")} = {at.format("i - 1")} + {at.format("i + 1")};
    }}
    int main(int argc, char **argv)
    {{
      grid g = {{argc, argc, malloc(argc * argc * sizeof(double))}};
      f(argc, {"&" if "*" in given else ""}g);
      return argv[0][0];
    }}
    """
    program = translated(text)
    symbols = {unit.path: resolve(unit) for unit in program.units}
    only = Selection((arguments.TRANSFORM, nest.TRANSFORM))
    made, _ = transform(program, symbols, only, analyse(list(symbols.values())).effects, {})
    kernel = made.regions[0].loops[0].kernel
    assert kernel is not None
    assert len(kernel.dimensions) == 2
