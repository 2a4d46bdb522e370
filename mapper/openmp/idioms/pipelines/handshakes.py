"""Threads that wait for their neighbours by number, before and behind the loops of a plane, as in LU of NPB3.3.

    if (me > 0) { while (ready[me - 1] == 0) { flush }  ready[me - 1] = 0; }
    #pragma omp for schedule(static) nowait
    for (i = 1; i < n; i++) ...
    if (me < last) { while (ready[me] == 1) { flush }  ready[me] = 1; }

A static schedule gives threads the rows in the order of their numbers.  So the order of the loops themselves is
one that such flags permit, if thread after thread could run a plane and would never have to wait: what the thread
before has stored ends a wait before the rows, and what the thread behind has stored in the plane before ends one
behind them.  That is shown for each wait.  The flags themselves are kept by all threads, as the source has it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.ir.expressions.integers import polynomial_of
from mapper.ir.expressions.substitution import substituted
from mapper.ir.trees.directive import Counting, Directive
from mapper.ir.trees.names import assigned_names, changed_place, declared_names, names_in, occurrences
from mapper.ir.trees.nodes import (
    INCREMENTS,
    Omp,
    addressed,
    arguments_of,
    base_of,
    called_name,
    clone,
    has_effects,
    parameters_of,
    rebuilt,
    same_text,
    statements_of,
    subscripted,
    walk,
)
from mapper.ir.trees.quote import statements
from mapper.openmp.idioms.pipelines.nests import Level, is_plain
from mapper.openmp.idioms.pipelines.phases import Between, Phase
from mapper.openmp.idioms.pipelines.spin_waits import FENCES, LOADS, STORES, Spin, Waiting, waiting_in

NUMBER, COUNT = "omp_get_thread_num", "omp_get_num_threads"
_ME = "(me)"
"""A name for the thread's number that no variable has."""


@dataclass(frozen=True, eq=False, slots=True)
class Handshakes:
    """The phases of a plane, of which some wait for neighbours, and what is about flags, in its order."""

    phases: Sequence[Phase]
    flags: Sequence[c_ast.Node]


def handshakes(
    items: Sequence[Phase | Between], numbers: Collection[str], plane: str, counting: Counting
) -> Handshakes | None:
    """What a plane does as phases whose threads wait by number; None where the order of the loops is not shown.

    `numbers` are the variables that hold the thread's number, `plane` is the counter of planes.
    """
    apart = [each for each in items if isinstance(each, Between)]
    waiting = Waiting([spin for each in apart for spin in waiting_in(each.node, ()).spins])
    data = [each for each in items if isinstance(each, Phase)]
    used = names_in(*(each.nest.construct for each in data), *(part for each in data for part in each.before))
    if not all(_is_about_flags(each.node, waiting) for each in apart):
        return None
    changed = assigned_names(*(each.node for each in apart))
    if used & (changed | waiting.flags) or any(each.nest.waits or not _is_static(each) for each in data):
        return None
    if names_in(*(each.node for each in apart)) & assigned_names(*(each.nest.construct for each in data)):
        return None
    groups = _grouped(items, waiting.flags)
    order = _Order(numbers, plane, counting, waiting.flags, changed | {plane})
    if groups is None or not all(order.is_kept(*each) for each in groups.values()):
        return None
    phases = [replace(each, nest=replace(each.nest, waits=id(each) in groups)) for each in data]
    return Handshakes(phases, [each.node for each in apart])


# ---- which statements are about flags --------------------------------------------------------------------------


def _is_about_flags(node: c_ast.Node | None, waiting: Waiting) -> bool:
    """Whether a statement does nothing but wait, store into flags and compute variables for that."""
    spins = {id(each.node) for each in waiting.spins}
    match node:
        case None | c_ast.EmptyStatement():
            return True
        case Omp():
            return node.directive.kind in ("flush", "atomic") and _is_about_flags(node.body, waiting)
        case c_ast.Compound():
            return all(_is_about_flags(each, waiting) for each in statements_of(node))
        case c_ast.While() | c_ast.DoWhile() | c_ast.For():
            return id(node) in spins
        case c_ast.If():
            plain = not has_effects(node.cond) and _asks_only(node.cond)
            return plain and _is_about_flags(node.iftrue, waiting) and _is_about_flags(node.iffalse, waiting)
        case c_ast.FuncCall():
            return called_name(node) in FENCES or (_stored(node) is not None and _is_flag(node, waiting.flags))
        case c_ast.Decl():
            scalar = isinstance(node.type, c_ast.TypeDecl) and not {"static", "extern"} & set(node.storage)
            return scalar and (node.init is None or _asks_only(node.init))
        case c_ast.Assignment() | c_ast.UnaryOp():
            place = changed_place(node)
            value = node.rvalue if isinstance(node, c_ast.Assignment) else None
            plain = value is None or (_asks_only(value) and not has_effects(value))
            return plain and (isinstance(place, c_ast.ID) or _is_flag(node, waiting.flags))
    return False


