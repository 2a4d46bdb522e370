"""Replaces the GNU expressions that pycparser keeps by standard ones.

- glibc's `assert` becomes `condition ? (void)0 : __assert_fail(...)`;
- a statement expression that only names values, like `({ int _a = (a); _a > 0 ? _a : 0; })`, becomes that value
  with each name replaced by its initialiser (cast to the type), which may call functions that only compute;
- the functions of `stdatomic.h`, which are macros around `__atomic_load(pointer, &value, order)` and the like,
  become `__atomic_load_n(pointer, order)`;
- glibc's `tolower (c)` and `toupper (c)` become calls again;
- any other statement expression becomes a call of `markers.STATEMENT_EXPRESSION` with what it reads, and the
  addresses of the variables that it changes, and its value where that can be determined outside;
- so does each that holds a pragma, since what the pragma says of the code in it would be lost;
- `a ?: b` becomes `a ? a : b` if `a` has no side effects.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from pycparser import c_ast, c_generator

from mapper.frontend.gnu import markers
from mapper.frontend.gnu.purity import pure_functions
from mapper.ir.trees.names import exposed_place, exposed_places
from mapper.ir.trees.nodes import addressed, called_name, clone, same_text, walk
from mapper.ir.trees.unit import Opaque, Token

_STATEMENTS = (
    c_ast.If, c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.Switch, c_ast.Label, c_ast.Case, c_ast.Default,
    c_ast.Goto, c_ast.Break, c_ast.Continue, c_ast.Return, c_ast.EmptyStatement, c_ast.Pragma, c_ast.Decl,
    c_ast.Typedef, c_ast.Compound,
)  # fmt: skip
_ATOMIC_MACROS = ("__atomic_load", "__atomic_store", "__atomic_exchange", "__atomic_compare_exchange")
_CHARACTERS = frozenset(["tolower", "toupper"])
_REASON = "it is in a statement expression, which is left to the C compiler"


def rewrite(tree: c_ast.FileAST, tokens: Sequence[Token]) -> tuple[Opaque, ...]:
    """Change the tree in place; returns the statement expressions that hold pragmas."""
    numbers = [number for number, token in enumerate(tokens, 1) if _is_gnu(tokens, number, token)]
    if not numbers:
        return ()
    enumerators = {node.name for node in walk(tree) if isinstance(node, c_ast.Enumerator)}
    rewriter = _Rewriter(tokens, enumerators, pure_functions(tree))
    starts = [node.coord.line if node.coord else 0 for node in tree.ext]
    for index in sorted({bisect_right(starts, number) - 1 for number in numbers}):
        rewriter.visit_top(tree.ext[max(index, 0)])
    return tuple(rewriter.opaque)


def _is_gnu(tokens: Sequence[Token], number: int, token: Token) -> bool:
    if token.text == markers.OMITTED:
        return True
    return token.text == "{" and number > 1 and tokens[number - 2].text == "("


class _Rewriter:
    def __init__(self, tokens: Sequence[Token], enumerators: set[str], pure: frozenset[str]) -> None:
        self.tokens = tokens
        self.enumerators = enumerators
        self.pure = pure
        self.opaque: list[Opaque] = []
        self._function = ""

    def visit_top(self, node: c_ast.Node) -> None:
        """Rewrite below a function or a declaration of the file."""
        self._function = node.decl.name if isinstance(node, c_ast.FuncDef) else ""
        self.visit(node)

    def visit(self, node: c_ast.Node) -> None:
        """Rewrite below a node, inner expressions first."""
        for slot in _slots(node):
            value = getattr(node, slot, None)
            if isinstance(value, c_ast.Node):
                self.visit(value)
                replaced = self._replacement(value)
                if replaced is not value:
                    setattr(node, slot, replaced)
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, c_ast.Node):
                        self.visit(item)
                        value[index] = self._replacement(item)

    def _replacement(self, node: c_ast.Node) -> c_ast.Node:
        if isinstance(node, c_ast.Compound) and node.coord is not None:
            number = node.coord.line
            if number > 1 and self.tokens[number - 1].text == "{" and self.tokens[number - 2].text == "(":
                return self._statement_expression(node)
        if isinstance(node, c_ast.TernaryOp) and _is_call_of(node.iftrue, markers.OMITTED):
            return self._omitted_operand(node)
        return node

    def _omitted_operand(self, node: c_ast.TernaryOp) -> c_ast.Node:
        if _has_effects(node.cond, self.pure):
            return node
        return c_ast.TernaryOp(node.cond, clone(node.cond), node.iffalse, node.coord)

    def _statement_expression(self, node: c_ast.Compound) -> c_ast.Node:
        items: list[c_ast.Node] = list(node.block_items or [])
        if any(isinstance(part, c_ast.Pragma) for part in walk(node)):
            self._leave_out(node)
            return self._marker_call(node, items)
        if len(items) == 1 and (checked := _assertion(items[0])) is not None:
            return checked
        if (known := _atomic(items) or _character(items)) is not None:
            return known
        if items and (value := _value(items, self.pure)) is not None:
            return value
        return self._marker_call(node, items)

    def _leave_out(self, node: c_ast.Node) -> None:
        """Take note of a statement expression that holds pragmas."""
        pragmas = [self._token(part) for part in walk(node) if isinstance(part, c_ast.Pragma)]
        found = tuple((token.where, token.text) for token in pragmas)
        where = self._token(node).where
        self.opaque.append(Opaque(self._function, where, _REASON, "K018", found, expression=True))

    def _token(self, node: c_ast.Node) -> Token:
        """The token that a node begins with."""
        assert node.coord is not None
        number: int = node.coord.line
        return self.tokens[number - 1]

    def _marker_call(self, node: c_ast.Compound, items: list[c_ast.Node]) -> c_ast.Node:
        inner = {child.name for child in walk(node) if isinstance(child, (c_ast.Decl, c_ast.Typedef))}
        coord = node.coord
        arguments = _arguments(node, inner | self.enumerators)
        call = c_ast.FuncCall(
            c_ast.ID(markers.STATEMENT_EXPRESSION, coord),
            c_ast.ExprList(arguments, coord) if arguments else None,
            coord,
        )
        last = items[-1] if items else None
        if last is None or isinstance(last, _STATEMENTS):
            return call
        if not any(name.name in inner for name in _variables(last)):
            return c_ast.ExprList([call, clone(last)], coord)
        if isinstance(last, c_ast.ID):
            declared = next(
                (item for item in items if isinstance(item, c_ast.Decl) and item.name == last.name), None
            )
            if declared is not None and isinstance(declared.type, (c_ast.TypeDecl, c_ast.PtrDecl)):
                value: c_ast.Node = call
                plain = declared.init is not None and not any(
                    name.name in inner for name in _variables(declared.init)
                )
                if plain and _only_tested(node, declared.name, last):
                    value = c_ast.ExprList([call, clone(declared.init)], coord)
                return c_ast.Cast(_typename(declared), value, coord)
        return call


def _only_tested(node: c_ast.Node, name: str, last: c_ast.Node) -> bool:
    """Whether all that is done with a variable, before its value is taken at last, is to ask whether it is 0."""
    for part in walk(node):
        if isinstance(part, c_ast.If) or (isinstance(part, c_ast.BinaryOp) and part.op in ("==", "!=")):
            tested = [part.cond] if isinstance(part, c_ast.If) else [part.left, part.right]
        elif isinstance(part, c_ast.UnaryOp) and part.op == "!":
            tested = [part.expr]
        else:
            tested = []
        uses = [child for child in _values(part) if isinstance(child, c_ast.ID) and child.name == name]
        if not all(use is last or any(use is each for each in tested) for use in uses):
            return False
    return True


def _arguments(node: c_ast.Node, inner: set[str]) -> list[c_ast.Node]:
    """What a statement expression is given: functions that it calls, what it reads, where it writes."""
    changed = _changed(node) - inner
    found: dict[str, c_ast.Node] = {
        name: c_ast.UnaryOp("&", c_ast.ID(name, node.coord), node.coord) for name in sorted(changed)
    }
    generator = c_generator.CGenerator()
    stack = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, c_ast.StructRef) and _means_the_same_outside(part, inner):
            found.setdefault(generator.visit(part), clone(part))
        elif isinstance(part, c_ast.ID) and part.name not in inner | changed:
            found.setdefault(part.name, c_ast.ID(part.name, node.coord))
        else:
            if isinstance(part, c_ast.FuncCall) and _is_users(part.name, inner):
                found.setdefault(part.name.name, c_ast.ID(part.name.name, node.coord))
            stack.extend(child for child in reversed(_values(part)))
    return list(found.values())


def _means_the_same_outside(member: c_ast.StructRef, inner: set[str]) -> bool:
    """Whether it only reads, and by variables that are declared outside."""
    return not _has_effects(member) and not any(name.name in inner for name in _variables(member))


def _is_users(function: c_ast.Node, inner: set[str]) -> bool:
    """Whether a called function is one with a name of its own, no builtin of the compiler's."""
    return isinstance(function, c_ast.ID) and function.name not in inner and not function.name.startswith("__")


