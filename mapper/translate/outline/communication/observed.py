"""What iterations of a loop see of each other while they run: the objects of atomic operations.

An expression observes such an object where it gives what another iteration may just have stored there: an atomic
operation whose value is used, or a plain read of the memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.trees.build import pointee
from mapper.ir.trees.ctypes import ArrayType, PointerType
from mapper.ir.trees.directive import Directive
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import (
    INCREMENTS,
    Omp,
    addressed,
    arguments_of,
    base_of,
    called_name,
    text_of,
    walk,
    without_casts,
)
from mapper.translate.common.context import Context, Definition
from mapper.translate.common.updates import statements_in, update_of, updates_in
from mapper.translate.merging.critical_updates import held
from mapper.translate.outline.communication.atomics import atomic_of, targets_in, unused_values
from mapper.translate.outline.communication.members import are_apart, is_apart_from_elements, members_of
from mapper.translate.scope.functions import parameters_of
from mapper.translate.threads.thread_state import meet


@dataclass(frozen=True, eq=False, slots=True)
class Code:
    """The loop's body, or the body of a function that it may call, with the names there."""

    body: c_ast.Node
    symbols: Symbols
    definition: Definition | None = None


class Observed:
    """Answers for the body of one loop; the trees must not be changed."""

    def __init__(self, body: c_ast.Node, symbols: Symbols, context: Context, effects: EffectsOf) -> None:
        self.context = context
        self.effects = effects
        self.points = effects.points
        self.code = [Code(body, symbols)]
        self.code += [Code(each.function.body, each.symbols, each) for each in context.callees(body, symbols)]
        self.objects = self.compared = self._exchanged = self._stored = self._loaded = self._written = 0
        """The objects of atomic operations; those of compare and swap, and those that are set to other values."""
        self._stores: list[tuple[c_ast.Node, Symbols]] = []
        """The places whose objects are in `_stored`."""
        self.summed = 0
        """The objects of updates whose values are not used."""
        self.turned: set[Symbol] = set()
        """The variables that iterations change while they exclude each other."""
        self.own: set[Symbol] = set()
        """The variables of an iteration and of the functions that it calls."""
        self.claims: dict[int, str] = {}
        """Updates whose values are used, by `id`, with the texts of the counters that they draw numbers from."""
        self.ends_at_zero = False
        """Whether the last iteration may draw 0: the counter goes down, or what it has become is drawn."""
        self.constructs: set[int] = set()
        """The values that `atomic read` and `atomic capture` give, by `id`."""
        self._exchanges: set[int] = set()
        """The assignments of `atomic capture` that exchange values, by `id`."""
        for code in self.code:
            for node in walk(code.body if code.definition is None else code.definition.function):
                self._note(node, code.symbols)
            for node in statements_in(code.body):
                found = atomic_of(node)
                if found is not None and found.updates:
                    self.summed |= self.points.pointed(arguments_of(node)[0], code.symbols)
        for code in self.code:
            sections: list[c_ast.Node] = [each.body for each in held(code.body)]
            for node in walk(code.body):
                if isinstance(node, Omp) and node.directive.kind == "critical" and node.body is not None:
                    sections.append(node.body)
            for section in sections:
                self._note_section(section, code.symbols)
        self._functions: dict[int, bool] = {}

    def _note(self, node: c_ast.Node, symbols: Symbols) -> None:
        declared = symbols.symbol(node) if isinstance(node, c_ast.Decl) else None
        if declared is not None and declared.is_automatic:
            self.own.add(declared)
        if isinstance(node, Omp) and node.directive.kind == "atomic" and node.body is not None:
            self._note_construct(node.directive, node.body, symbols)
        found = atomic_of(node)
        if found is not None:
            objects = self.points.pointed(arguments_of(node)[0], symbols)
            self.objects |= objects
            if found.updates:
                self.claims[id(node)] = text_of(pointee(arguments_of(node)[0]))
                self.ends_at_zero |= found.new or found.operation == "sub" or _is_negative(arguments_of(node)[1])
            self.compared |= objects if found.compares else 0
            if found.operation == "write" or found.updates:
                self._stored |= objects
                self._stores.append((pointee(arguments_of(node)[0]), symbols))
            self._exchanged |= objects if found.operation == "exchange" else 0
            self._loaded |= objects if found.operation == "read" else 0
            self._written |= objects if found.operation == "write" else 0
        if self.is_load(node, symbols) and symbols.type_of(node).atomic:
            self.objects |= self.points.located(node, symbols)
        place = changed_place(node)
        if place is not None and id(node) not in self._exchanges and variable(place, symbols) not in self.own:
            self._stored |= self.points.located(place, symbols)
            self._stores.append((place, symbols))
        if place is not None and symbols.type_of(place).atomic and update_of(node, symbols) is not None:
            self.claims[id(place)] = text_of(place)
            self.ends_at_zero |= _subtracts(node) or _gives_new(node)

    def _note_construct(self, directive: Directive, body: c_ast.Node, symbols: Symbols) -> None:
        counter = _counter(body, symbols)
        first = body.block_items[0] if isinstance(body, c_ast.Compound) and body.block_items else None
        updated = first is not None and update_of(first, symbols) is not None
        self.ends_at_zero |= counter is not None and (updated or _uses_new(body))
        for part in walk(body):
            place = changed_place(part)
            if isinstance(part, c_ast.Assignment) and directive.form in ("read", "capture"):
                self.constructs.add(id(part.rvalue))
                if directive.form == "read":
                    place = part.rvalue
                elif counter is not None:
                    self.claims[id(part.rvalue)] = counter
            if place is None:
                continue
            self.ends_at_zero |= counter is not None and _subtracts(part)
            objects = self.points.located(place, symbols)
            self.objects |= objects
            self.compared |= objects if directive.first("compare") is not None else 0
            self.summed |= objects if directive.form in (None, "update") else 0
            self._loaded |= objects if directive.form == "read" else 0
            self._written |= objects if directive.form == "write" else 0
            if directive.form == "capture" and counter is None:
                self._exchanged |= objects
                self._exchanges.add(id(part))

    def _note_section(self, section: c_ast.Node, symbols: Symbols) -> None:
        """Iterations exclude each other: what variables get of the objects that they change there is observed."""
        places = [place for node in walk(section) if (place := changed_place(node)) is not None]
        changed = {text_of(place): self.points.located(place, symbols) for place in places}
        named = (symbols.symbol(place) for place in places if isinstance(place, c_ast.ID))
        self.turned |= {symbol for symbol in named if symbol is not None}
        counters = {text_of(each.target) for each in updates_in(section, symbols)}
        for node in walk(section):
            value = node.init if isinstance(node, c_ast.Decl) else None
            if isinstance(node, c_ast.Assignment) and variable(node.lvalue, symbols) is not None:
                value = node.rvalue
            for part in walk(value) if value is not None else ():
                text, found = text_of(part), changed_place(part)
                place = part if found is None and text in changed and text != text_of(node) else found
                if place is None:
                    continue
                self.objects |= changed[text_of(place)]
                if found is not None or text in counters:
                    self.claims[id(part)] = text_of(place)
                    self.ends_at_zero |= any(map(_subtracts, walk(section))) or _uses_new(section)
                else:
                    self.constructs.add(id(part))

    def sees_volatile(self) -> bool:
        """Whether iterations read volatile data that they also write by other than atomic operations.

        What only atomic operations change is observed, as it is by an atomic read.
        """
        written = [
            (place, code.symbols)
            for code in self.code
            for node in walk(code.body)
            if (place := changed_place(node)) is not None
        ]
        targets = {id(place) for place, _ in written}
        atomically = {id(place) for code in self.code for node in walk(code.body) for place in targets_in(node)}
        changed = 0
        for place, symbols in written:
            if id(place) not in atomically:
                changed |= self.points.located(place, symbols)
        return any(
            meet(self.points.located(node, code.symbols), changed)
            for code in self.code
            for node in walk(code.body)
            if self.is_load(node, code.symbols)
            and id(node) not in targets
            and code.symbols.type_of(node).volatile
            and variable(node, code.symbols) not in self.own
        )

    @property
    def locks(self) -> bool:
        """Whether an object may be a lock, which is swapped or exchanged and stored into, or a flag."""
        taken = self.compared | self._exchanged
        lock = bool(taken) and meet(taken, self._stored)
        return lock or (bool(self._loaded) and meet(self._loaded, self._written))

    def is_word(self, place: c_ast.Node, symbols: Symbols) -> bool:
        """Whether a place is surely one of an array, or a variable, that iterations use atomically."""
        of = symbols.type_of(place)
        if of.atomic or isinstance(of, PointerType | ArrayType):
            return of.atomic
        if isinstance(place, c_ast.StructRef) and place.field.name in self._members:
            return meet(self.points.located(place, symbols), self.objects)
        base = base_of(place)
        members = any(isinstance(node, c_ast.StructRef) for node in walk(place))
        return base is not None and not members and symbols.symbol(base) in self._words

    @cached_property
    def _members(self) -> set[str]:
        """The members of structures that iterations use atomically, by name."""
        targets = [target for code in self.code for node in walk(code.body) for target in targets_in(node)]
        return {each.field.name for each in targets if isinstance(each, c_ast.StructRef)}

    @cached_property
    def _words(self) -> set[Symbol]:
        """The variables by which arrays of words are known that iterations use atomically."""
        found: set[Symbol] = set()
        for code in self.code:
            for node in walk(code.body):
                for target in targets_in(node):
                    base = base_of(target)
                    symbol = code.symbols.symbol(base) if base is not None else None
                    if symbol is not None and not any(isinstance(part, c_ast.StructRef) for part in walk(target)):
                        found.add(symbol)
        before = 0
        while len(found) > before:
            before = len(found)
            passed: dict[Symbol, set[Symbol | None]] = {}
            for code in self.code:
                for setting in settings_in(code.body, code.symbols):
                    base = base_of(setting.value) if isinstance(setting.symbol.type, PointerType) else None
                    if base is not None and code.symbols.symbol(base) in found:
                        found.add(setting.symbol)
                for node in walk(code.body):
                    called = self.context.called(node, code.symbols)
                    if called is not None:
                        for argument, declaration in zip(arguments_of(node), parameters_of(called), strict=False):
                            parameter = called.symbols.symbol(declaration)
                            member = any(isinstance(part, c_ast.StructRef) for part in walk(argument))
                            base = None if member else base_of(argument)
                            symbol = code.symbols.symbol(base) if base is not None else None
                            if parameter is not None:
                                passed.setdefault(parameter, set()).add(symbol)
            for parameter, symbols in passed.items():
                if parameter in found:
                    found |= {each for each in symbols if each is not None}
                elif symbols <= found:
                    found.add(parameter)
        return found

    def is_stored(self, node: c_ast.Node, symbols: Symbols) -> bool:
        """Whether an object may be stored into by more than compare and swap or exchange."""
        found = self.points.located(node, symbols)
        met = [each for each in self._stores if meet(self.points.located(*each), found)]
        return any(not are_apart(node, symbols, [each]) for each in met)

    def contended(self, node: c_ast.Node, symbols: Symbols) -> bool:
        """Whether an object may be one that iterations compare and swap."""
        return bool(self.compared) and meet(self.points.located(node, symbols), self.compared)

    def is_one(self, node: c_ast.Node, symbols: Symbols) -> bool:
        """Whether an expression itself, not a part of it, observes what other iterations do."""
        if id(node) in self.constructs:
            return not self.is_load(node, symbols) or self._changes(self.points.located(node, symbols))
        found = atomic_of(node)
        if found is not None and found.operation == "read":
            return self._changes(self.points.pointed(arguments_of(node)[0], symbols))
        if found is not None:
            return found.gives != "nothing" or found.result is not None
        if isinstance(node, c_ast.FuncCall):
            called = self.context.called(node, symbols)
            return called is not None and self._observes(called)
        if not self.is_load(node, symbols):
            return False
        objects = self.points.located(node, symbols)
        seen = meet(objects, self.objects) and self._changes(objects)
        return seen and not self._is_beside(node, symbols, objects)

    def _changes(self, objects: int) -> bool:
        """Whether iterations may change some objects, which they may also only look at."""
        return meet(objects, self._stored | self.compared | self._exchanged)

    def _is_beside(self, node: c_ast.Node, symbols: Symbols, found: int) -> bool:
        """Whether an object is in the same memory as objects of atomic operations, but is none of them."""
        if not members_of(node, symbols):
            return False
        places = [
            (place, code.symbols) for code in self.code for each in walk(code.body) for place in targets_in(each)
        ]
        objects = [self.points.located(place, names) for place, names in places]
        seen = reduce(or_, objects, 0)
        met = [place for place, known in zip(places, objects, strict=True) if meet(known, found)]
        return not self.objects & ~seen and all(
            are_apart(node, symbols, [each]) or is_apart_from_elements(node, symbols, *each) for each in met
        )

    def is_load(self, node: c_ast.Node, symbols: Symbols) -> bool:
        """Whether an expression names an object in memory that iterations may share."""
        match node:
            case c_ast.ID():
                symbol = symbols.symbol(node)
                if symbol is None or symbol.kind not in (Kind.VARIABLE, Kind.PARAMETER):
                    return False
                if isinstance(symbol.type, ArrayType):
                    return False
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                pass
            case _:
                return False
        return True

    def _observes(self, definition: Definition) -> bool:
        """Whether a function may observe what other iterations do."""
        key = id(definition.function)
        if key not in self._functions:
            self._functions[key] = False  # one that calls itself
            body, symbols = definition.function.body, definition.symbols
            unused = set(unused_values(body))
            seeing = (node for node in walk(body) if id(node) not in unused)
            self._functions[key] = any(self.is_one(node, symbols) for node in seeing)
        return self._functions[key]

    def follows(self, definition: Definition, number: int) -> bool:
        """Whether a function observes objects that the value of an integer argument leads to: `parent[x]`."""
        symbols = definition.symbols
        declarations = parameters_of(definition)
        parameter = symbols.symbol(declarations[number]) if number < len(declarations) else None
        if parameter is None:
            return False
        led = {parameter}
        body, before = definition.function.body, 0
        while len(led) > before:
            before = len(led)
            for setting in settings_in(body, symbols):
                if setting.value is not None and led & set(names(setting.value, symbols)):
                    led.add(setting.symbol)
        return any(
            self.is_one(node, symbols) and led & set(names(address_of(node), symbols)) for node in walk(body)
        )


