"""Functions that call each other as one loop with a stack of frames.

A frame has the variables that live across a call, as elements of one array each, and where its function goes on.
A call fills the next frame and goes on with the first block of what it calls; a return takes the frame away.  A
tail call takes the frame of its caller.  When the stack is full the work-item stops (`mapper.ir.builtins.stops`):
then the loop runs on the processor.

    int f(int n)                         int f(int n)
    {                                    {
      if (n < 2) return n;                 int n_frames[64], first_frames[64], state_frames[64];
      int first = f(n - 1);        ->      ...
      int second = f(n - 2);               do {
      return first + second;                 switch (state) { case 0: ...; case 1: ...; case 2: ... }
    }                                        top -= 1; ...
                                           } while (top >= 0);
                                           return value;
                                         }

See Bird, Notes on recursion elimination, CACM 20(6), 1977.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.builtins.stops import stop
from mapper.ir.expressions.substitution import substituted
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, ArrayType, CType, VoidType
from mapper.ir.trees.names import is_named, names_in, objects_in
from mapper.ir.trees.nodes import INCREMENTS, base_of, clone, parameters_of, rename, walk
from mapper.translate.recursion.blocks import (
    Block,
    Branch,
    Call,
    Fresh,
    Function,
    Jump,
    Return,
    blocks_of,
    reachable,
)
from mapper.translate.recursion.liveness import Names, live_across_calls

STACK_BYTES = 2048
"""What the frames of a work-item take together, as long as there are at least `FEWEST` of them."""
FEWEST, MOST = 16, 128
MOST_BYTES = 16384
"""What they may take together at all."""
_STATE_BYTES = 4


@dataclass(frozen=True, slots=True)
class Member:
    """One of the functions that call each other, as lowered: what it returns, and its own parameters' names."""

    node: c_ast.FuncDef
    result: CType
    parameters: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name by which the others call it."""
        name: str = self.node.decl.name
        return name


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a kernel knows of variables: new names, and by a variable's name its type and how many bytes it has.

    Arrays that `has_arrays` asks for are members of structures.
    """

    fresh: Fresh
    type_of: Callable[[str], CType]
    size: Callable[[str], int]
    has_arrays: Callable[[str], bool]


