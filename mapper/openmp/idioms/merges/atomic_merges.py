"""Atomic operations of threads on shared memory behind a work-shared loop are put into `critical` constructs.

    long mine = 0;                                     long mine = 0;
    #pragma omp for                                    #pragma omp for
    for (int i = 0; i < n; i++)                        for (int i = 0; i < n; i++)
      mine += x[i];                           ->         mine += x[i];
    __sync_fetch_and_add(&total, mine);                #pragma omp critical
                                                       __sync_fetch_and_add(&total, mine);

So it is with `_Atomic long total`, and `total += mine`, and with loops that combine the elements of a thread's
own array of constant length by `omp atomic`, or in a `critical` construct for each element.  The array may be
declared in the region, private by a clause, or threadprivate.  What a thread does behind the loop while it holds a
lock is put into such a construct, too.  The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pycparser import c_ast

from mapper.ir.builtins.atomic_names import atomic_call
from mapper.ir.trees.directive import Directive
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import mentions, names_in
from mapper.ir.trees.nodes import INCREMENTS, Omp, called_name, constructs_in, rebuilt, single, statements_of, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.declared_types import typedefs
from mapper.openmp.idioms.memory.own_memory import counted, is_quiet
from mapper.openmp.idioms.merges.sections import LOCKS, held_statements


def in_criticals(unit: Unit) -> None:
    """Put such statements of a unit whose directives are bound into `critical` constructs."""
    of_threads = {name for node in unit.tree.ext for name in _threadprivate_in(node)}
    aliases = typedefs(unit)
    for function in unit.functions:
        if not any(map(_is_shared_out, constructs_in(function.body))):
            continue
        inside = [node for node in walk(function.body) if isinstance(node, c_ast.Decl)]
        atomic = {each.name for each in (*unit.declarations, *inside) if _is_atomic(each.type, aliases)}
        atomic -= {each.name for each in inside if not _is_atomic(each.type, aliases)}
        private = {name for node in constructs_in(function.body) for name in _private_in(node)}
        private |= of_threads
        for region in constructs_in(function.body):
            if "parallel" in region.directive.words:
                _lock_free(unit, region)
        for block in [node for node in walk(function.body) if isinstance(node, c_ast.Compound)]:
            behind = False
            own = private | {each.name for each in block.block_items or [] if _is_array(each, unit.constants)}
            for at, item in enumerate(block.block_items or []):
                behind = behind or _is_shared_out(item)
                inner = single(item.iftrue) if isinstance(item, c_ast.If) and item.iffalse is None else None
                if behind and _combines(item, atomic):
                    block.block_items[at] = _critical(unit, item)
                elif behind and inner is not None and _combines(inner, atomic):
                    item.iftrue = _critical(unit, inner)
                elif behind and isinstance(item, c_ast.For) and _combines_all(item, own):
                    block.block_items[at] = _critical(unit, _without_criticals(item))


def _lock_free(unit: Unit, region: Omp) -> None:
    """Put what a thread does behind a loop, while it holds a region's only lock, into a `critical` construct."""
    if sum(called_name(node) in LOCKS for node in walk(region)) != 1:
        return
    for block in [node for node in walk(region) if isinstance(node, c_ast.Compound)]:
        items = block.block_items or []
        for held in list(held_statements(items)):
            at = next(at for at, item in enumerate(items) if item is held[0])
            whole = c_ast.Compound(held[1:-1], held[0].coord)
            behind = any(map(_is_shared_out, items[:at]))
            if behind and not leaves(whole) and not any(map(_may_wait, walk(whole))):
                items[at : at + len(held)] = [_critical(unit, whole)]


def _may_wait(node: c_ast.Node) -> bool:
    """Whether a node may wait for other threads."""
    return isinstance(node, Omp) or not is_quiet(node)


def _is_shared_out(node: c_ast.Node) -> bool:
    """Whether a node is a loop that the threads of a region share out."""
    return isinstance(node, Omp) and "for" in node.directive.words and "parallel" not in node.directive.words


def _is_atomic(of: c_ast.Node, aliases: Mapping[str, c_ast.Node]) -> bool:
    """Whether a declared type is `_Atomic`, maybe by a name that was declared for it."""
    while isinstance(of, c_ast.TypeDecl):
        if "_Atomic" in of.quals:
            return True
        names = of.type.names if isinstance(of.type, c_ast.IdentifierType) else []
        of = aliases.get(names[0], of.type) if len(names) == 1 else of.type
    return False


def _combines(node: c_ast.Node, atomic: set[str]) -> bool:
    """Whether a statement combines an object with a value as one atomic operation, and nothing else."""
    match node:
        case c_ast.FuncCall():
            call = atomic_call(called_name(node))
            return call is not None and call.updates
        case c_ast.Assignment(op="+=" | "-=" | "|=" | "&=" | "^=", lvalue=c_ast.ID(name=name)):
            return name in atomic
        case c_ast.UnaryOp(op=op, expr=c_ast.ID(name=name)):
            return op in INCREMENTS and name in atomic
    return False


def _private_in(construct: Omp) -> Iterator[str]:
    """The variables that each thread of a region has of its own by a clause."""
    if "parallel" in construct.directive.words:
        for clause in construct.directive.all("private"):
            yield from clause.variables


def _threadprivate_in(item: c_ast.Node) -> Iterator[str]:
    """The variables that an item of the file scope says to exist once for each thread."""
    if isinstance(item, c_ast.Decl) and item.name and "_Thread_local" in item.storage:
        yield item.name
    elif isinstance(item, Omp) and item.directive.kind == "threadprivate":
        yield from item.directive.clauses[0].variables


def _is_array(item: c_ast.Node, constants: Collection[str]) -> bool:
    """Whether a statement declares an array of constant length that each thread has of its own."""
    if not isinstance(item, c_ast.Decl) or not isinstance(item.type, c_ast.ArrayDecl) or item.storage:
        return False
    return not names_in(item.type) - {*constants, item.name}


def _combines_all(node: c_ast.Node, own: set[str]) -> bool:
    """Whether statements do nothing but to count up, and to combine elements of some arrays in turn."""
    match node:
        case c_ast.For():
            return counted(node) is not None and _combines_all(node.stmt, own)
        case c_ast.Compound():
            return bool(node.block_items) and all(_combines_all(each, own) for each in node.block_items)
        case Omp(body=c_ast.Assignment(rvalue=value)) if node.directive.kind == "atomic":
            return node.directive.form == "update" and any(mentions(value, name) for name in own)
        case Omp(body=body) if node.directive.kind == "critical" and body is not None:
            return all(
                isinstance(each, c_ast.Assignment) and any(mentions(each.rvalue, name) for name in own)
                for each in statements_of(body)
            )
    return False


def _without_criticals(node: c_ast.Node) -> c_ast.Node:
    """Statements with what is in their `critical` constructs in the place of these."""
    if isinstance(node, Omp):
        return node.body if node.directive.kind == "critical" and node.body is not None else node
    return rebuilt(node, _without_criticals) if isinstance(node, c_ast.Compound | c_ast.For) else node


def _critical(unit: Unit, statement: c_ast.Node) -> Omp:
    return Omp(Directive("critical", (), unit.location(statement), "critical"), statement, statement.coord)