def _root(node: c_ast.Node) -> c_ast.Node:
    """The expression whose members, elements or target another names."""
    while True:
        if isinstance(node, (c_ast.StructRef, c_ast.ArrayRef)):
            node = node.name
        elif isinstance(node, c_ast.UnaryOp) and node.op == "*":
            node = node.expr
        else:
            return node


def _changed(node: c_ast.Node) -> set[str]:
    """The variables that are assigned to or have their address taken, also in parts."""
    return {root.name for root in map(_root, exposed_places(node)) if isinstance(root, c_ast.ID)}


def _assertion(item: c_ast.Node) -> c_ast.Node | None:
    """`if (c) ; else __assert_fail(...)` as an expression."""
    if not (isinstance(item, c_ast.If) and isinstance(item.iftrue, c_ast.EmptyStatement)):
        return None
    if not _is_call_of(item.iffalse, "__assert_fail"):
        return None
    coord = item.coord
    void = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["void"], coord), coord)
    nothing = c_ast.Cast(c_ast.Typename(None, [], None, void, coord), c_ast.Constant("int", "0", coord), coord)
    return c_ast.TernaryOp(item.cond, nothing, item.iffalse, coord)


def _atomic(items: list[c_ast.Node]) -> c_ast.Node | None:
    """What a macro of `stdatomic.h` does with names for its arguments, as a call that is given these."""
    values = {item.name: item.init for item in items if isinstance(item, c_ast.Decl)}
    call = next((item for item in items if not isinstance(item, c_ast.Decl)), None)
    name = called_name(call)
    named = all(each.startswith("__atomic_") for each in values)
    if not isinstance(call, c_ast.FuncCall) or name not in _ATOMIC_MACROS or not named:
        return None
    given: list[c_ast.Node] = []
    for argument in call.args.exprs:
        plain = addressed(argument) or argument
        if not isinstance(plain, c_ast.ID) or plain.name not in values:
            given.append(argument)
        elif values[plain.name] is not None:
            given.append(values[plain.name])
    return c_ast.FuncCall(c_ast.ID(f"{name}_n", call.coord), c_ast.ExprList(given, call.coord), call.coord)