def _asks_only(tree: c_ast.Node) -> bool:
    """Whether all calls in an expression ask for the thread's number, or how many there are."""
    calls = [each for each in walk(tree) if isinstance(each, c_ast.FuncCall)]
    return all(called_name(each) in (NUMBER, COUNT) for each in calls)


def _is_flag(store: c_ast.Node, flags: Collection[str]) -> bool:
    place = _stored(store)
    base = None if place is None else base_of(place)
    return base is not None and base.name in flags


def _stored(node: c_ast.Node) -> c_ast.Node | None:
    """The place that a statement stores at; None where it stores nowhere."""
    if isinstance(node, c_ast.FuncCall):
        return _pointee(arguments_of(node)[0]) if called_name(node) in STORES else None
    return changed_place(node) if isinstance(node, c_ast.Assignment | c_ast.UnaryOp) else None


def _pointee(address: c_ast.Node) -> c_ast.Node:
    return addressed(address) or c_ast.UnaryOp("*", address)


def _is_static(phase: Phase) -> bool:
    """Whether threads have the rows in the order of their numbers, a block each."""
    directive = phase.nest.construct.directive
    if directive.scattered:
        return False
    schedule = directive.first("schedule")
    return schedule is None or (
        schedule.modifier == "static" and schedule.expression is None and not schedule.later
    )


# ---- the order that flags permit -------------------------------------------------------------------------------

_Group = tuple[list[c_ast.Node], list[c_ast.Node]]


def _grouped(items: Sequence[Phase | Between], flags: Collection[str]) -> dict[int, _Group] | None:
    """What is before and behind each phase that waits, by its `id`; None for flags around several phases."""
    found: dict[int, _Group] = {}
    before: list[c_ast.Node] = []
    last: Phase | None = None
    for at, item in enumerate(items):
        if isinstance(item, Phase):
            last = item
            if before:
                found[id(item)] = (before, [])
                before = []
        elif last is not None and id(last) in found and (not found[id(last)][1] or not _waits_next(items[at:])):
            found[id(last)][1].append(item.node)
        else:
            before.append(item.node)
    return None if before or not found or not flags else found


def _waits_next(items: Sequence[Phase | Between]) -> bool:
    """Whether a phase follows."""
    return any(isinstance(each, Phase) for each in items)


