"""Calls of functions that only update what they are given become the statements of these functions.

    void push(struct sums *s, double x)        #pragma omp parallel
    {                                          {
      s->sum += x;                               struct sums mine = {0};
      s->count++;                                #pragma omp for
    }                                            for (int i = 0; i < n; i++) {
    #pragma omp parallel               ->          double x_2 = v[i];
    {                                              mine.sum += x_2;
      struct sums mine = {0};                      mine.count++;
      #pragma omp for                            }
      for (int i = 0; i < n; i++)                ...
        push(&mine, v[i]);
      ...

So it is where they are given what is reduced, or what is the threads' own in a region: what is done with that must
be seen where the loop is.  So it is, too, where a thread asks for its share outside of loops: `share(n, me, &low,
&high)` sets numbers of its own.  Functions that use what they are given in another way stay functions.  The
source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.expressions.updates import named, update_of
from mapper.ir.trees.jumps import only_returned, returns
from mapper.ir.trees.names import assigned_names, declared_names, fresh_name, is_named, objects_in, pointed_names
from mapper.ir.trees.nodes import (
    Omp,
    arguments_of,
    assigns,
    base_of,
    called_name,
    clone,
    constructs_in,
    has_effects,
    ids,
    is_statement_place,
    parameters_of,
    replace_child,
    statements_of,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.calls.given import Given, cast_to, in_places
from mapper.openmp.idioms.constructs import changeable
from mapper.openmp.idioms.declared_types import Declared, meaning, returns_nothing, scalar_words

DEPTH = 4
"""How deep such functions may call each other."""
_TRUTHS = frozenset(["<", "<=", ">", ">=", "==", "!=", "&&", "||", "!"])
_PLAIN = frozenset(["atomic", "barrier", "critical", "flush", "master", "single"])
_STAYING = (Omp, c_ast.Label, c_ast.Goto, c_ast.Typedef, c_ast.Pragma)


def put_in_place(
    unit: Unit, as_written: Collection[Location] = (), elsewhere: Mapping[str, Body] = MappingProxyType({})
) -> None:
    """Change such calls in the regions of a unit whose directives are bound; regions in `as_written` stay.

    `elsewhere` are functions of other files.
    """
    functions = Functions(unit, elsewhere=elsewhere)
    for caller in unit.functions:
        calls = [each for region in changeable(caller, as_written) for each in _calls(region, functions.names)]
        if not calls:
            continue
        inside = ids(*(node for node in constructs_in(caller.body) if "for" in node.directive.words))
        for parent, slot, call, own in calls:
            made = functions.in_place(call, caller, own, merges=id(call) not in inside)
            if made is not None:
                replace_child(parent, slot, made)


def calls_any_update(unit: Unit, names: Collection[str]) -> bool:
    """Whether regions of a unit give functions with these names what a construct reduces, or a region's own."""
    regions = (region for function in unit.functions for region in changeable(function, ()))
    return any(True for region in regions for _ in _calls(region, names))


def _calls(
    region: Omp, functions: Collection[str]
) -> Iterator[tuple[c_ast.Node, str, c_ast.FuncCall, frozenset[str]]]:
    """The calls that are given what a construct reduces, or a region's own: where they are, and those names."""
    if region.body is None or not region.directive.words & {"parallel", "for"}:
        return
    own = {name for clause in region.directive.all("reduction") for name in clause.variables}
    if region.directive.kind == "parallel":
        own |= {name for clause in region.directive.all("private") for name in clause.variables}
        own |= {item.name for item in statements_of(region.body) if isinstance(item, c_ast.Decl) and item.name}
    if own:
        yield from given_calls(region.body, region, functions, own)