def _subtracts(node: c_ast.Node) -> bool:
    """Whether an expression makes what it changes less, as far as can be seen."""
    match node:
        case c_ast.UnaryOp(op="--" | "p--") | c_ast.Assignment(op="-="):
            return True
        case c_ast.Assignment(op="+="):
            return _is_negative(node.rvalue)
        case c_ast.Assignment(op="=", rvalue=c_ast.BinaryOp(op="-")):
            return True
    return False


def _gives_new(node: c_ast.Node) -> bool:
    """Whether the value of an expression that changes an object is what it has become."""
    return isinstance(node, c_ast.Assignment) or (isinstance(node, c_ast.UnaryOp) and node.op in ("++", "--"))


def _uses_new(root: c_ast.Node) -> bool:
    """Whether some code uses the value that an expression gives an object."""
    statements = {id(each) for each in statements_in(root)}
    return any(_gives_new(node) and id(node) not in statements for node in walk(root))


def _is_negative(operand: c_ast.Node) -> bool:
    return isinstance(without_casts(operand), c_ast.UnaryOp) and text_of(operand).lstrip("( ").startswith("-")


def _counter(body: c_ast.Node, symbols: Symbols) -> str | None:
    """The object that an `atomic capture` updates; None where it sets it to another value."""
    for part in walk(body):
        place = changed_place(part)
        if place is not None and update_of(part, symbols) is not None:
            return text_of(place)
    return None


