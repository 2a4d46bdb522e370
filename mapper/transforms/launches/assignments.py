"""Gives each assignment of a chain of launches to a kernel that runs it: see `transforms.launches.scalars`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.whole_program.addresses import is_address
from mapper.ir.program.cells import assigned, exposed, used
from mapper.ir.program.kernel import Access, Kernel
from mapper.ir.program.region import WorkLoop
from mapper.ir.trees.nodes import Omp, walk
from mapper.transforms.frame.base import RefusedError


@dataclass
class Launch:
    """A kernel of a chain that is being made: what it reads from cells, what it adds to, what it runs."""

    loop: WorkLoop
    loads: tuple[tuple[str, str], ...]
    targets: frozenset[str]
    before: list[c_ast.Assignment] = field(default_factory=list)
    after: list[c_ast.Assignment] = field(default_factory=list)

    @property
    def variables(self) -> frozenset[str]:
        """The scalars that it reads from cells."""
        return frozenset(variable for _, variable in self.loads)

    @property
    def changes(self) -> frozenset[str]:
        """The scalars that it gives a value."""
        return self.targets | assigned([*self.before, *self.after])

    @property
    def touches(self) -> frozenset[str]:
        """All scalars that it reads or changes."""
        steps = [*self.before, *self.after]
        return self.variables | self.changes | {name for step in steps for name in used(step)}

    @property
    def at_begin(self) -> frozenset[str]:
        """The cells that all work-items read."""
        computes = not assigned(self.before).isdisjoint(self.variables)
        return self.variables - assigned(self.before) | (exposed(self.before) if computes else frozenset())


class Line:
    """Gives each assignment of a chain to a kernel that runs it."""

    def __init__(
        self, loops: dict[int, WorkLoop], names: frozenset[str], changed: frozenset[str], *, static: bool
    ) -> None:
        self.loops = loops
        self.names = names
        self.changed = changed
        self.static = static  # some of these may be known elsewhere by other names
        self.launches: list[Launch] = []
        self.near: list[Launch] = []  # those since the last place where control comes together
        self.waiting: list[c_ast.Assignment] = []

    def statements(self, items: Iterable[c_ast.Node]) -> None:
        """Go on over statements in the order in which they run."""
        for item in items:
            match item:
                case Omp() if id(item) in self.loops:
                    self._launch(self.loops[id(item)])
                case Omp():
                    self.statements([item.body] if item.body is not None else [])
                case c_ast.Compound():
                    self.statements(item.block_items or [])
                case c_ast.For():
                    self.end()
                    self.statements([item.stmt])
                    self.end()
                case c_ast.Assignment():
                    self._step(item)

    def end(self) -> None:
        """Control comes together here: what waits for a kernel finds none."""
        for step in self.waiting:
            raise RefusedError(f"no kernel can compute `{step.lvalue.name}`", step)
        self.near = []

    def _launch(self, loop: WorkLoop) -> None:
        kernel = loop.kernel
        if kernel is None:
            return
        loads = []
        for value in kernel.values:
            if isinstance(value.expression, c_ast.ID) and value.expression.name in self.changed:
                loads.append((value.name, value.expression.name))
        read = {name for name, _ in loads}
        for expression in kernel.host_expressions(without=read):
            names = set(names_in(expression))
            if not self.changed.isdisjoint(names) or (self.static and any(map(is_address, names))):
                raise RefusedError("a launch needs a scalar for more than its value", loop.construct)
        for buffer in kernel.buffers:
            if Access.WRITE in buffer.access and not self.names.isdisjoint(names_in(buffer.pointer)):
                raise RefusedError("a loop sets a scalar otherwise than by a reduction", loop.construct)
        launch = Launch(loop, tuple(loads), targets(kernel), self.waiting)
        self.waiting = []
        sets = assigned(launch.before)
        if not sets.isdisjoint(launch.at_begin):
            name = min(sets & launch.at_begin)
            raise RefusedError(f"`{name}` has to be kept while work-items read it", loop.construct)
        if not launch.targets.isdisjoint(launch.at_begin):
            raise RefusedError("a kernel reads a scalar that it adds to", loop.construct)
        self.launches.append(launch)
        self.near.append(launch)

    def _step(self, step: c_ast.Assignment) -> None:
        """The last reduction before an assignment runs it, or the next kernel."""
        sets, reads = step.lvalue.name, frozenset(used(step))
        for launch in reversed(self.near) if not self.waiting else ():
            if launch.targets and sets not in launch.at_begin:
                launch.after.append(step)
                return
            if sets in launch.touches or not reads.isdisjoint(launch.changes):
                break
        self.waiting.append(step)


def names_in(node: c_ast.Node) -> Iterator[str]:
    """The names that an expression or declaration mentions."""
    for each in walk(node):
        if isinstance(each, c_ast.ID | c_ast.Decl) and each.name:
            yield each.name


def targets(kernel: Kernel) -> frozenset[str]:
    """The variables that a kernel reduces into."""
    return frozenset(each.target.name for each in kernel.reductions if isinstance(each.target, c_ast.ID))
