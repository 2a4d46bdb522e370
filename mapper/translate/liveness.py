"""May a private variable be read before it is written?  A definite-assignment walk over structured code.

Arrays and structures count as written as a whole by the first write to any of their parts: code that fills
a scratch array and then reads it is the rule, and element-wise proof is out of reach here.
"""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from mapper.analysis.scopes import Symbol
from mapper.analysis.symbols import Symbols
from mapper.ir.nodes import Omp
from mapper.translate.uses import CHANGING, written_object

State = bool | None  # written on all ways here; None: no way leads here

_HIDING = ("private", "reduction")


def _join(states: Iterable[State]) -> State:
    reachable = [state for state in states if state is not None]
    return all(reachable) if reachable else None


class Flow:
    """Follows one variable; `exposed` tells whether some way leads to a read before a write."""

    def __init__(self, symbol: Symbol, symbols: Symbols) -> None:
        self.symbol = symbol
        self.symbols = symbols
        self.exposed = False
        self._breaks: list[list[State]] = []
        self._continues: list[list[State]] = []

    def run(self, node: c_ast.Node | None, state: State = False) -> State:
        """The state after a statement or expression that is entered in `state`."""
        if node is None or state is None:
            return state
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is not None:
            after: State = method(node, state)
            return after
        return self._in_order(node.children(), state)

    def _in_order(self, children: Iterable[tuple[str, c_ast.Node]], state: State) -> State:
        for _, child in children:
            state = self.run(child, state)
        return state

    def repeat(self, body: c_ast.Node, state: State) -> None:
        """Run a loop's body by itself."""
        self._open()
        self.run(body, state)
        self._breaks.pop()
        self._continues.pop()

    # ---- expressions -------------------------------------------------------------------------------------------

    def _id(self, node: c_ast.ID, state: State) -> State:
        if not state and self.symbols.symbol(node) is self.symbol:
            self.exposed = True
        return state

    def _structref(self, node: c_ast.StructRef, state: State) -> State:
        return self.run(node.name, state)

    def _is_target(self, lvalue: c_ast.Node) -> bool:
        name = written_object(lvalue, self.symbols)
        return name is not None and self.symbols.symbol(name) is self.symbol

    def _assignment(self, node: c_ast.Assignment, state: State) -> State:
        if node.op == "=" and self._is_target(node.lvalue):
            state = self._subscripts(node.lvalue, self.run(node.rvalue, state))
            return None if state is None else True
        return self.run(node.rvalue, self.run(node.lvalue, state))

    def _subscripts(self, lvalue: c_ast.Node, state: State) -> State:
        """What an lvalue evaluates besides its object."""
        while isinstance(lvalue, c_ast.ArrayRef | c_ast.StructRef):
            if isinstance(lvalue, c_ast.ArrayRef):
                state = self.run(lvalue.subscript, state)
            lvalue = lvalue.name
        return state

    def _decl(self, node: c_ast.Decl, state: State) -> State:
        return self.run(node.init, state)

    def _unaryop(self, node: c_ast.UnaryOp, state: State) -> State:
        if node.op in ("sizeof", "_Alignof"):
            return state
        state = self.run(node.expr, state)
        return True if node.op in CHANGING and self._is_target(node.expr) else state

    def _binaryop(self, node: c_ast.BinaryOp, state: State) -> State:
        state = self.run(node.left, state)
        right = self.run(node.right, state)
        return state if node.op in ("&&", "||") else right

    def _ternaryop(self, node: c_ast.TernaryOp, state: State) -> State:
        state = self.run(node.cond, state)
        return _join([self.run(node.iftrue, state), self.run(node.iffalse, state)])

    # ---- statements --------------------------------------------------------------------------------------------

    def _if(self, node: c_ast.If, state: State) -> State:
        state = self.run(node.cond, state)
        return _join([self.run(node.iftrue, state), self.run(node.iffalse, state)])

    def _open(self) -> None:
        self._breaks.append([])
        self._continues.append([])

    def _while(self, node: c_ast.While, state: State) -> State:
        return self._loop(None, node.cond, node.stmt, None, state)

    def _for(self, node: c_ast.For, state: State) -> State:
        return self._loop(node.init, node.cond, node.stmt, node.next, state, runs=self._runs(node))

    def _loop(
        self,
        init: c_ast.Node | None,
        cond: c_ast.Node | None,
        body: c_ast.Node,
        after: c_ast.Node | None,
        state: State,
        *,
        runs: bool = False,
    ) -> State:
        state = self.run(cond, self.run(init, state))
        self._open()
        end = _join([self.run(body, state), *self._continues[-1]])
        end = self.run(after, end)
        breaks = self._breaks.pop()
        self._continues.pop()
        endless = cond is None or self.symbols.constant(cond) not in (None, 0)
        leaving: list[State] = [] if endless else [end if runs else state]
        return _join([*leaving, *breaks])

    def _runs(self, node: c_ast.For) -> bool:
        """Whether a loop runs at least once: its bounds are constants, as in `for (m = 0; m < 5; m++)`."""
        init, test = node.init, node.cond
        if not isinstance(test, c_ast.BinaryOp) or test.op not in ("<", "<=", ">", ">="):
            return False
        if isinstance(init, c_ast.DeclList) and len(init.decls) == 1:
            start = init.decls[0].init
        elif isinstance(init, c_ast.Assignment) and init.op == "=":
            start = init.rvalue
        else:
            return False
        low = self.symbols.constant(start) if start is not None else None
        high = self.symbols.constant(test.right)
        if low is None or high is None:
            return False
        return {"<": low < high, "<=": low <= high, ">": low > high, ">=": low >= high}[test.op]

    def _dowhile(self, node: c_ast.DoWhile, state: State) -> State:
        self._open()
        end = _join([self.run(node.stmt, state), *self._continues[-1]])
        end = self.run(node.cond, end)
        self._continues.pop()
        return _join([end, *self._breaks.pop()])

    def _switch(self, node: c_ast.Switch, state: State) -> State:
        state = self.run(node.cond, state)
        self._breaks.append([])
        last: State = None
        default = False
        items = node.stmt.block_items if isinstance(node.stmt, c_ast.Compound) else [node.stmt]
        for item in items or []:
            if isinstance(item, c_ast.Case | c_ast.Default):
                default |= isinstance(item, c_ast.Default)
                last = _join([last, state])
                for statement in item.stmts or []:
                    last = self.run(statement, last)
            else:
                last = self.run(item, last)
        return _join([last, *self._breaks.pop(), *([] if default else [state])])

    def _break(self, _: c_ast.Break, state: State) -> State:
        if self._breaks:
            self._breaks[-1].append(state)
        return None

    def _continue(self, _: c_ast.Continue, state: State) -> State:
        if self._continues:
            self._continues[-1].append(state)
        return None

    def _return(self, node: c_ast.Return, state: State) -> State:
        self.run(node.expr, state)
        return None

    def _goto(self, _: c_ast.Goto, __: State) -> State:
        self.exposed = True  # no structure to follow
        return None

    def _label(self, node: c_ast.Label, _: State) -> State:
        return self.run(node.stmt, False)

    # ---- OpenMP ------------------------------------------------------------------------------------------------

    def _omp(self, node: Omp, state: State) -> State:
        """A construct in a region: writes inside are not certain for the thread that comes behind it."""
        named = {name: clause.kind for clause in node.directive.clauses for name in clause.variables}
        kind = named.get(self.symbol.name)
        if kind in _HIDING:
            return state
        if kind == "firstprivate" and not state:
            self.exposed = True
        after = self.run(node.body, state)
        if node.directive.kind in ("atomic", "critical") or kind == "copyprivate":
            return after
        return state


