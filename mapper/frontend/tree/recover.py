"""Parses what pycparser understands of a unit; what it doesn't costs a function or a declaration, not the unit.

The body of such a function becomes one call of `markers.OPAQUE`, which gets the addresses of all that the body
names: to every later stage the function is code without source that may do anything with these, and with all
that all code may reach.  The user's text stays as it is.  A declaration that can't be parsed becomes a function of
that kind; functions that use its names are opaque, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pycparser import c_ast
from pycparser.c_lexer import CLexer

from mapper.frontend.gnu import markers
from mapper.frontend.tokens.lexer import NAME, PRAGMA, PUNCTUATOR
from mapper.frontend.tree.parse import FAULTS, GnuLexer, GnuParser, explained, fault, parse
from mapper.ir.trees.nodes import first_token
from mapper.ir.trees.unit import Opaque, Token

LATER_WORD = "__mapper_word_"
"""Begins the replacement of a name of the user's that later C has made a keyword."""

_KEYWORDS = frozenset([*CLexer(lambda *_: None)._keyword_map, "typeof"])
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True, slots=True)
class _Lost:
    """Tokens that can't be parsed, by the numbers of the first and the last; `name` is that of a function."""

    first: int
    last: int
    at: int
    message: str
    name: str = ""
    code: str = "K027"


def recovered(
    tokens: tuple[Token, ...], path: str, forced: Mapping[str, Opaque]
) -> tuple[c_ast.FileAST, tuple[Token, ...], tuple[Opaque, ...]]:
    """The tree, the tokens that it is made of, and what is opaque in it.

    `forced` are functions, by their names, that a later stage could make nothing of, and why.
    Raises `MapperError` E004 where not even that helps.
    """
    words = any(token.text.startswith(LATER_WORD) for token in tokens)
    parser = _Tolerant(lexer=GnuLexer)
    tree = parser.parse("\n".join(token.text for token in tokens), "")
    if not parser.lost and not forced and not words:
        return tree, tokens, ()
    unit = _Bodies(tree, tokens)
    bodies = {each.first: each for each in parser.lost if each.name}
    outside = [each for each in parser.lost if not each.name]
    names = frozenset().union(*(unit.declared_in(each) for each in outside))
    for name, (first, last) in unit.bodies.items():
        if first in bodies:
            continue
        if name in forced:
            why = forced[name]
            bodies[first] = _Lost(first, last, first, why.reason, name, why.code)
        elif found := unit.first_of(first, last, names):
            bodies[first] = _Lost(first, last, found, "this is declared in a way that can't be parsed", name)
    changed = sorted([*bodies.values(), *outside], key=lambda each: each.first)
    made = tuple(unit.rewritten(changed))
    return parse(made, path), made, tuple(unit.opaque(each, forced.get(each.name)) for each in changed)


class _Tolerant(GnuParser):
    """Skips what it can't parse, and remembers it."""

    lost: list[_Lost]

    def parse(self, text: str, filename: str = "", debug: bool = False) -> c_ast.FileAST:
        """The tree of what can be parsed; `lost` is all else."""
        self.lost = []
        self._function = ""
        return super().parse(text, filename, debug)

    def _parse_external_declaration(self) -> list[c_ast.Node]:
        mark, first = self._tokens.mark(), self.first_token()
        try:
            return super()._parse_external_declaration()
        except FAULTS as error:
            at, message = fault(self, error)
            del self._scope_stack[1:]
            self._restart(mark)
            last = self._skip_declaration()
            self.lost.append(_Lost(first, last, min(max(at, first), last), message))
            return []

    def _parse_function_definition(self, spec: object, decl: c_ast.Node) -> c_ast.Node:
        inner: Any = decl
        while not isinstance(inner, c_ast.TypeDecl):
            inner = inner.type
        self._function = inner.declname or ""
        return super()._parse_function_definition(spec, decl)  # type: ignore[arg-type]

    def _parse_compound_statement(self, *, new_scope: bool = True) -> c_ast.Node:
        """A function's body is the one without a scope of its own."""
        if new_scope:
            return super()._parse_compound_statement()
        mark, first, depth = self._tokens.mark(), self.first_token(), len(self._scope_stack)
        coord = self._tok_coord(self._peek())  # type: ignore[arg-type]
        name = self._function
        try:
            return super()._parse_compound_statement(new_scope=False)
        except FAULTS as error:
            at, message = fault(self, error)
            del self._scope_stack[depth:]
            self._restart(mark)
            last = self._skip_group()
            self.lost.append(_Lost(first, last, min(max(at, first), last), message, name))
            return c_ast.Compound([], coord)

    def _restart(self, mark: int) -> None:
        self._tokens.reset(mark)
        self._typedef_checked_token = None

    def first_token(self) -> int:
        token = self._peek()
        return token.lineno if token is not None else 0

    def _skip_group(self) -> int:
        """Go past the group that begins here; the number of its last token."""
        depth, last = 0, 0
        while (token := self._tokens.next()) is not None:
            last = token.lineno
            depth += (token.value in _OPENING) - (token.value in _CLOSING)
            if depth <= 0:
                break
        return last

    def _skip_declaration(self) -> int:
        """Go past an external declaration: a semicolon ends it, or the brace that closes a function's body."""
        last, before = 0, ""
        while (token := self._tokens.peek()) is not None:
            if token.value in _OPENING:
                last = self._skip_group()
                if token.value == "{" and before in (")", ""):
                    break
            else:
                self._tokens.next()
                last = token.lineno
                if token.value == ";":
                    break
            before = token.value if token.value not in _OPENING else _closing(token.value)
        return last


