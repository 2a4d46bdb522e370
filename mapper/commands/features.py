"""`mapper features`: what the regions of C files cost, as expressions or as numbers."""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.expression_types import type_of
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.commands import kernel_features
from mapper.commands.arguments import parse
from mapper.diagnostics import Location, UsageError
from mapper.emit.text.c_printer import CPrinter
from mapper.features import schema
from mapper.features.expressions.expr import Expr, evaluate, to_tree
from mapper.ir.trees.ctypes import CType, VoidType
from mapper.model import store
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program
from mapper.transforms.names import NAMES

HELP = """Print what each parallel region costs: raw features as C expressions, or as numbers.

\b
mapper features prog.c [more.c ...] [--define NAME=NUMBER ...] [OPTIONS of the C compiler]
mapper features kernel.cl --global-size N[,M[,K]] [--local-size N[,M[,K]]] [--arg NAME=NUMBER ...] [OPTIONS]

\b
  --define NAME=NUMBER  the value of a variable, member or element of the program (n, g->n, n[0]), or of what is
                        printed as __mrt_bytes(NAME), the size of the memory behind a pointer; with all of them
                        the combined features are printed
  --global-size N[,M[,K]]  the ND-range of the kernels of an OpenCL C file
  --local-size N[,M[,K]]   its work-groups (64)
  --arg NAME=NUMBER     the value of a kernel's argument; of a pointer, the bytes of its memory
  --platform NAME       count operations in the combined features by the weights of this platform's model
"""

_PLACE = r"[A-Za-z_]\w*(?:\[\w+\]|->\w+|\.\w+)*"
_DEFINITION = re.compile(rf"({_PLACE}|\w+\({_PLACE}\))=([^=]+)")


class UnknownError(Exception):
    """An expression needs a value that was not given; the text is its name."""


def run(arguments: Sequence[str]) -> str:
    """The table for a command line."""
    rest, weights = platform_weights(arguments)
    if kernel_features.is_opencl(rest):
        return kernel_table(kernel_features.parse(rest), weights)
    rest, values = definitions(rest)
    options = parse(rest, os.environ.get("CC"), NAMES)
    model, _ = store.choose(None, None)
    return table(map_program(options, model), values, weights)


def platform_weights(arguments: Sequence[str]) -> tuple[list[str], schema.Weights]:
    """The command line without `--platform`, and that platform's weights; the default ones without it."""
    rest, names = _values_of("--platform", "NAME", arguments)
    models = [store.choose(None, name)[0] for name in names]
    return rest, models[-1].weights if models else schema.NO_PLATFORM


def definitions(arguments: Sequence[str]) -> tuple[list[str], dict[str, float]]:
    """The command line without `--define`, and the values that it gives; raises `UsageError`."""
    rest, texts = _values_of("--define", "NAME=NUMBER", arguments)
    return rest, dict(map(_definition, texts))


