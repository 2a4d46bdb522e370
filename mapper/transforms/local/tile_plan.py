"""Where a kernel computes like a matrix product: the loop, what is read in it, and the statements around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast, c_generator

from mapper.analysis.kernels.loops import Header, loop_header
from mapper.analysis.kernels.relations.access_pairs import may_overlap
from mapper.analysis.kernels.relations.accesses import Access, Found, Loop, Memory
from mapper.analysis.kernels.relations.coalescing import Pattern, classify
from mapper.analysis.kernels.relations.dependences import meets, where_distinct
from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins import complex_numbers
from mapper.ir.builtins.tables import is_row
from mapper.ir.program.assumptions import Assumptions
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import ComplexType, CType, FloatType, IntType
from mapper.ir.trees.names import (
    assigned_names,
    changed_place,
    declared_names,
    is_reserved,
    names_in,
    objects_in,
)
from mapper.ir.trees.nodes import INCREMENTS, clone, flattened, replace_child, walk
from mapper.transforms.dimensions.dimensions import host_expression
from mapper.transforms.frame.base import RefusedError
from mapper.transforms.loops.loops import holds_loop, is_short

_EXPRESSIONS = (c_ast.Constant, c_ast.ID, c_ast.Cast, c_ast.Typename, c_ast.ExprList, c_ast.StructRef)
NUMBERS = (IntType, FloatType, ComplexType)
_TYPE_PARTS = (c_ast.TypeDecl, c_ast.IdentifierType, c_ast.PtrDecl, c_ast.ArrayDecl)


@dataclass(frozen=True, eq=False, slots=True)
class Level:
    """The statements before and after the loop, in the body or in an `if` in it with this condition."""

    condition: c_ast.Node | None
    before: tuple[c_ast.Node, ...]
    after: tuple[c_ast.Node, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Tile:
    """A part of what a work-group stages in local memory: `expression` for some values of the loop's counter.

    It depends on that counter and on dimension `dimension`; `along` is true if neighbours in the loop, rather than
    those in the dimension, are neighbours in memory.
    """

    dimension: int
    type: CType
    expression: c_ast.Node
    along: bool


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    """A loop that can be tiled: `levels` from the outside in, and `inner`, its body with names of tiles.

    `assumed` is what the plan is right under.
    """

    node: c_ast.For
    header: Header
    levels: tuple[Level, ...]
    inner: c_ast.Compound
    tiles: tuple[Tile, ...]
    private: tuple[tuple[str, CType], ...]
    staged: frozenset[str]
    assumed: Assumptions


def value_name(number: int) -> str:
    """What the inner statements call the value of a tile."""
    return f"mrt_value{number}"


def loops_of(kernel: Kernel) -> Iterator[tuple[c_ast.For, tuple[Level, ...]]]:
    """The loops of a kernel that are at its top or under conditions there, and what is around them."""
    yield from _loops(flattened(kernel.body), ())


def _loops(
    items: list[c_ast.Node], around: tuple[Level, ...], condition: c_ast.Node | None = None
) -> Iterator[tuple[c_ast.For, tuple[Level, ...]]]:
    for number, item in enumerate(items):
        level = Level(condition, tuple(items[:number]), tuple(items[number + 1 :]))
        if isinstance(item, c_ast.For):
            yield item, (*around, level)
        elif isinstance(item, c_ast.If) and item.iffalse is None:
            yield from _loops(flattened(item.iftrue), (*around, level), item.cond)


def plan(
    kernel: Kernel, found: Found, symbols: Symbols, node: c_ast.For, levels: tuple[Level, ...]
) -> Plan | None:
    """The plan for one loop; None where it is no matrix product, `RefusedError` where it can't be tiled."""
    header, loop = loop_header(node), found.loop_of(node)
    if header is None or loop is None or holds_loop(node.stmt) or is_short(node, symbols):
        return None
    return _Planner(kernel, found, node, header, loop, levels).run()