def _character(items: list[c_ast.Node]) -> c_ast.Node | None:
    """glibc's macro that looks a character up in a table, or calls the function, as a call."""
    if len(items) != 3 or not isinstance(items[0], c_ast.Decl) or items[0].name != "__res":
        return None
    names = {called_name(node) for node in walk(items[1])} & _CHARACTERS
    chosen = items[1].iffalse if isinstance(items[1], c_ast.If) else None
    looked = chosen.rvalue if isinstance(chosen, c_ast.Assignment) else None
    if len(names) != 1 or not isinstance(looked, c_ast.ArrayRef):
        return None
    function, coord = c_ast.ID(names.pop(), items[0].coord), items[0].coord
    return c_ast.FuncCall(function, c_ast.ExprList([looked.subscript], coord), coord)


def _value(items: list[c_ast.Node], pure: frozenset[str]) -> c_ast.Node | None:
    """The value of a statement expression that declares names for values and then computes with them."""
    *declarations, last = items
    values: dict[str, c_ast.Node] = {}
    for item in declarations:
        if not isinstance(item, c_ast.Decl) or item.init is None or item.storage or _has_effects(item.init, pure):
            return None
        if not isinstance(item.type, (c_ast.TypeDecl, c_ast.PtrDecl)) or "volatile" in item.quals:
            return None
        holder = c_ast.ExprList([clone(item.init)])
        _substitute(holder, values)
        typename = _typename(item)
        if any(name.name in values or name.name == item.name for name in _variables(typename)):
            return None
        if any(name.name == item.name for name in _variables(item.init)):
            return None
        values[item.name] = holder.exprs[0]
        if not _is_type_of(typename, item.init):
            values[item.name] = c_ast.Cast(typename, holder.exprs[0], item.coord)
    if isinstance(last, _STATEMENTS) or (values and _has_effects(last, pure)):
        return None
    result = c_ast.ExprList([clone(last)])
    _substitute(result, values)
    value: c_ast.Node = result.exprs[0]
    return value


