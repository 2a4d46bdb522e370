"""Hands the normalised lexemes to pycparser, one a line, and places its errors in the user's source."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from pycparser import c_ast
from pycparser.c_lexer import CLexer
from pycparser.c_parser import CParser, ParseError

from mapper.diagnostics import Location, fail
from mapper.ir.trees.unit import Token

_ERROR = re.compile(r"^(?:[^:\n]*)(?::(?P<line>\d+))?(?::\d+)?: (?P<message>.*)$", re.DOTALL)
FAULTS = (ParseError, ValueError, AssertionError, AttributeError, IndexError, TypeError, RecursionError)
"""What pycparser raises at source that it does not understand."""
_LONG = 1000
_AMBIGUOUS = "[", "#"  # what follows determines the kind of these
_NUMBERS = frozenset(["INT_CONST_DEC", "INT_CONST_OCT", "INT_CONST_HEX", "FLOAT_CONST", "CHAR_CONST"])
_ENDS_ELEMENT = frozenset(["COMMA", "RBRACE"])
_MESSAGES = {
    "Invalid expression": "expected an expression",
    "Invalid declaration": "this is no valid declaration",
    "Invalid function definition": "this is no valid function definition",
    "Invalid declarator": "expected a name",
    "Missing type in declaration": "a declaration without a type",
    "At end of input": "the source ends in the middle of a declaration or statement",
}


class GnuLexer(CLexer):
    """pycparser's lexer for one token a line, with the keyword `typeof`.

    It remembers the line of the last token that it gave, and what kind of token each text was: most tokens of a
    program were seen before.
    """

    def __init__(self, error_func: Callable[[str, int, int], None], **options: Any) -> None:
        super().__init__(error_func, **options)
        self._keyword_map["typeof"] = "TYPEOF"
        self.last_line = 0
        self._seen: dict[str, tuple[str, str]] = {}

    def token(self) -> Any:
        """The next token, or None at the end."""
        text = self._lexdata
        if text.startswith("\n", self._pos):
            self._pos += 1
            self._line_start = self._pos
            self._lineno += 1
        end = text.find("\n", self._pos)
        end = len(text) if end < 0 else end
        line = text[self._pos : end]
        plain = self._pending_tok is None and not self._in_attribute
        seen = self._seen.get(line) if plain else None
        if seen is None and len(line) > _LONG and line[0] == '"':
            seen = "STRING_LITERAL", line  # which the front end's own lexer has read already
        if seen is None and line.isdigit() and line.isascii() and (line[0] != "0" or line == "0"):
            seen = "INT_CONST_DEC", line
        if seen is None and plain and line.isidentifier():  # pycparser's names are ASCII
            seen = self._seen[line] = self._keyword_map.get(line, "ID"), line
        if seen is not None:
            token: Any = self._make_token(*seen, self._pos)
            self._pos = end
        else:
            token = super().token()
            if token is not None and token.value == line and line not in _AMBIGUOUS:
                self._seen[line] = token.type, line
        if token is not None:
            self.last_line = token.lineno
        return token


class _Scope(dict[str, bool]):
    """The names of a block: whether each is a type's.

    `outside` is what names mean around the block, as far as that was asked.  It is the same while the parser is
    in the block.
    """

    def __init__(self) -> None:
        super().__init__()
        self.outside: dict[str, bool] = {}


class GnuParser(CParser):
    """pycparser's parser, which also takes the alignment of an expression (`__alignof__ (x)`).

    The work for a name does not grow with the number of blocks around it.
    """

    def _push_scope(self) -> None:
        super()._push_scope()
        self._scope_stack[-1] = _Scope()

    def _is_type_in_scope(self, name: str) -> bool:
        found = False
        passed = list[_Scope]()
        for scope in reversed(self._scope_stack):
            if name in scope:
                found = scope[name]
                break
            if isinstance(scope, _Scope):
                if name in scope.outside:
                    found = scope.outside[name]
                    break
                passed.append(scope)
        for block in passed:
            block.outside[name] = found
        return found

    def _parse_initializer_list(self) -> c_ast.Node:
        """The elements of an initialiser; tables of plain numbers are long, and need no look at all operators."""
        items = list[c_ast.Node]()
        while True:
            first, second = self._tokens.peek(), self._tokens.peek(2)
            if (
                first is not None
                and second is not None
                and first.type in _NUMBERS
                and second.type in _ENDS_ELEMENT
            ):
                items.append(self._parse_constant())
            else:
                items.append(self._parse_initializer_item())
            if self._accept("COMMA") is None or self._peek_type() == "RBRACE":
                return c_ast.InitList(items, items[0].coord)

    def _parse_unary_expression(self) -> c_ast.Node:
        if self._peek_type() != "_ALIGNOF":
            return super()._parse_unary_expression()
        token = self._advance()
        found = self._try_parse_paren_type_name()
        operand = found[0] if found is not None else self._parse_unary_expression()
        return c_ast.UnaryOp(token.value, operand, self._tok_coord(token))


def parse(tokens: Sequence[Token], path: str) -> c_ast.FileAST:
    """The tree of a unit; `coord.line` of each node is the number of a token, counted from 1.

    Raises `MapperError` with E004 at the user's token that pycparser does not understand.
    """
    parser = GnuParser(lexer=GnuLexer)
    text = "\n".join(token.text for token in tokens)
    try:
        return parser.parse(text, "")
    except FAULTS as error:
        number, message = fault(parser, error)
    number = number or len(tokens)
    number = max(1, min(number, len(tokens)))
    if not tokens:
        fail("E004", message, Location(path))
    fail("E004", explained(message, tokens, number), tokens[number - 1].where)


def fault(parser: CParser, error: Exception) -> tuple[int, str]:
    """The number of the token that a parser fails at, and its message; 0 for the end of the source."""
    last: int = parser.clex.last_line  # type: ignore[attr-defined]
    if isinstance(error, RecursionError):
        return last, "the source is nested too deeply"
    if not isinstance(error, ParseError):
        return last, "this can't be parsed"
    match = _ERROR.match(str(error))
    message = match["message"] if match else str(error)
    line = int(match["line"]) if match and match["line"] else 0
    return line or (0 if message == "At end of input" else last), message


def explained(message: str, tokens: Sequence[Token], number: int) -> str:
    """pycparser's message in words that need no knowledge of pycparser."""
    if message == "before: {" and number > 1 and tokens[number - 2].text == ")":
        return "a nested function can't be translated"
    if message.startswith("before: "):
        return f"syntax error before '{message[8:]}'"
    sentence = _MESSAGES.get(message, message[:1].lower() + message[1:])
    return sentence if message == "At end of input" else f"{sentence} (at '{tokens[number - 1].text}')"