def _closing(bracket: str) -> str:
    return {"(": ")", "[": "]", "{": "}"}[bracket]


@dataclass
class _Bodies:
    """The functions of a unit, and what its file scope declares where."""

    tree: c_ast.FileAST
    tokens: Sequence[Token]
    bodies: dict[str, tuple[int, int]] = field(default_factory=dict)
    _heads: dict[str, c_ast.Decl] = field(default_factory=dict)
    _known: dict[str, int] = field(default_factory=dict)
    _types: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        closing = _matches(self.tokens)
        for node in self.tree.ext:
            if isinstance(node, c_ast.FuncDef):
                first = first_token(node.body)
                self.bodies[node.decl.name] = (first, closing.get(first, len(self.tokens)))
                self._heads[node.decl.name] = node.decl
            declared = node.decl if isinstance(node, c_ast.FuncDef) else node
            if isinstance(declared, c_ast.Decl) and declared.name is not None:
                self._known.setdefault(declared.name, first_token(declared))
            elif isinstance(declared, c_ast.Typedef):
                self._types.add(declared.name)

    def declared_in(self, lost: _Lost) -> frozenset[str]:
        """The names that a declaration which can't be parsed may declare; its parameters' are left out."""
        found: set[str] = set()
        number = lost.first
        closing = _matches(self.tokens[lost.first - 1 : lost.last])
        while number <= lost.last:
            token = self.tokens[number - 1]
            end = closing.get(number - lost.first + 1)
            if end is not None and self._holds_no_names(number, lost.first):
                number = lost.first + end
                continue
            if token.kind == NAME and token.text not in _KEYWORDS | self._types | self._known.keys():
                found.add(token.text)
            number += 1
        return frozenset(found)

    def _holds_no_names(self, number: int, first: int) -> bool:
        """Whether a group holds parameters, members, a body or values: what is declared is outside."""
        bracket = self.tokens[number - 1].text
        before = [token.text for token in self.tokens[max(first, number - 2) - 1 : number - 1]]
        if bracket == "(":
            return bool(before) and (
                before[-1] == ")" or (before[-1] not in _KEYWORDS and before[-1].isidentifier())
            )
        return bracket == "[" or "enum" not in before

    def first_of(self, first: int, last: int, names: Collection[str]) -> int:
        """The first of some tokens that uses one of the names, or a word of later C; 0 if none does."""
        for number in range(first, last + 1):
            token = self.tokens[number - 1]
            if token.kind == NAME and (token.text in names or token.text.startswith(LATER_WORD)):
                return number
        return 0

    def rewritten(self, lost: Sequence[_Lost]) -> Iterator[Token]:
        """The tokens, with replacements for what can't be parsed."""
        at = 1
        for number, each in enumerate(lost):
            yield from self.tokens[at - 1 : each.first - 1]
            model = replace(self.tokens[each.first - 1], expanded=True)
            words = (
                self._body(each)
                if each.name
                else f"static void __mapper_lost_{number} ( void ) {self._body(each)}"
            )
            for word in words.split():
                yield replace(model, text=word, kind=NAME if word.isidentifier() else PUNCTUATOR)
            at = each.last + 1
        yield from self.tokens[at - 1 :]

    def _body(self, lost: _Lost) -> str:
        inside = {token.text for token in self.tokens[lost.first - 1 : lost.last] if token.kind == NAME}
        used = [name for name, line in self._known.items() if name in inside and line < lost.first]
        head = self._heads.get(lost.name)
        if head is not None and head.type.args is not None:
            used += [name for each in head.type.args.params if (name := getattr(each, "name", None)) is not None]
        arguments = " , ".join(f"& {name}" for name in sorted(set(used)))
        call = f"{markers.OPAQUE} ( {arguments} ) ;"
        if head is None or _is_void(head.type.type):
            return f"{{ {call} }}"
        return f"{{ return * ( typeof ( {lost.name} ( ) ) * ) {call} }}"

    def opaque(self, lost: _Lost, forced: Opaque | None) -> Opaque:
        """What is known of it."""
        texts = self.tokens[lost.first - 1 : lost.last]
        pragmas = tuple((token.where, token.text) for token in texts if token.kind == PRAGMA and not token.system)
        if forced is not None and lost.name:
            return replace(forced, pragmas=pragmas)
        reason = f"the C source can't be parsed: {explained(lost.message, self.tokens, lost.at)}"
        return Opaque(lost.name, self.tokens[lost.at - 1].where, reason, lost.code, pragmas)


def _is_void(node: c_ast.Node) -> bool:
    named = node.type if isinstance(node, c_ast.TypeDecl) else None
    return isinstance(named, c_ast.IdentifierType) and named.names == ["void"]


def _matches(tokens: Sequence[Token]) -> dict[int, int]:
    """For the number of each opening bracket, counted from 1, that of its closing one."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for number, token in enumerate(tokens, 1):
        if token.text in _OPENING:
            stack.append(number)
        elif token.text in _CLOSING and stack:
            found[stack.pop()] = number
    return found
