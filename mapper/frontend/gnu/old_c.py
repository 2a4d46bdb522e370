"""Writes the `int` that old C leaves out, and declares the names that compilers know by themselves."""

from __future__ import annotations

from mapper.frontend.gnu.markers import IMAGINARY, STRANGE
from mapper.frontend.tokens.cursor import like
from mapper.frontend.tokens.lexer import NAME, PRAGMA, Lexeme

_SPECIFIERS = frozenset(("static", "extern", "register", "auto", "const", "volatile", "inline", "_Thread_local"))
_TYPE_WORDS = frozenset(
    (
        "void char short int long float double signed unsigned _Bool _Complex __int128 struct union enum typeof "
        "_Atomic typedef _Static_assert _Alignas restrict _Noreturn"
    ).split()
)
_TAGGED = frozenset(("struct", "union", "enum"))
_AFTER_NAME = frozenset((";", ",", "=", "[", "(", ")"))

_PREDECLARED = {
    "__builtin_va_list": (
        "typedef struct __va_list_tag { unsigned gp_offset ; unsigned fp_offset ; void * overflow_arg_area ; "
        "void * reg_save_area ; } __builtin_va_list [ 1 ] ;"
    ),
    "__int128_t": "typedef __int128 __int128_t ;",
    "__uint128_t": "typedef unsigned __int128 __uint128_t ;",
    "__Float32x4_t": "typedef _Complex long __Float32x4_t ;",
    "__Float64x2_t": "typedef _Complex long __Float64x2_t ;",
    "__SVFloat32_t": "typedef _Complex long __SVFloat32_t ;",
    "__SVFloat64_t": "typedef _Complex long __SVFloat64_t ;",
    "__SVBool_t": "typedef _Complex long __SVBool_t ;",
    IMAGINARY: f"extern float _Complex {IMAGINARY} ;",
    STRANGE: f"extern _Complex int {STRANGE} ;",
}


def predeclare(lexemes: list[Lexeme]) -> list[Lexeme]:
    """Put declarations of the built-in types that occur before everything else."""
    used = {lexeme.text for lexeme in lexemes if lexeme.text.startswith("__")}
    model = Lexeme("", NAME, "<built-in>", 0, system=True)
    declarations = [text for name, text in _PREDECLARED.items() if name in used]
    return [*like(model, " ".join(declarations)), *lexemes]


def add_implicit_int(lexemes: list[Lexeme]) -> list[Lexeme]:
    """Put `int` where a declaration of the user has no type specifier."""
    typedefs = _typedef_names(lexemes)
    result: list[Lexeme] = []
    depth, bodies, was_body = 0, [False], False
    types, of_type = [False], False  # whether braces hold the members of a type, which specifiers may follow
    external = True  # whether an external declaration begins here
    start = True  # whether a declaration or statement may begin here
    index = 0
    while index < len(lexemes):
        lexeme = lexemes[index]
        text = lexeme.text
        if lexeme.kind == PRAGMA:
            result.append(lexeme)
            index += 1
            continue
        if start and text in _SPECIFIERS and not lexeme.system:
            while index < len(lexemes) and lexemes[index].text in _SPECIFIERS:
                result.append(lexemes[index])
                index += 1
            if _lacks_type(lexemes, index, typedefs):
                result += like(result[-1], "int")
            external = start = False
            continue
        if external and not lexeme.system and _starts_untyped(lexeme, typedefs):
            result += like(lexeme, "int")
        if text == "{":
            is_body = depth > 0 or (bool(result) and result[-1].text in (")", ";"))
            bodies.append(is_body)
            types.append(any(each.text in _TAGGED for each in result[-2:]))
            depth += 1
        elif text == "}":
            was_body = depth > 0 and bodies.pop()
            of_type = depth > 0 and types.pop()
            depth = max(depth - 1, 0)
        external = depth == 0 and (text == ";" or (text == "}" and was_body))
        start = external or text in ("{", ";") or (text == "}" and not of_type)
        start = start or (text == "(" and result[-1].text == "for")
        result.append(lexeme)
        index += 1
    return result


def _lacks_type(lexemes: list[Lexeme], index: int, typedefs: set[str]) -> bool:
    """Whether a declarator follows the storage class and qualifiers directly."""
    if index + 1 >= len(lexemes):
        return False
    lexeme = lexemes[index]
    if lexeme.text == "*":
        return True
    if lexeme.kind != NAME or lexeme.text in _TYPE_WORDS or lexeme.text in typedefs:
        return False
    return lexemes[index + 1].text in _AFTER_NAME


def _starts_untyped(lexeme: Lexeme, typedefs: set[str]) -> bool:
    if lexeme.text == "*":
        return True
    return lexeme.kind == NAME and lexeme.text not in _TYPE_WORDS and lexeme.text not in typedefs


def _typedef_names(lexemes: list[Lexeme]) -> set[str]:
    """A set that holds all typedef names (and, harmlessly, some names of their parameters)."""
    names: set[str] = set()
    index = 0
    while index < len(lexemes):
        if lexemes[index].text != "typedef":
            index += 1
            continue
        depth = 0
        while index + 1 < len(lexemes):
            index += 1
            text = lexemes[index].text
            depth += (text == "{") - (text == "}")
            if depth == 0:
                if text == ";":
                    break
                if lexemes[index].kind == NAME and lexemes[index + 1].text in _AFTER_NAME:
                    names.add(text)
    return names
