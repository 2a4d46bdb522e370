"""By which name the linker knows each object and function of a program: one, however many names it has.

Labels rename; aliases (attributes, pragmas, `.set` in assembly) give second names.  An object's name is that of
the definition that they all lead to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.analysis.whole_program.library import library
from mapper.analysis.whole_program.objects import Key, symbol_key
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import Unit

_Name = tuple[str, str]  # a unit's path where the name is local to it, else nothing, and the assembler name


def with_link_names(units: Sequence[Unit], elsewhere: Collection[str]) -> tuple[Unit, ...]:
    """The units of a program, each with the names under which all of them know what it declares.

    `elsewhere` are the names that other code of the program defines: a weak alias gives way to these.
    """
    if not any(unit.names.labels or unit.names.aliases for unit in units):
        return tuple(units)
    local = {unit.path: _declared(unit, static=True) for unit in units}
    target: dict[_Name, _Name] = {}
    taken = {name for unit in units for name in _defined(unit)} | set(elsewhere)
    for unit in units:
        for second, first in unit.names.aliases:
            name = _name(unit, second, local)
            if name[0] or second not in taken:
                target.setdefault(name, _name(unit, first, local))
    return tuple(replace(unit, linked=_linked(unit, target, local, taken)) for unit in units)


def linked_name(units: Iterable[Unit], name: str) -> str:
    """The name under which the units know what the linker calls so."""
    for unit in units:
        for second, first in unit.names.aliases:
            if second == name and second in unit.linked:
                return unit.linked[second]
            if second == name:
                return unit.linked.get(first, first)
    return name


def two_names(region: ParallelRegion, symbols: Symbols, graph: CallGraph) -> Symbol | None:
    """A variable that a region uses under one name, while it uses the same variable under another one."""
    seen: dict[Key, tuple[str, str]] = {}
    done: set[Key] = set()
    work: list[tuple[c_ast.Node, Symbols]] = [(region.construct, symbols)]
    while work:
        root, names = work.pop()
        for node in walk(root):
            symbol = names.symbol(node) if isinstance(node, c_ast.ID) else None
            if symbol is not None and symbol.kind is Kind.VARIABLE and symbol.external:
                name = (symbol.name, str(symbol.type))
                if seen.setdefault(symbol_key(symbol), name)[0] != symbol.name:
                    return symbol
            if isinstance(node, c_ast.FuncCall):
                for key in graph.targets(node, names).all:
                    if key not in done:
                        done.add(key)
                        functions = graph.whole.functions.get(key, ())
                        work += [(each.definition.body, each.symbols) for each in functions]
    return None


def _declarations(unit: Unit) -> Iterable[c_ast.Decl]:
    for node in unit.tree.ext:
        if isinstance(node, c_ast.FuncDef):
            yield node.decl
        elif isinstance(node, c_ast.Decl) and node.name is not None:
            yield node


def _declared(unit: Unit, *, static: bool) -> frozenset[str]:
    """The assembler names of what a unit declares `static`."""
    return frozenset(
        unit.names.labels.get(each.name, each.name)
        for each in _declarations(unit)
        if ("static" in each.storage) == static
    )


def _defined(unit: Unit) -> Iterable[str]:
    """The assembler names that a unit defines for others."""
    seconds = {second for second, _ in unit.names.aliases}
    for node in unit.tree.ext:
        decl = node.decl if isinstance(node, c_ast.FuncDef) else node
        if not isinstance(decl, c_ast.Decl) or decl.name is None or "static" in decl.storage:
            continue
        is_object = not isinstance(decl.type, c_ast.FuncDecl) and "extern" not in decl.storage
        name = unit.names.labels.get(decl.name, decl.name)
        if name not in seconds and (isinstance(node, c_ast.FuncDef) or is_object):
            yield name


def _name(unit: Unit, name: str, local: dict[str, frozenset[str]]) -> _Name:
    return (unit.path if name in local[unit.path] else "", name)


def _linked(
    unit: Unit, target: dict[_Name, _Name], local: dict[str, frozenset[str]], taken: Collection[str]
) -> dict[str, str]:
    """By C name, where the name is not the linker's own; `taken` are the names that the program defines."""
    firsts = set(target.values())
    found = {}
    words = {each.name for each in _declarations(unit)} | unit.names.labels.keys()
    words |= {name for pair in unit.names.aliases for name in pair}
    words |= {name for path, name in target if not path}
    for word in sorted(words):
        name = start = _name(unit, unit.names.labels.get(word, word), local)
        passed = {name}
        while name in target and target[name] not in passed:
            name = target[name]
            passed.add(name)
        if name[0] and (name != start or name in firsts):
            found[word] = f"{name[1]} of {name[0]}"
        elif not name[0] and name[1] != word and (name[1] in taken or not _is_version(word, name[1])):
            found[word] = name[1]
    return found


def _is_version(word: str, name: str) -> bool:
    """Whether a label is the C library's own; preprocessed text doesn't say which lines are its."""
    return library(word) is not None and name.startswith("__")
