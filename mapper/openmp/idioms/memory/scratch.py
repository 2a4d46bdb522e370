"""Memory that each thread allocates before a work-shared loop is allocated by each iteration instead.

    struct scratch *s = make(n);                 #pragma omp for
    #pragma omp for                              for (int i = 0; i < m; i++) {
    for (int i = 0; i < m; i++)                    double *s_flux = malloc(n * sizeof *s_flux);
      work with s->flux[...]             ->          work with s_flux[...]
    free(s->flux), free(s);                        free(s_flux);
                                                 }

Helpers whose statements do nothing but allocate, set and free come to be in the region, and a structure that
is used by its members alone becomes a variable a member.  What is done where there is no memory is left out: a
launch makes sure that there is.  The source's text stays what the CPU runs.  The
translation must prove that each iteration writes what it reads of such memory (`Directive.scratch`), where the
source leaves it to the thread's next iteration.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees import build
from mapper.ir.trees.directive import Directive
from mapper.ir.trees.names import (
    all_names,
    assigned_names,
    declared_names,
    fresh_name,
    is_named,
    objects_in,
    settings,
    value_set,
)
from mapper.ir.trees.nodes import (
    Omp,
    arguments_of,
    base_of,
    clone,
    has_effects,
    parameters_of,
    replace_child,
    single,
    statements_of,
    text_of,
    walk,
    without_casts,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import changeable, is_loop
from mapper.openmp.idioms.memory.allocations import (
    ALLOCATING,
    DEPTH,
    IN_BLOCK,
    allocates,
    calls,
    changed_unseen,
    fills,
    frees,
    is_for_failures,
    is_free_of,
    may_resize,
    uses_beside,
    with_memory,
)
from mapper.openmp.idioms.memory.own_memory import is_about
from mapper.openmp.idioms.memory.pointer_copies import is_pointer, renamed, variable, without_copies
from mapper.openmp.idioms.memory.private_pointers import private_pointers


def sink(unit: Unit, as_written: Collection[Location]) -> None:
    """Change the regions of a unit whose directives are bound, where all of this is possible.

    Regions at the places in `as_written` stay as they are.
    """
    functions: dict[str, list[c_ast.FuncDef]] = {}
    for each in unit.functions:
        functions.setdefault(each.decl.name, []).append(each)
    known = {name: found[0] for name, found in functions.items() if len(found) == 1}
    for function in known.values():
        for construct in changeable(function, as_written):
            if construct.directive.kind == "parallel":
                construct.body = _Region(unit, function, construct, known).made() or construct.body


class _UnsuitableError(Exception):
    """The region stays as it is."""


@dataclass(eq=False)
class _Region:
    """One region; `functions` are those of the unit, by their names."""

    unit: Unit
    function: c_ast.FuncDef
    construct: Omp
    functions: Mapping[str, c_ast.FuncDef]
    names: set[str] = field(default_factory=set)
    changes: list[tuple[c_ast.Node, str, c_ast.Node]] = field(default_factory=list)
    changed: list[tuple[Omp, Directive]] = field(default_factory=list)

    def made(self) -> c_ast.Compound | None:
        """The region's new body; None where it stays as it is."""
        body = self.construct.body
        if not isinstance(body, c_ast.Compound) or not any(
            allocates(item, self.functions) for item in body.block_items or []
        ):
            return None
        self.names = all_names(self.unit.tree)
        own, directive = private_pointers(self.construct, self.function, self.functions)
        self.changed.append((self.construct, self.construct.directive))
        self.construct.directive = directive
        try:
            items = [*own, *self._expanded(body.block_items, 0)]
            items = self._without_structures(items)
            pointers = {decl.name for decl, _, _ in self._arrays(items)}
            items = list(with_memory(items, pointers))
            return c_ast.Compound(self._sunk(items), body.coord)
        except _UnsuitableError:
            for parent, slot, child in reversed(self.changes):
                replace_child(parent, slot, child)
            for construct, directive in self.changed:
                construct.directive = directive
            return None

    def _put(self, parent: c_ast.Node, slot: str, child: c_ast.Node, new: c_ast.Node) -> None:
        """Put a node into the place of another one, until the region proves unsuitable."""
        self.changes.append((parent, slot, child))
        replace_child(parent, slot, new)

    def _fresh(self, wish: str) -> str:
        name = fresh_name(wish, self.names)
        self.names.add(name)
        return name

    # ---- helpers -----------------------------------------------------------------------------------------------

    def _expanded(self, items: Sequence[c_ast.Node] | None, depth: int) -> Iterator[c_ast.Node]:
        """Statements, with those of helpers in the places of their calls."""
        for item in items or []:
            value = item.init if isinstance(item, c_ast.Decl) else item
            call = without_casts(value.rvalue if isinstance(value, c_ast.Assignment) else value)
            helper = self._helper(call, depth)
            if helper is None or not isinstance(call, c_ast.FuncCall):
                yield item
                continue
            *statements, last = self._body(helper, call)
            yield from self._expanded(statements, depth + 1)
            result = last.expr if isinstance(last, c_ast.Return) else None
            if isinstance(item, c_ast.Decl) and result is not None:
                yield variable(item, item.name, result)
            elif isinstance(item, c_ast.Assignment) and item.op == "=" and result is not None:
                yield c_ast.Assignment("=", item.lvalue, result, item.coord)
            elif item is call and result is None:
                yield from self._expanded([] if isinstance(last, c_ast.Return) else [last], depth + 1)
            else:
                raise _UnsuitableError

    def _helper(self, call: c_ast.Node | None, depth: int) -> c_ast.FuncDef | None:
        """The function of a call, if that manages memory."""
        if not isinstance(call, c_ast.FuncCall) or not calls(call) or call.name.name not in self.functions:
            return None
        helper = self.functions[call.name.name]
        if depth > DEPTH or not (allocates(helper.body, self.functions) or frees(helper.body, self.functions, 0)):
            return None
        return helper

    def _body(self, helper: c_ast.FuncDef, call: c_ast.FuncCall) -> list[c_ast.Node]:
        """A helper's statements with the arguments of a call, and names that the region doesn't have."""
        parameters = parameters_of(helper)
        given = arguments_of(call)
        items = list(helper.body.block_items or [])
        pointers = {item.name for item in items if isinstance(item, c_ast.Decl) and is_pointer(item.type)}
        items = [item for item in items if not is_for_failures(item, pointers)]
        named = [each for each in parameters if isinstance(each, c_ast.Decl)]
        if len(named) != len(given) or helper.param_decls or not items or not all(map(_is_simple, items)):
            raise _UnsuitableError
        if any(isinstance(item, c_ast.Return) for item in items[:-1]):
            raise _UnsuitableError
        known: dict[str, c_ast.Node] = {}
        statements: list[c_ast.Node] = []
        changed = {name for item in items for name in assigned_names(item)}
        for parameter, argument in zip(named, given, strict=True):
            if parameter.name in changed or has_effects(argument):
                raise _UnsuitableError
            known[parameter.name] = argument if is_pointer(parameter.type) else _converted(argument, parameter)
        for item in items:
            if isinstance(item, c_ast.Decl):
                known[item.name] = c_ast.ID(self._fresh(item.name), item.coord)
        set_ = [base_of(item.lvalue) for item in items if isinstance(item, c_ast.Assignment)]
        if any(each is None or each.name not in known for each in set_):
            raise _UnsuitableError
        outside = {node.name for item in items for node in objects_in(item)} - known.keys()
        if outside & declared_names(self.function):
            raise _UnsuitableError  # the name means something else where the call is
        statements += [renamed(item, known) for item in items]
        return statements

    # ---- structures --------------------------------------------------------------------------------------------

    def _without_structures(self, items: list[c_ast.Node]) -> list[c_ast.Node]:
        """Statements in which structures for a thread alone are a variable a member."""
        items = without_copies(items)
        for item in list(items):
            if isinstance(item, c_ast.Decl) and (members := self._members(item)) is not None:
                items = self._by_members(items, item, members)
        return without_copies(items)

    def _members(self, decl: c_ast.Decl) -> dict[str, c_ast.Decl] | None:
        """The members of the structure that is declared, or that a pointer leads to which is its only one.

        None where a structure that is allocated has no pointers: it is allocated as arrays are.
        """
        of = decl.type
        if isinstance(of, c_ast.PtrDecl):
            call = without_casts(decl.init)
            if not isinstance(call, c_ast.FuncCall) or not calls(call, "malloc") or len(call.args.exprs) != 1:
                return None
            of, size = of.type, call.args.exprs[0]
            if not isinstance(size, c_ast.UnaryOp) or size.op != "sizeof":
                return None
            whole = size.expr
            spelled = c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, of.type))
            if text_of(whole) not in (f"*{decl.name}", text_of(spelled)):
                return None
        elif decl.init is not None:
            return None
        if not isinstance(of, c_ast.TypeDecl) or of.quals:
            return None
        struct = self._definition(of.type)
        if struct is None or any(
            not isinstance(each, c_ast.Decl) or each.name is None or each.bitsize is not None
            for each in struct.decls
        ):
            return None
        if isinstance(decl.type, c_ast.PtrDecl) and not any(is_pointer(each.type) for each in struct.decls):
            return None
        return {each.name: each for each in struct.decls}

    def _definition(self, of: c_ast.Node) -> c_ast.Struct | None:
        """The definition of a structure at file scope, by its tag or the name of its type."""
        if isinstance(of, c_ast.IdentifierType):
            for each in self.unit.tree.ext:
                if isinstance(each, c_ast.Typedef) and [each.name] == of.names:
                    inner = each.type.type if isinstance(each.type, c_ast.TypeDecl) else None
                    return self._definition(inner) if isinstance(inner, c_ast.Struct) else None
            return None
        if not isinstance(of, c_ast.Struct):
            return None
        if of.decls is not None or of.name is None:
            return of if of.decls is not None else None
        found = [
            node
            for each in self.unit.tree.ext
            if not isinstance(each, c_ast.FuncDef)
            for node in walk(each)
            if isinstance(node, c_ast.Struct) and node.name == of.name and node.decls is not None
        ]
        return found[0] if len(found) == 1 else None

    def _by_members(
        self, items: list[c_ast.Node], decl: c_ast.Decl, members: Mapping[str, c_ast.Decl]
    ) -> list[c_ast.Node]:
        """Statements with a variable for each member of a structure, which nothing uses as a whole."""
        pointer = isinstance(decl.type, c_ast.PtrDecl)
        names = {each: self._fresh(f"{decl.name}_{each}") for each in members}
        made: list[c_ast.Node] = []
        for item in items:
            if item is decl:
                made += [variable(each, names[name]) for name, each in members.items()]
            elif not (pointer and is_free_of(item, decl.name)):
                made.append(item)
        whole = c_ast.Compound(made)
        for parent in list(walk(whole)):
            for slot, child in parent.children():
                if isinstance(child, c_ast.StructRef) and _is_member_of(child, decl.name, pointer=pointer):
                    self._put(parent, slot, child, c_ast.ID(names[child.field.name], child.coord))
        directives = [node.directive for node in walk(whole) if isinstance(node, Omp)]
        clauses = [clause for directive in directives for clause in directive.clauses]
        if is_about(whole, decl.name) or any(decl.name in clause.variables for clause in clauses):
            raise _UnsuitableError
        return list(whole.block_items)

    # ---- arrays ------------------------------------------------------------------------------------------------

    def _sunk(self, items: list[c_ast.Node]) -> list[c_ast.Node]:
        """Statements in which each loop's iterations allocate the arrays that they use."""
        arrays = list(self._arrays(items))
        names = {decl.name for decl, _, _ in arrays}
        gone = {id(part) for decl, setting, _ in arrays for part in (decl, setting)}
        loops = [each for item in items for each in _loops_of(item)]
        again = {name for name in names if sum(is_about(loop, name) for loop in loops) > 1}
        filled = {name for name in names for item in items if is_about(item, name) and fills(item, names)}
        if not arrays:
            raise _UnsuitableError
        made: list[c_ast.Node] = []
        for item in items:
            if id(item) in gone or any(is_free_of(item, name) for name in names) or fills(item, names):
                continue
            inner = _loops_of(item)
            if uses_beside(item, inner, names):
                raise _UnsuitableError
            for loop in inner:
                used = [each for each in arrays if is_about(loop, each[0].name)]
                self._allocate(loop, used, again | filled if loop is item else names)
            made.append(item)
        return made

    def _arrays(self, items: Sequence[c_ast.Node]) -> Iterator[tuple[c_ast.Decl, c_ast.Node, c_ast.FuncCall]]:
        """The pointers that an allocation sets, with the statement that does: a declaration or an assignment."""
        setters: dict[str, list[c_ast.Node]] = {}
        for item in items:
            for name in settings(item):
                setters.setdefault(name, []).append(item)
        for item in items:
            if not isinstance(item, c_ast.Decl) or not isinstance(item.type, c_ast.PtrDecl) or item.storage:
                continue
            setting = next(iter(setters.get(item.name, [])), None)
            value = None if setting is None else value_set(setting)
            if isinstance(setting, c_ast.Assignment) and not is_named(setting.lvalue, item.name):
                value = None
            call = without_casts(value)
            if setting is None or not isinstance(call, c_ast.FuncCall) or not calls(call, *ALLOCATING):
                continue
            rows = {node.name for node in objects_in(item.type)}
            sizes = {node.name for node in objects_in(call.args)} - {item.name} - rows
            alone = all(len(setters.get(name, [])) == (name in setters) for name in (item.name, *sizes, *rows))
            early = all(_is_setting(each) for name in sizes | rows for each in setters.get(name, []))
            for names, place in ((sizes, setting), (rows, item)):
                late = items[_position(place, items) :]  # what sets them there does so for all iterations
                early = early and not any(each in late for name in names for each in setters.get(name, []))
            if not alone or not early or any(map(has_effects, call.args.exprs)):
                raise _UnsuitableError
            hidden = changed_unseen(sizes | rows, call.args, items, self.unit, self.function, self.functions)
            if hidden or may_resize(items, call, self.functions, rows):
                raise _UnsuitableError
            yield item, setting, call

    def _allocate(
        self,
        construct: Omp,
        arrays: Sequence[tuple[c_ast.Decl, c_ast.Node, c_ast.FuncCall]],
        again: set[str],
    ) -> None:
        """Let the iterations of a loop begin with allocations, and end with freeing the memory.

        `again` are arrays that may have values before the loop: several loops use them, the loop is in another
        one, or other statements fill them.
        """
        if not arrays:
            return
        directive, names = construct.directive, [decl.name for decl, _, _ in arrays]
        inner: c_ast.Node | None = construct.body
        for _ in range(directive.associated - 1):
            inner = single(inner.stmt) if isinstance(inner, c_ast.For) else None
        hidden = any(isinstance(node, c_ast.Decl) and node.name in names for node in walk(construct))
        clauses = [name for clause in directive.clauses for name in clause.variables]
        if not isinstance(inner, c_ast.For) or hidden or set(names) & set(clauses):
            raise _UnsuitableError
        body = {id(node) for node in objects_in(inner.stmt)}
        whole = [] if construct.body is None else objects_in(construct.body)
        if any(node.name in names and id(node) not in body for node in whole):
            raise _UnsuitableError
        if any(isinstance(node, c_ast.Goto | c_ast.Return) for node in walk(inner.stmt)):
            raise _UnsuitableError
        items = list(statements_of(inner.stmt))
        before = [variable(decl, decl.name, _uncleared(call)) for decl, _, call in arrays]
        freed = [decl.name for decl, _, call in arrays if not calls(call, *IN_BLOCK)]
        after = [c_ast.FuncCall(c_ast.ID("free"), c_ast.ExprList([c_ast.ID(name)])) for name in freed]
        self._put(inner, "stmt", inner.stmt, c_ast.Compound([*before, *items, *after], inner.stmt.coord))
        valued = {decl.name for decl, _, call in arrays if calls(call, "calloc")} | (again & set(names))
        construct.directive = replace(directive, scratch=tuple((name, name in valued) for name in names))
        self.changed.append((construct, directive))


