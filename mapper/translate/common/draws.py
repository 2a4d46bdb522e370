"""Numbers that iterations draw from a counter, and values that they exchange, while they exclude each other.

    #pragma omp critical        omp_set_lock(&lock[k]);
    {                           next[i] = head[k];
      place[n] = i;             head[k] = i;
      n++;                      omp_unset_lock(&lock[k]);
    }

Each is one atomic operation that gives the value before.  A section changes one counter at most, once: what is
done apart may give numbers that neither go together nor follow each other.  What else is stored is in places of
the iteration's own: found by its number, or by the counter of the loop.  A variable of the iteration's may hold
the number: `at = n++; place[at] = i;`.

A list may have an end: `if (n < most) list[n++] = i;`.  An iteration that draws a number beyond it gives that one
back.  As the end is the same for all iterations, no number below it is drawn meanwhile, nor later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.expressions.updates import Update
from mapper.ir.trees.ctypes import ArrayType, FloatType, IntType
from mapper.ir.trees.jumps import JUMPS
from mapper.ir.trees.names import exposed_place, objects_in, settings, value_set
from mapper.ir.trees.nodes import INCREMENTS, LOOPS, children, flattened, has_effects, same_text, text_of, walk
from mapper.translate.common.updates import statements_in, update_of, updates_in


@dataclass(frozen=True, eq=False, slots=True)
class Draws:
    """Where the operations are in the source, by `id`; `places` are the objects that they change.

    `first` are statements before which an update is made, `drawn` the values that such an update gives, `swapped`
    those for which another one is stored, `done` the statements of which nothing is left then.
    """

    first: dict[int, Update] = field(default_factory=dict)
    drawn: dict[int, Update] = field(default_factory=dict)
    swapped: dict[int, c_ast.Assignment] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    limited: dict[int, Update] = field(default_factory=dict)
    """Tests of a number that was drawn before; where they fail, it is given back."""
    ends: list[c_ast.Node] = field(default_factory=list)
    """What these numbers are compared with."""
    counted: set[int] = field(default_factory=set)
    """Increments whose values are used."""
    held: dict[int, Update] = field(default_factory=dict)
    """Uses of the iteration's own variables that hold a number which was drawn before."""
    places: list[Update] = field(default_factory=list)


@dataclass(frozen=True, eq=False, slots=True)
class Store:
    """A place that an iteration stores into; `key` says what makes it its own, empty where nothing does.

    Where that is a number, it was drawn from `counter`.
    """

    place: c_ast.Node
    key: str
    counter: c_ast.Node | None


def add_draws(
    found: Draws,
    section: c_ast.Node,
    symbols: Symbols,
    is_own: Callable[[c_ast.Node], bool],
    is_steady: Callable[[c_ast.Node], bool],
) -> None:
    """Note the operations of a section.

    `is_own` says whether only the iteration itself sees a place, `is_steady` whether an expression has the same
    value for all iterations, if what is in members that it names stays as it is.
    """
    for node in walk(section):
        if isinstance(node, c_ast.If):
            _limited(found, node, symbols, is_own, is_steady)
    known = {id(update.statement) for update in found.limited.values()}
    for block in walk(section):
        if isinstance(block, c_ast.Compound):
            items = block.block_items or []
            for at, item in enumerate(items):
                _exchange(found, item, items[at + 1] if at + 1 < len(items) else None, symbols, is_own)
                if id(item) not in known:
                    _draw(found, items[:at], item, symbols, is_own)
    statements = {id(node) for node in statements_in(section)}
    for node in walk(section):
        if isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS and id(node) not in {*statements, *known}:
            update = update_of(node, symbols)
            if update is not None and _fits(node.expr, symbols) and not is_own(node.expr):
                found.counted.add(id(node))
                found.places.append(update)
    for block in walk(section):
        if isinstance(block, c_ast.Compound):
            _hold(found, block, section, symbols, is_own)


def _hold(
    found: Draws,
    block: c_ast.Compound,
    section: c_ast.Node,
    symbols: Symbols,
    is_own: Callable[[c_ast.Node], bool],
) -> None:
    """`at = n++; ... at ...`: statements behind one that draws a number use the variable that gets it."""
    increments = {id(update.statement): update for update in found.places if id(update.statement) in found.counted}
    items = block.block_items or []
    for at, item in enumerate(items):
        value = value_set(item)
        update = found.drawn.get(id(value), increments.get(id(value)))
        symbol = symbols.symbol(item.lvalue if isinstance(item, c_ast.Assignment) else item)
        if update is None or symbol is None or settings(section)[symbol.name] != 1:
            continue
        if not symbol.is_automatic or (isinstance(item, c_ast.Assignment) and not is_own(item.lvalue)):
            continue
        if unqualified(symbol.type) != unqualified(symbols.type_of(update.target)):
            continue
        uses = (part for each in items[at + 1 :] for part in walk(each) if isinstance(part, c_ast.ID))
        found.held.update((id(part), update) for part in uses if symbols.symbol(part) is symbol)


