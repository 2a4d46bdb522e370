"""One source file as a checked unit with its names resolved; what can't be understood costs a function at most.

Where mapper's own rules and the C compiler disagree about a program, the compiler is right: a function in which
the rules find an error stays as the compiler makes it, and the compiler's errors are the ones that the user sees.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mapper.analysis.names.sharing_check import check_sharing
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.codes import REPORT
from mapper.diagnostics import Diagnostic, InternalError, Location, MapperError, Severity, UsageError
from mapper.frontend.load import load_unit
from mapper.frontend.tokens.compiler import complaints, directives_known_to
from mapper.ir.trees.unit import Opaque, Unit
from mapper.openmp.bind import bind
from mapper.openmp.check import check, unknown_directives
from mapper.openmp.idioms.elsewhere import NOTHING, Elsewhere
from mapper.options import UnitCommand

_COMPILERS = frozenset(["E001", "E002", "E003", "E007"])  # what no function can be blamed for


def understood(
    path: str,
    command: UnitCommand,
    warnings: list[Diagnostic],
    as_written: Collection[Location],
    elsewhere: Elsewhere = NOTHING,
) -> tuple[Unit, Symbols]:
    """The unit of a file, whose directives are bound, and the meaning of its names; `warnings` grow.

    `as_written` are regions whose threads' own loops and memory are not taken for anything else; `elsewhere` are
    functions of other files.

    Raises `MapperError` with the compiler's own errors, or where the source can't even be split into functions.
    """
    opaque: dict[str, Opaque] = {}
    meant: frozenset[str] | None = None
    asked = False
    while True:
        compiler, flags = command.compiler, command.flags
        unit = load_unit(path, compiler, flags, opaque=opaque, text=command.text, judged=command.judged)
        unread: list[Diagnostic] = []
        found: list[Diagnostic] = []
        fault: Exception | None = None
        try:
            bound = bind(unit, unread, meant or (), as_written, elsewhere)
            found = check(bound)
            if meant is None and (unknown := unknown_directives(bound)):
                meant = directives_known_to(command.compiler, unknown)
                if meant:
                    continue
            symbols = resolve(bound)
            found += check_sharing(symbols)
        except MapperError as error:
            found += error.diagnostics
        except (UsageError, OSError):
            raise
        except Exception as error:
            fault = error
        errors = [each for each in found if each.severity is Severity.ERROR]
        if any(each.code in _COMPILERS for each in errors):
            raise MapperError(found)
        if (errors or unread or fault is not None) and not asked:
            asked = True
            if judged := complaints(path, command.compiler, command.flags):
                raise MapperError(judged)
        if not errors and fault is None:
            warnings += found
            return bound, symbols
        more = _blamed(unit, errors, fault)
        if more.keys() <= opaque.keys():
            if fault is not None:
                raise fault
            raise MapperError(errors)
        opaque |= more


def _blamed(unit: Unit, errors: Sequence[Diagnostic], fault: Exception | None) -> dict[str, Opaque]:
    """The functions that errors or a fault are in, and why they become opaque."""
    found = {}
    for error in errors:
        if error.where is None:
            continue
        for name in functions_at(unit, error.where):
            reason = f"the C compiler takes what mapper rejects: {error.message} [{error.code}]"
            found[name] = Opaque(name, error.where, reason, "K027")
    if fault is not None:
        where = fault.where if isinstance(fault, InternalError) else None
        names = (functions_at(unit, where) if where is not None else []) or _functions(unit)
        reason = f"internal error in the front end: {type(fault).__name__}: {fault} ({REPORT})"
        found |= {name: Opaque(name, where or Location(unit.path), reason, "I001") for name in names}
    return found


def _functions(unit: Unit) -> list[str]:
    return [each.decl.name for each in unit.functions if unit.in_user_code(each)]


def functions_at(unit: Unit, where: Location) -> list[str]:
    """The names of the functions whose text holds a place: several where a file is read several times."""
    found = []
    for function in unit.functions:
        extent = unit.extents.get(id(function))
        if extent is not None:
            first, last = (unit.tokens[number - 1].where for number in extent)
            if first.file == where.file and first.line <= where.line <= last.line:
                found.append(str(function.decl.name))
    return found