@dataclass(frozen=True, eq=False, slots=True)
class _Order:
    """Planes one behind the other, and in each thread after thread.

    `changing` are variables that may have another value in each plane.
    """

    numbers: Collection[str]
    plane: str
    counting: Counting
    flags: Collection[str]
    changing: Collection[str]

    def is_kept(self, before: Sequence[c_ast.Node], behind: Sequence[c_ast.Node]) -> bool:
        """Whether no thread waits for one behind it, nor for a later plane."""
        first, second = (self._normal(each) for each in (before, behind))
        waits, answers = waiting_in(first, ()).spins, waiting_in(second, ()).spins
        signals, taken = self._stores(second), self._stores(first)
        if not waits or not signals or not self._is_steady(second):
            return False
        for spin in waits:
            if not any(self._ends(spin, _moved(place, -1), _moved(value, -1)) for place, value in signals):
                return False
        for spin in answers:
            if not any(self._ends(spin, _moved(place, 1), _moved(value, 1)) for place, value in taken):
                return False
        looked = [look for spin in waits for look in spin.looks]
        one = all(_same_place(place, signals[0][0]) for place, _ in signals)
        return one and all(any(_same_place(_plain(look), place) for look in looked) for place, _ in taken)

    def _normal(self, code: Sequence[c_ast.Node]) -> c_ast.Node:
        """Code with one name for the thread's number, and values in the places of variables that are set once."""
        block = c_ast.Compound([*code])
        own: dict[str, c_ast.Node | None] = {each: c_ast.ID(_ME) for each in self.numbers}
        found: c_ast.Node = substituted(_asked(block), own)
        set_once: dict[str, list[c_ast.Node]] = {}
        for node in walk(found):
            match node:
                case c_ast.Decl(init=value) if value is not None:
                    set_once.setdefault(node.name, []).append(value)
                case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value):
                    set_once.setdefault(name, []).append(value)
        seen = waiting_in(found, ()).seen
        known = {name: each[0] for name, each in set_once.items() if len(each) == 1 and name not in seen}
        plain: Mapping[str, c_ast.Node | None] = {name: each for name, each in known.items() if is_plain(each)}
        return _with_values(found, plain)

    def _stores(self, code: c_ast.Node) -> list[tuple[c_ast.Node, c_ast.Node]]:
        """The places of flags at which code stores, and what; counters begin with 0."""
        planes = polynomial_planes(self.plane, self.counting)
        found = []
        for node in walk(code):
            place = _stored(node)
            base = None if place is None else base_of(place)
            if place is None or base is None or base.name not in self.flags:
                continue
            match node:
                case c_ast.Assignment(op="=", rvalue=value):
                    found.append((place, value))
                case c_ast.FuncCall() if "store" in called_name(node):
                    found.append((place, arguments_of(node)[1]))
                case c_ast.Assignment(op="+=", rvalue=c_ast.Constant(value="1")) | c_ast.UnaryOp(op="++" | "p++"):
                    found.append((place, planes))
                case _:
                    found.append((place, c_ast.ID("(unknown)")))
        return found

    def _is_steady(self, code: c_ast.Node) -> bool:
        """Whether threads send their signals in each plane or in none."""
        tests = [each.cond for each in walk(code) if isinstance(each, c_ast.If)]
        return not any(names_in(each) & set(self.changing) for each in tests)

    def _ends(self, spin: Spin, place: c_ast.Node, value: c_ast.Node) -> bool:
        """Whether a value at a place ends a spin loop for certain."""
        looks = [_plain(each) for each in spin.looks]
        if not looks or not all(_same_place(each, place) for each in looks) or spin.node.cond is None:
            return False

        def found(node: c_ast.Node) -> c_ast.Node:
            load = isinstance(node, c_ast.FuncCall) and called_name(node) in LOADS
            seen = isinstance(node, c_ast.ID) and node.name in spin.seen
            if load or seen or any(same_text(node, each) for each in looks):
                return value
            return rebuilt(node, found)

        return _truth(found(spin.node.cond)) is False


def polynomial_planes(plane: str, counting: Counting) -> c_ast.Node:
    """How many planes are done when that of the counter is."""
    ends = [c_ast.ID(plane), counting.lower]
    apart = c_ast.BinaryOp("-", *(ends if counting.rises else ends[::-1]))
    return c_ast.BinaryOp("+", apart, c_ast.Constant("int", "1"))


def _asked(node: c_ast.Node) -> c_ast.Node:
    """Code with a name in the places of calls that ask for the thread's number."""
    if isinstance(node, c_ast.FuncCall) and called_name(node) == NUMBER:
        return c_ast.ID(_ME)
    return rebuilt(node, _asked)


def _with_values(code: c_ast.Node, values: Mapping[str, c_ast.Node | None]) -> c_ast.Node:
    """Code with values where variables are read; their own settings are left out."""

    def change(node: c_ast.Node) -> c_ast.Node:
        match node:
            case c_ast.Decl() if node.name in values:
                return c_ast.EmptyStatement()
            case c_ast.Assignment(lvalue=c_ast.ID(name=name)) if name in values:
                return c_ast.EmptyStatement()
            case c_ast.ID() if (value := values.get(node.name)) is not None:
                return value
        return rebuilt(node, change)

    return change(code)


def _moved(tree: c_ast.Node, by: int) -> c_ast.Node:
    """An expression of the thread whose number is greater."""
    number = c_ast.BinaryOp("+" if by > 0 else "-", c_ast.ID(_ME), c_ast.Constant("int", str(abs(by))))
    return substituted(tree, {_ME: number})


def _plain(look: c_ast.Node) -> c_ast.Node:
    """What is looked at, by its address or itself."""
    return addressed(look) or look


def _same_place(one: c_ast.Node, other: c_ast.Node) -> bool:
    """Whether two places are the same for certain: the same but for how subscripts are written."""
    if isinstance(one, c_ast.StructRef) and isinstance(other, c_ast.StructRef):
        return one.type == other.type and one.field.name == other.field.name and _same_place(one.name, other.name)
    (root, at), (base, there) = subscripted(one), subscripted(other)
    if not at and not there:
        return same_text(one, other)
    if len(at) != len(there):
        return False
    found = [(polynomial_of(each), polynomial_of(its)) for each, its in zip(at, there, strict=True)]
    return _same_place(root, base) and all(each is not None and each == its for each, its in found)