def given_calls(
    body: c_ast.Node, holder: c_ast.Node, functions: Collection[str], names: Collection[str]
) -> Iterator[tuple[c_ast.Node, str, c_ast.FuncCall, frozenset[str]]]:
    """The statements in some code, and in what holds it, that call functions with some variables in arguments."""
    for parent in (holder, *walk(body)):
        for slot, child in parent.children():
            is_body = isinstance(parent, Omp) and slot == "body" and parent.directive.kind != "atomic"
            if (is_body or is_statement_place(parent, slot)) and called_name(child) in functions:
                roots = (base_of(each) for each in arguments_of(child))
                given = frozenset(root.name for root in roots if root is not None and root.name in names)
                if given:
                    yield parent, slot, child, given


@dataclass(frozen=True, eq=False, slots=True)
class Body:
    """What a function does: statements without `return`, and which parameters' memory they only update.

    `results` are the parameters that are only used as `*p`, a number.
    """

    parameters: tuple[c_ast.Decl, ...]
    items: tuple[c_ast.Node, ...]
    updated: frozenset[str]
    results: frozenset[str]


@dataclass(eq=False)
class Functions:
    """The functions that a unit calls as statements; `known` are the unit's by their names, `elsewhere` others.

    Where they may do `anything`, also those that use what they are given in other ways than to update it.
    With `constructs` these may hold constructs that name no variables.
    """

    unit: Unit
    anything: bool = False
    constructs: bool = False
    elsewhere: Mapping[str, Body] = field(default_factory=dict)
    known: dict[str, c_ast.FuncDef] = field(default_factory=dict)
    _bodies: dict[str, Body | None] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.known = {each.decl.name: each for each in self.unit.functions}

    @property
    def names(self) -> set[str]:
        """The functions that may become statements."""
        return self.known.keys() | self.elsewhere.keys()

    def in_place(
        self,
        call: c_ast.FuncCall,
        caller: c_ast.FuncDef,
        own: Collection[str],
        depth: int = DEPTH,
        *,
        merges: bool = False,
    ) -> c_ast.Compound | None:
        """The statements of the function that a call names, with its arguments; None where it must stay a call.

        It must be given addresses of variables in `own`, or, if it `merges`, their values.  One that updates
        nothing must leave results in them, outside of work-shared loops.
        """
        name = called_name(call)
        body = self.body(name, depth) if name not in declared_names(caller) else None
        arguments = arguments_of(call)
        if body is None or len(body.parameters) != len(arguments) or any(map(assigns, arguments)):
            return None
        if not body.updated and not merges and not self.anything:
            return None
        inner = {each.name for each in body.parameters} | declared_names(*body.items)
        if not _means_the_same(body, inner, caller):
            return None
        given = Given(Declared(self.unit, caller, call), body.items, pointed_names(caller.body), call, self.fresh)
        seen = False
        for parameter, argument in zip(body.parameters, arguments, strict=True):
            root = base_of(argument)
            mine = root is not None and root.name in own
            if not given.add(parameter, argument, must_be_seen=mine):
                return None
            if body.updated:
                seen |= mine and (merges or isinstance(parameter.type, c_ast.PtrDecl | c_ast.ArrayDecl))
            else:
                seen |= mine and parameter.name in body.results
        if not seen and not self.anything:
            return None
        names = {each: self.fresh(each) for each in sorted(declared_names(*body.items))}
        made = in_places(body.items, given, names)
        if made is None:
            return None
        found = c_ast.Compound([*given.before, *made], call.coord)
        for node in walk(found):
            node.coord = node.coord or call.coord  # type: ignore[misc]
        return found

    def value(self, call: c_ast.FuncCall, caller: c_ast.FuncDef) -> c_ast.Node | None:
        """What the function that a call names returns, with the call's arguments; None where it does more."""
        name, arguments = called_name(call), arguments_of(call)
        function = self.known.get(name) if name not in declared_names(caller) else None
        value = None if function is None or function.param_decls else only_returned(function.body)
        words = None if function is None else scalar_words(function.decl.type.type)
        if (
            function is None
            or value is None
            or words is None
            or any(map(has_effects, arguments))
            or assigns(value)
        ):
            return None
        parameters = [self._meant(each) for each in parameters_of(function) if isinstance(each, c_ast.Decl)]
        body = Body(tuple(parameters), (value,), frozenset(), frozenset())
        same = _means_the_same(body, {each.name for each in parameters}, caller)
        if not same or len(parameters) != len(arguments):
            return None
        given = Given(Declared(self.unit, caller, call), (value,), pointed_names(caller.body), call, self.fresh)
        if not all(map(given.add_value, parameters, arguments)):
            return None
        made = in_places((value,), given, {})
        if made is None:
            return None
        return made[0] if _is_truth(value) else cast_to(words, made[0])

    def fresh(self, wish: str) -> str:
        """A name that nothing in the unit has, like a wish."""
        if not self._taken:
            nodes = walk(self.unit.tree)
            self._taken = {each.name for each in nodes if isinstance(each, c_ast.ID | c_ast.Decl) and each.name}
        name = fresh_name(wish, self._taken)
        self._taken.add(name)
        return name

    def body(self, name: str, depth: int = DEPTH) -> Body | None:
        """What a function does that returns nothing; None where that can't be put into another place."""
        if depth == 0:
            return None
        if name not in self.known:
            return self.elsewhere.get(name)
        if name not in self._bodies:
            self._bodies[name] = None  # of functions that call themselves
            self._bodies[name] = self._read(self.known[name], depth)
        return self._bodies[name]

    def _read(self, function: c_ast.FuncDef, depth: int) -> Body | None:
        parameters = parameters_of(function)
        if function.param_decls or not (self.anything or returns_nothing(function)):
            return None
        if not all(isinstance(each, c_ast.Decl) and each.name for each in parameters):
            return None
        if any(_stays(node) and not (self.constructs and _is_plain(node)) for node in walk(function.body)):
            return None
        parameters = [self._meant(each) for each in parameters]
        names = {each.name for each in parameters}
        body = clone(function.body)
        if self.anything:
            _drop_results(body)
        for parent, slot, call, own in list(given_calls(body, c_ast.EmptyStatement(), self.names, names)):
            made = self.in_place(call, function, own, depth - 1)
            if made is not None:
                replace_child(parent, slot, made)
        items = _without_returns(body.block_items or [])
        if items is None or declared_names(*items) & names:
            return None
        changed = assigned_names(*items) | pointed_names(*items) | declared_names(*items)
        pointers = {each.name for each in parameters if isinstance(each.type, c_ast.PtrDecl | c_ast.ArrayDecl)}
        updated = {name for name in pointers - changed if _only_updated(items, name)}
        numbers = {
            each.name
            for each in parameters
            if isinstance(each.type, c_ast.PtrDecl) and scalar_words(each.type.type)
        }
        results = {name for name in numbers - changed if _is_result(items, name)}
        if not updated and not results and not self.anything:
            return None
        return Body(tuple(parameters), tuple(items), frozenset(updated), frozenset(results))

    def _meant(self, parameter: c_ast.Decl) -> c_ast.Decl:
        """A parameter whose type is a pointer's or an array's name as one with such a declarator."""
        of = meaning(scalar_words(parameter.type), self.unit)
        if not isinstance(of, c_ast.PtrDecl | c_ast.ArrayDecl):
            return parameter
        return c_ast.Decl(parameter.name, [], [], [], [], of, None, None, parameter.coord)


