"""Sizes, alignments and offsets are those of gcc."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mapper.ir.trees.ctypes import StructType
from tests.harness.semantics import assertion, gcc_says, joined, symbols_of

SCALARS = ["char", "short", "int", "long", "float", "double", "long double", "__int128", "void *", "_Bool"]
SCALARS += [
    "unsigned char",
    "enum e",
    "_Complex float",
    "_Complex double",
    "_Complex short",
    "long long",
    "int (*)(void)",
]
MEMBERS = st.one_of(
    st.builds("__typeof__({}) {{}}".format, st.sampled_from(SCALARS)),
    st.builds("{} {{}} : {}".format, st.sampled_from(["int", "unsigned", "long", "_Bool"]), st.just(1)),
    st.builds("{} {{}} : {}".format, st.sampled_from(["int", "unsigned", "long"]), st.integers(1, 32)),
    st.builds("{} {{}} : {}".format, st.sampled_from(["char", "short"]), st.integers(1, 8)),
    st.sampled_from(["int : 0", "char : 0", "int : 5", "long : 17"]),
    st.builds("double {{}}[{}][{}]".format, st.integers(1, 3), st.integers(1, 3)),
    st.just("struct {{ char {}; double {}x; }}"),
    st.just("union {{ short {}; struct {{ int {}y; long {}z; }}; }}"),
    st.just("struct {{ int q; short r; }} {}"),
    st.just("struct {{ int q; char r; }} __attribute__((aligned(16))) {}"),
    st.builds("char {{}} __attribute__((aligned({})))".format, st.sampled_from([1, 2, 8, "4 * sizeof(long)"])),
    st.sampled_from(["_Alignas(16) short {}", "__attribute__((aligned(8))) char {}[3]", "wide {}", "wide *{}"]),
    st.sampled_from(["narrow {}", "narrow {}[3]", "struct {{ char {}; long {}x; }} __attribute__((packed))"]),
    st.sampled_from(["double {} __attribute__((packed))", "int {} : 11 __attribute__((packed))"]),
    st.just("int {} __attribute__((packed, aligned(2)))"),
    st.just("struct {{ int {}; double {}x; }} {}y __attribute__((packed))"),
    st.sampled_from(["enum f {}", "enum e {} __attribute__((packed))"]),
)


RECORDS = st.tuples(
    st.sampled_from(
        [
            "struct",
            "union",
            "struct __attribute__((aligned(32)))",
            "struct __attribute__((packed))",
            "union __attribute__((packed))",
            "struct __attribute__((packed, aligned(4)))",
        ]
    ),
    st.lists(MEMBERS, min_size=1),
    st.sampled_from([0, 0, 0, 1, 2, 4, 8, 16]),
)


def definition(tag: int, kind: str, members: list[str], pack: int) -> str:
    """A struct or union under `#pragma pack`; each place for a name in a member gets the member's."""
    rows = [
        f"  {member.replace('{}', f'm{number}').replace('{{', '{').replace('}}', '}')};"
        for number, member in enumerate(members)
    ]
    return f"#pragma pack({pack or ''})\n{kind} t{tag} {{\n" + joined(rows) + "};\n#pragma pack()\n"


@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(RECORDS, min_size=30))
def test_records_are_laid_out_as_gcc_does(records: list[tuple[str, list[str], int]]) -> None:
    text = "enum e { A };\ntypedef float wide __attribute__((aligned(64)));\n"
    text += "typedef long narrow __attribute__((aligned(2)));\nenum __attribute__((packed)) f { F };\n"
    text += joined(definition(n, *record) for n, record in enumerate(records))
    symbols = symbols_of(text)
    claims = []
    for number, (kind, members, pack) in enumerate(records):
        name = f"{kind.split()[0]} t{number}"
        of = StructType(f"t{number}", kind == "union")
        text_of_it = definition(number, kind, members, pack)
        claims.append(assertion(f"sizeof({name}) == {symbols.sizeof(of)}", text_of_it))
        claims.append(assertion(f"_Alignof({name}) == {symbols.alignof(of)}", f"alignment of {name}"))
        for at in range(len(members)):
            for suffix in ("", "x", "y", "z"):
                member = symbols.member(of, f"m{at}{suffix}")
                if member is not None and member.offset is not None:
                    offset = f"__builtin_offsetof({name}, m{at}{suffix})"
                    claims.append(assertion(f"{offset} == {member.offset}", f"{name}.{member.name}"))
    assert gcc_says(text + joined(claims)) == ""


def test_incomplete_types_have_no_size() -> None:
    symbols = symbols_of("struct s; extern struct s x; extern int a[]; struct f { int n; char rest[]; };")
    types = {name: symbol.type for name, symbol in symbols.global_symbols.items()}
    assert symbols.sizeof(types["x"]) is None
    assert symbols.sizeof(types["a"]) is None
    assert symbols.members(StructType("s")) is None
    assert symbols.sizeof(StructType("f")) == 4


def test_a_layout_that_an_attribute_changes_is_unknown() -> None:
    text = "struct p { char c; int i; } __attribute__((ms_struct)); struct h { struct p a[2]; int z; };"
    symbols = symbols_of(text)
    for tag in ("p", "h"):
        assert symbols.sizeof(StructType(tag)) is None
        assert symbols.alignof(StructType(tag)) is None
    member = symbols.member(StructType("h"), "z")
    assert member is not None
    assert member.offset is None


def test_the_sizes_of_vectors_are_unknown() -> None:
    text = "typedef float eight __attribute__((vector_size(32))); eight x; struct s { eight x; int y; } y, z[3];"
    symbols = symbols_of(text)
    for name in ("x", "y", "z"):
        of = symbols.global_symbols[name].type
        assert symbols.sizeof(of) is None
        assert symbols.alignof(of) is None
