"""Functions of headers that a unit does not use are left out; all else stays."""

import pytest

from mapper.frontend.tokens.header_functions import without_unused_functions, without_unused_prototypes
from mapper.frontend.tokens.lexer import lex

HEADER = """# 1 "/usr/include/x.h" 1 3
typedef unsigned long size_t;
extern int unused (const char *text, size_t n) __attribute__ ((nothrow)) __asm__ ("renamed");
extern void *used (size_t n);
extern int in_pragma (void);
extern int by_inline (int);
static inline int twice (int n) { return by_inline (n) + by_inline (n); }
extern int by_idle (int);
static inline int idle (int n) { return by_idle (n); }
extern __inline int __attribute__((__gnu_inline__, __always_inline__)) lazy (int n)
{ if (n) { n = idle (n); } return n; }
static void __attribute__((constructor)) begin (void) { by_start (); }
extern int by_start (void);
int outside (void) { return 0; }
static int table[2] = { 1, 2 };
static struct pair { int a, b; } both (void);
extern int variable, list (int), other (int);
extern int (*pointer) (int);
extern void (*returns (int)) (int);
extern __typeof__ (used) alike;
struct s { int (*member) (int); };
__extension__ extern long long quiet (long long n) __attribute__ ((const));
# 2 "p.c" 2
"""
USER = """extern int mine (int);
int main(void)
{
#pragma omp parallel if(in_pragma())
  used(twice(1));
}
"""


def _kept(text: str) -> str:
    return " ".join(lexeme.text for lexeme in without_unused_functions(lex(text, "p.c").lexemes))


@pytest.mark.parametrize("name", ["unused", "quiet", "by_idle", "idle", "lazy"])
def test_an_unused_function_is_left_out(name: str) -> None:
    assert name not in _kept(HEADER + USER)


@pytest.mark.parametrize(
    "name",
    "size_t used in_pragma by_inline twice begin by_start outside table both variable list".split()
    + "pointer returns alike member mine main".split(),
)
def test_what_is_used_or_no_plain_function_stays(name: str) -> None:
    assert name in _kept(HEADER + USER).split()


def test_a_prototype_that_the_user_defines_stays() -> None:
    assert _kept(HEADER + "int unused(const char *t, size_t n) { return 0; }").count("unused") == 2


def test_nothing_else_changes() -> None:
    text = HEADER.replace("extern int unused", "extern int *unused[3], f")
    text += USER.replace("twice(1)", "lazy(quiet(twice(1)))")
    assert _kept(text) == " ".join(lexeme.text for lexeme in lex(text, "p.c").lexemes)


OWN = """# 1 "p.c"
# 1 "lib/own.h" 1
typedef struct file file;
int unused (file *f, const char *name);
__attribute__ ((visibility ("default"))) struct file *opened (const char *name);
struct hidden *first_mention (void);
void parameter (struct local *p);
int used (int);
static inline int by_inline (int n) { return n; }
static inline int idle (int n) { return by_inline (n); }
static inline void looped (int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) ;
}
#pragma omp declare simd
int behind_pragma (int);
int labelled (int) __asm__ ("other");
void second (void) __attribute__ ((alias ("used")));
void early (void) __attribute__ ((constructor));
int plain (int n) { return n; }
int variable, several (int);
# 2 "p.c" 2
int mine (int);
int main (void) { return used (1); }
"""


@pytest.mark.parametrize("name", ["unused", "opened", "parameter", "by_inline", "idle"])
def test_an_unused_function_of_the_users_headers_is_left_out(name: str) -> None:
    assert name not in _kept(OWN).split()


@pytest.mark.parametrize(
    "name",
    "file first_mention used looped behind_pragma labelled second early plain variable several mine main".split(),
)
def test_what_may_matter_in_the_users_headers_stays(name: str) -> None:
    assert name in _kept(OWN).split()


@pytest.mark.parametrize("name", ["unused", "quiet", "two", "three", "over_lines", "marked"])
def test_no_lexemes_are_made_of_plain_unused_prototypes(name: str) -> None:
    more = "extern int two (void); extern int three (int[2]);\nextern int over_lines (int a,\n  int b)\n  ;\n"
    more += "__extension__\nextern long long marked (int);\n"
    text = HEADER.replace('# 2 "p.c" 2\n', f'{more}# 9 "p.c" 2\n') + USER
    left = without_unused_prototypes(text)
    assert name not in left
    assert left.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "name",
    "size_t used in_pragma by_inline twice begin by_start outside table both variable list".split()
    + "pointer returns alike member mine main lazy idle".split(),
)
def test_other_text_stays(name: str) -> None:
    assert name in without_unused_prototypes(HEADER + USER)


@pytest.mark.parametrize(
    "declaration",
    [
        "__attribute__((deprecated))\nextern int behind (int);",
        'extern int marked (int\n# 7 "/usr/include/x.h" 3\n);',
        "extern int first (int), second (int);",
        "extern int (*pointer) (int);",
        "extern int with_size (int[sizeof (struct { int a; })]);",
    ],
)
def test_what_may_be_more_than_a_prototype_stays(declaration: str) -> None:
    text = f'# 1 "/usr/include/x.h" 1 3\n{declaration}\n'
    assert without_unused_prototypes(text) == text


def test_prototypes_of_the_users_own_headers_stay() -> None:
    text = '# 1 "own.h" 1\nextern int unused (int);\n# 2 "p.c" 2\nextern int too (int);\n'
    assert without_unused_prototypes(text) == text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("void by_name (void); inline void by_name (void) { }", "by_name"),
        ('static void target (void) { }\nvoid second (void) __attribute__ ((alias ("target")));', "target"),
        ("struct tail { int a; } __attribute__ ((packed)) make_tail (void);", "make_tail"),
        ("struct pair { int a, b; } const make_pair (void);", "make_pair"),
    ],
)
def test_what_other_units_may_call_and_ends_of_declarations_stay(text: str, name: str) -> None:
    whole = f'# 1 "p.c"\n# 1 "own.h" 1\n{text}\n# 2 "p.c" 2\nint main (void) {{ return 0; }}\n'
    assert f"void {name} ( void ) {{" in _kept(whole) or f"{name} ( void ) ;" in _kept(whole)


@pytest.mark.parametrize("flags", ["1", "1 3"])
def test_what_announcements_of_messages_call_stays(flags: str) -> None:
    """The emitted program calls it, although the source does not."""
    kept = "extern int MPI_Type_get_extent (MPI_Datatype type, long *low, long *extent);"
    text = f'# 1 "mpi.h" {flags}\n{kept}\nextern int MPI_Type_set_name (int type);\n# 2 "p.c" 2\nint x;\n'
    left = _kept(without_unused_prototypes(text))
    assert "MPI_Type_get_extent" in left
    assert "MPI_Type_set_name" not in left