def _means_the_same(body: Body, inner: Collection[str], caller: c_ast.FuncDef) -> bool:
    """Whether what a function names besides its own variables is the same where it is called."""
    called = {called_name(node) for item in body.items for node in walk(item)}
    free = {each.name for item in body.items for each in objects_in(item)} - {*inner}
    return mean_the_same(free, called, caller)


def mean_the_same(free: Collection[str], called: Collection[str], caller: c_ast.FuncDef) -> bool:
    """Whether names of a function's file scope, of which some are `called`, are the same in a caller's regions."""
    if any(map(defines_type, walk(caller.body))) or not declared_names(caller).isdisjoint(free):
        return False
    directives = [node.directive for node in walk(caller) if isinstance(node, Omp)]
    clauses = [clause for each in directives for clause in each.clauses]
    if any(clause.kind == "default" and clause.modifier != "shared" for clause in clauses) and {*free} - {*called}:
        return False
    return not {*free} & {name for clause in clauses if clause.kind != "shared" for name in clause.variables}


def defines_type(node: c_ast.Node) -> bool:
    """Whether a node gives a type a name, or says what one is."""
    tagged = isinstance(node, c_ast.Struct | c_ast.Union) and node.decls
    return isinstance(node, c_ast.Typedef) or bool(tagged) or (isinstance(node, c_ast.Enum) and bool(node.values))


