"""Host code of the device path: each statement is behind an announcement of the memory that it may touch.

Where launches are in a statement, what it touches is announced in its parts and its conditions instead.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.emit.regions.host_code import HostCode
from mapper.emit.regions.running_sums import RunningSums, running_sums
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.region import TeamFunction
from mapper.ir.trees.directive import WAITING
from mapper.ir.trees.nodes import N, Omp, statements_of, walk
from mapper.translate.regions.hosted import is_short


class OwnLabels(CPrinter):
    """Gives labels a name of their own: the original text, with the same label, is in the same function."""

    def visit_Label(self, n: c_ast.Label) -> str:
        """A label and its statement."""
        return f"{n.name}_mrt: {self._generate_stmt(n.stmt)}"

    def visit_Goto(self, n: c_ast.Goto) -> str:
        """See visit_Label."""
        return f"goto {n.name}_mrt;"


class AnnouncedPrinter(OwnLabels):
    """Prints statements with their announcements.

    `calls` are the calls that go to second versions of functions, and `launching` these, the constructs that
    become launches and what all threads run, all by the ids of their nodes.  `run` is the C expression of the run.
    """

    def __init__(
        self,
        symbols: Symbols,
        host: HostCode,
        calls: Mapping[int, TeamFunction],
        launching: Collection[int],
        run: str,
    ) -> None:
        super().__init__()
        self.symbols = symbols
        self.host = host
        self.calls = calls
        self.launching = launching
        self.run = run
        self._settled = False  # inside a statement that has been announced as a whole
        self._opened = False  # inside an `if` without launches and labels, whose branches are announced

    def visit_Compound(self, n: c_ast.Compound) -> str:
        """A block: each statement after its announcements."""
        return f"{self._make_indent()}{self._block(n.block_items or [])}\n"

    def _block(self, items: list[c_ast.Node]) -> str:
        pad = self._make_indent()
        self.indent_level += 2
        text = ""
        left = list(items)
        while left:
            together = self._together(left)
            text += self._announced(left[0]) if together is None else together[0]
            del left[: 1 if together is None else together[1]]
        self.indent_level -= 2
        return f"{{\n{text}{pad}}}"

    def _together(self, items: Sequence[c_ast.Node]) -> tuple[str, int] | None:
        """The text of the first statements where they are printed as one, and how many they are."""
        del items
        return None

    def _announced(self, item: c_ast.Node) -> str:
        """A statement after what it touches is announced, once for all that is in it.

        Where a launch may come in between, or control may enter it at a label, its parts are announced instead.
        """
        waits = isinstance(item, Omp) and item.directive.kind in WAITING  # it may name what others have used
        if self._settled or waits:
            return self._generate_stmt(item)
        pad = self._make_indent()
        if self._opened and isinstance(item, c_ast.If):
            return self._conditional(item, pad)
        call = self._team_call(item)
        if call is not None:
            lines = [] if call.args is None else self._announcements(call.args)
            return "".join(f"{pad}{line}\n" for line in lines) + self._generate_stmt(item)
        if self._launches(item) or any(isinstance(part, c_ast.Label) for part in walk(item)):
            return self._generate_stmt(item)
        parts = self.host.parts(item, self.symbols)
        if parts is None and isinstance(item, c_ast.If) and self._announcements(item):
            return self._conditional(item, pad)
        if parts is None and self._is_opened(item):
            return self._generate_stmt(item)
        lines = self._announcements(item) if parts is None else parts
        sums = running_sums(item, self.symbols)
        if sums is not None and lines == [f"__MRT_HOST({sums.array}, __MRT_READ | __MRT_WRITE);"]:
            return self._sums(sums, lines, item)
        text = "".join(f"{pad}{line}\n" for line in lines)
        return text + self._settled_text(item, 0)

    def _conditional(self, item: c_ast.If, pad: str) -> str:
        """An `if` after what its condition touches; what its branches touch is announced in them."""
        parts = self.host.parts(item.cond, self.symbols)
        lines = self._announcements(item.cond) if parts is None else parts
        before, self._opened = self._opened, True
        text = self._generate_stmt(item)
        self._opened = before
        return "".join(f"{pad}{line}\n" for line in lines) + text

    def _settled_text(self, item: c_ast.Node, deeper: int) -> str:
        """A statement whose memory is announced."""
        self.indent_level += deeper
        self._settled = True
        text = self._generate_stmt(item)
        self._settled = False
        self.indent_level -= deeper
        return text

    def _sums(self, sums: RunningSums, lines: Sequence[str], item: c_ast.Node) -> str:
        """A loop that forms running sums: the device does it where it has the array."""
        pad, array = self._make_indent(), sums.array
        first, count = (self.visit(part) for part in (sums.first, sums.count))
        done = f"__mrt_running_sums({self.run}, &{array}[{first}], {count}, sizeof *({array}))"
        text = f"{pad}if ({done}) {{\n{pad}  {sums.counter} = {self.visit(sums.behind)};\n{pad}}} else {{\n"
        return f"{text}{indented(lines, pad, 2)}{self._settled_text(item, 2)}{pad}}}\n"

    def _generate_stmt(self, n: c_ast.Node, add_indent: bool = False) -> str:
        """A statement; one that is alone under an `if` or a loop gets braces, as it may need announcements."""
        if add_indent and not self._settled and not isinstance(n, c_ast.Compound):
            return self._make_indent() + self._block([n]) + "\n"
        return str(super()._generate_stmt(n, add_indent))

    def visit_If(self, n: c_ast.If) -> str:
        """Conditions around work-shared loops are announced where they are."""
        return str(super().visit_If(self._with_condition(n)))

    def visit_While(self, n: c_ast.While) -> str:
        """See visit_If."""
        return str(super().visit_While(self._with_condition(n)))

    def visit_Switch(self, n: c_ast.Switch) -> str:
        """See visit_If."""
        return str(super().visit_Switch(self._with_condition(n)))

    def visit_DoWhile(self, n: c_ast.DoWhile) -> str:
        """See visit_If."""
        return str(super().visit_DoWhile(self._with_condition(n)))

    def visit_For(self, n: c_ast.For) -> str:
        """See visit_If."""
        return str(super().visit_For(self._with_condition(n)))

    def visit_Label(self, n: c_ast.Label) -> str:
        """A label; its statement gets braces, as it may need announcements."""
        return f"{n.name}_mrt: {self._block([n.stmt])}"

    # ---- announcements ---------------------------------------------------------------------------------------

    def _launches(self, node: c_ast.Node) -> bool:
        """Whether a statement holds any of `launching`."""
        return any(id(inner) in self.launching for inner in walk(node))

    def _team_call(self, item: c_ast.Node) -> c_ast.FuncCall | None:
        """The call of a team function that a statement is, or whose value it assigns or returns.

        Only its arguments touch memory here: the value goes to a scalar of the thread's own.
        """
        value = item
        if isinstance(item, c_ast.Assignment):
            value = item.rvalue
        elif isinstance(item, c_ast.Decl):
            value = item.init
        elif isinstance(item, c_ast.Return):
            value = item.expr
        return value if isinstance(value, c_ast.FuncCall) and id(value) in self.calls else None

    def _announcements(self, node: c_ast.Node) -> list[str]:
        return self.host.announced(node, self.symbols)

    def _is_opened(self, item: c_ast.Node) -> bool:
        """Whether statements inside of one are announced for themselves.

        Some of them touch single elements, or run under a condition.
        """
        inner: Sequence[c_ast.Node]
        match item:
            case Omp() if item.directive.kind in ("single", "master") and item.body is not None:
                inner = items_of(item.body)
            case c_ast.Compound():
                inner = item.block_items or []
            case c_ast.If():
                return bool(self._announcements(item))
            case c_ast.For() if is_short(item, self.symbols):
                if any(
                    part is not None and self._announcements(part) for part in (item.init, item.cond, item.next)
                ):
                    return False
                inner = items_of(item.stmt)
            case _:
                return False
        return any(bool(self.host.parts(each, self.symbols)) or self._is_opened(each) for each in inner)

    def _with_condition(self, node: N) -> N:
        """The statement, with announcements inside its conditions where it holds work-shared loops."""
        if self._settled or self._opened or not self._launches(node):
            return node
        changed = copy.copy(node)
        for name in ("cond", "next", "init"):
            part = getattr(node, name, None)
            if part is None or isinstance(part, c_ast.DeclList):
                continue
            if announcements := self._announcements(part):
                setattr(changed, name, _comma(announcements, part))
        return changed


def items_of(body: c_ast.Node) -> list[c_ast.Node]:
    """The statements of a block, or the one that represents a block."""
    return list(statements_of(body))


def indented(lines: Sequence[str], pad: str, deeper: int) -> str:
    """Lines of text, `deeper` blanks behind `pad`."""
    return "".join(f"{pad}{' ' * deeper}{line}\n" for line in lines)


def _comma(announcements: list[str], expression: c_ast.Node) -> c_ast.Node:
    """Announcements (macro calls with a semicolon) and the expression that they are before."""
    return c_ast.ExprList([*(c_ast.ID(line.rstrip(";")) for line in announcements), expression])