@dataclass(frozen=True, eq=False, slots=True)
class Setting:
    """Where a variable gets a value: the expression or declaration that sets it, and the value, if it is one.

    `exchanged` is the call of a compare and swap that stores what it has found in the variable.
    """

    node: c_ast.Node
    symbol: Symbol
    value: c_ast.Node | None = None
    exchanged: c_ast.FuncCall | None = None
    step: bool = False


def settings_in(root: c_ast.Node, symbols: Symbols) -> Iterator[Setting]:
    """All settings of variables in some code, in source order."""
    for node in walk(root):
        yield from settings_at(node, symbols)


def settings_at(node: c_ast.Node, symbols: Symbols) -> Iterator[Setting]:
    """The settings that an expression or declaration itself makes."""
    match node:
        case c_ast.Decl(init=c_ast.Node()):
            symbol = symbols.symbol(node)
            if symbol is not None:
                yield Setting(node, symbol, node.init)
        case c_ast.Assignment():
            symbol = variable(node.lvalue, symbols)
            if symbol is not None:
                yield Setting(node, symbol, node.rvalue, step=node.op != "=")
        case c_ast.UnaryOp(op=op) if op in INCREMENTS:
            symbol = variable(node.expr, symbols)
            if symbol is not None:
                yield Setting(node, symbol, step=True)
        case c_ast.FuncCall():
            yield from _given(node, symbols)