def _values_of(option: str, form: str, arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The command line without an option, and the values that it has there; `form` is what these look like."""
    rest: list[str] = []
    values: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == option:
            value = next(words, None)
            if value is None:
                raise UsageError(f"{option} needs {form}")
            values.append(value)
        elif word.startswith(f"{option}="):
            values.append(word.removeprefix(f"{option}="))
        else:
            rest.append(word)
    return rest, values


def _definition(text: str) -> tuple[str, float]:
    match = _DEFINITION.fullmatch(text)
    try:
        if match is not None:
            return match[1], float(match[2])
    except ValueError:
        pass
    raise UsageError(f"--define takes NAME=NUMBER, not {text!r}")


def table(mapped: Mapped, values: Mapping[str, float], weights: schema.Weights = schema.NO_PLATFORM) -> str:
    """For each region with a device version: its features, a line each."""
    lines = []
    symbols = {unit.path: resolve(unit) for unit in mapped.program.units}
    for region in mapped.program.regions:
        if region.id not in mapped.features:
            continue
        lines.append(f"{region.where}: region {region.id}")
        known = Values(values, symbols[region.unit.path], region.construct)
        lines += table_lines(mapped.features[region.id].values, known.of, "--define", weights)
        lines += estimated_lines(mapped.features[region.id].estimated)
    return "".join(f"{line}\n" for line in lines)


def kernel_table(request: kernel_features.Request, weights: schema.Weights) -> str:
    """For each kernel of an OpenCL C file: its features, a line each."""

    def value(tree: c_ast.Node) -> float:
        if isinstance(tree, c_ast.ID) and tree.name in request.values:
            return request.values[tree.name]
        if isinstance(tree, c_ast.Constant):
            return float(tree.value.rstrip("fFlLuU"))
        raise UnknownError(CPrinter().expression(tree))

    lines = []
    for title, features, estimated in kernel_features.kernels(request):
        lines += [title, *table_lines(features, value, "--arg", weights), *estimated_lines(estimated)]
    return "".join(f"{line}\n" for line in lines)


def table_lines(
    features: Sequence[Expr], value_of: Callable[[c_ast.Node], float], option: str, weights: schema.Weights
) -> list[str]:
    """Raw features as numbers, or as expressions where a value is missing; the combined ones where none is."""
    printer = CPrinter()
    lines = []
    numbers: list[float] = []
    missing: set[str] = set()
    for feature, value in zip(schema.RAW, features, strict=True):
        number = _number(value, value_of, missing)
        text = printer.expression(to_tree(value))
        if number is not None:
            numbers.append(number)
        lines.append(f"  {feature.name:<{schema.WIDTH}} {text if number is None else f'{number:.6g}'}")
    if missing:
        lines.append("  " + " ".join(f"{option} '{name}=...'" for name in sorted(missing)) + " gives the rest")
        return lines
    combined = dict(zip(schema.NAMES, schema.combine(numbers, weights=weights), strict=True))
    return lines + [f"  {each.name:<{schema.WIDTH}} {combined[each.name]:.6g}" for each in schema.COMBINED]


def known_numbers(features: Sequence[Expr], value_of: Callable[[c_ast.Node], float]) -> list[float] | None:
    """Raw features as numbers; None where one needs a value that is not known."""
    found = [_number(value, value_of, set()) for value in features]
    numbers = [each for each in found if each is not None]
    return numbers if len(numbers) == len(found) else None


def estimated_lines(places: Sequence[Location]) -> list[str]:
    """Which loops count by an estimate, in a line, if any do."""
    loops = f"loop{'s' * (len(places) > 1)} at {', '.join(map(str, places))}"
    return [f"  taken to run {schema.UNKNOWN_TRIPS:g} times: {loops}"] if places else []


def numbers(arguments: Sequence[str]) -> list[list[float]]:
    """The raw features of each region with a device version, where all values that they need are known."""
    mapped = map_program(parse(arguments, os.environ.get("CC"), NAMES), store.choose(None, None)[0])
    symbols = {unit.path: resolve(unit) for unit in mapped.program.units}
    found: list[list[float]] = []
    for region in mapped.program.regions:
        if region.id not in mapped.features:
            continue
        values = Values({}, symbols[region.unit.path], region.construct)
        known = known_numbers(mapped.features[region.id].values, values.of)
        found += [known] if known is not None else []
    return found


@dataclass(frozen=True, eq=False, slots=True)
class Values:
    """What is known of a program's expressions: numbers by name, and constants by the unit's symbols."""

    given: Mapping[str, float]
    symbols: Symbols
    at: c_ast.Node

    def of(self, tree: c_ast.Node) -> float:
        """The number of a host expression; raises `UnknownError`."""
        text = CPrinter().expression(tree)
        if text in self.given:
            return self.given[text]
        match tree:
            case c_ast.UnaryOp(op="sizeof") if not isinstance(tree.expr, c_ast.Typename):
                size = type_of(tree.expr, self._named, self.symbols)
                bytes_ = None if isinstance(size, VoidType) else self.symbols.constant_sizeof(size)
                if bytes_ is None:
                    raise UnknownError(text)
                return float(bytes_)
            case c_ast.Constant(type="float" | "double"):
                return float(tree.value.rstrip("fFlL"))
            case c_ast.Cast():
                return self.of(tree.expr)
            case c_ast.UnaryOp(op="-"):
                return -self.of(tree.expr)
            case c_ast.TernaryOp():
                return self.of(tree.iftrue if self.of(tree.cond) else tree.iffalse)
            case c_ast.BinaryOp(op=op) if op in _OPERATIONS:
                return float(_OPERATIONS[op](self.of(tree.left), self.of(tree.right)))
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in _FUNCTIONS and tree.args is not None:
                return _FUNCTIONS[name](*map(self.of, tree.args.exprs))
        constant = self.symbols.constant(tree)
        if constant is None:
            raise UnknownError(text)
        return float(constant)

    def _named(self, name: str) -> CType | None:
        symbol = self.symbols.lookup(name, self.at)
        return None if symbol is None else symbol.type


def _divide(left: float, right: float) -> float:
    """C's division; both are taken for integers where they are whole numbers."""
    if right == 0:
        return 0.0
    return float(int(left / right)) if left.is_integer() and right.is_integer() else left / right


_OPERATIONS: Mapping[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "<<": lambda left, right: left * 2.0**right,
    ">>": lambda left, right: float(left // 2.0**right),
    "&&": lambda left, right: bool(left) and bool(right),
    "||": lambda left, right: bool(left) or bool(right),
}
_FUNCTIONS: Mapping[str, Callable[..., float]] = {"__mrt_least": min, "__mrt_greatest": max}


def _number(expr: Expr, value_of: Callable[[c_ast.Node], float], missing: set[str]) -> float | None:
    try:
        return evaluate(expr, value_of)
    except UnknownError as unknown:
        missing.add(str(unknown))
        return None
