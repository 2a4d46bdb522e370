"""The iteration counts of launches, against loops that count themselves."""

from __future__ import annotations

import itertools
import struct
import subprocess
from pathlib import Path

from pycparser import c_ast, c_parser

from mapper.diagnostics import Location
from mapper.emit.regions.launches import launch
from mapper.emit.text.scalar_layout import layout
from mapper.ir.program.kernel import Access, Buffer, Dimension, Kernel, Reduction, Storage, Value
from mapper.ir.trees import ctypes
from tests.harness.library import written_library
from tests.harness.semantics import symbols_of

SYMBOLS = symbols_of("struct p { float *a; } *p;")
NOWHERE = SYMBOLS.unit.tree.ext[0]
Loop = tuple[ctypes.IntType, str, str, str, str]

BOUNDS = ("0", "1", "2", "7", "10")
LOOPS: list[Loop] = [
    (kind, lower, relation, bound, step)
    for kind in (ctypes.INT, ctypes.UINT, ctypes.LONG, ctypes.ULONG, ctypes.SHORT)
    for lower, bound in itertools.product(BOUNDS, BOUNDS)
    for relation, step in (("<", "1"), ("<=", "3"), (">", "-1"), (">=", "-2"), ("<", "three"), (">", "-three"))
    if kind.signed or (relation, step) not in ((">=", "-2"), (">", "-three"))  # these would wrap round
] + [
    (ctypes.INT, "-5", "!=", "5", "1"),
    (ctypes.INT, "5", "!=", "-5", "-1"),
    (ctypes.INT, "2147483640", "<=", "2147483644", "3"),
    (ctypes.INT, "-2147483647", ">", "-2147483647 - 1", "-1"),
    (ctypes.INT, "0", "<", "three * 2u", "1"),
    (ctypes.INT, "-3", "<", "4L", "1"),
    (ctypes.INT, "-1", "<", "4u", "1"),
    (ctypes.ULONG, "18446744073709551605ul", "<", "18446744073709551615ul", "5"),
    (ctypes.LONG, "-9223372036854775807L", "<", "-9223372036854775800L", "2"),
    (ctypes.UCHAR, "250", "<", "254", "2"),
    (ctypes.INT, "20", ">", "3", "-2u"),
]


def _expression(text: str) -> c_ast.Node:
    tree = c_parser.CParser().parse(f"int x = {text};")
    node = tree.ext[0].init
    assert isinstance(node, c_ast.Node)
    return node


def _kernel(loop: Loop) -> Kernel:
    kind, lower, relation, bound, step = loop
    dimension = Dimension("i", kind, _expression(lower), relation, _expression(bound), _expression(step))
    return Kernel("k", Location("p.c", 1, 1), (dimension,), (), (), c_ast.Compound([]), {})


def test_counts_agree_with_loops(tmp_path: Path) -> None:
    parts = []
    for kind, lower, relation, bound, step in LOOPS:
        text = "\n    ".join(launch.preparation(_kernel((kind, lower, relation, bound, step)), SYMBOLS, NOWHERE))
        shown = f"{kind.name} {lower} {relation} {bound} by {step}"
        parts.append(
            f"  {{\n    {text}\n    unsigned long count = 0;\n"
            f"    for ({kind.name} i = {lower}; i {relation} {bound}; i += {step}) count++;\n"
            f'    if (__mrt_counts[0] == __MRT_UNCOUNTABLE) puts("{shown}: refused");\n'
            f"    else if (count != __mrt_counts[0])\n"
            f'      printf("{shown}: %llu for %lu\\n", __mrt_counts[0], count);\n  }}\n'
        )
    program = tmp_path / "counts.c"
    program.write_text(
        '#include <stdio.h>\n#include "__mapper_rt.h"\n'
        "int main(int argc, char **argv)\n{\n  int three = 2 + argc;\n"
        "  (void)argv;\n" + "".join(parts) + "  return 0;\n}\n"
    )
    runtime = written_library(tmp_path)
    subprocess.run(["gcc", "-O1", "-w", f"-I{runtime}", program, "-o", tmp_path / "counts"], check=True)
    done = subprocess.run([tmp_path / "counts"], capture_output=True, text=True, check=True, timeout=500)
    assert done.stdout == "int -1 < 4u by 1: refused\n"  # -1 is compared as an unsigned number


