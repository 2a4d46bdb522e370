"""Loops whose iterations the threads of a region deal out by hand become work-shared loops, with `nowait`.

    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = (long)me * n / threads, high = (long)(me + 1) * n / threads;
    for (int i = low; i < high; i++)            ->      for (int i = 0; i < n; i++)

Bounds are followed as expressions of the thread's number, for which `deals` proves that the parts of
all threads make one range.  The source's text stays what the CPU runs.  The translation must prove that iterations
don't depend on each other (`Directive.dealt`): a thread may rely on the order of those in its part.

Where bounds are read from memory (`part[me]`, `grid->rows`), the region must leave that as it is, and parts that
no rule proves to make one range are tested before it (`directive.TILED`).  So are those of nested loops, of which
each thread has a rectangle: `for (y = py * h; y < (py + 1) * h; y++) for (x = px * w; x < (px + 1) * w; x++)`.

What is updated by the thread's number goes where the thread of the iteration has it, by an atomic update:

    sum[me] += x[i];        ->        { int owner = i % threads;
                                        #pragma omp atomic
                                        sum[owner] += x[i]; }
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from types import MappingProxyType

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.expressions.polynomials import ONE
from mapper.ir.expressions.updates import Placed, atomic_updates_in, named
from mapper.ir.trees import build
from mapper.ir.trees.directive import STEADY, TILED, Clause, Directive
from mapper.ir.trees.headers import Head
from mapper.ir.trees.names import (
    all_names,
    declared_names,
    fresh_name,
    mentions_any,
    pointed_names,
    settings,
)
from mapper.ir.trees.nodes import Omp, base_of, clone, replace_child, statements_of, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import atomic_of, changeable, copied_names, is_comparable, is_loop
from mapper.openmp.idioms.declared_types import scalar_words
from mapper.openmp.idioms.shares.asking import holding_most, library_calls
from mapper.openmp.idioms.shares.cases import COUNT, ME, NUMBER, TEAM, Cases, one_case, printed
from mapper.openmp.idioms.shares.deals import cyclic, parts, unproved
from mapper.openmp.idioms.shares.heads import counter_setting, lower_bound, plain_header, set_lower
from mapper.openmp.idioms.shares.offsets import Rebased, is_signed, rebase
from mapper.openmp.idioms.shares.owners import owner_of_cyclic, owner_of_part, rename_number
from mapper.openmp.idioms.shares.parts import Part, part_of, with_whole
from mapper.openmp.idioms.shares.stored_sums import Moved, move
from mapper.openmp.idioms.shares.values import Values, integer_types, is_integer_type
from mapper.openmp.shape import nested_loop

_INSIDE = frozenset(["atomic", "critical", "simd"])


def deal(
    unit: Unit, as_written: Collection[Location], elsewhere: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Find such loops in the regions of a unit whose directives are bound; its tree is changed in place.

    Regions at the places in `as_written` stay as they are.  `elsewhere` is what functions of other files return,
    as of `library_calls`.
    """
    dealer = Dealer(unit, elsewhere)
    for function in unit.functions:
        for construct in changeable(function, as_written):
            dealer.change(construct, function)


@dataclass(eq=False)
class Dealer:
    """Finds such loops in the regions of one unit; `elsewhere` is that of `deal`."""

    unit: Unit
    elsewhere: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._calls = library_calls(self.unit, self.elsewhere)
        self.asking = {each for each, called in self._calls.items() if called == NUMBER}

    @cached_property
    def _known(self) -> tuple[frozenset[str], frozenset[str]]:
        """The unit's integer types, and its variables that hold the most threads that a region may have."""
        return integer_types(self.unit.tree), holding_most(self.unit, self._calls)

    def change(self, construct: Omp, function: c_ast.FuncDef) -> None:
        """Change the loops of a construct of a function, if that is a region that asks for threads' numbers."""
        directive, body = construct.directive, construct.body
        if directive.kind != "parallel" or not isinstance(body, c_ast.Compound):
            return
        if not mentions_any(body, self.asking):
            return
        inside = (each for each in walk(function) if isinstance(each, c_ast.Decl))
        declared = [*self.unit.declarations, *inside]
        sized = any(directive.first(kind) is not None for kind in ("num_threads", "if"))
        integers, most = self._known
        known = self._calls, integers, self.unit.constants, frozenset[str]() if sized else most
        _Region(self.unit, construct, body, declared, *known).run()


