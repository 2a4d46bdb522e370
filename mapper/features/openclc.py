"""Any OpenCL C file -> kernels, so that their features can be counted as those of translated loops are.

The text is made C that the front end reads: address spaces go (`__local` becomes `static`), vectors become one
element, and what work-items ask about themselves becomes arithmetic over the kernel's dimensions.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pycparser import c_ast

from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.diagnostics import Location, fail
from mapper.features.counting.execution import GROUP_START
from mapper.frontend.load import load_unit
from mapper.ir.program.kernel import Access, Buffer, Dimension, Kernel, Storage, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ULONG, CType, PointerType
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import ORDER, flattened, operands, parameters_of, replace_child, walk

_WIDTHS = (2, 3, 4, 8, 16)
_SCALARS = {"uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned int", "ulong": "unsigned long"}
_SCALARS |= {"half": "short", "size_t": "unsigned long", "ptrdiff_t": "long", "bool": "int"}
_VECTORS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double")
_SPACES = r"\b(?:__)?(?:global|constant|private|read_only|write_only|read_write)\b(?!\s*[=;,)\[.+*/-])"
_COMPONENT = re.compile(r"\.(?:[xyzw]{1,4}|s[0-9a-fA-F]{1,16}|lo|hi|even|odd)\b(?!\s*\()")
_MATH = (
    "acos asin atan cbrt ceil cos cosh erf exp exp2 exp10 expm1 fabs floor lgamma log log2 log10 log1p rint round "
    "rsqrt sin sinh sqrt tan tanh tgamma trunc native_cos native_exp native_log native_recip native_rsqrt "
    "native_sin native_sqrt native_tan half_exp half_log half_rsqrt half_sqrt"
).split()
_MATH_OF_TWO = "atan2 copysign fdim fmax fmin fmod hypot pow powr native_divide native_powr remainder dot".split()
_MATH_OF_THREE = "fma mad mix clamp smoothstep".split()
_KERNEL = re.compile(r"\b(?:__)?kernel\b")
_LOCAL_PARAMETER = re.compile(r"\b(?:__)?local\b([^,(){};]*?)(\w+)\s*(?=[,)])")


@dataclass(frozen=True, eq=False, slots=True)
class OpenCLKernel:
    """A kernel; arrays and pointers named in `local` are local memory."""

    kernel: Kernel
    symbols: Symbols
    local: frozenset[str]

    def where(self, node: c_ast.Node) -> Location:
        """A node's place in the file."""
        return self.symbols.unit.location(node)


def read_kernels(
    path: Path, size: Sequence[int], group: Sequence[int], compiler: Sequence[str], flags: Sequence[str]
) -> list[OpenCLKernel]:
    """All kernels of a file, for an ND-range of `size` in work-groups of `group`.

    Raises `MapperError`: E001 to E004 as the front end; E004 where there is no kernel.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        fail("E001", f"can't read '{path}': {error.strerror}", Location(str(path)))
    except ValueError as error:
        fail("E001", f"can't read '{path}': {error}", Location(str(path)))
    text, names, local = _as_c(text, str(path))
    if not names:
        fail("E004", "there is no kernel in this file", Location(str(path)))
    with tempfile.TemporaryDirectory(prefix="mapper-opencl-") as folder:
        made = Path(folder) / f"{path.stem}.c"
        made.write_text(text, encoding="utf-8")
        include = f"-I{path.resolve().parent}"
        quiet = ("-w", "-Wno-implicit-function-declaration", include)
        unit = load_unit(str(made), compiler, (*flags, *quiet), str(path))
    symbols = resolve(unit)
    made_of = _Reader(symbols, unit.functions, size, group)
    return [
        OpenCLKernel(kernel, symbols, local | _static(function))
        for function in unit.functions
        if function.decl.name in names
        for kernel in [made_of.kernel(function)]
    ]


def _as_c(text: str, path: str) -> tuple[str, frozenset[str], frozenset[str]]:
    """C text with the file's lines, the names of the kernels, and those of parameters in local memory."""
    text = re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.DOTALL)
    text = re.sub(r"//[^\n]*", "", text)
    names = re.findall(r"\b(?:__)?kernel\b[^;{}]*?\bvoid\s+(?:__attribute__\s*\(\(.*?\)\)\s*)?(\w+)\s*\(", text)
    real = "double" if re.search(r"\bdouble\d*\b", text) else "float"
    local = frozenset(match[2] for match in _LOCAL_PARAMETER.finditer(text))
    text = _LOCAL_PARAMETER.sub(r"\1\2", text)
    text = re.sub(r"\b(?:__)?local\b(?=\s+\w)", "static", text)
    text = re.sub(_SPACES, _blank, _KERNEL.sub(_blank, text))
    text = re.sub(r"#\s*pragma\s+(?:OPENCL|unroll)[^\n]*", "", text)
    if re.search(rf"\b(?:{'|'.join(_VECTORS)})(?:2|3|4|8|16)\b", text):
        text = _COMPONENT.sub(_blank, text)
    return f"{_prelude(real)}\n#line 1 {json.dumps(path, ensure_ascii=False)}\n{text}", frozenset(names), local


def _blank(match: re.Match[str]) -> str:
    """As many blanks, so that columns are those of the file."""
    return " " * len(match[0])