def test_collapsed_loops_are_counted_together(tmp_path: Path) -> None:
    nests = {
        "24": ("0 < 4", "0 < 3", "0 < 2"),
        "0": ("0 < 4294967296", "5 < 3", "0 < 4294967296"),
        "refused": ("0 < 4294967296", "0 < 2147483648", "0 < 2"),  # 2 to the 64th
        "refused ": ("0 < 4294967296", "0 < 4294967296", "0 < 4294967296"),
        " refused": ("0 < 3", "-9223372036854775807L < 9223372036854775807L", "0 < 2"),
    }
    parts = []
    for headers in nests.values():
        loops = tuple(
            Dimension("i", ctypes.LONG, _expression(low), "<", _expression(high), _expression("1"))
            for low, _, high in map(str.split, headers)
        )
        total = " * ".join(f"(unsigned long)({each.split()[2]})" for each in headers)
        whole = Dimension("flat", ctypes.ULONG, _expression("0"), "<", _expression(total), _expression("1"), loops)
        kernel = Kernel("k", Location("p.c", 1, 1), (whole,), (), (), c_ast.Compound([]), {})
        text = "\n    ".join(launch.preparation(kernel, SYMBOLS, NOWHERE))
        parts.append(
            f'  {{\n    {text}\n    if (__mrt_counts[0] == __MRT_UNCOUNTABLE) puts("refused");\n'
            '    else printf("%llu\\n", __mrt_counts[0]);\n  }\n'
        )
    program = tmp_path / "counts.c"
    text = "".join(parts)
    program.write_text(
        f'#include <stdio.h>\n#include "__mapper_rt.h"\nint main(void)\n{{\n{text}  return 0;\n}}\n'
    )
    runtime = written_library(tmp_path)
    subprocess.run(["gcc", "-O1", "-w", f"-I{runtime}", program, "-o", tmp_path / "counts"], check=True)
    done = subprocess.run([tmp_path / "counts"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [shown.strip() for shown in nests]


def test_arguments_are_in_the_order_of_the_parameters() -> None:
    kernel = Kernel(
        "k",
        Location("p.c", 1, 1),
        _kernel((ctypes.INT, "0", "<", "n", "1")).dimensions,
        (
            Value("n", ctypes.LONG, _expression("m + 1")),
            Buffer("a", ctypes.FLOAT, _expression("p->a"), Access.READ, Storage.HEAP, low=_expression("-4 * w")),
            Value("flag", ctypes.BOOL, _expression("f")),
            Buffer("s", ctypes.INT, _expression("&s"), Access.WRITE, Storage.STACK, _expression("4"), eager=True),
        ),
        (Reduction("low", ctypes.DOUBLE, "min", _expression("low")),),
        c_ast.Compound([]),
        {},
    )
    text = "\n".join(launch.preparation(kernel, SYMBOLS, NOWHERE))
    assert "long __mrt_value0 = m + 1;\n_Bool __mrt_value1 = f;\ndouble __mrt_result0 = 0;\n" in text
    assert text.endswith(
        "struct __mrt_arg __mrt_args[] = {\n"
        '  {__MRT_ARG_VALUE, 0, &__mrt_value0, sizeof __mrt_value0, 0, "n"},\n'
        '  {__MRT_ARG_BUFFER, __MRT_READ, (void *)(p ? p->a : 0), 0, (long)(-4 * w), "p->a"},\n'
        '  {__MRT_ARG_VALUE, 0, &__mrt_value1, sizeof __mrt_value1, 0, "flag"},\n'
        "  {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STACK | __MRT_EAGER, (void *)(&s), (__mrt_size)(4), "
        '0, "&s", "i"},\n'
        '  {__MRT_ARG_REDUCTION, __MRT_MIN | __MRT_DOUBLE, &__mrt_result0, sizeof __mrt_result0, 0, "low"},\n'
        "};"
    )
    assert (
        launch.call("p_main_1", kernel)
        == "__mrt_launch(&__mrt_run, &__mrt_kernel_p_main_1, __mrt_counts, __mrt_args, 5)"
    )
    assert launch.results(kernel) == [
        "if (__mrt_counts[0]) {",
        "  low = __mrt_result0 < low ? __mrt_result0 : low;",
        "}",
    ]


def test_layouts_are_read_by_the_struct_module() -> None:
    symbols = symbols_of(
        "struct inner { char tag; short pair[2]; };\n"
        "struct outer { double at[3]; struct inner in[2]; unsigned char *link; float last; } one;\n"
        "struct bits { int low : 3; long rest; } two;\n"
        "union both { int i; float f; } three;\n"
        "unsigned long rows[4][5];\n"
    )
    found = {
        decl.name: layout(symbols.declared_type(decl), symbols)
        for decl in symbols.unit.tree.ext
        if isinstance(decl, c_ast.Decl) and decl.name
    }
    assert found == {"one": "3db1x2hb1x2h4xQf4x", "two": "16B", "three": "4B", "rows": "Q"}
    assert struct.calcsize("=" + found["one"]) == symbols.constant_sizeof(ctypes.StructType("outer"))
