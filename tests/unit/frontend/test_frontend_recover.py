"""What can't be parsed costs a function or a declaration, and the tree holds stand-ins for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser import c_ast, c_generator

from mapper.diagnostics import MapperError
from mapper.frontend.load import load_unit
from mapper.ir.trees.unit import Opaque, Unit


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.chdir(tmp_path)
    return None


def load(text: str, **forced: Opaque) -> Unit:
    Path("main.c").write_text(text)
    return load_unit("main.c", ("gcc",), ("-w",), opaque=forced)


def bodies(unit: Unit) -> dict[str, str]:
    """The text of each function's body on one line."""
    found = (node for node in unit.tree.ext if isinstance(node, c_ast.FuncDef))
    return {node.decl.name: " ".join(c_generator.CGenerator().visit(node.body).split()) for node in found}


NESTED = """\
static int first, second;
static int later(int);
int plain(void) { return first; }
int outer(int given) { int inner(int n) { return n + first; }
#pragma omp parallel for
  for (int i = 0; i < 2; i++) later(i);
  return inner(given); }
static int after;
void nothing(void) { void inside(void) { } inside(); }
"""


@pytest.mark.usefixtures("read")
def test_a_function_names_all_that_it_may_touch() -> None:
    unit = load(NESTED)
    found = bodies(unit)
    assert found["plain"] == "{ return first; }"
    call = "__mapper_opaque(&first, &given, &later)"
    assert found["outer"] == f"{{ return *((typeof(outer()) *) {call}); }}"
    assert found["nothing"] == "{ __mapper_opaque(); }"
    assert [(each.name, each.where.line, each.code, len(each.pragmas)) for each in unit.opaque] == [
        ("outer", 4, "K027", 1),
        ("nothing", 9, "K027", 0),
    ]
    assert "a nested function can't be translated" in unit.opaque[0].reason


@pytest.mark.usefixtures("read")
def test_strictly_it_is_an_error() -> None:
    Path("main.c").write_text(NESTED)
    with pytest.raises(MapperError, match="nested function"):
        load_unit("main.c", ("gcc",), ("-w",))


@pytest.mark.usefixtures("read")
def test_a_function_that_a_later_stage_gives_up() -> None:
    unit = load(
        "int a; int f(void) { return a; }", f=Opaque("f", load("int x;").location(c_ast.ID("x")), "why", "I001")
    )
    assert "__mapper_opaque(&a)" in bodies(unit)["f"]
    assert [(each.reason, each.code) for each in unit.opaque] == [("why", "I001")]


@pytest.mark.usefixtures("read")
def test_a_keyword_of_later_c_as_a_name() -> None:
    Path("main.c").write_text("int restrict = 1; int f(void) { return restrict; } int g(void) { return 2; }")
    unit = load_unit("main.c", ("gcc",), ("-w", "-std=c89"), opaque={})
    assert [each.name for each in unit.opaque] == ["f"]
    assert bodies(unit)["g"] == "{ return 2; }"