# ---- over trees ------------------------------------------------------------------------------------------


def _uncleared(call: c_ast.FuncCall) -> c_ast.FuncCall:
    """An allocation of as much memory that does not set it to 0: a thread's next iteration finds another value."""
    if not calls(call, "calloc"):
        return clone(call)
    size = build.joined("*", map(clone, call.args.exprs))
    return c_ast.FuncCall(c_ast.ID("malloc"), c_ast.ExprList([size]), call.coord)


def _loops_of(item: c_ast.Node) -> list[Omp]:
    """The work-shared loops that a statement is or holds."""
    return [node for node in walk(item) if is_loop(node) and isinstance(node.body, c_ast.For)]


def _position(item: c_ast.Node, items: Sequence[c_ast.Node]) -> int:
    return next(at for at, each in enumerate(items) if each is item)


def _is_setting(item: c_ast.Node) -> bool:
    """Whether a statement sets one variable, and does nothing else."""
    value = value_set(item)
    return value is not None and not has_effects(value)


def _is_simple(item: c_ast.Node) -> bool:
    """Whether a helper's statement may be where it is called."""
    match item:
        case c_ast.Decl():
            return not item.storage and not isinstance(item.type, c_ast.ArrayDecl | c_ast.FuncDecl)
        case c_ast.Assignment():
            return item.op == "=" and not has_effects(item.lvalue)
        case c_ast.FuncCall() | c_ast.Return():
            return True
        case _:
            return False


def _converted(node: c_ast.Node, parameter: c_ast.Decl) -> c_ast.Node:
    """An argument in the type of its parameter."""
    declared = variable(parameter, "x").type
    declared.declname = None
    return c_ast.Cast(c_ast.Typename(None, [], None, declared), node, node.coord)


def _is_member_of(node: c_ast.StructRef, name: str, *, pointer: bool) -> bool:
    """Whether an expression is a member of a structure, or of the one that a pointer leads to."""
    return is_named(node.name, name) and bool(node.type == ("->" if pointer else "."))
