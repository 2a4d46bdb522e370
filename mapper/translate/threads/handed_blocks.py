"""Blocks of threads that functions fill, whose pointers they are given.

    struct scratch *s = &all[omp_get_thread_num()];
    element(i, s);                                  /* fills *s, and computes with it */
    out[i] = s->stiffness[0];

Such functions must find the block by that parameter alone, and nothing else may hand them one of the blocks: what
they read there is then what the same iteration has written, which is to be proved for the kernel.  A block is as
large as the distance of two of them: threads whose blocks overlap would race.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.accesses import Access, Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.pointers.roots import root_of_lvalue, root_of_pointer
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType
from mapper.ir.trees.nodes import (
    addressed,
    arguments_of,
    has_effects,
    operands,
    parameters_of,
    walk,
    without_casts,
)
from mapper.translate.common.context import Context, Definition

_DEEPEST = 4


@dataclass(eq=False)
class HandedBlocks:
    """The functions that get pointers to some blocks; `objects` are what these may be, `meets` compares masks."""

    context: Context
    effects: EffectsOf
    meets: Callable[[int, int], bool]
    objects: int
    functions: dict[int, Definition] = field(default_factory=dict)

    def follows(
        self, call: c_ast.FuncCall, symbols: Symbols, own: Callable[[Symbol], bool], depth: int = 0
    ) -> bool:
        """Whether the function that is called uses the blocks by the pointers alone that it is given.

        `own` are the pointers that lead into the caller's block.
        """
        definition = self.context.called(call, symbols)
        if definition is None or depth > _DEEPEST:
            return False
        parameters, given = parameters_of(definition.function), arguments_of(call)
        if definition.function.param_decls or len(parameters) != len(given):
            return False
        names = definition.symbols
        pointers: set[Symbol] = set()
        for parameter, argument in zip(parameters, given, strict=True):
            symbol = names.symbol(parameter)
            if leads(argument, symbols, own) and symbol is not None:
                pointers.add(symbol)
        self.functions[id(definition.function)] = definition
        return self._keeps(definition, pointers) and all(
            self._is_own(access, names, pointers, depth)
            for access in self.effects.accesses(names).of(definition.function.body)
        )

    def _keeps(self, definition: Definition, pointers: set[Symbol]) -> bool:
        """Whether a function neither stores the pointers nor sets them to others; copies of them are added."""
        names, body = definition.symbols, definition.function.body
        known = -1
        while known != len(pointers):
            known = len(pointers)
            for target, value in _settings(body):
                if not leads(value, names, pointers.__contains__):
                    continue
                symbol = names.symbol(target) if isinstance(target, c_ast.ID | c_ast.Decl) else None
                if (
                    symbol is None
                    or not symbol.is_automatic
                    or not isinstance(unqualified(symbol.type), PointerType)
                ):
                    return False
                pointers.add(symbol)
        for target, value in _settings(body):
            moved = names.symbol(target) in pointers if isinstance(target, c_ast.ID | c_ast.Decl) else False
            if moved and not leads(value, names, pointers.__contains__):
                return False
        for node in walk(body):
            if isinstance(node, c_ast.Return) and node.expr and leads(node.expr, names, pointers.__contains__):
                return False
            if (place := addressed(node)) is not None and names.symbol(place) in pointers:
                return False
        return True

    def _is_own(self, access: Access | Call, names: Symbols, pointers: set[Symbol], depth: int) -> bool:
        """Whether an access leaves the blocks alone, or is to the caller's own one."""
        if isinstance(access, Call):
            library = self.context.called(access.node, names) is None and not access.targets.unknown
            given = any(leads(each, names, pointers.__contains__) for each in arguments_of(access.node))
            if given and not library:  # what one of the library does with its arguments are accesses of their own
                return self.follows(access.node, names, pointers.__contains__, depth + 1)
            return not self.meets(self.effects.of_targets(access.targets).touches, self.objects)
        if not self.meets(access.objects, self.objects):
            return True
        if not isinstance(access.place, c_ast.Node) or access.behind:
            return False
        root = (root_of_pointer if access.through else root_of_lvalue)(access.place, names)
        return root is not None and not root.path and root.symbol in pointers

    def handed_elsewhere(self, body: c_ast.Node, symbols: Symbols, inside: frozenset[int]) -> c_ast.Node | None:
        """A call outside of some code that hands the functions one of the blocks; None if there is none."""
        for access in self.effects.accesses(symbols).of(body):
            if isinstance(access, Call) and id(access.node) not in inside:
                callees = self.context.callees(access.node, symbols)
                if not access.targets.unknown and not any(id(each.function) in self.functions for each in callees):
                    continue
                pointed = (self.effects.points.pointed(each, symbols) for each in arguments_of(access.node))
                if any(self.meets(each, self.objects) for each in pointed):
                    return access.node
        return None


def leads(node: c_ast.Node, symbols: Symbols, own: Callable[[Symbol], bool]) -> bool:
    """Whether an expression is a pointer into the block that some pointers lead into."""
    if not isinstance(unqualified(symbols.type_of(node)), PointerType | ArrayType):
        return False
    root = root_of_pointer(node, symbols)
    return root is not None and not root.path and own(root.symbol)


def _settings(body: c_ast.Node) -> Iterator[tuple[c_ast.Node, c_ast.Node]]:
    """What some code sets variables and memory to, but for values that are computed from old ones."""
    for node in walk(body):
        match node:
            case c_ast.Decl(init=value) if value is not None:
                yield node, value
            case c_ast.Assignment(op="="):
                yield node.lvalue, node.rvalue
            case c_ast.InitList():
                yield from ((node, each) for each in node.exprs)


def distance(
    setting: c_ast.Node, element: CType, symbols: Symbols, is_number: Callable[[c_ast.Node | None], bool]
) -> tuple[c_ast.Node, c_ast.Node] | None:
    """Where the first thread's block begins, and how many elements behind it that of the next thread does.

    The setting is `base + number * distance`, `&base[number * distance]`, or `base[number]`, an array of elements
    of this type; the answer is None for others.
    """
    pointer: c_ast.Node = without_casts(setting) or setting
    ctype = unqualified(symbols.type_of(pointer))
    row = ctype if isinstance(ctype, ArrayType) else None
    of = row.element if row is not None else ctype.target if isinstance(ctype, PointerType) else None
    if of is None or unqualified(of) != unqualified(element):
        return None
    match pointer:
        case c_ast.ArrayRef() if row is not None and row.length is not None:
            found = is_number(without_casts(pointer.subscript))
            return (pointer.name, build.integer(row.length)) if found else None
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=inner, subscript=first)):
            if symbols.constant(first) == 0:
                return distance(inner, element, symbols, is_number)
            base, place = inner, first
        case c_ast.BinaryOp(op="+"):
            left = isinstance(symbols.type_of(pointer.left), PointerType | ArrayType)
            base, place = (pointer.left, pointer.right) if left else (pointer.right, pointer.left)
        case _:
            return None
    if any(map(is_number, walk(base))):
        return None
    factors = operands(without_casts(place), "*")
    numbers = [each for each in factors if is_number(without_casts(each))]
    others = [each for each in factors if each not in numbers]
    if len(numbers) != 1 or any(has_effects(each) or any(map(is_number, walk(each))) for each in others):
        return None
    return base, build.joined("*", others) if others else build.integer(1)