class WithoutRecursion:
    """The loop that is made of some functions: the first of them, which only the others and itself call again.

    Its stack has room for `depth` calls, which take `bytes`.

    Variables are `same` where each call gives a parameter its own value, `constant` where they are tables that
    nothing writes, and `framed` where frames hold them.
    """

    def __init__(self, members: Sequence[Member], kernel: Surroundings) -> None:
        self.root, self.kernel = members[0], kernel
        self.members = {each.name: each for each in members}
        functions = {each.name: Function(each.name, each.parameters, each.node.body) for each in members}
        self.declared: dict[str, c_ast.Decl] = {}
        for each in members:
            own = (item for item in parameters_of(each.node) if item.name in each.parameters)
            self.declared |= {item.name: _plain(item) for item in own}
        self.first = {
            name: blocks_of(each, functions, self.declared, kernel.fresh) for name, each in functions.items()
        }
        self.blocks = reachable(list(self.first.values()))
        self.changed = frozenset(self._changed())
        self.same = self._same_parameters()
        self.constant = {item.name: item for item in self._declarations() if self._is_constant(item)}
        kept = self._kept_in_memory()
        if not kept:
            self._find_tail_calls()
        self.values = self._values()
        self._take_results()
        variables = frozenset(self.declared) - self.same - self.constant.keys()
        self.framed = (live_across_calls(self.blocks, variables) | kept) & variables
        self.inner = self._variables_of_one_block(variables - self.framed)
        size = sum(map(kernel.size, self.framed)) + _STATE_BYTES
        self.depth = max(FEWEST, min(MOST, STACK_BYTES // size))
        self.bytes = self.depth * size
        frames = {name: ArrayType(kernel.type_of(name), self.depth) for name in sorted(self.framed)}
        self.frames = {name: kernel.fresh(f"{name}_frames", ctype) for name, ctype in frames.items()}
        self.top, self.state = kernel.fresh("top", INT), kernel.fresh("state", INT)
        self.further = kernel.fresh("state_frames", ArrayType(INT, self.depth))
        self.states = self._numbered()

    def _values(self) -> dict[str, str]:
        """The variables that functions return their values in, one for each type."""
        results = [each.result for each in self.members.values() if not isinstance(each.result, VoidType)]
        names = {ctype: self.kernel.fresh("value", ctype) for ctype in dict.fromkeys(results)}
        return {name: names[each.result] for name, each in self.members.items() if each.result in names}

    # ---- what is known of variables ----------------------------------------------------------------------------

    def _code(self) -> Iterator[c_ast.Node]:
        """All statements, and the expressions at the ends of blocks."""
        for block in self.blocks:
            yield from _code_of(block)

    def _declarations(self) -> Iterator[c_ast.Decl]:
        return (item for block in self.blocks for item in block.items if isinstance(item, c_ast.Decl))

    def _changed(self) -> Iterator[str]:
        """The variables that are assigned, in part or as a whole, or whose address is taken."""
        for code in self._code():
            for node in walk(code):
                if isinstance(node, c_ast.Assignment):
                    yield from self._variable(node.lvalue)
                elif isinstance(node, c_ast.UnaryOp) and node.op in {*INCREMENTS, "&"}:
                    yield from self._variable(node.expr)

    def _variable(self, place: c_ast.Node) -> Iterator[str]:
        """The variable that an lvalue is, or is a part of; not one that leads to it."""
        base = base_of(place)
        item = self.declared.get(base.name) if base is not None else None
        if item is not None and (base is place or not isinstance(item.type, c_ast.PtrDecl)):
            yield item.name

    def _same_parameters(self) -> Names:
        """The parameters of a function that calls only itself which stay what the first caller gives."""
        if len(self.members) > 1:
            return frozenset()
        calls = [block.end for block in self.blocks if isinstance(block.end, Call)]
        given = {
            name: [call.arguments[number] for call in calls] for number, name in enumerate(self.root.parameters)
        }
        return frozenset(
            name
            for name, values in given.items()
            if name not in self.changed and all(is_named(value, name) for value in values)
        )

    def _is_constant(self, item: c_ast.Decl) -> bool:
        """Whether a variable is a table of constants, and all code only reads its elements."""
        if not isinstance(item.type, c_ast.ArrayDecl) or not isinstance(item.init, c_ast.InitList):
            return False
        constants = (c_ast.InitList, c_ast.Constant, c_ast.UnaryOp, c_ast.Cast, c_ast.Typename, c_ast.TypeDecl)
        plain = all(isinstance(part, (*constants, c_ast.IdentifierType)) for part in walk(item.init))
        return plain and item.name not in self.changed and self._is_only_subscripted(item.name, _levels(item))

    def _is_only_subscripted(self, name: str, levels: int) -> bool:
        """Whether an array is named only where all its dimensions have a subscript."""
        whole = 0
        for code in self._code():
            whole += sum(is_named(node, name) for node in objects_in(code))
            for node in walk(code):
                base: c_ast.Node = node
                for _ in range(levels):
                    base = base.name if isinstance(base, c_ast.ArrayRef) else c_ast.EmptyStatement()
                whole -= is_named(base, name)
        return whole == 0

    def _kept_in_memory(self) -> Names:
        """The variables that pointers may lead to for longer than a statement runs."""
        changing = (item.type for name, item in self.declared.items() if name not in self.same)
        if not any(map(_leads_to_private, changing)):
            return frozenset()
        arrays = (name for name, item in self.declared.items() if isinstance(item.type, c_ast.ArrayDecl))
        records = (name for name in self.declared if self.kernel.has_arrays(name))
        taken = (
            name
            for code in self._code()
            for node in walk(code)
            if isinstance(node, c_ast.UnaryOp) and node.op == "&"
            for name in self._variable(node.expr)
        )
        return frozenset([*arrays, *records, *taken]) - self.constant.keys()

    def _variables_of_one_block(self, names: Names) -> Names:
        """The variables that are declared and used in one block only."""
        mentioned = Counter(
            name for block in self.blocks for name in {*names_in(*_code_of(block)), *_declared_in(block)} & names
        )
        declared = {name for block in self.blocks for name in _declared_in(block)}
        return frozenset(name for name in names & declared if mentioned[name] == 1)

    # ---- calls -------------------------------------------------------------------------------------------------

    def _find_tail_calls(self) -> None:
        for block in self.blocks:
            call = block.end
            if not isinstance(call, Call) or call.after is None:
                continue
            behind = call.after
            while isinstance(behind.end, Jump) and not behind.items:
                behind = behind.end.target
            end = behind.end
            if behind.items or not isinstance(end, Return):
                continue
            same = self.members[end.function].result == self.members[call.function].result
            if end.value is None or (same and call.result is not None and is_named(end.value, call.result)):
                block.end = Call(call.function, call.arguments, None, None)
        self.blocks = reachable(list(self.first.values()))

    def _take_results(self) -> None:
        """The first statement behind a call takes its value."""
        for block in self.blocks:
            if isinstance(block.end, Call) and block.end.after is not None and block.end.result is not None:
                value = build.identifier(self.values[block.end.function])
                block.end.after.items.insert(0, build.assign(build.identifier(block.end.result), value))

    # ---- the loop ----------------------------------------------------------------------------------------------

    def function(self) -> c_ast.FuncDef:
        """The function, with the root's parameters."""
        named = dict.fromkeys(self.values.values())
        body: list[c_ast.Node] = [clone(item) for item in self.constant.values()]
        body += [self._frames_of(name) for name in self.frames]
        if self._has_choice:
            body.append(build.declaration(self.further, ArrayType(INT, self.depth)))
        outside = frozenset(self.declared) - self.framed - self.inner - self.same - self.constant.keys()
        body += [clone(self.declared[name]) for name in sorted(outside - {*self.root.parameters})]
        body += [build.declaration(value, self.kernel.type_of(value)) for value in named]
        body += [build.declaration(name, INT, init=build.integer(0)) for name in (self.top, self.state)]
        body += [
            build.assign(self._in_frame(name, build.integer(0)), build.identifier(name))
            for name in self.root.parameters
            if name in self.framed
        ]
        cases: list[c_ast.Node] = [
            c_ast.Case(build.integer(number), [c_ast.Compound(self._emitted(block))])
            for block, number in self.states.items()
        ]
        top = build.identifier(self.top)
        more = build.binary(">=", top, build.integer(0))
        taken = build.assign(top, build.integer(1), "-=")
        back = c_ast.If(clone(more), build.assign(build.identifier(self.state), self._where_to_go_on()), None)
        loop = c_ast.Compound([c_ast.Switch(build.identifier(self.state), c_ast.Compound(cases)), taken, back])
        body.append(c_ast.DoWhile(more, loop))
        if self.root.name in self.values:
            body.append(c_ast.Return(build.identifier(self.values[self.root.name])))
        return c_ast.FuncDef(self.root.node.decl, None, c_ast.Compound(body))

    @property
    def _continuations(self) -> list[int]:
        """The states in which calls go on when what they called is done."""
        ends = (block.end for block in self.blocks)
        return [self.states[end.after] for end in ends if isinstance(end, Call) and end.after is not None]

    @property
    def has_stack(self) -> bool:
        """Whether there are other calls than tail calls."""
        return bool(self._continuations)

    @property
    def _has_choice(self) -> bool:
        return len(self._continuations) > 1

    def _where_to_go_on(self) -> c_ast.Node:
        if self._has_choice:
            return c_ast.ArrayRef(build.identifier(self.further), build.identifier(self.top))
        return build.integer(next(iter(self._continuations), 0))

    def _frames_of(self, name: str) -> c_ast.Decl:
        """The array with a variable's values in all frames."""
        item = clone(self.declared[name])
        rename(item, self.frames[name])
        item.type = c_ast.ArrayDecl(item.type, build.integer(self.depth), [])
        return item

    def _in_frame(self, name: str, frame: c_ast.Node) -> c_ast.Node:
        return c_ast.ArrayRef(build.identifier(self.frames[name]), frame)

    def _numbered(self) -> dict[Block, int]:
        """The blocks that are cases: those that calls and returns lead to, or more than one other block."""
        before = Counter(each for block in self.blocks for each in block.successors)
        begun = set(self.first.values())
        begun |= {
            block.end.after for block in self.blocks if isinstance(block.end, Call) and block.end.after is not None
        }
        begun |= {block for block in self.blocks if before[block] > 1 and not _only_returns(block)}
        cases = [block for block in self.blocks if block in begun]
        return {block: number for number, block in enumerate(cases)}

    def _placed(self, code: c_ast.Node) -> c_ast.Node:
        """Code with the variables of the frame that is on top of the stack."""
        top = build.identifier(self.top)
        return substituted(code, {name: self._in_frame(name, top) for name in self.framed & names_in(code)})

    def _emitted(self, block: Block) -> list[c_ast.Node]:
        """The statements of a block, and how it ends."""
        items = [made for item in block.items for made in self._item(item)]
        match block.end:
            case Jump():
                return items + self._go(block.end.target)
            case Branch():
                yes, no = (c_ast.Compound(self._go(each)) for each in (block.end.yes, block.end.no))
                return [*items, c_ast.If(self._placed(block.end.condition), yes, no)]
            case Return():
                return [*items, *self._returned(block.end), c_ast.Break()]
            case Call():
                return [*items, *self._called(block.end)]
        raise AssertionError("each block has an end")

    def _go(self, block: Block) -> list[c_ast.Node]:
        if block not in self.states:
            return self._emitted(block)
        return [build.assign(build.identifier(self.state), build.integer(self.states[block])), c_ast.Continue()]

    def _returned(self, end: Return) -> list[c_ast.Node]:
        if end.value is None or end.function not in self.values:
            return []
        return [build.assign(build.identifier(self.values[end.function]), self._placed(end.value))]

    def _item(self, item: c_ast.Node) -> list[c_ast.Node]:
        if not isinstance(item, c_ast.Decl) or item.name in self.inner:
            return [self._placed(item)]
        if item.init is None or item.name in self.constant:
            return []
        target = self._placed(build.identifier(item.name))
        if not isinstance(item.init, c_ast.InitList) and not isinstance(item.type, c_ast.ArrayDecl):
            return [build.assign(target, self._placed(item.init))]
        first = clone(item)
        rename(first, self.kernel.fresh("initial", self.kernel.type_of(item.name)))
        first.init = self._placed(item.init)
        return [first, self._copied(target, build.identifier(first.name), item.type)]

    def _copied(self, target: c_ast.Node, value: c_ast.Node, of: c_ast.Node) -> c_ast.Node:
        """The assignment of a whole variable; arrays element by element."""
        if not isinstance(of, c_ast.ArrayDecl):
            return build.assign(target, value)
        counter = self.kernel.fresh("element", INT)
        at = build.identifier(counter)
        inner = self._copied(c_ast.ArrayRef(target, at), c_ast.ArrayRef(value, at), of.type)
        return build.counting_loop(build.declaration(counter, INT, init=build.integer(0)), clone(of.dim), inner)

    def _called(self, call: Call) -> list[c_ast.Node]:
        """A call: the parameters get their values, in the next frame unless it is a tail call."""
        state = build.assign(build.identifier(self.state), build.integer(self.states[self.first[call.function]]))
        top = build.identifier(self.top)
        if call.after is None:
            return [*self._given(call, top), state, c_ast.Continue()]
        following = build.binary("+", top, build.integer(1))
        full = build.binary("==", clone(following), build.integer(self.depth))
        items = [c_ast.If(full, c_ast.Compound([stop()]), None), *self._given(call, following)]
        if self._has_choice:
            place = c_ast.ArrayRef(build.identifier(self.further), clone(top))
            items.append(build.assign(place, build.integer(self.states[call.after])))
        return [*items, build.assign(clone(top), build.integer(1), "+="), state, c_ast.Continue()]

    def _given(self, call: Call, frame: c_ast.Node) -> list[c_ast.Node]:
        """The assignments of a call's arguments to the parameters, whose places are in `frame` if in any."""
        tail = call.after is None
        parameters = self.members[call.function].parameters
        pairs = [
            (name, argument)
            for name, argument in zip(parameters, call.arguments, strict=True)
            if name not in self.same and not (is_named(argument, name) and (tail or name not in self.framed))
        ]
        apart = [] if tail else [each for each in pairs if each[0] in self.framed]
        items: list[c_ast.Node] = [
            build.assign(self._in_frame(name, clone(frame)), self._placed(argument)) for name, argument in apart
        ]
        pairs = [each for each in pairs if each not in apart]
        names = {name for name, _ in pairs}
        first = {name: self._placed(argument) for name, argument in pairs}
        if any(names_in(argument) & (names - {name}) for name, argument in pairs):
            for name, value in first.items():
                item = clone(self.declared[name])
                rename(item, self.kernel.fresh(name, self.kernel.type_of(name)))
                item.init = value
                items.append(item)
                first[name] = build.identifier(item.name)
        return items + [build.assign(self._placed(build.identifier(name)), value) for name, value in first.items()]


def _plain(item: c_ast.Decl) -> c_ast.Decl:
    """A declaration without its initial value."""
    return c_ast.Decl(item.name, [], [], [], [], item.type, None, None)


def _code_of(block: Block) -> Iterator[c_ast.Node]:
    yield from block.items
    match block.end:
        case Branch():
            yield block.end.condition
        case Return() if block.end.value is not None:
            yield block.end.value
        case Call():
            yield from block.end.arguments


def _declared_in(block: Block) -> set[str]:
    return {item.name for item in block.items if isinstance(item, c_ast.Decl)}


def _only_returns(block: Block) -> bool:
    return isinstance(block.end, Return) and not block.items


def _levels(item: c_ast.Decl) -> int:
    """How many dimensions an array has."""
    of, levels = item.type, 0
    while isinstance(of, c_ast.ArrayDecl):
        of, levels = of.type, levels + 1
    return levels


def _leads_to_private(of: c_ast.Node) -> bool:
    """Whether a variable is a pointer into private memory, or an array of such."""
    pointer = False
    while isinstance(of, c_ast.PtrDecl | c_ast.ArrayDecl):
        pointer |= isinstance(of, c_ast.PtrDecl)
        of = of.type
    return pointer and not any(each.startswith("__") for each in getattr(of, "quals", []))