def _is_type_of(typename: c_ast.Typename, value: c_ast.Node) -> bool:
    """Whether a type is `typeof (value)`, to which a cast of the value changes nothing."""
    innermost = typename.type
    if not isinstance(innermost, c_ast.TypeDecl) or not isinstance(innermost.type, c_ast.TypeOf):
        return False
    return same_text(innermost.type.expr, value)


def _substitute(node: c_ast.Node, values: Mapping[str, c_ast.Node]) -> None:
    """Replace names below a node by copies of their values; members of structs keep their names."""
    for slot in _slots(node):
        if isinstance(node, c_ast.StructRef) and slot == "field":
            continue
        value = getattr(node, slot, None)
        if isinstance(value, c_ast.ID) and value.name in values:
            setattr(node, slot, clone(values[value.name]))
        elif isinstance(value, c_ast.Node):
            _substitute(value, values)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, c_ast.ID) and item.name in values:
                    value[index] = clone(values[item.name])
                elif isinstance(item, c_ast.Node):
                    _substitute(item, values)


def _slots(node: c_ast.Node) -> tuple[str, ...]:
    """The names of a node's attributes."""
    slots: tuple[str, ...] = type(node).__slots__
    return slots


def _typename(declaration: c_ast.Decl) -> c_ast.Typename:
    """The declared type without the name and its qualifiers."""
    type_ = clone(declaration.type)
    innermost = type_
    while not isinstance(innermost, c_ast.TypeDecl):
        innermost = innermost.type
    innermost.declname = None
    return c_ast.Typename(None, list(innermost.quals), None, type_, declaration.coord)


def _variables(node: c_ast.Node) -> Iterator[c_ast.ID]:
    """The identifiers that are used as values: no called functions, members or designators."""
    stack: list[c_ast.Node] = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, c_ast.ID):
            yield top
        else:
            stack.extend(reversed(_values(top)))


def _values(node: c_ast.Node) -> list[c_ast.Node]:
    """The children of a node without the names of called functions, members and designators."""
    return [
        child
        for name, child in node.children()
        if not isinstance(child, c_ast.ID)
        or not (
            (isinstance(node, c_ast.FuncCall) and name == "name")
            or (isinstance(node, c_ast.StructRef) and name == "field")
            or (isinstance(node, c_ast.NamedInitializer) and name.startswith("name"))
        )
    ]


def _has_effects(node: c_ast.Node, pure: frozenset[str] = frozenset()) -> bool:
    """Whether an expression may do more than compute a value from values; calls of `pure` functions don't."""
    return any(
        isinstance(child, c_ast.Compound)
        or (isinstance(child, c_ast.FuncCall) and getattr(child.name, "name", "") not in pure)
        or exposed_place(child) is not None
        for child in walk(node)
    )


def _is_call_of(node: c_ast.Node | None, name: str) -> bool:
    return called_name(node) == name