def _draw(
    found: Draws,
    before: list[c_ast.Node],
    item: c_ast.Node,
    symbols: Symbols,
    is_own: Callable[[c_ast.Node], bool],
) -> None:
    """`... n ...; n += step;`: the statements before the sum use the value before."""
    update = update_of(item, symbols)
    if update is None or update.operator != "+" or is_own(update.target) or not _fits(update.target, symbols):
        return
    uses = [[part for part in _named(each) if same_text(part, update.target)] for each in before]
    start = next((at for at, parts in enumerate(uses) if parts), None)
    if start is None or has_effects(update.operand) or not _leaves(before[start:], update, item, is_own):
        return
    found.first[id(before[start])] = update
    found.drawn.update((id(part), update) for parts in uses for part in parts)
    found.done.add(id(item))
    found.places.append(update)


def _leaves(
    code: list[c_ast.Node], update: Update, names_of: c_ast.Node, is_own: Callable[[c_ast.Node], bool]
) -> bool:
    """Whether some code changes nothing that a counter is found by, and runs to its end."""
    names = {part.name for part in objects_in(names_of)}
    for part in (part for each in code for part in walk(each)):
        place = exposed_place(part)
        name = part.name if isinstance(part, c_ast.Decl) else place.name if isinstance(place, c_ast.ID) else None
        hidden = place is not None and name is None and (is_own(place) or same_text(place, update.target))
        if isinstance(part, JUMPS) or name in names or hidden:
            return False
    return True


def _limited(
    found: Draws,
    test: c_ast.If,
    symbols: Symbols,
    is_own: Callable[[c_ast.Node], bool],
    is_steady: Callable[[c_ast.Node], bool],
) -> None:
    """`if (n < most) { ... n ...; n++; }`, also with `n++` in the last of the statements that use it."""
    match test.cond:
        case c_ast.BinaryOp(op="<" | "<=", left=counter, right=end):
            pass
        case c_ast.BinaryOp(op=">" | ">=", left=end, right=counter):
            pass
        case _:
            return
    items = flattened(c_ast.Compound([test.iftrue]))
    uses = [[part for part in _named(each) if same_text(part, counter)] for each in items]
    at = next((at for at in reversed(range(len(items))) if uses[at]), None)
    if at is None or is_own(counter) or not _fits(counter, symbols) or not is_steady(end):
        return
    last = items[at]
    updates = filter(None, (update_of(part, symbols) for part in walk(last)))
    steps = [each for each in updates if same_text(each.target, counter)]
    if len(steps) != 1 or step_of(steps[0]) != "+":
        return
    update = steps[0]
    inner = update.statement is not last
    choices = (c_ast.BinaryOp, c_ast.TernaryOp)
    plain = isinstance(last, c_ast.Assignment) and not any(isinstance(part, choices) for part in walk(last))
    post = isinstance(update.statement, c_ast.UnaryOp) and update.statement.op == "p++"
    if inner and not (plain and post and len(uses[at]) == 1):
        return
    elsewhere = test.iffalse is not None and any(same_text(part, counter) for part in _named(test.iffalse))
    if elsewhere or not _leaves([c_ast.Compound(items[:at])], update, counter, is_own):
        return
    drawn = [counter, *(part for parts in uses[:at] for part in parts)]
    found.drawn.update((id(part), update) for part in drawn)
    if inner:
        found.drawn[id(update.statement)] = update
    else:
        found.done.add(id(last))
    found.first[id(test)] = found.limited[id(test)] = update
    found.ends.append(end)
    found.places.append(update)


def _exchange(
    found: Draws,
    first: c_ast.Node,
    second: c_ast.Node | None,
    symbols: Symbols,
    is_own: Callable[[c_ast.Node], bool],
) -> None:
    """`v = x; x = e;`."""
    match first:
        case c_ast.Assignment(op="=") if not is_own(first.lvalue):  # what comes first is known here only
            value, target = first.rvalue, text_of(first.lvalue)
        case c_ast.Decl() if first.init is not None:
            value, target = first.init, first.name
        case _:
            return
    if not isinstance(second, c_ast.Assignment) or second.op != "=" or not same_text(value, second.lvalue):
        return
    others = {text_of(part) for part in walk(second)}
    if has_effects(second.rvalue) or target in others or is_own(value) or not _fits(value, symbols):
        return
    if any(same_text(part, value) for part in walk(second.rvalue)):
        return
    found.swapped[id(value)] = second
    found.done.add(id(second))
    found.places.append(Update(second, second.lvalue, "=", second.rvalue))


def _fits(place: c_ast.Node, symbols: Symbols) -> bool:
    """Whether an object is a word."""
    ctype = unqualified(symbols.type_of(place))
    return isinstance(ctype, IntType | FloatType) and ctype.bits in (32, 64) and ctype.name != "_Bool"


