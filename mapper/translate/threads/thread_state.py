"""State kept by thread number: what the iterations of a work-shared loop may do with `x[thread][...]`.

On the device, iterations that OpenMP gives to one thread run at the same time.  Each knows its thread's number, so
what it stores by that number goes where OpenMP puts it; but neighbours may store there, too.  Updates by an
operator that may be applied in any order become atomic; sums of floating-point numbers are rounded in another
order then, as reductions are.  Nothing else may be stored so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.accesses import Access, Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.pointers.roots import root_of_lvalue
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT
from mapper.ir.expressions.updates import LOGICAL, Update, named
from mapper.ir.trees.ctypes import CType, PointerType, StructType
from mapper.ir.trees.jumps import JUMPS
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import INCREMENTS, called_name, same_text, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context
from mapper.translate.common.refused import refuse
from mapper.translate.common.updates import exact, fits, updates_in
from mapper.translate.common.uses import uses_of, written_object
from mapper.translate.memory.punning import may_pun, never_shared
from mapper.translate.threads.numbers import NUMBER, asked
from mapper.translate.threads.shares import Shares


@dataclass(frozen=True, eq=False, slots=True)
class Suspect:
    """Two places of a loop that must be different memory; otherwise it is kept, for the reason."""

    target: c_ast.Node
    place: c_ast.Node
    reason: str
    code: str = "K013"


@dataclass(eq=False)
class ThreadState:
    """Looks at one loop's body.

    `numbers` are the variables that hold the thread's number, `shares` what is computed from it before, `own` the
    variables that each iteration has of its own.  `blocks` are pointers to a thread's memory, and into it, that
    lead to an iteration's own instead.  `suspects` is what `updates` leaves to be shown.
    """

    unit: Unit
    symbols: Symbols
    context: Context
    effects: EffectsOf
    body: c_ast.Node
    numbers: frozenset[Symbol]
    own: frozenset[Symbol]
    shares: Shares
    blocks: frozenset[Symbol] = frozenset()

    def __post_init__(self) -> None:
        declared = (self.symbols.symbol(node) for node in walk(self.body) if isinstance(node, c_ast.Decl))
        self.own |= {symbol for symbol in declared if symbol is not None and symbol.is_automatic}
        self.tainted: set[Symbol | None] = {*self.numbers, *(self.shares.symbols - self.blocks)}
        self.suspects: list[Suspect] = []
        self._puns = may_pun(self.unit)
        self._follow()

    def updates(self) -> frozenset[int]:
        """The statements, by `id`, that must be atomic; raises `Refused` where the state is kept in other ways."""
        decided = self._decided()
        atomic: dict[int, Update] = {}
        plain: list[c_ast.Node] = []
        explained = {id(update.target): update for update in updates_in(self.body, self.symbols)}
        for target in self.targets():
            if not self.depends(target) and id(target) not in decided:
                plain.append(target)
            elif (update := explained.get(id(target))) is not None:
                self._check_update(update)
                atomic[id(update.statement)] = update
            else:
                self._refuse(target)
        self._check_accesses(list(atomic.values()), plain)
        return frozenset(atomic)

    # ---- what depends on the number ----------------------------------------------------------------------------

    def depends(self, node: c_ast.Node | None) -> bool:
        """Whether an expression depends on the number of the thread."""
        return node is not None and any(
            (isinstance(part, c_ast.ID) and self.symbols.symbol(part) in self.tainted)
            or asked(part, self.symbols, self.context) == NUMBER
            for part in walk(node)
        )

    def _follow(self) -> None:
        """Find the variables of an iteration that may depend on the number."""
        known = -1
        while known != len(self.tainted):
            known = len(self.tainted)
            decided = self._decided()
            for node in walk(self.body):
                target: Symbol | None = None
                value: c_ast.Node | None = None
                if isinstance(node, c_ast.Decl) and node.init is not None:
                    target, value = self.symbols.symbol(node), node.init
                elif isinstance(node, c_ast.Assignment):
                    target, value = self._own(node.lvalue), node
                elif isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS:
                    target, value = self._own(node.expr), node
                if target not in (None, *self.blocks) and (self.depends(value) or id(node) in decided):
                    self.tainted.add(target)

    def _own(self, lvalue: c_ast.Node) -> Symbol | None:
        """The iteration's own variable that an lvalue is, or is a part of."""
        name = written_object(lvalue, self.symbols)
        symbol = self.symbols.symbol(name) if name is not None else None
        return symbol if symbol in self.own else None

    def _decided(self) -> set[int]:
        """The nodes on whose execution a condition decides that depends on the number."""
        found: set[int] = set()
        for node in walk(self.body):
            conditions: list[c_ast.Node | None] = []
            match node:
                case (
                    c_ast.If() | c_ast.Switch() | c_ast.TernaryOp() | c_ast.While() | c_ast.DoWhile() | c_ast.For()
                ):
                    conditions = [node.cond]
                case c_ast.BinaryOp(op="&&" | "||"):
                    conditions = [node.left]
            if any(self.depends(each) for each in conditions):
                inside = list(walk(node))
                found |= {id(part) for part in inside}
                for part in inside:
                    if isinstance(part, JUMPS):
                        refuse("K013", "the number of a thread decides on a jump", self.unit.location(part))
        return found

    # ---- what is stored ----------------------------------------------------------------------------------------

    def targets(self) -> Iterator[c_ast.Node]:
        """The lvalues of shared memory that the loop's own text stores to."""
        for node in walk(self.body):
            target = changed_place(node)
            if target is not None and self._own(target) is None and not self._is_in_block(target):
                yield target

    def _is_in_block(self, place: c_ast.Node | Symbol) -> bool:
        """Whether a place is in memory that each iteration has of its own."""
        root = None if isinstance(place, Symbol) else root_of_lvalue(place, self.symbols)
        return root is not None and root.symbol in self.blocks

    def _check_update(self, update: Update) -> None:
        ctype, operator = unqualified(self.symbols.type_of(update.target)), update.operator
        if operator in LOGICAL or not fits(ctype, operator) or not exact(update, self.symbols):
            self._refuse(update.target)

    def _refuse(self, target: c_ast.Node) -> None:
        where = self.unit.location(target)
        refuse("K013", "what is stored by the thread's number depends on the order of its iterations", where)

    def _check_accesses(self, updates: list[Update], plain: list[c_ast.Node]) -> None:
        """What is updated is not accessed otherwise; what is stored is only read where it is stored."""
        kept = [update.target for update in updates]
        state, stored = self._located(kept), self._located(plain)
        targets = {id(part) for update in updates for part in named(update)}
        for at, one in enumerate(updates):
            others = [each.target for each in updates[:at] if each.operator != one.operator]
            others = [each for each in others if not self._are_members(each, one.target)]
            self._tell_apart(others, one.target, "what a thread keeps by its number is updated in different ways")
        for target in plain:
            self._tell_apart(kept, target, "what a thread keeps by its number is stored in another way, too")
        for access in self.effects.accesses(self.symbols).of(self.body):
            if isinstance(access, Call):
                found = self.effects.of(access.node, self.symbols)
                reads = self.effects.of_targets(
                    access.targets
                ).reads  # what arguments read is an access of its own
                if found.unknown or found.writes & ~self._automatic() or self.meets(reads, state | stored):
                    self._refuse_call(access.node)
                continue
            place = access.place
            if self._is_in_block(place):
                continue
            if self.meets(access.objects, state) and id(place) not in targets:
                self._tell_apart(kept, place, "what a thread keeps by its number is used in another way, too")
            if access.read and self.meets(access.objects, stored) and not self._reads_own(place, plain):
                self._tell_apart(plain, place, "an iteration may read what another one of its thread stored")

    def _refuse_call(self, call: c_ast.FuncCall) -> None:
        """Say why a call can't be seen through: functions without source are none for the device."""
        name = called_name(call)
        symbol = self.symbols.symbol(call.name)
        if name and (symbol is None or self.context.definition(symbol) is None):
            refuse("K004", f"`{name}` can't be called on the device", self.unit.location(call))
        what = f"`{name}`" if name else "a function that a pointer leads to"
        refuse("K013", f"{what} may access what a thread keeps by its number", self.unit.location(call))

    def _located(self, targets: Iterable[c_ast.Node]) -> int:
        """The objects that lvalues may be in."""
        points = self.effects.points
        return reduce(or_, (points.located(target, self.symbols) for target in targets), 0)

    def meets(self, one: int, other: int) -> bool:
        """Whether two masks may have an object in common."""
        return may_meet(one, other, self.effects)

    def _tell_apart(self, targets: Iterable[c_ast.Node], place: c_ast.Node | Symbol, reason: str) -> None:
        """Note the targets that a place may be the same memory as; by their types, some never are."""
        if isinstance(place, Symbol):
            refuse("K013", reason, self.unit.location(self.body))
        objects, ctype = self.effects.points.located(place, self.symbols), self.symbols.type_of(place)
        for target in targets:
            apart = not self._puns and never_shared(self.symbols.type_of(target), ctype)
            if self.meets(self.effects.points.located(target, self.symbols), objects) and not apart:
                self.suspects.append(Suspect(target, place, reason))

    def _are_members(self, one: c_ast.Node, other: c_ast.Node) -> bool:
        """Whether two places are different members of structures of one type."""
        if not isinstance(one, c_ast.StructRef) or not isinstance(other, c_ast.StructRef):
            return False
        owner, same = (_structure(self.symbols.type_of(each.name)) for each in (one, other))
        different = one.field.name != other.field.name
        return different and owner == same and isinstance(owner, StructType) and not owner.union

    def accesses(self) -> Iterator[Access]:
        """The accesses of the loop's own text."""
        for access in self.effects.accesses(self.symbols).of(self.body):
            if isinstance(access, Access):
                yield access

    def _automatic(self) -> int:
        """The objects of the iteration's own variables."""
        mask = 0
        for symbol in self.own:
            mask |= self.effects.points.of_symbol(symbol)
        return mask

    def _reads_own(self, place: c_ast.Node | Symbol, plain: list[c_ast.Node]) -> bool:
        """Whether a place is one that the same iteration stores to, spelled in counters of the loop alone."""
        if isinstance(place, Symbol) or not any(same_text(place, target) for target in plain):
            return False
        changed = uses_of(self.body, self.symbols)
        names = [self.symbols.symbol(part) for part in walk(place) if isinstance(part, c_ast.ID)]
        return all(symbol is not None and not changed.changes(symbol) for symbol in names if symbol in self.own)


def _structure(ctype: CType) -> CType:
    """The type of a structure, or of the one that a pointer leads to."""
    ctype = unqualified(ctype)
    return unqualified(ctype.target) if isinstance(ctype, PointerType) else ctype


def may_meet(one: int, other: int, effects: EffectsOf) -> bool:
    """Whether two masks may have an object in common; code that is not seen knows what has escaped."""
    escaped = effects.points.escaped | UNKNOWN_BIT
    unknown = (one & UNKNOWN_BIT and other & escaped) or (other & UNKNOWN_BIT and one & escaped)
    return bool(one & other & ~MOVED_BIT or unknown)


def meet(one: int, other: int) -> bool:
    """Whether two masks may have an object in common; code that is not seen may know any."""
    one, other = one & ~MOVED_BIT, other & ~MOVED_BIT
    return bool(one & other) or bool((one & UNKNOWN_BIT and other) or (other & UNKNOWN_BIT and one))
