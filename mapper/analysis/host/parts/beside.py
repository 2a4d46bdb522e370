"""What expressions access beside calls that lead to regions, and which of that are single elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.host.names import Touch, Touches
from mapper.analysis.host.objects import DeviceObjects
from mapper.analysis.host.parts.elements import single_element
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.accesses import Access as Single
from mapper.analysis.pointers.accesses import Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.objects import Key
from mapper.ir.program.host_plan import HostAccess
from mapper.ir.program.kernel import Access
from mapper.ir.trees.nodes import ids, text_of


@dataclass(frozen=True, slots=True)
class Beside:
    """Calls that lead to regions, and what the expressions access that they are in.

    `first` are for certain before the only call of these, `rest` before or behind any.  `called` is touched in the
    only call by functions that lead to no region, and `others` in calls that may be of other functions, too.
    """

    calls: list[Call]
    first: list[Single | Call] = field(default_factory=list)
    rest: list[Single | Call] = field(default_factory=list)
    called: list[Touch] = field(default_factory=list)
    others: list[Touch] = field(default_factory=list)


class BesideCalls:
    """Finds what the expressions of one function access beside calls of the `drivers`, which lead to regions."""

    def __init__(
        self,
        symbols: Symbols,
        effects: EffectsOf,
        objects: DeviceObjects,
        touches: Touches,
        drivers: frozenset[Key],
    ) -> None:
        self._symbols = symbols
        self._effects = effects
        self._objects = objects
        self._touches = touches
        self._drivers = drivers

    def of(self, nodes: Sequence[c_ast.Node]) -> Beside:
        """What is accessed in expressions that call functions which lead to regions."""
        parts = [part for node in nodes for part in self._effects.accesses(self._symbols).of(node)]
        drivers = self._drivers
        calls = [part for part in parts if isinstance(part, Call) and drivers.intersection(part.targets.all)]
        found = Beside(calls)
        only = calls[0] if len(calls) == 1 and not drivers.intersection(calls[0].targets.callbacks) else None
        inside: set[int] = set()
        if only is not None and only.node.args is not None:
            inside = ids(only.node.args)
        for part in parts:
            if isinstance(part, Call) and part in calls:
                others = Touch(0, 0, None)
                for key in part.targets.functions:
                    if key not in drivers:
                        effects = self._effects.of_function(key)
                        others = Touch(others.reads | effects.reads, others.writes | effects.writes, None)
                (found.called if part is only else found.others).append(self._kept(others))
                if part.targets.unknown or part.targets.callbacks:
                    found.others.append(self._touches.of_targets(part.targets))
                continue
            node = part.node if isinstance(part, Call) else part.place
            (found.first if only is not None and id(node) in inside else found.rest).append(part)
        return found

    def single(
        self, parts: Sequence[Single | Call], nodes: Sequence[c_ast.Node]
    ) -> tuple[tuple[HostAccess, ...], list[Single | Call]]:
        """The announcements of those accesses that are of single elements, and the others.

        An element that is written is fetched first: it stays as it is where the write is still to come.
        """
        found: dict[tuple[str, Access], HostAccess] = {}
        others: list[Single | Call] = []
        for part in parts:
            alone = None if isinstance(part, Call) else single_element(part, nodes, self._effects, self._symbols)
            if alone is None:
                others.append(part)
                continue
            text = text_of(alone)
            for touch in self._touches.of_access(part, self._symbols):
                modes = [Access.READ] * bool(touch.objects & self._objects.written)
                modes += [Access.WRITE] * bool(touch.writes)
                found |= {(text, mode): HostAccess(alone, text, mode, part=True) for mode in modes}
        keys = sorted(found, key=lambda key: (key[1] is Access.WRITE, key[0]))
        return tuple(found[key] for key in keys), others

    def _kept(self, touch: Touch) -> Touch:
        kept = self._objects.kept
        return Touch(touch.reads & kept, touch.writes & kept, touch.root)