class _Planner:
    """Plans one loop."""

    def __init__(
        self,
        kernel: Kernel,
        found: Found,
        node: c_ast.For,
        header: Header,
        loop: Loop,
        levels: tuple[Level, ...],
    ) -> None:
        self.kernel = kernel
        self.found = found
        self.node = node
        self.header = header
        self.loop = loop
        self.levels = levels
        self.changed = assigned_names(kernel.body)
        self.counters = [dimension.variable for dimension in kernel.dimensions]
        self.reads: dict[int, Access] = {}
        self.tiles: list[Tile] = []
        self.names: dict[str, str] = {}
        self.staged: dict[str, bool] = {}

    def run(self) -> Plan | None:
        inside = [each for each in self.found.accesses if each.inside(self.loop) and self._is_memory(each)]
        self.reads = {id(each.node): each for each in inside}
        places = [self._dimensions(each.node) & {0, 1} for each in inside]
        if not any(each == {0} for each in places) or not any(each == {1} for each in places):
            return None
        if {0, 1} in places:
            return None  # each element is read once: nothing to share
        self._check_accesses(inside)
        self._check_bounds()
        items = flattened(self.node.stmt)
        for item in items:
            self._check_statement(item)
        inner = clone(c_ast.Compound(items))
        originals = dict(zip(map(id, walk(inner)), walk(c_ast.Compound(items)), strict=True))
        self._replace(inner, originals)
        if {tile.dimension for tile in self.tiles} != {0, 1}:
            raise RefusedError("what the inner loop reads depends on values of the iteration")
        for each in self.found.accesses:
            if self._is_memory(each) and not each.inside(self.loop) and each.root is not None:
                self.staged[each.root.name] = False
        staged = frozenset(name for name, only in self.staged.items() if only)
        private = self._private(inner)
        assumed = self.found.kernel.assumed
        return Plan(self.node, self.header, self.levels, inner, tuple(self.tiles), private, staged, assumed)

    def _is_memory(self, access: Access) -> bool:
        return access.root is None or access.root.memory is not Memory.PRIVATE

    def _dimensions(self, node: c_ast.Node) -> set[int]:
        """The dimensions on which an expression depends, as far as its text says."""
        return {number for part in objects_in(node) for number in self._dimension(part)}

    def _dimension(self, name: c_ast.ID) -> list[int]:
        return [
            number for number, variable in enumerate(self.counters) if name.name in (variable, f"mrt_id{number}")
        ]

    # ---- what must hold ----------------------------------------------------------------------------------------

    def _check_accesses(self, inside: Sequence[Access]) -> None:
        written: list[Access] = []
        for access in self.found.accesses:
            if access.root is None:
                raise RefusedError("an access may go anywhere")
            if access.write and access.root.memory is Memory.BUFFER:
                written.append(access)
        for access in inside:
            assert access.root is not None
            if access.write:
                raise RefusedError(f"`{access.root.name}` is written in the inner loop")
            for write in written:
                self._tell_apart(write, access)
            if not isinstance(access.type, NUMBERS):
                raise RefusedError(f"`{access.root.name}` does not hold numbers")

    def _tell_apart(self, write: Access, read: Access) -> None:
        """What is read must be other memory than what is written, at least in a valid program.

        Elements of one array are, where no iteration reads what any one writes.
        """
        assert read.root is not None
        assert write.root is not None
        if may_overlap(self.found)(read.root, write.root) and meets(self.found, write, read):
            apart = where_distinct(self.found, write, read)
            if apart is None:
                raise RefusedError(f"`{read.root.name}` is read in the inner loop and may be written")
            self.found = apart

    def _check_bounds(self) -> None:
        if self.changed & set(self.counters):
            raise RefusedError("the counter of a dimension is changed")
        values = {each.name: each for each in self.kernel.values if each.name not in self.changed}
        for bound in (self.header.lower, self.header.bound):
            if host_expression(bound, values) is None:
                raise RefusedError("the bounds of the inner loop differ between work-items")
        for level in self.levels[1:-1]:
            if level.after:
                raise RefusedError("there are statements behind a condition around the inner loop")
        # where a condition leaves the loop out, its statements run all the same, on values of neighbours
        summed = assigned_names(self.node) if len(self.levels) > 1 else set()
        if summed & names_in(*self.levels[0].after):
            name = min(summed & names_in(*self.levels[0].after))
            raise RefusedError(f"`{name}` is used where the condition around the inner loop does not hold")

    def _check_statement(self, item: c_ast.Node) -> None:
        match item:
            case c_ast.EmptyStatement():
                return
            case c_ast.If() if not self._reads(item):
                self._check_expression(item.cond)
                for branch in (item.iftrue, item.iffalse):
                    for inner in flattened(branch) if branch is not None else ():
                        self._check_statement(inner)
                return
            case c_ast.Decl() if isinstance(self.kernel.symbols.get(item.name), NUMBERS):
                if item.init is not None:
                    self._check_expression(item.init)
                return
            case c_ast.Assignment(lvalue=c_ast.ID()):
                self._check_expression(item.rvalue)
                if item.op in ("/=", "%="):
                    self._check_division(item.op[0], item.lvalue, item.rvalue)
                return
            case c_ast.UnaryOp(expr=c_ast.ID()) if item.op in INCREMENTS:
                return
        raise RefusedError("the inner loop does more than to compute with what it reads")

    def _check_expression(self, node: c_ast.Node) -> None:
        """What is computed for iterations that are left out does no harm: no side effects, no traps."""
        for part in walk(node):
            match part:
                case c_ast.ArrayRef():
                    continue
                case c_ast.UnaryOp() if part.op in ("+", "-", "!", "~"):
                    continue
                case c_ast.BinaryOp() if part.op not in ("&&", "||") or not self._reads(part):
                    self._check_division(part.op, part.left, part.right)
                    continue
                case c_ast.TernaryOp() if not self._reads(part):
                    continue
                case c_ast.FuncCall(name=c_ast.ID(name=name)):
                    own = name.startswith(("mrt_", "atom", "barrier"))
                    if is_row(part) or name.startswith(complex_numbers.PREFIX) or (is_reserved(name) and not own):
                        continue
                case _ if isinstance(part, (*_EXPRESSIONS, *_TYPE_PARTS)):
                    continue
            raise RefusedError("the inner loop does more than to compute with what it reads")

    def _reads(self, node: c_ast.Node) -> bool:
        """Whether memory is read in some code."""
        return any(id(part) in self.reads for part in walk(node))

    def _check_division(self, operator: str, left: c_ast.Node, right: c_ast.Node) -> None:
        if operator == "%" or (operator == "/" and not (self._float(left) or self._float(right))):
            raise RefusedError("the inner loop divides integers")

    def _float(self, node: c_ast.Node) -> FloatType | None:
        """The type of a floating-point expression; None for other expressions, and where it is not known."""
        match node:
            case c_ast.Constant() if node.type in ("double", "float"):
                return FloatType(node.type, 64 if node.type == "double" else 32)
            case c_ast.ID():
                ctype = self.kernel.symbols.get(node.name)
                return ctype if isinstance(ctype, FloatType) else None
            case c_ast.ArrayRef() | c_ast.StructRef():
                access = self.reads.get(id(node))
                return access.type if access is not None and isinstance(access.type, FloatType) else None
            case c_ast.UnaryOp(op="+" | "-"):
                return self._float(node.expr)
            case c_ast.BinaryOp(op="+" | "-" | "*" | "/"):
                left, right = self._float(node.left), self._float(node.right)
                if left is not None and right is not None:
                    return left if left.bits >= right.bits else right
                return left or right
        return None

    # ---- tiles -------------------------------------------------------------------------------------------------

    def _replace(self, root: c_ast.Node, originals: dict[int, c_ast.Node]) -> None:
        """Put names of tiles in the places of the largest expressions that they can hold."""
        for slot, child in list(root.children()):
            tile = self._tile(originals[id(child)])
            if tile is not None:
                replace_child(root, slot, c_ast.ID(tile))
            else:
                self._replace(child, originals)

    def _tile(self, node: c_ast.Node) -> str | None:
        if not isinstance(node, c_ast.ArrayRef | c_ast.StructRef | c_ast.BinaryOp | c_ast.UnaryOp):
            return None
        reads = [self.reads[id(part)] for part in walk(node) if id(part) in self.reads]
        dimensions = self._dimensions(node) & {0, 1}
        if not reads or len(dimensions) != 1 or not self._is_same_for_all(node):
            if id(node) in self.reads:
                root = self.reads[id(node)].root
                assert root is not None
                self.staged[root.name] = False
                if dimensions:
                    raise RefusedError("what the inner loop reads depends on values of the iteration")
            return None
        ctype = reads[0].type if id(node) in self.reads else self._float(node)
        if ctype is None:
            return None
        for read in reads:
            assert read.root is not None
            self.staged.setdefault(read.root.name, True)
        text = str(c_generator.CGenerator().visit(node))
        if text not in self.names:
            self.names[text] = value_name(len(self.tiles))
            along = classify(self.found, reads[0], self.loop.symbol).pattern is Pattern.COALESCED
            self.tiles.append(Tile(dimensions.pop(), ctype, clone(node), along))
        return self.names[text]

    def _is_same_for_all(self, node: c_ast.Node) -> bool:
        """Whether an expression depends on nothing but the loop, dimensions and parameters."""
        given = {name for each in self.kernel.parameters for name in each.names} - self.changed
        given |= {self.header.variable, *self.counters}
        if any(part.name not in given and not is_reserved(part.name) for part in objects_in(node)):
            return False
        return not any(changed_place(part) is not None for part in walk(node))

    # ---- private variables -------------------------------------------------------------------------------------

    def _private(self, inner: c_ast.Node) -> tuple[tuple[str, CType], ...]:
        """The variables that are declared before the loop, and used in or behind it."""
        declared = {item.name for level in self.levels for item in level.before if isinstance(item, c_ast.Decl)}
        counter = self.header.variable
        own = isinstance(self.node.init, c_ast.DeclList)
        if not own and counter not in declared:
            raise RefusedError("the counter of the inner loop is not the iteration's own")
        if not isinstance(self.kernel.symbols.get(counter), IntType):
            raise RefusedError("the counter of the inner loop is no integer")
        later = [inner, *(item for level in self.levels for item in level.after)]
        used = names_in(*later)
        private: list[tuple[str, CType]] = []
        for name in sorted((declared & used) - {counter}):
            ctype = self.kernel.symbols[name]
            if not isinstance(ctype, NUMBERS):
                raise RefusedError(f"`{name}` lives on behind the inner loop, and is no number")
            private.append((name, ctype))
        inside = declared_names(inner)
        if assigned_names(inner) - inside - declared:
            raise RefusedError("the inner loop changes what is not the iteration's own")
        return tuple(private)