@dataclass(eq=False)
class _Region:
    """One region; `settings` are statements that set variables to known values, with their blocks and names.

    `scattered` is that of `Directive`, of the loop that was found last.
    `constants` are the enumeration constants of the unit, `parts` the pointers to threads' parts.  The other
    fields from `calls` to `taken` are those of `Values`.
    """

    unit: Unit
    construct: Omp
    body: c_ast.Compound
    declared: list[c_ast.Decl]
    calls: Mapping[str, str]
    integers: frozenset[str]
    constants: frozenset[str]
    most: frozenset[str]
    taken: set[str] = field(default_factory=set)
    settings: list[tuple[c_ast.Compound, c_ast.Node, frozenset[str]]] = field(default_factory=list)
    vague: frozenset[str] = frozenset()
    parts: dict[str, Part] = field(default_factory=dict)
    found: bool = False
    scattered: bool = False

    def run(self) -> None:
        """Change the region's loops, and leave out what only computed their bounds."""
        inside = declared_names(self.body)
        private = {name for clause in self.construct.directive.all("private") for name in clause.variables}
        self.own = inside | private
        self.copied = copied_names(self.unit)
        self.changed = set(settings(self.body))
        self.vague = pointed_names(self.body) | {
            each.name for each in self.declared if not _is_integer(each.type, self.integers, narrow=False)
        }
        self._block(self.body, {})
        if self.found:
            self._remove()
            self._ask_for_most()

    def _block(self, block: c_ast.Compound, known: dict[str, Cases | None]) -> None:
        for item in list(block.block_items or []):
            names = set(settings(item))
            if isinstance(item, c_ast.Decl) and item.init is None:
                known[item.name] = None
            elif (found := self._pointed(item)) is not None:
                self.parts[found.pointer] = found
                self.settings.append((block, item, frozenset([found.pointer])))
            elif self._values(known).run(item):
                self.settings.append((block, item, frozenset(names)))
            elif isinstance(item, c_ast.For):
                self._loop(block, item, known)
            elif is_loop(item):
                if self._moved(block, item, known) is not None:
                    item.directive = replace(item.directive, moved=True)
                known.update(dict.fromkeys(names))
            elif isinstance(item, c_ast.Compound):
                known.update(dict.fromkeys(names - _declared(item)))
                self._inner_block(item, known)
            else:
                known.update(dict.fromkeys(names))
                if isinstance(item, c_ast.While | c_ast.DoWhile) and isinstance(item.stmt, c_ast.Compound):
                    self._inner_block(item.stmt, known)

    def _inner_block(self, block: c_ast.Compound, known: dict[str, Cases | None]) -> None:
        """A block in another one, whose own variables may have the names of others around it."""
        own, inside = _declared(block), dict(known)
        self._block(block, inside)
        known.update((name, value) for name, value in inside.items() if name not in own)

    def _values(self, known: dict[str, Cases | None]) -> Values:
        return Values(
            known, self._is_settled, self._is_steady, self.integers, self.calls, self.most, self.taken, self.vague
        )

    def _ask_for_most(self) -> None:
        """Let the region run on the device only where what counts as the number of threads will be that."""
        tests: list[c_ast.Node] = [
            c_ast.BinaryOp("==", c_ast.ID(name), c_ast.FuncCall(c_ast.ID(TEAM), None))
            for name in sorted(self.taken)
        ]
        if tests:
            directive = self.construct.directive
            both = build.joined("&&", tests)
            clause = Clause("if", directive.where, expression=both)
            self.construct.directive = replace(directive, clauses=(*directive.clauses, clause))

    def _is_steady(self, name: str) -> bool:
        """Whether a variable is from outside, and the region does not change it by its name."""
        declared = any(decl.name == name for decl in self.declared)
        return declared and name not in self.own and name not in self.changed

    def _is_settled(self, name: str) -> bool:
        """Whether a name is that of an integer from outside that the region leaves as it is."""
        if name in self.own or name in self.changed:
            return False
        found = [decl for decl in self.declared if decl.name == name]
        if not found and name in self.constants:
            return True
        return bool(found) and all(_is_integer(decl.type, self.integers, narrow=True) for decl in found)

    def _moved(self, block: c_ast.Compound, loop: c_ast.Node, known: Mapping[str, Cases | None]) -> Moved | None:
        """Let a loop add up in memory what is stored there by the thread's number behind it."""
        return move(block, loop, _numbers(known), self.own, self.declared, self.body, self.unit)

    def _loop(self, block: c_ast.Compound, node: c_ast.For, known: dict[str, Cases | None]) -> None:
        if self._deal(block, node, known) or self._deal_parts(block, node, known):
            known.update(dict.fromkeys(settings(node)))
            return
        known.update(dict.fromkeys(settings(node)))
        inside = node.stmt if isinstance(node.stmt, c_ast.Compound) else c_ast.Compound([node.stmt], node.coord)
        only = node.stmt
        self._inner_block(inside, known)
        if inside.block_items != [only]:
            node.stmt = inside

    def _rebased(self, node: c_ast.For, known: Mapping[str, Cases | None]) -> Rebased | None:
        """Let a loop that adds where its thread's part begins count from there."""
        head = plain_header(node)
        return None if head is None else rebase(node, head, self._values(dict(known)).cases, self.declared)

    def _deal(self, block: c_ast.Compound, node: c_ast.For, known: dict[str, Cases | None]) -> bool:
        """Let a loop be a work-shared one, if it is dealt out."""
        setting, before = counter_setting(node)
        written, node.init = node.init, setting
        moved = self._moved(block, node, known)
        rebased = self._rebased(node, known)
        if not self._is_dealt(block, node, known):
            if rebased is not None:
                rebased.undo()
            node.init = written
            if moved is not None:
                moved.undo()
            return False
        place = block.block_items.index(node)
        block.block_items[place:place] = before
        place += len(before)
        where = self.unit.location(node)
        clause = Clause("nowait", where)
        directive = Directive("for", (clause,), where, "for nowait", dealt=True, scattered=self.scattered)
        block.block_items[place] = Omp(directive, node, node.coord)
        self.found = True
        return True

    def _deal_parts(self, block: c_ast.Compound, node: c_ast.For, known: dict[str, Cases | None]) -> bool:
        """Let a loop over elements of its thread's part be a work-shared one, if it is dealt out."""
        header = plain_header(node)
        if header is None or not self._is_over(node, header) or not is_signed(header.start.name, self.declared):
            return False
        name = fresh_name(header.start.name, all_names(self.unit.tree) | all_names(self.body))
        other, counter, bases = with_whole(node, header, self.parts, name)
        place = block.block_items.index(node)
        block.block_items[place] = other
        self.declared.append(counter)
        rebased = self._rebased(other, known)
        if rebased is not None:
            rebased.undo()
        if rebased is not None and self._deal(block, other, known):
            if bases:
                self._add(STEADY, node, bases)
            return True
        block.block_items[place] = node
        return False

    def _pointed(self, item: c_ast.Node) -> Part | None:
        """The part of a thread that a declared pointer leads to, if the pointer and its base stay."""
        found = part_of(item, self.declared)
        if found is None or found.base in pointed_names(self.body) or not self._is_steady(found.base):
            return None
        return found if settings(self.body)[found.pointer] == 1 else None

    def _is_dealt(self, block: c_ast.Compound, node: c_ast.For, known: Mapping[str, Cases | None]) -> bool:
        """Whether a loop of a block is dealt out, alone or with those right inside; headers are changed then."""
        inner = self._shared_inside(node, known)
        written = [(lower_bound(loop), loop.cond) for loop in inner]
        before: list[c_ast.Decl] = []
        bounds = [bound for loop in inner for bound in self._widened(loop, known, before)]
        if self._is_shared_out(node, known, bounds):
            place = block.block_items.index(node)
            block.block_items[place:place] = before
            return True
        for loop, (start, test) in zip(inner, written, strict=True):
            set_lower(loop, start)
            loop.cond = test
        return False

    def _shared_inside(self, node: c_ast.For, known: Mapping[str, Cases | None]) -> list[c_ast.For]:
        """The loops that are perfectly nested in a loop and that each thread has a range of its own of."""
        found: list[c_ast.For] = []
        values = self._values(dict(known))
        loop = nested_loop(node)
        while loop is not None:
            header = plain_header(loop)
            if header is None or not self._is_over(loop, header):
                break
            low, high, step = (values.cases(each) for each in (header.start.value, header.bound, header.step.by))
            if low is None or high is None or step != values.one:
                break
            if not (low.mentions_number and high.mentions_number):
                break
            found.append(loop)
            loop = nested_loop(loop)
        return found

    def _widened(
        self, loop: c_ast.For, known: Mapping[str, Cases | None], before: list[c_ast.Decl]
    ) -> tuple[Cases, Cases]:
        """Let a loop count from where the first thread's part begins to where the last one's ends.

        The part of each comes back; `before` gets the declarations of the variables that hold the new bounds.
        """
        header, values = plain_header(loop), self._values(dict(known))
        assert header is not None
        low, high = values.cases(header.start.value), values.cases(header.bound)
        assert low is not None
        assert high is not None
        high = high.plus(ONE) if header.relation == "<=" else high
        for wish, cases in zip(("first", "behind"), unproved(low, high)[:2], strict=True):
            name = fresh_name(wish, all_names(self.unit.tree) | {each.name for each in before})
            value = printed(cases, c_ast.FuncCall(c_ast.ID(TEAM), None))
            before.append(build.host_variable(name, "long", value, loop.coord))
        set_lower(loop, c_ast.ID(before[-2].name))
        loop.cond = c_ast.BinaryOp("<", clone(header.step.counter), c_ast.ID(before[-1].name), loop.cond.coord)
        return low, high

    def _is_shared_out(self, node: c_ast.For, known: Mapping[str, Cases | None], inside: Sequence[Cases]) -> bool:
        """Whether a loop is dealt out; `inside` are the bounds of the loops in it that are dealt out with it."""
        header = plain_header(node)
        if header is None:
            return False
        updates = self._updates(node, header, known)
        if updates is None or not self._is_over(node, header):
            return False
        values = self._values(dict(known))
        low, high, step = (values.cases(each) for each in (header.start.value, header.bound, header.step.by))
        if low is None or high is None or step is None:
            return False
        counts = chain((name for name, cases in known.items() if cases == values.count), sorted(self.taken))
        named = next(map(c_ast.ID, counts), None)
        threads = named or c_ast.FuncCall(c_ast.ID(COUNT), None)
        counter, inclusive = header.start.name, header.relation == "<="
        end = high.plus(ONE) if inclusive else high
        made = None if inside else cyclic(low, high, step)
        is_cyclic = made is not None
        if made is None and not inside:
            made = parts(low, high, inclusive=inclusive) if step == values.one else None
        in_memory = any(each.in_memory for each in (low, high, step))
        proved = made is not None
        tested = (inside or in_memory) and low.mentions_number and high.mentions_number
        if made is None and tested and not updates and step == values.one:
            made = unproved(low, end)
        if made is None:
            return False
        self.scattered = is_cyclic or not proved
        team = c_ast.FuncCall(c_ast.ID(TEAM), None)
        texts = [printed(each, team if in_memory or named is None else named) for each in made]
        lower, bound, width = texts
        if lower is None or bound is None or width is None:
            return False
        if updates:
            owner = owner_of_cyclic(low, counter, threads)
            if not is_cyclic:
                owner = owner_of_part(low, high, counter, threads, inclusive=inclusive)
            if owner is None:
                return False
            self._own_updates(node, updates, owner, known)
        self._rely_on(STEADY, node, (low, end, step, *inside))
        if not proved:
            self._rely_on(TILED, node, (low, end, *inside))
        inclusive = inclusive and is_cyclic
        set_lower(node, lower)
        node.cond = c_ast.BinaryOp("<=" if inclusive else "<", clone(header.step.counter), bound, node.cond.coord)
        node.next = c_ast.Assignment("+=", clone(header.step.counter), width, node.coord)
        return True

    def _rely_on(self, kind: str, node: c_ast.For, values: Sequence[Cases]) -> None:
        """Let the region run on the device only where what gives the parts stays as it is, or their test holds."""
        asking = c_ast.FuncCall(c_ast.ID(COUNT), None)
        read = [each for each in (printed(cases, asking) for cases in values) if each is not None]
        if kind == STEADY:
            read += map(c_ast.ID, sorted(self.taken))
        self._add(kind, node, read)

    def _add(self, kind: str, node: c_ast.Node, read: Sequence[c_ast.Node]) -> None:
        clause = Clause(kind, self.unit.location(node), expression=c_ast.ExprList([*read], node.coord))
        directive = self.construct.directive
        self.construct.directive = replace(directive, clauses=(*directive.clauses, clause))

    def _is_over(self, node: c_ast.For, header: Head) -> bool:
        """Whether nothing in the region may read what a loop leaves in its counter."""
        if isinstance(header.start.node, c_ast.Decl):
            return True
        if (name := header.start.name) in self.copied - self.own:
            return False
        loops = [each for each in walk(self.body) if isinstance(each, c_ast.For)]
        loops = [each for each in loops if each.init is not None and name in settings(each.init)]
        inside = {id(part) for each in (node, *loops) for part in walk(each)}
        set_there = {
            id(each.lvalue) for each in walk(self.body) if isinstance(each, c_ast.Assignment) and each.op == "="
        }
        return all(
            id(part) in inside or id(part) in set_there
            for part in walk(self.body)
            if isinstance(part, c_ast.ID) and part.name == name
        )

    def _updates(self, node: c_ast.For, header: Head, known: Mapping[str, Cases | None]) -> list[Placed] | None:
        """What the body updates by the thread's number; none: it is one that any thread may run.

        None where it uses the number in other ways, or the bounds of the thread's part.  Pointers of an
        iteration's own may lead to a block of the thread: the translation looks at what is done with it.
        """
        if header.start.name in settings(node.stmt):
            return None
        by_number = {name for name, cases in known.items() if cases is not None and cases.mentions_number}
        numbers = _numbers(known)
        asking = numbers | self.asking
        found = [each for each in atomic_updates_in(node, is_comparable) if mentions_any(each[0].target, asking)]
        if not all(self._is_shared(each.target) for each, *_ in found):
            return None
        explained = {id(part) for each, *_ in found for target in named(each) for part in walk(target)}
        explained |= {id(part) for each in _pointers_set(node.stmt) for part in walk(each)}
        for part in walk(node.stmt):
            if isinstance(part, Omp) and (part.directive.kind not in _INSIDE or found):
                return None
            if isinstance(part, c_ast.ID) and (
                part.name in by_number - numbers or (part.name in asking and id(part) not in explained)
            ):
                return None
        return found

    @property
    def asking(self) -> set[str]:
        """The functions that give the thread's number."""
        return {name for name, called in self.calls.items() if called == NUMBER}

    def _is_shared(self, target: c_ast.Node) -> bool:
        """Whether an element is in an array that the threads share."""
        base, is_part = base_of(target), isinstance(target, c_ast.ArrayRef | c_ast.StructRef)
        return is_part and base is not None and base.name not in self.own | self.copied

    def _own_updates(
        self, node: c_ast.For, updates: list[Placed], owner: c_ast.Node, known: Mapping[str, Cases | None]
    ) -> None:
        """Let each iteration do its updates for the thread that has it."""
        name = fresh_name("owner", all_names(self.unit.tree))
        numbers = _numbers(known)
        for update, parent, slot in updates:
            for target in list(named(update)):
                rename_number(target, numbers, self.asking, name)
            replace_child(parent, slot, atomic_of(self.unit, update))
        node.stmt = c_ast.Compound([build.host_variable(name, "int", owner, node.coord), node.stmt], node.coord)

    def _remove(self) -> None:
        """Leave out the statements that set what nothing uses any more, but for other such statements."""
        left = [(block, item) for block, item, names in self.settings if names <= self.own]
        inside = {id(part) for _, item in left for part in walk(item)}
        live = {part.name for part in walk(self.body) if isinstance(part, c_ast.ID) and id(part) not in inside}
        needed = [each for each in left if live & set(settings(each[1]))]
        while needed:
            left = [each for each in left if each not in needed]
            live |= {part.name for _, item in needed for part in walk(item) if isinstance(part, c_ast.ID)}
            needed = [each for each in left if live & set(settings(each[1]))]
        for block, item in left:
            if isinstance(item, c_ast.Decl):
                item.init = None
            elif item in block.block_items:
                block.block_items.remove(item)


def _numbers(known: Mapping[str, Cases | None]) -> set[str]:
    """The variables that hold the thread's number."""
    return {name for name, cases in known.items() if cases == one_case(ME)}


def _pointers_set(body: c_ast.Node) -> list[c_ast.Node]:
    """What a body begins pointers with that it declares itself, outside of inner statements."""
    return [
        each.init
        for each in statements_of(body)
        if isinstance(each, c_ast.Decl) and isinstance(each.type, c_ast.PtrDecl) and each.init is not None
    ]


def _declared(block: c_ast.Compound) -> set[str]:
    """The variables that a block has of its own."""
    return {each.name for each in block.block_items or [] if isinstance(each, c_ast.Decl)}


def _is_integer(node: c_ast.Node, integers: Container[str], *, narrow: bool) -> bool:
    """Whether a declarator is that of an integer; with `narrow` also of one that `int` has more values than."""
    words = scalar_words(node)
    return words is not None and is_integer_type(words.names, integers, narrow=narrow)
