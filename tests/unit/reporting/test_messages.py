"""Messages as documents: gcc's JSON, and SARIF with what its version 2.1.0 requires."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from mapper.cli import exit_code
from mapper.diagnostics import Diagnostic, Location, MapperError, Severity, UsageError
from mapper.options import MessageFormat
from mapper.reporting.messages import collected, gcc_json, message_format, parsed, sarif

ROOT = Path(__file__).parents[3]
SAID = [
    Diagnostic(Severity.REMARK, "", "loop p_f_1 can run on the device", Location("a b.c", 3, 9)),
    Diagnostic(
        Severity.ERROR,
        "K004",
        "kept",
        Location("/src/a.c", 4),
        (("because", Location("/src/a.c", 5, 2)), ("so", None)),
    ),
    Diagnostic(Severity.REMARK, "K002", "kept", Location("a.c", 4, 1), (), "as the user says"),
    Diagnostic(Severity.WARNING, "-Wunused-variable", "unused", Location("a.c", 9, 5)),
    Diagnostic(Severity.ERROR, "E027", "nothing is built"),
]


def check_sarif(log: Any) -> list[Any]:
    """Check what SARIF 2.1.0 requires of the parts that are used here; returns the results."""
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"]
    rules = [rule["id"] for rule in driver["rules"]]
    assert len(set(rules)) == len(rules)
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    for invocation in run["invocations"]:
        assert isinstance(invocation["executionSuccessful"], bool)
        assert all(each["message"]["text"] for each in invocation.get("toolExecutionNotifications", ()))
    for result in run["results"]:
        assert result["message"]["text"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["kind"] in ("pass", "fail")
        assert (result["level"] == "none") == (result["kind"] == "pass")
        if "ruleIndex" in result:
            assert rules[result["ruleIndex"]] == result["ruleId"]
        places = [*result["locations"], *result.get("relatedLocations", ())]
        for place in (each["physicalLocation"] for each in places if "physicalLocation" in each):
            assert re.fullmatch(r"[\w./:%~-]+", place["artifactLocation"]["uri"])
            assert place.get("region", {"startLine": 1})["startLine"] >= 1
        assert all(each["kind"] in ("inSource", "external") for each in result.get("suppressions", ()))
    results: list[Any] = run["results"]
    return results


def test_sarif() -> None:
    log = json.loads(sarif(SAID, ["make: what"], False))
    results = check_sarif(log)
    assert [each["level"] for each in results] == ["none", "error", "note", "warning", "error"]
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b.c"
    assert results[1]["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "file:///src/a.c"},
        "region": {"startLine": 4},
    }
    assert [each["message"]["text"] for each in results[1]["relatedLocations"]] == ["because", "so"]
    assert results[2]["suppressions"] == [{"kind": "external", "justification": "as the user says"}]
    assert [each.get("ruleId") for each in results] == [None, "K004", "K002", "-Wunused-variable", "E027"]
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["E027", "K002", "K004"]
    assert run["invocations"][0]["executionSuccessful"] is False


def test_json_as_gcc_has_it() -> None:
    entries = json.loads(gcc_json(SAID, ["make: what"], False))
    assert [each["kind"] for each in entries] == ["remark", "error", "remark", "warning", "error", "note"]
    assert entries[0]["locations"] == [{"caret": {"file": "a b.c", "line": 3, "column": 9}}]
    assert entries[1]["option"] == "K004"
    assert [each["message"] for each in entries[1]["children"]] == ["because", "so"]
    assert entries[2]["waived"] == "as the user says"
    assert json.loads(gcc_json([], [], False))[0]["kind"] == "error"
    assert json.loads(gcc_json([], [], True)) == []


def test_what_compilers_say() -> None:
    text = (
        "a.c: In function 'f':\n"
        "a.c:3:5: \x1b[01;35m\x1b[Kwarning: \x1b[m\x1b[Kunused variable 'u' [-Wunused-variable]\n"
        "    3 | int u;\n"
        "      |     ^\n"
        "a.c:4:1: note: declared here\n"
        "/usr/bin/ld: cannot find -lnone\n"
        "collect2: error: ld returned 1 exit status\n"
        "mapper-cc: warning: program is not translated\n"
    )
    found, rest = parsed(text)
    assert [(each.severity, each.code, each.message, each.where) for each in found] == [
        (Severity.WARNING, "-Wunused-variable", "unused variable 'u'", Location("a.c", 3, 5)),
        (Severity.ERROR, "", "ld returned 1 exit status", None),
        (Severity.WARNING, "", "program is not translated", None),
    ]
    assert found[0].notes == (("declared here", Location("a.c", 4, 1)),)
    assert rest == ["/usr/bin/ld: cannot find -lnone"]


def test_names_of_formats() -> None:
    assert message_format("-fdiagnostics-format=json") is MessageFormat.JSON_STDERR
    assert message_format("-fdiagnostics-format=sarif-file") is MessageFormat.SARIF_FILE
    assert message_format("-fdiagnostics-color") is None
    with pytest.raises(UsageError, match="not xml"):
        message_format("-fdiagnostics-format=xml")


def _speak(form: MessageFormat, output: Path, error: Exception) -> None:
    """Say something in each way, and end with an error."""
    with collected(form, output, False) as messages:
        messages.show(SAID[:1], {})
        messages.summary("for people")
        print("x.c:1:1: warning: by another", file=sys.stderr)
        raise error


def test_errors_become_part_of_the_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(MapperError) as left:
        _speak(MessageFormat.JSON_STDERR, tmp_path / "p", MapperError(SAID[4:]))
    assert left.value.diagnostics == ()
    said = [each["message"] for each in json.loads(capsys.readouterr().err)]
    assert said == ["loop p_f_1 can run on the device", "nothing is built", "by another"]


def test_faults_leave_the_text_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UsageError):
        _speak(MessageFormat.SARIF_FILE, tmp_path / "p", UsageError("wrong"))
    assert capsys.readouterr().err == "x.c:1:1: warning: by another\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("form", "file"), [("sarif-file", "p.sarif"), ("json-file", "p.mapper.json")])
def test_compile_writes_the_file(
    form: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text("int main(void) { int u; return x; }\n")
    assert exit_code(["compile", "p.c", "-o", "p", f"-fdiagnostics-format={form}"]) == 1
    assert capsys.readouterr().err == ""
    found = json.loads(Path(file).read_text())
    if form == "sarif-file":
        (result,) = check_sarif(found)
        found = [{"message": result["message"]["text"]}]
    assert [each["message"] for each in found] == ["'x' undeclared (first use in this function)"]


def test_the_problem_matcher_matches_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "examples/github/mapper-problem-matcher.json").read_text(encoding="utf-8")
    (matcher,) = json.loads(text)["problemMatcher"]
    (pattern,) = matcher["pattern"]
    monkeypatch.chdir(tmp_path)
    loops = "#pragma omp parallel for\n    for (int i = 0; i < 9; i++) a[i] = {};\n"
    Path("p.c").write_text(
        f"int a[9];\nint rand(void);\nint main(void)\n{{\n{loops.format('i')}{loops.format('rand()')}}}\n"
    )
    assert exit_code(["compile", "p.c", "--emit", "report", "-o", "r", "-Werror=K"]) == 1
    lines = capsys.readouterr().err.splitlines()
    found = [match for line in lines if (match := re.match(pattern["regexp"], line))]
    (match,) = found
    assert [match[pattern[part]] for part in ("file", "line", "severity", "code")] == ["p.c", "7", "error", "K004"]