def exposed(symbol: Symbol, symbols: Symbols, body: c_ast.Node) -> bool:
    """Whether one run of `body` may read the variable before it writes it."""
    flow = Flow(symbol, symbols)
    flow.run(body)
    return flow.exposed


def read_after(symbol: Symbol, symbols: Symbols, region: c_ast.Node, inner: c_ast.Node) -> bool:
    """Whether the value that a variable has behind `inner`, a statement of `region`, may be read in the region."""
    path = _path(region, inner)
    for position in range(len(path) - 1, 0, -1):
        parent, child = path[position - 1], path[position]
        flow = Flow(symbol, symbols)
        state: State = False
        for sibling in _behind(parent, child):
            state = flow.run(sibling, state)
        if isinstance(parent, c_ast.For | c_ast.While | c_ast.DoWhile):  # around the loop once more
            around = flow.run(getattr(parent, "next", None), False)
            flow.repeat(parent.stmt, flow.run(parent.cond, around))
        if flow.exposed:
            return True
        if state is not False:
            return False
    return False


def _path(root: c_ast.Node, goal: c_ast.Node) -> list[c_ast.Node]:
    """The nodes from `root` down to `goal`."""
    if root is goal:
        return [root]
    for _, child in root.children():
        found = _path(child, goal)
        if found:
            return [root, *found]
    return []


def _behind(parent: c_ast.Node, child: c_ast.Node) -> list[c_ast.Node]:
    """What runs after `child` inside `parent`, in order, its loops apart."""
    items = [node for _, node in parent.children()]
    if isinstance(parent, c_ast.Compound | c_ast.Case | c_ast.Default):
        at = next(number for number, item in enumerate(items) if item is child)
        return items[at + 1 :]
    return []
