"""Walks a statement of the host's, and what it calls, with symbolic values: each access becomes an area."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.host.names import Touches
from mapper.analysis.host.touched.areas import Area, Repeat, split
from mapper.analysis.host.touched.changes import assigned, pointed
from mapper.analysis.host.touched.chosen import Choices, chooses_pointers, chosen, either, frames, pointers
from mapper.analysis.host.touched.counted_loops import CountedLoop, smallest, stepped
from mapper.analysis.host.touched.leaving import Leaving
from mapper.analysis.host.touched.numbers import Numbers
from mapper.analysis.host.touched.values import (
    COUNTER,
    DEEPEST,
    Frame,
    Number,
    Pointer,
    Value,
    has_counters,
)
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.types import decay, integer_of, usual
from mapper.analysis.pointers.accesses import Access, Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.expressions.polynomials import ZERO, Polynomial, atom_of, constant
from mapper.ir.trees.ctypes import IntType, PointerType
from mapper.ir.trees.headers import test_of
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import Omp, children, operands, optional_parts, walk

MOST_STATEMENTS = 2000
"""Statements of which more are not walked, those of called functions included."""


class GivenUpError(Exception):
    """The statement is too long, or jumps about."""


class AreaWalk:
    """The walk over one statement; `device` is the mask of the objects that matter.

    With `enters`, what the first iteration of a loop loads through may be loaded through where the loop has one:
    areas in it depend on that.
    """

    def __init__(
        self,
        effects: EffectsOf,
        touches: Touches,
        device: int,
        numbers: Numbers,
        leaving: Leaving,
        *,
        enters: bool,
    ) -> None:
        self._effects = effects
        self._leaving = leaving
        self._touches = touches
        self._device = device
        self._numbers = numbers
        self._enters = enters
        self._entered: tuple[Polynomial, ...] = ()
        self._loops: list[CountedLoop] = []
        self._choices: Choices = {}
        self._made = 0  # counters so far
        self._left = MOST_STATEMENTS
        self._sure = True  # each iteration of the loops around comes here
        self.areas: list[Area] = []
        self.lost = 0

    # ---- statements ----------------------------------------------------------------------------------------

    def statement(self, node: c_ast.Node | None, frame: Frame) -> None:
        """One statement, or an expression or declaration."""
        if node is None:
            return
        self._left -= 1
        if self._left < 0 or isinstance(node, c_ast.Label | c_ast.Goto):
            raise GivenUpError
        match node:
            case c_ast.Compound():
                for item in node.block_items or []:
                    self.statement(item, frame)
                    if self._leaving.may_leave(item, frame.symbols):
                        self._sure = self._numbers.certain = False
            case c_ast.DeclList():
                for decl in node.decls:
                    self.statement(decl, frame)
            case c_ast.If():
                self._if(node, frame)
            case c_ast.For():
                self._for(node, frame)
            case c_ast.While() | c_ast.DoWhile():
                self._forget(node, frame)
                self._maybe(node.cond, frame)
                self._maybe(node.stmt, frame)
                self._forget(node, frame)
            case Omp():
                self._forget(node, frame)
                for child in children(node):
                    self._maybe(child, frame)
                self._forget(node, frame)
            case c_ast.Switch():
                self.statement(node.cond, frame)
                self._forget(node.stmt, frame)
                self._maybe(node.stmt, frame)
                self._forget(node.stmt, frame)
            case c_ast.Case() | c_ast.Default():
                inner = frame.copy()
                for item in node.stmts or []:
                    self.statement(item, inner)
            case c_ast.Return():
                self.statement(node.expr, frame)
            case c_ast.EmptyStatement() | c_ast.Break() | c_ast.Continue() | c_ast.Typedef() | c_ast.Pragma():
                return
            case _:
                self._expression(node, frame)

    def _maybe(self, node: c_ast.Node | None, frame: Frame) -> None:
        """Code that may run or not, or often."""
        before = self._sure, self._numbers.certain
        self._sure = self._numbers.certain = False
        self.statement(node, frame)
        self._sure, self._numbers.certain = before

    def _if(self, node: c_ast.If, frame: Frame) -> None:
        self.statement(node.cond, frame)
        ends = [frame.copy(), frame.copy()]
        for branch, end in zip((node.iftrue, node.iffalse), ends, strict=True):
            if branch is not None:
                self._maybe(branch, end)
        for branch in (node.iftrue, node.iffalse):
            self._forget(branch, frame)
            for symbol in assigned(branch, frame.symbols) if branch is not None else ():
                if isinstance(symbol.type, PointerType):
                    frame.values[symbol] = either(symbol, ends)

    def _forget(self, node: c_ast.Node | None, frame: Frame) -> None:
        """Variables that code assigns to may have any value."""
        if node is not None:
            frame.values.update({each: self._choices.get(each) for each in assigned(node, frame.symbols)})
        if isinstance(node, Omp):
            for clause in node.directive.clauses:
                for name in clause.variables:
                    symbol = frame.symbols.lookup(name, node)
                    if symbol is not None and clause.kind not in ("shared", "firstprivate"):
                        frame.values[symbol] = None

    def _for(self, node: c_ast.For, frame: Frame) -> None:
        """A loop; its condition may begin with that of the counter, and go on."""
        self.statement(node.init, frame)
        conditions = operands(node.cond, "&&")
        found = self._loop(node, conditions[0], frame) if conditions else None
        before = self._sure, self._numbers.certain
        depth, outer, entered, certain = len(self._loops), self._choices, self._entered, False
        if found is not None:
            self._choices = outer | self._chosen(node, *found, frame)
        for part in (node.stmt, node.next):
            self._forget(part, frame)
        if found is None:
            self._sure = False
            self.statement(node.cond, frame)
        else:
            counter, loop = found
            frame.values[counter] = None
            self.statement(conditions[0], frame)
            frame.values[counter] = Number(atom_of(loop.atom))
            self._loops.append(loop)
            certain = self._enters and self._numbers.certain and len(conditions) == 1 and self._enter(loop)
            if len(conditions) > 1 or has_jump(node.stmt):
                self._sure = False
            for condition in conditions[1:]:
                self._maybe(condition, frame)
        self._numbers.certain = certain
        with self._numbers.inside():
            self.statement(node.stmt, frame)
        del self._loops[depth:]
        self._choices, self._entered = outer, entered
        self._numbers.certain = False
        self._forget(node.next, frame)
        self._maybe(node.next, frame)
        self._sure, self._numbers.certain = before
        self._forget(node, frame)

    def _enter(self, loop: CountedLoop) -> bool:
        """What follows is in the loop; whether it is known before when it has an iteration."""
        if loop.entered is None:
            return False
        known = loop.entered.constant
        if known is None or known < 0:
            self._entered += (loop.entered,)
        return True

    def _loop(self, node: c_ast.For, condition: c_ast.Node, frame: Frame) -> tuple[Symbol, CountedLoop] | None:
        """The counter of a loop and its range."""
        symbols = frame.symbols
        counter, step = stepped(node.next, frame)
        test = test_of(condition, counter.name) if counter is not None else None
        if counter is None or counter in assigned(node.stmt, symbols) | pointed(frame.function) or test is None:
            return None
        relation, bound = test
        if relation == "!=" and abs(step) == 1:
            relation = "<" if step > 0 else ">"
        up = relation in ("<", "<=")
        if relation not in ("<", "<=", ">", ">=") or (step != 0 and (step > 0) != up):
            return None
        first = frame.values.get(counter)
        last = self._bound_of(bound, counter, up, node, frame)
        of = integer_of(counter.type)
        if not isinstance(of, IntType) or not isinstance(first, Number) or last is None:
            return None
        if first.wraps and (first.wraps < 64 or of.signed):  # else one that wraps around is above all bounds
            return None
        end = last[0] + constant({"<": -1, ">": 1}.get(relation, 0))
        low, high = (first.value, end) if up else (end, first.value)
        wide_low, wide_high = self._extreme(low, False), self._extreme(high, True)
        if wide_low is None or wide_high is None:
            return None
        self._made += 1
        alone = not has_counters(low) and not has_counters(high)
        width = step if up and alone and step > 0 else 1  # else iterations of others come in between
        exact = alone and first.exact and last[1] and abs(step) == 1
        entered = high - low if alone and first.exact and last[1] else None
        return counter, CountedLoop(f"{COUNTER}{self._made}", wide_low, wide_high, width, exact, entered)

    def _chosen(self, node: c_ast.For, counter: Symbol, loop: CountedLoop, frame: Frame) -> Choices:
        """What variables that remember an iteration hold in a loop."""
        atom = f"{loop.atom}'"
        found = chosen(node, counter, Number(atom_of(atom)), frame, self._numbers)
        if found:
            self._loops.append(replace(loop, atom=atom, step=1, exact=False, own=False))
        return found

    def _bound_of(
        self, bound: c_ast.Node, counter: Symbol, up: bool, node: c_ast.For, frame: Frame
    ) -> tuple[Polynomial, bool] | None:
        """What a loop's counter is compared with, the same in all iterations, and compared as the number it is.

        Whether it is that, or a bound beyond it.
        """
        symbols = frame.symbols
        inside = frame.copy()
        self._forget(node.stmt, inside)
        inside.values[counter] = None
        for choice in (*smallest(bound, up), bound):
            of, other = integer_of(counter.type), integer_of(decay(symbols.type_of(choice)))
            if not isinstance(of, IntType) or not isinstance(other, IntType):
                return None
            number = self._numbers.number(choice, inside)
            if number is None or not number.exact:
                continue
            both = usual(of, other)
            unsigned = isinstance(both, IntType) and not both.signed
            value = number.value.constant
            if unsigned and ((other.signed and (value is None or value < 0)) or (of.signed and not up)):
                continue
            return number.value, choice is bound
        return None

    def _extreme(self, value: Polynomial, greatest: bool) -> Polynomial | None:
        """The least or greatest value that a polynomial gets in all iterations; None where signs aren't known."""
        for loop in reversed(self._loops):
            factor, rest = split(value, loop.atom)
            if factor is None:
                return None
            sign = factor.constant
            if sign is None:
                return None
            value = rest + factor * (loop.high if (sign > 0) == greatest else loop.low)
        return None if has_counters(value) else value

    # ---- expressions ---------------------------------------------------------------------------------------

    def _expression(self, node: c_ast.Node, frame: Frame) -> None:
        """What an expression or declaration touches, and the values that it gives to variables."""
        target = _target(node)
        inner = assigned(node, frame.symbols)
        symbol = None if target is None else frame.symbols.symbol(target)
        hidden = len([each for each in walk(node) if _target(each) is not None]) > (symbol is not None)
        if hidden:
            frame.values.update(dict.fromkeys(inner))
        for access in self._effects.accesses(frame.symbols).of(node):
            if isinstance(access, Call):
                self._call(access, node, frame)
                self._numbers.certain &= not self._leaving.may_end(access.targets)
                continue
            if isinstance(access.place, c_ast.StructRef) and not _is_left_out(node, access.place):
                self._numbers.evaluated(access.place, frame)
            if access.objects & self._device:
                self._access(access, node, frame)
        value = None if hidden or symbol is None else self._assigned(node, symbol, frame)
        frame.values.update(dict.fromkeys(inner))
        if symbol is not None and value is not None:
            frame.values[symbol] = value

    def _assigned(self, node: c_ast.Node, symbol: Symbol, frame: Frame) -> Value:
        """What an expression or declaration makes of the one variable that it changes."""
        numbers = self._numbers
        if isinstance(node, c_ast.Decl):
            source, operator = node.init, "="
        elif isinstance(node, c_ast.Assignment):
            source, operator = node.rvalue, node.op
        else:
            return None
        changed_elsewhere = symbol.file_scope or symbol.type.volatile or symbol in pointed(frame.function)
        if source is None or operator != "=" or changed_elsewhere:
            return None
        if isinstance(symbol.type, PointerType):
            pointer = numbers.pointer(source, frame)
            same = decay(frame.symbols.type_of(source)) == symbol.type
            if pointer is None:
                return pointers(source, frame, numbers)
            return replace(pointer, typed=pointer.typed and same)
        if not isinstance(integer_of(symbol.type), IntType) or not _is_integer(source, frame):
            return None
        return numbers.converted(numbers.number(source, frame), source, symbol.type, frame)

    def _lose(self, access: Access | Call, frame: Frame) -> None:
        for touch in self._touches.of_access(access, frame.symbols):
            self.lost |= touch.objects
        if isinstance(access, Access):
            self.lost |= access.objects & self._device

    def _access(self, access: Access, within: c_ast.Node, frame: Frame) -> None:
        place = access.place
        if isinstance(place, Symbol) or access.behind:
            self._lose(access, frame)
            return
        before = self._sure, self._numbers.certain
        if _is_left_out(within, place):
            self._sure = self._numbers.certain = False
        if access.through:
            self._stretch(access, place, within, frame)
        else:
            size = self._numbers.size(frame.symbols.type_of(place), frame)
            for each in self._frames(access, place, frame):
                self._add(access, self._numbers.address(place, each), size, self._sure, each)
        self._sure, self._numbers.certain = before

    def _frames(self, access: Access | Call, place: c_ast.Node, frame: Frame) -> list[Frame]:
        """The frames in which an access is followed; what numbers choose may be read, not written."""
        found = list(frames(place, frame))
        touched = self._touches.of_access(access, frame.symbols)
        if len(found) > 1:
            self._sure = self._numbers.certain = False
            if any(touch.writes for touch in touched) and not chooses_pointers(place, frame):
                self._lose(access, frame)
        return found

    def _stretch(self, access: Access, place: c_ast.Node, within: c_ast.Node, frame: Frame) -> None:
        """What a library function touches whose argument says how much."""
        found: tuple[Pointer, Polynomial] | None = None
        exact = True
        for call in walk(within):
            if not isinstance(call, c_ast.FuncCall) or call.args is None:
                continue
            for position, argument in enumerate(call.args.exprs):
                if argument is place:
                    length = self._length(call, position, frame)
                    pointer = self._numbers.pointer(argument, frame)
                    if length is not None and pointer is not None:
                        found, exact = (pointer, length[0]), length[1]
        if found is None:
            self._lose(access, frame)
            return
        self._add(access, *found, self._sure and exact, frame)

    def _length(self, call: c_ast.FuncCall, position: int, frame: Frame) -> tuple[Polynomial, bool] | None:
        for argument, length in self._effects.graph.lengths(call, frame.symbols):
            if argument != position or length.data_type is not None:
                continue
            product = constant(1)
            for factor in length.factors:
                expr = call.args.exprs[factor]
                number = self._numbers.number(expr, frame) if _is_integer(expr, frame) else None
                if number is None or has_counters(number.value):
                    return None
                product = product * number.value
            return product, length.exact
        return None

    def _add(
        self, access: Access, pointer: Pointer | None, size: Polynomial | None, sure: bool, frame: Frame
    ) -> None:
        if pointer is not None and size is not None and pointer.entry is not None:
            self._add_rows(access, pointer, pointer.entry, size)
            return
        if pointer is None or size is None or pointer.levels or pointer.whole:
            self._add_whole(access, pointer, frame)
            return
        repeats: list[Repeat] = []
        offset, exact = pointer.offset, sure
        for loop in self._loops:
            factor, rest = split(offset, loop.atom)
            if factor is None:
                self._add_whole(access, pointer, frame)
                return
            if not factor and not loop.own:
                continue
            exact = exact and loop.exact and bool(factor)
            if factor:
                offset = rest + factor * loop.low
                repeats.append(Repeat(factor * constant(loop.step), loop.high - loop.low, loop.step))
        if has_counters(offset) or any(has_counters(each.distance) for each in repeats):
            self._add_whole(access, pointer, frame)
            return
        place = replace(pointer, offset=offset)
        self._append(Area(place, size, tuple(repeats), access.objects, access.read, access.write, exact))

    def _add_rows(self, access: Access, pointer: Pointer, entry: Polynomial, size: Polynomial) -> None:
        """An access to some of the rows that a table leads to: what all iterations touch is in a rectangle."""
        first, last = (self._extreme(entry, greatest) for greatest in (False, True))
        low, high = (self._extreme(pointer.offset, greatest) for greatest in (False, True))
        if first is None or last is None or low is None or high is None or has_counters(size):
            rows, bytes_, last = replace(pointer, entry=None, offset=ZERO), constant(1), None
        else:
            rows, bytes_ = replace(pointer, entry=first, offset=low), high - low + size
        self._append(Area(rows, bytes_, (), access.objects, access.read, access.write, exact=False, last=last))

    def _add_whole(self, access: Access, pointer: Pointer | None, frame: Frame) -> None:
        """An access anywhere in the block that a pointer leads into, or in the rows that a table leads to."""
        anywhere = pointer
        if pointer is not None:
            rows = replace(pointer, entry=None, offset=ZERO)
            anywhere = rows if pointer.levels else pointer.somewhere()
        if anywhere is None:
            self._lose(access, frame)
            return
        self._append(Area(anywhere, constant(1), (), access.objects, access.read, access.write, exact=False))

    def _append(self, area: Area) -> None:
        self.areas.append(replace(area, objects=area.objects & self._device, entered=self._entered))

    # ---- calls ---------------------------------------------------------------------------------------------

    def _call(self, call: Call, within: c_ast.Node, frame: Frame) -> None:
        """A function of the program is walked with its arguments' values."""
        if not any(touch.objects for touch in self._touches.of_access(call, frame.symbols)):
            return
        before = self._sure, self._numbers.certain
        if _is_left_out(within, call.node):
            self._sure = self._numbers.certain = False
        function = None if frame.depth == DEEPEST else self._effects.graph.walkable(call.targets)
        for each in self._frames(call, call.node, frame):
            inside = None if function is None else self._numbers.bound(function, call.node, each)
            if function is None or inside is None:
                self._lose(call, frame)
                break
            self.statement(function.definition.body, inside)
        self._sure, self._numbers.certain = before


def _is_integer(expr: c_ast.Node, frame: Frame) -> bool:
    return isinstance(integer_of(decay(frame.symbols.type_of(expr))), IntType)


def _target(node: c_ast.Node) -> c_ast.Node | None:
    """What an expression or declaration assigns to."""
    return node if isinstance(node, c_ast.Decl) else changed_place(node)


def _is_left_out(within: c_ast.Node, place: c_ast.Node) -> bool:
    """Whether an expression may leave out the evaluation of a part."""
    for node in walk(within):
        parts = (node,) if isinstance(node, c_ast.Compound) else optional_parts(node)
        if any(inner is place for part in parts for inner in walk(part)):
            return True
    return False