def _prelude(real: str) -> str:
    lines = [f"typedef {of} {name};" for name, of in _SCALARS.items()]
    lines += [f"typedef {base} {base}{width};" for base in _VECTORS for width in _WIDTHS]
    for names, count in ((_MATH, 1), (_MATH_OF_TWO, 2), (_MATH_OF_THREE, 3)):
        lines += [f"{real} {name}({', '.join([real] * count)});" for name in names]
    lines += ["#define CLK_LOCAL_MEM_FENCE 1", "#define CLK_GLOBAL_MEM_FENCE 2", "#define M_PI 3.14159265358979"]
    return " ".join(line for line in lines if line[0] != "#") + "\n" + "\n".join(x for x in lines if x[0] == "#")


class _Reader:
    """Makes kernels of functions."""

    def __init__(
        self,
        symbols: Symbols,
        functions: Sequence[c_ast.FuncDef],
        size: Sequence[int],
        group: Sequence[int],
    ) -> None:
        self.symbols = symbols
        self.functions = functions
        self.size = size
        self.group = [*group, *[1] * (len(size) - len(group))]

    def kernel(self, function: c_ast.FuncDef) -> Kernel:
        """One kernel."""
        body = c_ast.Compound(_without_guard(flattened(function.body)))
        called = tuple(each for each in self.functions if each is not function)
        for each in (body, *called):
            self._answer(each)
        types: dict[str, CType] = {}
        for each in (function, *called):
            for node in walk(each):
                symbol = self.symbols.symbol(node) if isinstance(node, c_ast.Decl) and node.name else None
                if symbol is not None:
                    types.setdefault(symbol.name, symbol.type)
        declared = parameters_of(function)
        starts = [Value(f"{GROUP_START}{d}", ULONG, build.integer(0)) for d in range(len(self.size))]
        kernel = Kernel(
            name=function.decl.name,
            where=self.symbols.unit.location(function),
            dimensions=tuple(
                Dimension(f"mrt_item{d}", ULONG, build.integer(0), "<", build.integer(count), build.integer(1))
                for d, count in enumerate(self.size)
            ),
            parameters=(
                *(self._parameter(each.name, types[each.name]) for each in declared if each.name),
                *starts,
            ),
            reductions=(),
            body=body,
            symbols={**types, **{f"mrt_item{d}": ULONG for d in range(len(self.size))}},
            functions=called,
        )
        return self._with_accesses(kernel)

    def _parameter(self, name: str, ctype: CType) -> Buffer | Value:
        if isinstance(ctype, PointerType):
            return Buffer(name, ctype.target, build.identifier(name), Access(0), Storage.HEAP)
        return Value(name, ctype, build.identifier(name))

    def _with_accesses(self, kernel: Kernel) -> Kernel:
        """Buffers know how they are used; where that can't be determined, they are read and written."""
        found = collect(kernel, self.symbols)
        used: dict[str, Access] = {}
        everything = Access.READ | Access.WRITE
        for access in found.accesses:
            if access.root is not None:
                way = everything if access.atomic else Access.WRITE if access.write else Access.READ
                used[access.root.name] = used.get(access.root.name, Access(0)) | way
        unknown = not found.placed
        parameters = tuple(
            replace(each, access=everything if unknown else used.get(each.name, Access(0)))
            if isinstance(each, Buffer)
            else each
            for each in kernel.parameters
        )
        return replace(kernel, parameters=parameters)

    # ---- what work-items ask ---------------------------------------------------------------------------------

    def _answer(self, root: c_ast.Node) -> None:
        """Replace the questions of work-items about themselves."""
        for node in list(walk(root)):
            for slot, child in node.children():
                answer = self._of(child)
                if answer is not None:
                    replace_child(node, slot, answer)

    def _of(self, node: c_ast.Node) -> c_ast.Node | None:
        if not (isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID)):
            return None
        given = node.args.exprs[0] if node.args is not None and node.args.exprs else None
        d = integer_value(given)
        if node.name.name == "get_work_dim":
            return build.integer(len(self.size))
        if d is None:
            return None
        inside = d < len(self.size)
        size, group = (self.size[d], self.group[d]) if inside else (1, 1)
        match node.name.name:
            case "get_global_id":
                return build.identifier(f"mrt_item{d}") if inside else build.integer(0)
            case "get_local_id":
                item, start = build.identifier(f"mrt_item{d}"), build.identifier(f"{GROUP_START}{d}")
                return build.binary("-", item, start) if inside else build.integer(0)
            case "get_group_id":
                return build.identifier(f"{GROUP_START}{d}") if inside else build.integer(0)
            case "get_global_size":
                return build.integer(size)
            case "get_local_size":
                return build.integer(group)
            case "get_num_groups":
                return build.integer(-(-size // group))
            case "get_global_offset":
                return build.integer(0)
        return None


def _without_guard(items: list[c_ast.Node]) -> list[c_ast.Node]:
    """The statements with the body of a last `if (i < n)` in its place: nearly all work-items take it."""
    last = items[-1] if items else None
    if isinstance(last, c_ast.If) and last.iffalse is None and _is_guard(last.cond):
        inner = last.iftrue
        return [*items[:-1], *(flattened(inner))]
    return items


def _is_guard(node: c_ast.Node) -> bool:
    plain = (c_ast.ID, c_ast.FuncCall, c_ast.Constant)
    return all(
        isinstance(test, c_ast.BinaryOp)
        and test.op in ORDER
        and isinstance(test.left, plain)
        and isinstance(test.right, (*plain, c_ast.BinaryOp))
        for test in operands(node, "&&")
    )


def _static(function: c_ast.FuncDef) -> frozenset[str]:
    return frozenset(
        node.name for node in walk(function.body) if isinstance(node, c_ast.Decl) and "static" in node.storage
    )
