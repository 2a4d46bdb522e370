"""The OpenCL text of a kernel's code, with its arrays' layouts, and its error paths: how a work-item stops.

A kernel's first partial result is its flag.  Functions that may stop get one more parameter, through which they
report it to their caller, which tests it behind the call.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.kernels.subscripts import BODY, bindings, element_of
from mapper.emit.opencl.check_text import memory_text
from mapper.emit.opencl.layout_text import macro
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.builtins.checks import MEMORY, is_check_call, takes_memory
from mapper.ir.builtins.stops import is_check, is_stop, may_stop
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, ULONG, PointerType
from mapper.ir.trees.nodes import walk

STOPPED = "mrt_stopped"
"""In a kernel an array of one element, in functions a parameter: not 0 where a called function stopped."""


class KernelPrinter(CPrinter):
    """Prints the code of one kernel and of its functions."""

    restrict = "restrict"

    def __init__(self, kernel: Kernel) -> None:
        super().__init__()
        self.kernel = kernel
        layouts = {buffer.name: buffer.layout for buffer in kernel.buffers if buffer.layout is not None}
        self._layouts = {
            scope: {name: layouts[each] for name, buffers in names.items() for each in buffers if each in layouts}
            for scope, names in (bindings(kernel) if layouts else {}).items()
        }
        self._scope = BODY
        self._stopping = {function.decl.name for function in kernel.functions if may_stop(function.body)}
        self._leave = "goto mrt_stopping;"

    def function(self, function: c_ast.FuncDef) -> str:
        """The definition of a function."""
        self._scope = function.decl.name
        text = self._function(function)
        self._scope = BODY
        return text

    def _function(self, function: c_ast.FuncDef) -> str:
        if function.decl.name not in self._stopping:
            return self.visit(function)
        outside = self._leave
        flag = "1" if self.kernel.checks is None else f"max(*{STOPPED}, 1)"
        self._leave = f"{{ *{STOPPED} = {flag}; return{self._nothing(function)}; }}"
        text = self.visit(c_ast.FuncDef(self._with_flag(function.decl), None, function.body))
        self._leave = outside
        return text

    def prototype(self, function: c_ast.FuncDef) -> str:
        """The declaration of a function."""
        return self.visit(self._with_flag(function.decl)) + ";\n"

    def _with_flag(self, decl: c_ast.Decl) -> c_ast.Decl:
        if decl.name not in self._stopping:
            return decl
        added = [build.declaration(STOPPED, PointerType(INT))]
        if self.kernel.checks is not None:
            added.insert(0, build.declaration(MEMORY, PointerType(ULONG)))
        given = [each for each in decl.type.args.params if isinstance(each, c_ast.Decl)]
        declarator = c_ast.FuncDecl(c_ast.ParamList([*given, *added]), decl.type.type)
        return c_ast.Decl(decl.name, [], [], [], [], declarator, None, None)

    def _nothing(self, function: c_ast.FuncDef) -> str:
        """Some value of the type that a function returns."""
        result = function.decl.type.type
        if isinstance(result, c_ast.PtrDecl):
            return " 0"
        if isinstance(result.type, c_ast.Struct | c_ast.Union):
            return f" ({self.visit(result.type)}){{0}}"
        return "" if result.type.names == ["void"] else " 0"

    @property
    def flags(self) -> str:
        """What a kernel that may stop declares first."""
        flag = "  __global int *const mrt_stop = (__global int *)mrt_partials++;\n"
        calls = any(is_check(node) for node in walk(self.kernel.body))
        stopped = f"  int {STOPPED}[1] = {{0}};\n" if calls else ""
        return flag + stopped + memory_text(self.kernel)

    def _generate_decl(self, n: c_ast.Decl) -> str:
        """A declaration; OpenCL C spells an alignment as an attribute."""
        if not n.align:
            return str(super()._generate_decl(n))
        plain = c_ast.Decl(n.name, n.quals, [], n.storage, n.funcspec, n.type, n.init, n.bitsize)
        return f"{super()._generate_decl(plain)} __attribute__((aligned({self.visit(n.align[0].alignment)})))"

    def visit_Cast(self, n: c_ast.Cast) -> str:
        """A cast, without a blank behind the type."""
        return f"({self._generate_type(n.to_type, emit_declname=False)}){self._parenthesize_unless_simple(n.expr)}"

    def visit_Goto(self, n: c_ast.Goto) -> str:
        """The two statements of `mapper.ir.builtins.stops`."""
        if is_stop(n):
            return self._leave
        return f"if (*{STOPPED}) {self._leave}" if is_check(n) else str(super().visit_Goto(n))

    def visit_ArrayRef(self, n: c_ast.ArrayRef) -> str:
        """A subscript; an element of an array that has a layout is found by a macro."""
        found = element_of(n)
        layout = self._layouts.get(self._scope, {}).get(found[0]) if found is not None else None
        if found is None or layout is None:
            return str(super().visit_ArrayRef(n))
        return f"{macro(layout)}({', '.join([found[0], *map(self._visit_expr, found[1])])})"

    def visit_FuncCall(self, n: c_ast.FuncCall) -> str:
        """A call; functions that may stop get the flag, too."""
        text = str(super().visit_FuncCall(n))
        if not isinstance(n.name, c_ast.ID) or not (n.name.name in self._stopping or is_check_call(n.name.name)):
            return text
        added = STOPPED if self.kernel.checks is None or not takes_memory(n.name.name) else f"{MEMORY}, {STOPPED}"
        return f"{text[:-1]}{', ' if n.args is not None else ''}{added})"