def _stays(node: c_ast.Node) -> bool:
    """Whether a node keeps a function's statements in their place."""
    storage = isinstance(node, c_ast.Decl) and set(node.storage) - {"register", "auto"}
    return isinstance(node, _STAYING) or bool(storage) or defines_type(node)


def _is_plain(node: c_ast.Node) -> bool:
    """Whether a node is a construct that names no variables."""
    return (
        isinstance(node, Omp)
        and node.directive.known
        and node.directive.kind in _PLAIN
        and all(clause.kind == "nowait" for clause in node.directive.clauses)
    )


def _without_returns(items: Sequence[c_ast.Node]) -> list[c_ast.Node] | None:
    """Statements of a function that do the same without `return`; None where one is elsewhere than at an end."""
    for at, item in enumerate(items):
        if isinstance(item, c_ast.Return):
            return None if item.expr is not None else list(items[:at])
        if not returns(item):
            continue
        if not isinstance(item, c_ast.If):
            return None
        *first, last = statements_of(item.iftrue) or [item]
        if not isinstance(last, c_ast.Return) or last.expr is not None or any(map(returns, first)):
            return None
        rest = _without_returns([*([item.iffalse] if item.iffalse is not None else []), *items[at + 1 :]])
        if rest is None:
            return None
        behind = c_ast.Compound(rest, item.coord)
        if first:
            made = c_ast.If(item.cond, c_ast.Compound(first, item.coord), behind, item.coord)
        else:
            made = c_ast.If(c_ast.UnaryOp("!", item.cond, item.coord), behind, None, item.coord)
        return [*items[:at], made]
    return list(items)


def _drop_results(body: c_ast.Node) -> None:
    """Let a function return nothing where what it returns has no effects."""
    for node in walk(body):
        if isinstance(node, c_ast.Return) and node.expr is not None and not has_effects(node.expr):
            node.expr = None


def _is_truth(value: c_ast.Node) -> bool:
    """Whether an expression is 0 or 1."""
    operator = value.op if isinstance(value, c_ast.BinaryOp | c_ast.UnaryOp) else ""
    return operator in _TRUTHS


def _only_updated(items: Sequence[c_ast.Node], name: str) -> bool:
    """Whether statements only update what a parameter leads to, as sums and extremes are."""
    targets: set[int] = set()
    for parent in walk(c_ast.Compound(list(items))):
        for slot, child in parent.children():
            update = update_of(child, _is_pure) if is_statement_place(parent, slot) else None
            if update is not None:
                targets |= {id(base_of(part)) for part in named(update)}
    uses = [node for item in items for node in objects_in(item) if node.name == name]
    return bool(uses) and all(id(node) in targets for node in uses)


def _is_result(items: Sequence[c_ast.Node], name: str) -> bool:
    """Whether statements set what a parameter leads to, and use it as `*name` alone."""
    inside = [node for item in items for node in walk(item)]
    led_to = {id(node.expr) for node in inside if isinstance(node, c_ast.UnaryOp) and node.op == "*"}
    written = [node.lvalue for node in inside if isinstance(node, c_ast.Assignment)]
    is_set = any(isinstance(each, c_ast.UnaryOp) and is_named(each.expr, name) for each in written)
    return is_set and all(id(node) in led_to for item in items for node in objects_in(item) if node.name == name)


def _is_pure(tree: c_ast.Node) -> bool:
    return not has_effects(tree)
