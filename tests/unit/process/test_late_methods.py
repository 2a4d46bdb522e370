"""Methods of dataclasses that are compiled when they are called do what those of other dataclasses do."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import KW_ONLY, InitVar  # noqa: F401 - annotations name them
from typing import ClassVar  # noqa: F401

import pytest

from mapper.process import late_methods


@pytest.fixture
def late() -> Iterator[None]:
    """Dataclasses of this test have late methods, where this Python has what makes them one by one."""
    names = (*late_methods._MAKERS, late_methods._PAIR, late_methods._TELLS, late_methods._READS)
    usual = {name: getattr(dataclasses, name, None) for name in names}
    if None in usual.values():
        pytest.skip("this Python compiles all methods of a dataclass at once")
    late_methods.compile_when_called()
    yield
    for name, value in usual.items():
        setattr(dataclasses, name, value)


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize("slots", [False, True])
def test_methods_are_those_of_a_dataclass(slots: bool) -> None:
    @dataclasses.dataclass(frozen=True, slots=slots)  # type: ignore[literal-required]
    class Point:
        x: int
        y: int = 2

    @dataclasses.dataclass(frozen=True, slots=slots)  # type: ignore[literal-required]
    class Named(Point):
        name: str = ""

    one, other = Point(1), Named(1, 2, "n")
    assert (one.x, one.y, other.name) == (1, 2, "n")
    assert one == Point(1, 2) != other
    assert len({one, Point(1), other}) == 2
    assert repr(one) == repr(Point(1)) == "test_methods_are_those_of_a_dataclass.<locals>.Point(x=1, y=2)"
    assert dataclasses.replace(other, x=3) == Named(3, 2, "n")
    for _ in range(2):
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.x = 5  # type: ignore[misc]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]


@pytest.mark.usefixtures("late")
def test_a_method_is_compiled_once_and_takes_its_place() -> None:
    @dataclasses.dataclass
    class Counted:
        n: int

    first = Counted.__init__
    Counted(1)
    assert Counted.__init__ is not first
    assert Counted.__init__.__code__.co_varnames == ("self", "n")


@pytest.mark.usefixtures("late")
def test_fields_of_own_classes_are_those_of_a_dataclass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Annotations of mapper's own classes are not parsed where they can only be plain."""

    class Base:
        inherited = 4

    def made(module: str) -> type:
        text = "int"
        names = {
            "__module__": module,
            "__annotations__": {
                "x": text,
                "shared": "ClassVar[int]",
                "inherited": text,
                "given": "InitVar[int]",
                "_": "KW_ONLY",
                "y": text,
                "many": "list[int]",
            },
            "shared": 3,
            "given": 1,
            "y": 2,
            "many": dataclasses.field(default_factory=list, repr=False),
        }
        monkeypatch.setitem(sys.modules, module, sys.modules[__name__])
        return dataclasses.dataclass(type("Made", (Base,), names))

    own, other = made("mapper.some"), made("others.some")
    told = [
        [
            (f.name, f.type, f.default, f.kw_only, f.repr, f._field_type)
            for f in vars(each)["__dataclass_fields__"].values()
        ]
        for each in (own, other)
    ]
    assert told[0] == told[1]
    assert [each[0] for each in told[0]] == ["x", "shared", "inherited", "given", "y", "many"]
    assert repr(own(7)) == repr(other(7))
    with pytest.raises(TypeError, match="4 positional arguments but 5 were given"):
        own(1, 2, 3, 4)


def test_unfrozen_dataclasses_are_hashed_and_compared_as_frozen_ones() -> None:
    """In a process of its own, as dataclasses of other tests stay frozen."""
    program = """
from mapper.process import late_methods
late_methods.compile_when_called()
late_methods.leave_unfrozen()
from dataclasses import dataclass, replace

@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 2

@dataclass(frozen=True, eq=False)
class Place:
    x: int

@dataclass(frozen=True)
class Own:
    x: int
    def __hash__(self):
        return 5

@dataclass
class Plain:
    x: int

points = {Point(1), Point(1, 2), replace(Point(3), x=1)}
print(len(points), len({Place(1), Place(1)}), hash(Own(1)), Plain.__hash__)
Point(1).x = 2
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("1 2 5 None\n", "")


def test_islpy_is_imported_without_its_release() -> None:
    """The package works, and what reads metadata of packages is not imported."""
    program = """
import sys
from mapper.process import late_methods
late_methods.leave_out_release()
import islpy
assert islpy.Set("{ [i] : 0 <= i < 3 }").dim_max(0).n_piece() == 1
print("importlib.metadata" in sys.modules, "email.message" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False False\n", "")
