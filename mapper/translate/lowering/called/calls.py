"""Calls inside kernels: the device's own functions, device copies of the user's, and what can't be called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import TYPE_CHECKING, NoReturn

from pycparser import c_ast

from mapper.analysis.names.constants import OFFSETS
from mapper.analysis.names.expression_types import function_named
from mapper.analysis.names.libc import BUILTIN_RESULTS, DEVICE_CONSTANTS
from mapper.analysis.names.libc import DeviceFunction as LibraryFunction
from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.types import unqualified, usual
from mapper.analysis.whole_program.library import builtin, library
from mapper.analysis.whole_program.objects import symbol_key
from mapper.diagnostics import Location
from mapper.frontend.gnu import markers
from mapper.ir.builtins.stops import check
from mapper.ir.program.kernel import Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import DOUBLE, CType, IntType, PointerType, VoidType
from mapper.ir.trees.literals import is_null
from mapper.ir.trees.nodes import addressed, arguments_of, assigns, called_name, clone, has_effects, walk
from mapper.openmp.idioms.merges.sections import LOCKS
from mapper.translate.common.clock_calls import CLOCKS
from mapper.translate.common.errno_reads import is_without_math_errno, sets_errno
from mapper.translate.common.refused import refuse
from mapper.translate.library.sorting import sort_function
from mapper.translate.library.sources import character_table, is_of_locale, library_function, sets_locale
from mapper.translate.lowering.atomics import Atomics
from mapper.translate.lowering.called.function_tables import functions_in_table
from mapper.translate.lowering.called.number_texts import NumberTexts
from mapper.translate.lowering.numbers.overflow import Overflow
from mapper.translate.lowering.order import behind
from mapper.translate.memory.memory import NONE, Slot, space_of
from mapper.translate.private.own_blocks import frees_own
from mapper.translate.scope.frame import Local
from mapper.translate.scope.functions import DeviceFunction, device_function, names_function, parsed_function
from mapper.translate.scope.host_paths import host_path, name_there
from mapper.translate.scope.part import Part
from mapper.translate.threads.numbers import COUNT, NUMBER, asked
from mapper.translate.threads.thread_index import THREADS

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions

_ALLOCATION = frozenset(
    """
    malloc calloc realloc free aligned_alloc posix_memalign valloc memalign alloca __builtin_alloca strdup
    _mm_malloc _mm_free
    """.split()
)
MOST_TARGETS = 8  # of a call through a pointer: the kernel holds a copy of each
_HINTS = frozenset(["__builtin_expect", "__builtin_expect_with_probability", "__builtin_assume_aligned"])
_NOTHING = frozenset(["__builtin_prefetch", "__builtin_unreachable", "__builtin_constant_p"])
_CLASSES = 5  # of numbers that `fpclassify` knows
_OF_TEAM = (COUNT, "omp_in_parallel")


_OF_HIDDEN_STATE = frozenset(["rand", "random", "drand48", "lrand48", "mrand48"])


def _ways_out(name: str) -> Iterator[tuple[str, None]]:
    """What can be done about a function that has no device version."""
    if name in _OF_HIDDEN_STATE:
        yield (
            "random numbers with a state of the iteration's own (`rand_r`, `erand48`) can be drawn on the device",
            None,
        )
    elif library(name) is None and builtin(name) is None:
        yield f"mapper was not given the source of `{name}`", None


class Calls(Part):
    """Lowers the calls of one frame."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self.atomics = Atomics(expressions)
        self.overflow = Overflow(expressions)
        self.numbers = NumberTexts(expressions)

    def lower(self, node: c_ast.FuncCall) -> c_ast.Node:
        """The value of a call."""
        with self.expressions.order.arguments(node) as before:
            return behind(before, self._call(node))

    def _call(self, node: c_ast.FuncCall) -> c_ast.Node:
        where = self.frame.where(node)
        if called_name(node) in OFFSETS and (offset := self.frame.symbols.constant(node)) is not None:
            return build.integer(offset, "UL")
        symbol = self.frame.symbols.symbol(node.name)
        if id(node) in self.frame.scope.criticals:
            return build.integer(0)
        if not isinstance(node.name, c_ast.ID) or (symbol is not None and symbol.kind is not Kind.FUNCTION):
            return self._through_pointer(node)
        name: str = node.name.name
        asking = asked(node, self.frame.symbols, self.frame.scope.context)
        if asking and (answer := self._answer(asking)) is not None:
            return answer
        definition = self.frame.scope.context.definition(symbol) if symbol is not None else None
        if definition is not None and (definition.unit.in_user_code(definition.function)):
            return self.called(node, device_function(self, node, definition), symbol)
        arguments: list[c_ast.Node] = arguments_of(node)
        library = self.frame.symbols.device_function(name)
        if library is not None and library.parameters is not None and len(arguments) != len(library.parameters):
            library = None
        if library is not None:
            self._check_errno(name, where)
            return self._library(library, arguments)
        if definition is None and frees_own(node, self.frame):
            return build.integer(0)
        if name not in self.frame.symbols.other_functions:
            complex_value = self.expressions.complex.call(name, arguments)
            if complex_value is not None:
                self._check_errno(name, where)
                return complex_value
        number = self.numbers.call(node)
        if number is not None:
            return number
        known = sort_function(node, self.frame.symbols)
        known = known or library_function(name, self.frame.symbols, self.frame.scope.context)
        if known is not None:
            self._check_errno(name, where)
            return self.called(node, device_function(self, node, known), known.symbols.symbol(known.function))
        special = self._special(name, arguments) or self.overflow.call(name, arguments) or self.atomics.call(node)
        if special is not None:
            return special
        self._refuse_call(name, where)

    def character(self, node: c_ast.Node) -> c_ast.Node | None:
        """`(*__ctype_b_loc())[c]`, as the macros of ctype.h look a character up; None for other expressions."""
        if not isinstance(node, c_ast.ArrayRef) or not isinstance(node.name, c_ast.UnaryOp):
            return None
        known = character_table(node.name.expr)
        if known is None or node.name.op != "*":
            return None
        if sets_locale(self.frame.scope.context):
            self.frame.refuse("K004", "what a character is depends on the locale, which the program may set", node)
        looked = c_ast.FuncCall(c_ast.ID(known.name), c_ast.ExprList([node.subscript]), node.coord)
        return self.called(looked, device_function(self, looked, known), known.symbols.symbol(known.function))

    def _check_errno(self, name: str, where: Location) -> None:
        """Refuse what may set `errno` where the program reads that behind the loop: devices don't set it."""
        scope = self.frame.scope
        apart = is_without_math_errno(self.frame.symbols.unit)
        if not apart and sets_errno(name) and scope.context.errno.behind(scope.construct):
            advice = (
                "with `errno = 0` behind the loop, `isnan` in place of `errno`, or `-fno-math-errno`, "
                "it can run on the device"
            )
            refuse("K004", f"`{name}` may set `errno`, which is read behind the loop", where, (advice, None))

    def _answer(self, name: str) -> c_ast.Node | None:
        """What a function of the OpenMP library says, where the host or the iteration knows it."""
        scope = self.frame.scope
        if name == NUMBER and self.frame.outer and scope.number:
            return build.identifier(scope.number)
        threads = self.frame.use(scope.asked("threads", build.call(THREADS))) if name in _OF_TEAM else None
        if threads is None:
            return None
        value: c_ast.Node = build.identifier(threads.name)
        return value if name == COUNT else build.binary(">", value, build.integer(1))

    def _refuse_call(self, name: str, where: Location) -> NoReturn:
        """Say why a function can't be called."""
        if name in _ALLOCATION:
            reason = f"`{name}` is called inside the loop"
            advice = "a block of a size that the host knows, in a variable that nothing else gets, is followed"
            refuse("K020", reason, where, (advice, None))
        if name == "__atomic_test_and_set":
            refuse("K015", "iterations may wait for each other by a flag (`atomic_flag_test_and_set`)", where)
        if name in LOCKS:
            advice = (
                "what only adds up, counts, keeps extremes or draws numbers, and is done nowhere else in the "
                "loop, needs no lock"
            )
            refuse("K015", f"`{name}` waits for another iteration", where, (advice, None))
        if name in CLOCKS or name == "omp_get_wtick":
            advice = "what the whole loop takes can be measured around it"
            refuse("K004", f"`{name}` asks for the time, which the device does not have", where, (advice, None))
        if name.startswith("omp_") and name.endswith("_lock"):  # init, destroy, test, and unset without set
            refuse("K015", f"`{name}` is about a lock that only threads of the host can take", where)
        if name.startswith("omp_"):
            refuse("K013", f"`{name}` depends on the thread that runs it", where)
        if name in (markers.ASSEMBLY, "setjmp", "_setjmp", "longjmp"):
            refuse("K011", "inline assembly or a long jump inside the loop", where)
        if name.startswith("__mapper_"):
            refuse("K018", "a language extension is used inside the loop", where)
        if is_of_locale(name) and sets_locale(self.frame.scope.context):
            refuse("K004", f"`{name}` depends on the locale, which the program may set", where)
        refuse("K004", f"`{name}` can't be called on the device", where, *_ways_out(name))

    def _special(self, name: str, arguments: list[c_ast.Node]) -> c_ast.Node | None:
        """GCC's built-in functions that are constants or hints."""
        constant = DEVICE_CONSTANTS.get(name)
        if constant is not None:
            self.frame.scope.types.fp64 |= constant.type == DOUBLE
            number = build.identifier(constant.text)
            return build.cast(DOUBLE, number) if constant.type == DOUBLE else number
        if name == "__builtin_fpclassify" and len(arguments) == _CLASSES + 1:
            return self._class_of_number(*arguments)
        if name in _HINTS and arguments:
            value = self.expressions.value(arguments[0])
            of = BUILTIN_RESULTS[name]
            return build.cast(of, value) if isinstance(of, IntType) else value
        if name in _NOTHING and not any(map(has_effects, arguments)):
            return build.integer(0)
        return None

    def _class_of_number(self, *arguments: c_ast.Node) -> c_ast.Node | None:
        """`fpclassify`: one of the constants for NaN, infinite, normal and subnormal numbers, and zero."""
        *classes, number = arguments
        if has_effects(number):
            return None
        value = self.expressions.value(number)
        nan, infinite, normal, subnormal, zero = map(self.expressions.value, classes)
        chosen = c_ast.TernaryOp(build.binary("==", value, build.integer(0)), zero, subnormal)
        for test, of in (("isnormal", normal), ("isinf", infinite), ("isnan", nan)):
            chosen = c_ast.TernaryOp(build.call(test, value), of, chosen)
        return chosen

    def _library(self, function: LibraryFunction, arguments: list[c_ast.Node]) -> c_ast.Node:
        """A call of a built-in; OpenCL overloads it, so arguments get the types that C's prototype names.

        What takes numbers of any type compares them, in their common type.
        """
        lowered: list[c_ast.Node] = []
        wanted: tuple[CType | None, ...] = function.parameters or (None,) * len(arguments)
        if function.parameters is None and len(arguments) > 1:
            wanted = (reduce(usual, map(self.expressions.value_type, arguments)),) * len(arguments)
        self.frame.scope.types.fp64 |= DOUBLE in (function.result, *wanted)
        for argument, parameter in zip(arguments, wanted, strict=True):
            if self.expressions.complex.is_complex(argument) and parameter is None:
                self.frame.refuse("K007", "a complex number is given to a function of any real type", argument)
            if self.expressions.complex.is_complex(argument) and parameter is not None:
                lowered.append(self.expressions.converted(argument, parameter))
                continue
            value = self.expressions.value(argument)
            if isinstance(parameter, PointerType):
                for root in self.expressions.pointers.roots(argument):
                    root.access |= Access.WRITE
            elif parameter is not None and self.expressions.value_type(argument) != parameter:
                value = build.cast(parameter, value)
            lowered.append(value)
        if function.source:
            self.frame.scope.helpers.setdefault(function.name, parsed_function(function.source))
        result = build.call(function.name, *lowered)
        if not function.source and all(isinstance(part, IntType) for part in (function.result, *wanted)):
            return build.cast(function.result, result)  # OpenCL's is of another type, as abs, which is unsigned
        return result

    def called(self, node: c_ast.FuncCall, function: DeviceFunction, symbol: Symbol | None) -> c_ast.Node:
        """A call of a device copy, with the kernel's parameters that the copy needs behind its own."""
        assert symbol is not None
        arguments: list[c_ast.Node] = arguments_of(node)
        where = self.frame.where(node)
        lowered: list[c_ast.Node] = []
        for argument, parameter in zip(arguments, function.parameters, strict=True):
            if parameter is None:
                continue
            if parameter.cursor:
                lowered.append(self._cursor(argument))
            else:
                lowered.append(self.expressions.converted(argument, unqualified(parameter.type)))
            if isinstance(parameter.type, PointerType):
                roots = self.expressions.pointers.roots(argument)
                if function.unfinished:
                    self.frame.scope.repeated.append((roots, parameter.roots))
                for pointed in parameter.roots:
                    for root in roots:
                        root.used_as(pointed)
        if isinstance(function.result, PointerType):
            self._check_result(node, function, symbol, dict(zip(function.parameters, arguments, strict=True)))
        for needed in [*function.frame.used.values()] if function.node is not None else []:
            here = self.frame.use(needed)
            names = here.device_names if isinstance(here, Slot) else (here.name,)
            lowered += map(build.identifier, names)
        call = build.call(function.name, *lowered)
        return self._hoisted(call, function, symbol, where) if function.stops else call

    def _cursor(self, argument: c_ast.Node) -> c_ast.Node:
        """The address of a cursor, or null, as a function gets it."""
        place = addressed(argument)
        if place is None:
            return build.integer(0) if is_null(argument) else self.expressions.value(argument)
        found = self.expressions.object(place, NONE)
        if isinstance(found, c_ast.UnaryOp) and found.op == "*":
            pointer: c_ast.Node = found.expr
            return pointer
        return c_ast.UnaryOp("&", found)

    def _check_result(
        self,
        node: c_ast.FuncCall,
        function: DeviceFunction,
        symbol: Symbol,
        given: dict[Local | None, c_ast.Node],
    ) -> None:
        """Refuse a call whose result may point elsewhere than the caller takes it to."""
        pointers = self.expressions.pointers
        results = function.result_roots
        for parameter, argument in given.items():
            if parameter is not None and parameter.roots & results:
                results = (results - parameter.roots) | pointers.roots(argument)
        seen = {own.inner.root: own.outer.root for own in self.frame.scope.pairs} if self.frame.outer else {}
        if {seen.get(root, root) for root in results} - pointers.roots(node):
            reason = f"`{symbol.name}` returns a pointer that can't be followed to its memory"
            self.frame.refuse("K009", reason, node)

    def _through_pointer(self, node: c_ast.FuncCall) -> c_ast.Node:
        """A call of one of a few functions, which the host names before the loop, or a condition in it."""
        frame, where = self.frame, self.frame.where(node)
        pointer = function_named(node.name, frame.symbols)
        if isinstance(pointer, c_ast.TernaryOp) and pointer.iftrue is not None:
            one = c_ast.FuncCall(pointer.iftrue, node.args, node.coord)
            other = c_ast.FuncCall(pointer.iffalse, node.args, node.coord)
            return self.expressions.value(c_ast.TernaryOp(pointer.cond, one, other, node.coord))
        table = functions_in_table(pointer, frame.symbols, frame.scope.effects.keeps_first_value)
        if table is not None and len(table[1]) <= MOST_TARGETS and not has_effects(table[0]):
            return self.expressions.value(_chosen(*table, node))
        if isinstance(pointer, c_ast.ID) and pointer is not node.name and self._is_function(pointer):
            return self.lower(c_ast.FuncCall(pointer, node.args, node.coord))
        what = f"the pointer `{pointer.name}`" if isinstance(pointer, c_ast.ID) else "a pointer"
        host = host_path(pointer, frame)
        named = None if host is None else names_function(host, frame)
        if named is not None:
            return self._named(node, named)
        address = None
        if host is None or not frame.scope.stable(host):
            if not self._only_reads(pointer):
                refuse("K006", f"finding {what} to a function that is called changes something", where)
            host, address = None, self.expressions.functions.value(pointer) or self.expressions.value(pointer)
        targets = frame.scope.context.reached(node, frame.symbols)
        if not targets or len(targets) > MOST_TARGETS:
            which = f"{len(targets)} functions, more than {MOST_TARGETS}" if targets else "any function"
            refuse("K006", f"a function is called through {what}, which may point to {which}", where)
        frame.conditions += 1
        calls: list[c_ast.Node] = []
        names: list[str] = []
        for target in targets:
            if isinstance(target, str):
                names.append(target)
                calls.append(self._of_library(node, target, what))
                continue
            symbol = target.symbols.symbol(target.function)
            assert symbol is not None, "a target is defined in the program"
            name = name_there(symbol, frame) or frame.scope.context.name_everywhere(symbol)
            if frame.scope.context.recursive(target):
                refuse("K005", f"`{target.name}`, which is called through {what}, calls itself", where)
            if frame.scope.stops.may_reach(target):
                refuse("K006", f"`{target.name}`, which is called through {what}, may end the program", where)
            names.append(name or "")
            calls.append(self.called(node, device_function(self, node, target), symbol))
        frame.conditions -= 1
        if len(calls) == 1:
            return calls[0]
        if not all(names[:-1]) or len({*names}) < len(names):
            refuse("K006", f"functions that are called through {what} can't be named where the loop is", where)
        result = calls[-1]
        for number, call in reversed(list(enumerate(calls[:-1]))):
            result = c_ast.TernaryOp(self._is_target(number, names, host, address), call, result)
        return result

    def _only_reads(self, tree: c_ast.Node) -> bool:
        """Whether neither an expression nor what it calls changes anything: it may be evaluated several times."""
        effects, symbols = self.frame.scope.effects, self.frame.symbols
        does = [effects.of(node, symbols) for node in walk(tree) if isinstance(node, c_ast.FuncCall)]
        return not assigns(tree) and not any(each.writes or each.unknown or each.flags for each in does)

    def _is_target(
        self, number: int, names: list[str], host: c_ast.Node | None, address: c_ast.Node | None
    ) -> c_ast.Node:
        """Whether a pointer that the host knows, or that is an address here, leads to one of some functions."""
        if host is None:
            assert address is not None
            return build.binary("==", clone(address), self.expressions.functions.named(names[number]))
        choice = self.frame.use(self.frame.scope.choice(host, names))
        return build.binary("==", build.identifier(choice.name), build.integer(number))

    def _of_library(self, node: c_ast.FuncCall, name: str, what: str) -> c_ast.Node:
        """A call of a library function that a pointer may lead to."""
        scope = self.frame.scope
        seen = scope.symbols.lookup(name, scope.construct)
        if seen is None or seen.kind is not Kind.FUNCTION or symbol_key(seen) != ("external", name):
            reason = f"`{name}`, which is called through {what}, has no name where the loop is"
            self.frame.refuse("K006", reason, node)
        return self._named(node, seen)

    def _named(self, node: c_ast.FuncCall, function: Symbol) -> c_ast.Node:
        """A call of a function that a parameter represents, by its name where the loop is."""
        definition = self.frame.scope.context.definition(function)
        if definition is not None:
            return self.called(node, device_function(self, node, definition), function)
        arguments: list[c_ast.Node] = arguments_of(node)
        library = self.frame.symbols.device_function(function.name)
        if library is None or library.parameters is None or len(arguments) != len(library.parameters):
            self._refuse_call(function.name, self.frame.where(node))
        self._check_errno(function.name, self.frame.where(node))
        return self._library(library, arguments)

    def _is_function(self, node: c_ast.ID) -> bool:
        symbol = self.frame.symbols.symbol(node)
        return symbol is not None and symbol.kind is Kind.FUNCTION

    def _hoisted(
        self, call: c_ast.FuncCall, function: DeviceFunction, symbol: Symbol, where: Location
    ) -> c_ast.Node:
        """A call that may stop comes before its statement, so that nothing is done without a result."""
        before = self.frame.hoisted
        if before is None:
            code, what = "K004", "may print or end the program"
            if function.recursive:
                code, what = "K005", "calls itself"
            reason = f"`{symbol.name}`, which {what}, is called where only a part of a statement"
            refuse(code, f"{reason} or a condition decides on it", where)
        result = unqualified(function.result)
        if isinstance(result, VoidType):
            before += [call, check()]
            return c_ast.EmptyStatement()
        name = self.frame.scope.fresh(f"{symbol.name}_result", result)
        space = space_of(function.result_roots, f"the result of `{symbol.name}`", where)
        before += [build.declaration(name, result, space, call), check()]
        return build.identifier(name)


def _chosen(subscript: c_ast.Node, entries: Mapping[int, c_ast.Node], node: c_ast.FuncCall) -> c_ast.Node:
    """The call of one of some functions, by their number."""
    calls = {number: c_ast.FuncCall(each, node.args, node.coord) for number, each in entries.items()}
    numbers = sorted(calls)
    result: c_ast.Node = calls[numbers[-1]]
    for number in reversed(numbers[:-1]):
        same = c_ast.BinaryOp("==", subscript, build.integer(number), node.coord)
        result = c_ast.TernaryOp(same, calls[number], result, node.coord)
    return result