def most_on_a_way(node: c_ast.Node | None, operations: Collection[int]) -> int:
    """How many of some operations, given by `id`, a way through code may have; what is in a loop counts twice."""
    if node is None:
        return 0
    if isinstance(node, c_ast.If):
        sides = (most_on_a_way(node.iftrue, operations), most_on_a_way(node.iffalse, operations))
        return most_on_a_way(node.cond, operations) + max(sides)
    inside = sum(most_on_a_way(child, operations) for child in children(node))
    return (id(node) in operations) + inside * (2 if isinstance(node, LOOPS) else 1)


def stores_in(
    section: c_ast.Node,
    found: Draws,
    varies: Callable[[c_ast.ID], bool],
    counters: tuple[Symbol, ...],
    symbols: Symbols,
    is_own: Callable[[c_ast.Node], bool],
) -> Iterator[Store]:
    """The plain assignments of a section to what iterations share.

    `varies` says whether a name may be of something else in each iteration, `counters` are those of the loop.
    """
    targets = {id(each.statement): each.target for each in found.places}
    updates = {id(part) for update in updates_in(section, symbols) for part in walk(update.statement)}
    for node in walk(section):
        if (
            not isinstance(node, c_ast.Assignment)
            or id(node) in updates
            or id(node) in targets
            or is_own(node.lvalue)
        ):
            continue
        key, counter = "", None
        steps = [node.lvalue]
        while isinstance(steps[-1], c_ast.ArrayRef | c_ast.StructRef):
            steps.append(steps[-1].name)
        base = steps[-1]
        texts = {text_of(step.subscript) for step in steps if isinstance(step, c_ast.ArrayRef)}
        texts |= set(map(text_of, steps))
        fixed = isinstance(base, c_ast.ID) and not varies(base)
        for step in _elements(node.lvalue, symbols):
            drawn = found.drawn.get(id(step.subscript), found.held.get(id(step.subscript)))
            target = targets.get(id(step.subscript)) if drawn is None else drawn.target
            chosen = {""} if target is None else _identified(target, varies)
            if target is not None and chosen <= texts and (fixed or text_of(base) in chosen):
                key, counter = f"{spelled(step, symbols)} drawn from {spelled(target, symbols)}", target
            elif fixed and isinstance(step.subscript, c_ast.ID) and (symbols.symbol(step.subscript),) == counters:
                key, counter = spelled(step, symbols), None
        yield Store(node.lvalue, key, counter)


def _elements(place: c_ast.Node, symbols: Symbols) -> Iterator[c_ast.ArrayRef]:
    """The elements that a place is a part of: other elements than these have other places."""
    while isinstance(place, c_ast.ArrayRef | c_ast.StructRef):
        if isinstance(place, c_ast.ArrayRef):
            yield place
        follows = place.type == "->" if isinstance(place, c_ast.StructRef) else not _is_array(place.name, symbols)
        if follows:
            return
        place = place.name


def _is_array(node: c_ast.Node, symbols: Symbols) -> bool:
    return isinstance(unqualified(symbols.type_of(node)), ArrayType)


def spelled(place: c_ast.Node, symbols: Symbols) -> str:
    """A place's text and its variables, by `id`: places of the same are the same in an iteration."""
    return f"{text_of(place)} {[id(symbols.symbol(part)) for part in objects_in(place)]}"


def _named(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes of some code, without the names of members."""
    members = {id(part.field) for part in walk(root) if isinstance(part, c_ast.StructRef)}
    return (part for part in walk(root) if id(part) not in members)


def _identified(counter: c_ast.Node, varies: Callable[[c_ast.ID], bool]) -> set[str]:
    """The texts that say which counter it is, of those that iterations choose from."""
    parts = set()
    led = False
    while not isinstance(counter, c_ast.ID):
        led = led or not isinstance(counter, c_ast.StructRef) or counter.type == "->"
        match counter:
            case c_ast.ArrayRef():
                if any(isinstance(part, c_ast.ID) and varies(part) for part in walk(counter.subscript)):
                    parts.add(text_of(counter.subscript))
                counter = counter.name
            case c_ast.StructRef():
                counter = counter.name
            case c_ast.UnaryOp(op="*"):
                counter = counter.expr
            case _:
                return {""}
    return parts | ({counter.name} if led and varies(counter) else set())


def step_of(update: Update) -> str:
    """Whether a counter moves up or down, by a literal; empty where it does neither."""
    if not isinstance(update.operand, c_ast.Constant) or update.operator != "+":
        return ""
    match update.statement:
        case c_ast.UnaryOp(op="--" | "p--") | c_ast.Assignment(op="-="):
            return "-"
        case c_ast.Assignment(op="=", rvalue=c_ast.BinaryOp(op="-")):
            return "-"
    return "+"
