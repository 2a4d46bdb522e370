"""What the pipeline has made of a program: before its kernels are transformed, and after all stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from mapper.analysis.host.plan import Analyses
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Diagnostic
from mapper.ir.program.region import Kept, ParallelRegion, Program
from mapper.ir.trees.unit import Unit

if TYPE_CHECKING:  # a program without kernels needs none of their modules
    from mapper.emit.host_file.host import Emitted
    from mapper.features.extract import Features


@dataclass(frozen=True, eq=False)
class Mapped:
    """A program after all stages.

    `program` holds the verdict on each loop; `features` gives, by the id of each region that has a device
    version, its raw features; `emitted` the text of each unit, by its path, and nothing where no region of the
    program has a device version.  `warnings` are for the user.  `dumps` gives, by the name of a transformation,
    the OpenCL text of all kernels after it, for those that `Options.dump_after` asks for.  `symbols` are those of
    each unit, by its path.  `source` is what it was made of.
    """

    program: Program
    features: Mapping[str, Features]
    emitted: Mapping[str, Emitted]
    warnings: tuple[Diagnostic, ...]
    dumps: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, Symbols] = field(default_factory=dict)
    source: Translated | None = None

    @property
    def texts(self) -> dict[str, str]:
        """The texts of all files that the program is made of, by their names."""
        return {file.name: file.text for unit in self.program.units for file in unit.files.values()}

    @property
    def faultless(self) -> bool:
        """Whether no loop is kept, and no transformation left out, by a fault of mapper's own."""
        return all(warning.code != "W004" for warning in self.warnings)


@dataclass(frozen=True, eq=False)
class Translated:
    """A program before its kernels are transformed: what all choices of transformations but `expand` share."""

    units: tuple[Unit, ...]
    symbols: Mapping[str, Symbols]
    analyses: Analyses
    program: Program
    warnings: tuple[Diagnostic, ...]


def keep(program: Program, verdicts: Mapping[str, Kept]) -> Program:
    """The program with some regions kept, by their ids."""

    def kept(region: ParallelRegion) -> ParallelRegion:
        return replace(region, kept=verdicts[region.id]) if region.id in verdicts and not region.kept else region

    return replace(program, regions=tuple(kept(region) for region in program.regions))


def with_reasons_of(program: Program, other: Program) -> Program:
    """The program; regions kept for a declared reduction are kept for what keeps their merges in `other`.

    In `other`, such reductions are merges of the threads' own variables, which can be translated.
    """
    merges = {region.construct.directive.where: region for region in other.regions}

    def explained(region: ParallelRegion) -> ParallelRegion:
        merge = merges.get(region.construct.directive.where)
        verdicts = [merge.kept, *(loop.kept for loop in merge.loops)] if merge is not None else []
        reason = next((each for each in verdicts if each is not None and each.code != "K019"), None)
        if reason is None:
            return region
        loops = tuple(
            replace(loop, kept=reason) if loop.kept is not None and loop.kept.code == "K019" else loop
            for loop in region.loops
        )
        of_region = region.kept is not None and region.kept.code == "K019"
        return replace(region, loops=loops, kept=reason if of_region else region.kept)

    return replace(program, regions=tuple(map(explained, program.regions)))