def _given(call: c_ast.FuncCall, symbols: Symbols) -> Iterator[Setting]:
    """The variables that a call gets the addresses of."""
    found = atomic_of(call)
    copies = called_name(call) in ("memcpy", "__builtin_memcpy")
    for number, argument in enumerate(arguments_of(call)):
        place = addressed(without_casts(argument))
        symbol = None if place is None else variable(place, symbols)
        if symbol is None or (found is not None and number not in (1, found.result)):
            continue
        if found is not None and found.compares and number == 1:
            yield Setting(call, symbol, None, call)
        elif found is not None and number == found.result:
            yield Setting(call, symbol, call)
        elif found is None and not (copies and number > 0):
            yield Setting(call, symbol, pointee(arguments_of(call)[1]) if copies else None)


def variable(node: c_ast.Node | None, symbols: Symbols) -> Symbol | None:
    """The variable that an lvalue is, or is a part of, also as `*(type *)&variable`."""
    while node is not None:
        match node:
            case c_ast.ID():
                symbol = symbols.symbol(node)
                return symbol if symbol is not None and symbol.is_automatic else None
            case c_ast.StructRef(type="."):
                node = node.name
            case c_ast.ArrayRef() if isinstance(symbols.type_of(node.name), ArrayType):
                node = node.name
            case c_ast.Cast():
                node = node.expr
            case c_ast.UnaryOp(op="*"):
                node = addressed(without_casts(node.expr))
            case _:
                return None
    return None


def names(root: c_ast.Node | None, symbols: Symbols) -> Iterator[Symbol]:
    """The automatic variables that an expression mentions."""
    for node in walk(root) if root is not None else ():
        symbol = symbols.symbol(node) if isinstance(node, c_ast.ID) else None
        if symbol is not None and symbol.is_automatic:
            yield symbol


def address_of(node: c_ast.Node) -> c_ast.Node | None:
    """The expression by which an observation finds the object; None where it is found by name."""
    if isinstance(node, c_ast.FuncCall):
        first: c_ast.Node | None = arguments_of(node)[0] if atomic_of(node) is not None else node.args
        return first
    match node:
        case c_ast.ArrayRef() | c_ast.StructRef():
            return node
        case c_ast.UnaryOp(op="*"):
            pointer: c_ast.Node = node.expr
            return pointer
    return None