def _truth(tree: c_ast.Node) -> bool | None:
    """The truth of a condition; None where it is not known."""
    match tree:
        case c_ast.UnaryOp(op="!", expr=inner):
            found = _truth(inner)
            return None if found is None else not found
        case c_ast.BinaryOp(op=op) if op in ("==", "!=", "<", "<=", ">", ">="):
            left, right = polynomial_of(tree.left), polynomial_of(tree.right)
            apart = None if left is None or right is None else (left - right).constant
            return None if apart is None else _compared(op, apart)
    value = polynomial_of(tree)
    known = None if value is None else value.constant
    return None if known is None else known != 0


def _compared(op: str, apart: int) -> bool:
    """Whether a comparison holds of values that are so far apart."""
    holds = {
        "==": apart == 0,
        "!=": apart != 0,
        "<": apart < 0,
        "<=": apart <= 0,
        ">": apart > 0,
        ">=": apart >= 0,
    }
    return holds[op]


def number_names(code: c_ast.Node, tree: c_ast.FileAST) -> set[str]:
    """The variables that only ever hold the thread's number, by name.

    They are those of the code of a team, parameters of its function, or global ones of the unit.
    """
    own = declared_names(code)
    if isinstance(code, Omp):
        own |= {name for clause in code.directive.all("private") for name in clause.variables}
    inside, outside = _only_numbers(code), _only_numbers(tree)
    given = _given(code, tree) if isinstance(code, c_ast.FuncDef) else set[str]()
    return (inside & own) | (outside - own) | given


def _given(function: c_ast.FuncDef, tree: c_ast.FileAST) -> set[str]:
    """The parameters of a unit's own function to which all callers give the thread's number, in a variable."""
    name = function.decl.name
    callers = [each for each in tree.ext if isinstance(each, c_ast.FuncDef) and name in names_in(each)]
    found = {each.name for each in parameters_of(function) if isinstance(each, c_ast.Decl)}
    if "static" not in function.decl.storage or not callers or name in names_in(*_beside_functions(tree)):
        return set()
    for caller in callers:
        numbers = _only_numbers(caller)
        calls = [each for each in walk(caller) if called_name(each) == name]
        if len(calls) != occurrences(caller, name):
            return set()
        for call in calls:
            pairs = zip(parameters_of(function), arguments_of(call), strict=False)
            found &= {to.name for to, each in pairs if isinstance(each, c_ast.ID) and each.name in numbers}
    return found - assigned_names(function.body)


def _beside_functions(tree: c_ast.FileAST) -> list[c_ast.Node]:
    return [each for each in tree.ext if not isinstance(each, c_ast.FuncDef)]


def _only_numbers(root: c_ast.Node) -> set[str]:
    """The variables that some code only ever sets to the thread's number; parameters are none."""
    found: dict[str, bool] = {}
    for node in walk(root):
        match node:
            case c_ast.ParamList():
                found |= {each.name: False for each in node.params if isinstance(each, c_ast.Decl)}
            case c_ast.Decl(name=str(name), init=value) if value is not None:
                found[name] = found.get(name, True) and _is_number(value)
            case c_ast.Assignment(op=op, lvalue=c_ast.ID(name=name), rvalue=value):
                found[name] = found.get(name, True) and op == "=" and _is_number(value)
            case c_ast.UnaryOp(op=op, expr=c_ast.ID(name=name)) if op in INCREMENTS or op == "&":
                found[name] = False
    return {name for name, only in found.items() if only}


def _is_number(value: c_ast.Node) -> bool:
    return called_name(value) == NUMBER


def for_all(flags: Sequence[c_ast.Node], plane: Level, construct: Omp) -> c_ast.Node:
    """What keeps the flags in the order of planes, for all threads to run."""
    where = construct.directive.where
    inside: list[c_ast.Node] = []
    for each in flags:
        inside += [each, Omp(Directive("flush", (), where, "flush"), None, construct.coord)]
    node = plane.node
    body = c_ast.Compound(inside)
    around = c_ast.For(clone(node.init), clone(node.cond), clone(node.next), body, node.coord)
    return c_ast.Compound([*statements(f"$T {plane.name};", T=plane.type), around], node.coord)
