"""Whether serial code may read what a region leaves in the initial thread's copy of a threadprivate variable.

The way of the program is followed from the region on: to the end of its function, on behind each call of that
function, and so on until `main` ends.  What is written before it is read has no value that matters (liveness
analysis, Aho, Lam, Sethi, Ullman: Compilers, 9.2.5, across functions).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.accesses import STATEMENTS, Call
from mapper.analysis.whole_program.library import Flags
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.ctypes import ArrayType
from mapper.ir.trees.nodes import Omp, children, path_to, walk
from mapper.translate.common.context import Context, Definition
from mapper.translate.private.liveness import Flow, State
from mapper.translate.private.threadprivate.thread_flow import Followed, ThreadFlow

_ODD = Flags.JUMPS | Flags.THREADS | Flags.SIGNALS | Flags.AT_EXIT
"""What a program may do whose code is not run in the order of its text."""


class Callers:
    """Where the program calls its functions, by the `id` of their definitions."""

    def __init__(self, context: Context) -> None:
        self.context = context
        graph, whole = context.graph, context.graph.whole
        self._calls: dict[int, list[tuple[Definition, c_ast.Node]]] = {}
        self._elsewhere = {id(each.definition) for key in graph.escaped for each in whole.functions.get(key, ())}
        for caller in context.all():
            for node in walk(caller.function.body):
                if isinstance(node, c_ast.FuncCall):
                    targets = graph.targets(node, caller.symbols)
                    for key in targets.functions:
                        for function in whole.functions.get(key, ()):
                            self._calls.setdefault(id(function.definition), []).append((caller, node))
                    for key in targets.callbacks:
                        self._elsewhere |= {id(each.definition) for each in whole.functions.get(key, ())}

    def of(self, function: c_ast.FuncDef) -> list[tuple[Definition, c_ast.Node]]:
        """The calls of a function, each with the function that it is in; none where others may call it, too."""
        return [] if id(function) in self._elsewhere else self._calls.get(id(function), [])

    @property
    def beside_main(self) -> Iterator[Definition]:
        """The functions that may run when `main` has ended, as nothing says when they are called."""
        return (each for each in self.context.all() if each.name != "main" and not self.of(each.function))


def read_by_serial_code(
    program: Followed, region: ParallelRegion, entering: Mapping[int, bool], callers: Callers
) -> bool:
    """Whether the initial thread's value behind a region may be read.

    `entering` says of each region, by the `id` of its construct, whether it may read the value from before.
    """
    effects = program.effects
    if not program.context.graph.whole.complete:
        return True
    inside = [each for each in program.context.all() if each.function is region.function]
    work: list[tuple[Definition, c_ast.Node]] = [(each, region.construct) for each in inside]
    if len(work) != 1:
        return True
    seen: set[int] = set()
    while work:
        definition, inner = work.pop()
        body = definition.function.body
        path = path_to(body, inner)
        in_team = any(isinstance(each, Omp) and "parallel" in each.directive.words for each in path[:-1])
        if not path or in_team or effects.of(body, definition.symbols).flags & _ODD:
            return True
        flow = SerialFlow(program, definition.symbols, entering)
        if flow.reads_behind(body, inner):
            return True
        if flow.ends_complete or id(definition.function) in seen:
            continue
        seen.add(id(definition.function))
        if definition.name == "main":
            rest = (effects.of(each.function.body, each.symbols).reads for each in callers.beside_main)
            if any(program.variable.touched(reads, effects) for reads in rest):
                return True
            continue
        calls = callers.of(definition.function)
        if not calls:
            return True
        work += calls
    return False


class SerialFlow(ThreadFlow):
    """Follows the initial thread's copy of a variable through serial code and the functions that this calls.

    A pointer to it counts where it is read or written through that, not where it is made.
    """

    def __init__(self, program: Followed, symbols: Symbols, entering: Mapping[int, bool]) -> None:
        super().__init__(program, symbols)
        self._regions = entering
        self._within = False  # in an expression that has been looked at as a whole
        self.ends_complete = False

    def reads_behind(self, body: c_ast.Node, inner: c_ast.Node) -> bool:
        """Whether the value that the variable has behind `inner` may be read in a function's body.

        Then `ends_complete` is true if no code that runs later sees it, either.
        """
        end = self.behind(body, inner)
        self.ends_complete = all(map(self.complete, (end, *self._returns)))
        return self.exposed

    def run(self, node: c_ast.Node | None, state: State = frozenset()) -> State:
        """The state after a statement or expression that is entered in `state`."""
        if node is None or state is None or self._within or isinstance(node, (*STATEMENTS, Omp)):
            return super().run(node, state)
        self.exposed |= self._reads_unnamed(node) and not self.complete(state)
        self._within = True
        state = super().run(node, state)
        self._within = False
        return state

    def _reads_unnamed(self, node: c_ast.Node) -> bool:
        """Whether an expression may read the variable otherwise than by name, or in a call that is followed."""
        effects, variable = self.program.effects, self.program.variable
        for each in effects.accesses(self.symbols).of(node):
            if isinstance(each, Call):
                unknown = self._called(each.node) is None
                if unknown and variable.touched(effects.of_targets(each.targets).reads, effects):
                    return True
            elif each.read and variable.touched(each.objects, effects):
                place = each.place
                named = isinstance(place, c_ast.Node) and not each.through and self._is_target(place)
                if not named:
                    return True
        return False

    def _read(self, lvalue: c_ast.Node, state: State) -> State:
        return state if isinstance(self.symbols.type_of(lvalue), ArrayType) else super()._read(lvalue, state)

    def _unaryop(self, node: c_ast.UnaryOp, state: State) -> State:
        if node.op == "&" and self._is_target(node.expr):
            return self._subscripts(node.expr, state)
        return super()._unaryop(node, state)

    def _funccall(self, node: c_ast.FuncCall, state: State) -> State:
        definition = self._called(node)
        if definition is None or not self._touches(node):
            return Flow._funccall(self, node, state)
        state = self.run(node.args, state)
        within, self._within = self._within, False
        state = self._through(definition, state) if state is not None else None
        self._within = within
        return state

    def _entered(self, loop: c_ast.Node, state: State) -> State:
        return Flow._entered(self, loop, state)  # what regions in the loop leave is another question

    def _omp(self, node: Omp, state: State) -> State:
        if "parallel" in node.directive.words:
            for each in children(node):
                if each is not node.body:
                    self.run(each, state)
            reads = self._regions.get(id(node), True)
        else:
            reads = self.program.variable.touched(
                self.program.effects.of(node, self.symbols).reads, self.program.effects
            )
        self.exposed |= reads and not self.complete(state)
        return state
