"""Whole programs from strings, for the tests of whole-program analyses: each `parallel for` is a device region.

So is each `for` in a function without `parallel`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.analysis.host.plan import Analyses, analyse, plan_host_accesses
from mapper.analysis.names.scopes import Kind, StorageClass
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.diagnostics import Location
from mapper.frontend.gnu.normalise import normalise
from mapper.frontend.tokens import columns, rawsource
from mapper.frontend.tokens.lexer import lex
from mapper.frontend.tree.extents import find_extents
from mapper.frontend.tree.parse import parse
from mapper.ir.program.host_plan import HostPlan, Place
from mapper.ir.program.kernel import Access, Buffer, Dimension, Kernel, Storage
from mapper.ir.program.region import ParallelRegion, WorkLoop
from mapper.ir.trees.ctypes import INT, ArrayType, PointerType
from mapper.ir.trees.nodes import Omp, clone, walk
from mapper.ir.trees.unit import Reading, SourceFile, Token, Unit
from mapper.openmp.bind import bind

HEAD = (
    "typedef unsigned long size_t; typedef struct file FILE; extern FILE *stdout; int printf(const char *, ...); "
    "void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *); "
    "void *memcpy(void *, const void *, size_t); size_t fwrite(const void *, size_t, size_t, FILE *); "
    "void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); int atexit(void (*)(void)); "
    "void (*signal(int, void (*)(int)))(int); int fork(void); double sqrt(double); double fabs(double); "
    "char *getenv(const char *); long strtol(const char *, char **, int);\n"
)


@dataclass
class Program:
    """Units that were loaded from strings, and all analyses of them."""

    units: tuple[Symbols, ...]
    analyses: Analyses
    regions: tuple[ParallelRegion, ...]
    plan: HostPlan = field(init=False)

    def __post_init__(self) -> None:
        self.plan = plan_host_accesses(self.analyses, self.regions)

    @property
    def text(self) -> str:
        """The plan as text."""
        return _described(self.plan)

    def function(self, name: str) -> c_ast.FuncDef:
        """The first function of this name."""
        return next(symbols.functions[name] for symbols in self.units if name in symbols.functions)

    def expression(self, name: str, variable: str) -> tuple[c_ast.ID, Symbols]:
        """The first use of a variable in a function."""
        for symbols in self.units:
            for node in walk(symbols.functions[name].body) if name in symbols.functions else ():
                if isinstance(node, c_ast.ID) and node.name == variable:
                    return node, symbols
        raise AssertionError(f"no {variable} in {name}")

    def pointees(self, name: str, variable: str) -> list[str]:
        """What a variable of a function may point to."""
        node, symbols = self.expression(name, variable)
        return sorted(each.name for each in self.analyses.points.objects(node, symbols))


def program(*sources: str, flags: tuple[str, ...] = ()) -> Program:
    """Analyse sources that are called `a.c`, `b.c` and so on; line 1 of each is `HEAD`."""
    files = zip("abcdef", sources, strict=False)
    return analysed(*(bind(replace(_unit(HEAD + text, f"{name}.c"), flags=flags)) for name, text in files))


def analysed(*units: Unit) -> Program:
    """Analyse bound units."""
    symbols = tuple(resolve(unit) for unit in units)
    regions = tuple(region for each in symbols for region in _regions(each))
    return Program(symbols, analyse(symbols), regions)


def _unit(text: str, path: str) -> Unit:
    """C text without directives of the preprocessor, as the front end would hand it on."""
    lexed = lex(text, path)
    columns.place(lexed, {path: rawsource.scan(text)})
    tokens = tuple(
        Token(one.text, one.kind, Location(one.file, one.line, one.column)) for one in normalise(lexed.lexemes)
    )
    tree = parse(tokens, path)
    readings = (Reading(path, -1, Location(path), text),)
    return Unit(path, tree, tokens, {path: SourceFile(path, text)}, find_extents(tree, tokens), readings=readings)


def _regions(symbols: Symbols) -> list[ParallelRegion]:
    regions: list[ParallelRegion] = []
    for function in symbols.functions.values():
        in_region = any(
            isinstance(node, Omp) and node.directive.kind == "parallel" for node in walk(function.body)
        )
        for node in walk(function.body):
            orphaned = isinstance(node, Omp) and node.directive.kind == "for" and not in_region
            device = isinstance(node, Omp) and node.directive.kind == "parallel for" and "if" not in _clauses(node)
            if isinstance(node, Omp) and (device or orphaned):
                name = f"{function.decl.name}_{len(regions)}"
                where = symbols.unit.location(node)
                loop = WorkLoop(name, node, where, _kernel(name, node, symbols))
                regions.append(
                    ParallelRegion(name, symbols.unit, function, node, where, (loop,), orphaned=orphaned)
                )
    return regions


def _clauses(node: Omp) -> set[str]:
    return {clause.kind for clause in node.directive.clauses}


def _kernel(name: str, construct: Omp, symbols: Symbols) -> Kernel:
    loop = construct.body
    assert isinstance(loop, c_ast.For)
    first = loop.init.decls[0].init if isinstance(loop.init, c_ast.DeclList) else loop.init.rvalue
    written = {id(node.lvalue) for node in walk(loop) if isinstance(node, c_ast.Assignment)}
    accesses: dict[str, tuple[c_ast.ID, Access]] = {}
    for node in walk(loop.stmt):
        if isinstance(node, c_ast.ArrayRef) and isinstance(node.name, c_ast.ID):
            mode = Access.READ | Access.WRITE if id(node) in written else Access.READ
            accesses[node.name.name] = (node.name, accesses.get(node.name.name, (node.name, mode))[1] | mode)
    dimension = Dimension("i", INT, clone(first), "<", clone(loop.cond.right), c_ast.Constant("int", "1"))
    buffers = tuple(_buffer(base, mode, symbols) for base, mode in accesses.values())
    body = c_ast.Compound([])
    return Kernel(name, symbols.unit.location(construct), (dimension,), buffers, (), body, {})


def _buffer(base: c_ast.ID, mode: Access, symbols: Symbols) -> Buffer:
    symbol = symbols.symbol(base)
    assert symbol is not None
    if isinstance(symbol.type, PointerType) or symbol.kind is Kind.PARAMETER:
        storage, element = Storage.HEAP, INT
    else:
        assert isinstance(symbol.type, ArrayType)
        automatic = symbol.storage is StorageClass.AUTOMATIC
        storage, element = (Storage.STACK if automatic else Storage.STATIC), INT
    return Buffer(base.name, element, clone(base), mode, storage)


def _described(plan: HostPlan) -> str:
    """The plan as text, one line for each announcement, in source order."""
    lines: list[tuple[str, int, int, str]] = []
    for each in plan.announcements:
        where = each.unit.tokens[each.token - 1].where
        suffix = "" if each.place is Place.BEFORE else f" [{each.place}]"
        text = "; ".join(map(str, each.accesses))
        lines.append((where.file, where.line, where.column, f"{text}{suffix}"))
    for region in plan.regions:
        where = region.unit.location(region.construct)
        for label, accesses in (("region", region.before), ("cpu", region.cpu)):
            if accesses:
                lines.append((where.file, where.line, where.column, f"{label}: " + "; ".join(map(str, accesses))))
        if region.hosted is not None:
            lines.append((where.file, where.line, where.column, "cpu: __mrt_host_arguments"))
    for scope in plan.scopes:
        where = scope.unit.location(scope.declaration)
        lines.append((where.file, where.line, where.column, f"{scope.macro}({scope.pointer})"))
    for send in plan.sends:
        where = send.unit.tokens[send.token - 1].where
        lines.append((where.file, where.line, where.column, f"__MRT_SEND({send.text})"))
    lines.sort(key=lambda line: line[:3])
    rows = [f"{file}:{line}: {rest}" for file, line, _, rest in lines]
    rows += [f"eager: {each.name}: {each.reason.text}" for each in plan.eager]
    return "\n".join(rows)
