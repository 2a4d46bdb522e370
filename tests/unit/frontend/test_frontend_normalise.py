"""Each GNU word becomes standard C, and what changes a type's layout is never lost."""

from __future__ import annotations

import pytest

from mapper.frontend.gnu.normalise import Dialect, normalise
from mapper.frontend.tokens.lexer import lex
from tests.unit.frontend.conftest import Load


def words(load: Load, text: str, *flags: str) -> str:
    """The user's normalised tokens."""
    unit = load(text, flags=flags or ("-std=gnu11", "-w"))
    return " ".join(token.text for token in unit.tokens if not token.system)


@pytest.mark.parametrize(
    ("source", "normal"),
    [
        ("__extension__ int a;", "int a ;"),
        ("int a __attribute__((unused)) = 1;", "int a = 1 ;"),
        ("static __inline__ int f(const char *__restrict s) { return *s; }",
         "static inline int f ( const char * restrict s ) { return * s ; }"),
        ("__const int a = 1; __volatile__ int b; __signed__ char c;",
         "const int a = 1 ; volatile int b ; signed char c ;"),
        ('int f(void) __asm__("g"); extern int v asm("w");', "int f ( void ) ; extern int v ;"),
        ("_Noreturn void f(void);", "void f ( void ) ;"),
        ('_Static_assert(sizeof(int) == 4, "int"); int a;', "int a ;"),
        ("static __thread int a;", "static _Thread_local int a ;"),
        ("_Alignas(64) double a[8];", "double a [ 8 ] ;"),
        ("int n = __builtin_offsetof(struct { int a; int b; }, b);",
         "int n = offsetof ( struct { int a ; int b ; } , b ) ;"),
        ("_Float64 a; _Float128 b; __float128 c;", "double a ; long double b ; long double c ;"),
        ("double a = 1.5f64, b = 0x1p3f32, c = 1e3L;", "double a = 1.5 , b = 0x1p3f , c = 1e3L ;"),
        ("int a<:2:> = <% 1, 2 %>;", "int a [ 2 ] = { 1 , 2 } ;"),
        ('char *s = "\\%\\n\\\\";', 'char * s = "%\\n\\\\" ;'),
        ("__typeof__(1 + 2L) a;", "typeof ( 1 + 2L ) a ;"),
        ("int t[9] = { [1 ... 3] = 4, [5] = 6 };",
         "int t [ 9 ] = { [ __mapper_range ( 1 , 3 ) ] = 4 , [ 5 ] = 6 } ;"),
        ("struct p { int x, y; } a = { x: 1, y: 2 };", "struct p { int x , y ; } a = { . x = 1 , . y = 2 } ;"),
        ("int n = __builtin_types_compatible_p(int, long);",
         "int n = __builtin_types_compatible_p ( sizeof ( int ) , sizeof ( long ) ) ;"),
        ("_Complex double z = 2.0i;", "_Complex double z = ( 2.0 * __mapper_imaginary ) ;"),
        ("_Complex long z = 2i;", "_Complex long z = ( 2 * ( _Complex int ) __mapper_imaginary ) ;"),
        ('__asm__(".globl x"); int a;', "int a ;"),
        ("void f(int *n, double a[*n], double b[const *n][2 * *n]);",
         "void f ( int * n , double a [ ( * n ) ] , double b [ const ( * n ) ] [ 2 * * n ] ) ;"),
        ("void f(int n, double a[*], double b[restrict *]);",
         "void f ( int n , double a [ * ] , double b [ restrict * ] ) ;"),
        ("void f(int *n, int **p, int k[*p[*n]]);",
         "void f ( int * n , int * * p , int k [ ( * p [ ( * n ) ] ) ] ) ;"),
    ],
)  # fmt: skip
def test_declarations(load: Load, source: str, normal: str) -> None:
    assert words(load, source + "\n") == normal


@pytest.mark.parametrize(
    ("source", "normal"),
    [
        ("switch (x) { case 1 ... 5: x = 0; }", "switch ( x ) { case __mapper_range ( 1 , 5 ) : x = 0 ; }"),
        ('asm volatile("nop");', '__mapper_asm ( "nop" ) ;'),
        ('__asm__("add %1,%0" : "+r"(x) : [b] "r"(y + (1)) : "cc");',
         '__mapper_asm ( "add %1,%0" , & ( x ) , ( y + ( 1 ) ) ) ;'),
        ('if (x) asm("nop");', 'if ( x ) __mapper_asm ( "nop" ) ;'),
        ("__label__ l; l: goto l;", "l : goto l ;"),
        ("void *p = &&l; goto *p; l: ;",
         'void * p = __mapper_label_address ( "l" ) ; __mapper_computed_goto ( p ) ; l : ;'),
        ("x = y && x;", "x = y && x ;"),
        ("while (y-- && x) ;", "while ( y -- && x ) ;"),
        ("if (y++ && x) ;", "if ( y ++ && x ) ;"),
        ("x = (int[1]){1} && y;", "x = ( int [ 1 ] ) { 1 } && y ;"),
        ("__auto_type z = (x, y + 2.0);", "typeof ( ( x , y + 2.0 ) ) z = ( x , y + 2.0 ) ;"),
        ("_Complex double z = 1; double r = __real__ z + __imag__(z);",
         "_Complex double z = 1 ; double r = ( z ) . __real__ + ( ( z ) ) . __imag__ ;"),
        ("_Complex float *p = 0, t[2]; __imag__ *p++ += __real t[x];",
         "_Complex float * p = 0 , t [ 2 ] ; ( * p ++ ) . __imag__ += ( t [ x ] ) . __real__ ;"),
        ("x = y ?: 3;", "x = y ? __mapper_omitted ( ) : 3 ;"),
        ("switch (x) { case 1: __attribute__((fallthrough)); default: x = 2; }",
         "switch ( x ) { case 1 : ; default : x = 2 ; }"),
        ("l: __attribute__((unused)) x = 1;", "l : x = 1 ;"),
    ],
)  # fmt: skip
def test_statements(load: Load, source: str, normal: str) -> None:
    prefix = "void f ( int x , int y ) {"
    assert words(load, f"{prefix} {source} }}\n") == f"{prefix} {normal} }}"


@pytest.mark.parametrize(
    ("source", "normal"),
    [
        ("[[maybe_unused]] static int a;", "static int a ;"),
        ("struct [[gnu::packed]] s { int x; };", "struct s { int x ; unsigned __mapper_packed : 1 ; } ;"),
        ("void f(int x) { switch (x) { case 1: x = 2; [[fallthrough]]; default: x = 1; } }",
         "void f ( int x ) { switch ( x ) { case 1 : x = 2 ; ; default : x = 1 ; } }"),
        ("int *p; void f(void) { [[maybe_unused]] *p = 1; }", "int * p ; void f ( void ) { * p = 1 ; }"),
    ],
)  # fmt: skip
def test_standard_attributes(load: Load, source: str, normal: str) -> None:
    assert words(load, source + "\n", "-std=gnu2x", "-w") == normal


def test_words_of_c23_without_macros() -> None:
    text = 'static_assert ( 1 , "" ) ; alignas ( 16 ) thread_local bool a = true ; void * p = nullptr ;'
    lexemes = lex(text, "t.c").lexemes
    assert " ".join(one.text for one in normalise(lexemes, Dialect(c23=True))) == (
        "_Thread_local _Bool a = 1 ; void * p = ( ( void * ) 0 ) ;"
    )
    assert " ".join(one.text for one in normalise(lex("int bool = true ;", "t.c").lexemes)) == "int bool = true ;"


def test_a_pragma_at_the_end_of_a_block_gets_a_statement(load: Load) -> None:
    text = "void f(int x) { if (x) goto l; { \n#pragma omp barrier\n } l:\n#pragma omp barrier\n}\n"
    assert words(load, text).endswith("{ #pragma omp barrier } l : #pragma omp barrier ; }")


LAYOUT = "unsigned __mapper_layout : 1 ; }"


@pytest.mark.parametrize(
    "source",
    [
        'struct __attribute__((scalar_storage_order("big-endian"))) p { char c; int x; };',
        "struct p { char c; int x; } __attribute__((__packed__, ms_struct));",
        "struct p { char c; int x __attribute__((aligned(16))), y; };",
        "struct p { char c; __attribute__((packed)) int x, y; };",
        "struct p { char c; int x __attribute__((aligned)); };",
        "struct p { char c; int *__attribute__((aligned(16))) x; };",
        "struct p { char c; _Alignas(double) int x; };",
        "struct __attribute__((aligned(16))) p { char c; } __attribute__((aligned(8)));",
        "typedef int wide __attribute__((aligned(16)));\nstruct p { char c; wide x, y; };",
    ],
)
def test_a_struct_of_unusual_layout_is_marked(load: Load, source: str) -> None:
    assert LAYOUT in words(load, source + "\n")


ALIGNED = "unsigned __mapper_aligned : ( {} ) ;"
NEXT = "char c ; unsigned __mapper_next_aligned : ( {} ) ;"
TYPE = "char c ; unsigned __mapper_next_type : ( {} ) ;"
PACKED = "int x ; unsigned __mapper_packed : 1 ; }"
PACK = "int x ; unsigned __mapper_pack : {} ; }}"


@pytest.mark.parametrize(
    ("source", "marker"),
    [
        ("struct p { char c; int x __attribute__((aligned(16))); };", NEXT.format(16)),
        ("struct p { char c; _Alignas(16) int x; };", NEXT.format(16)),
        ("struct p { char c; struct { int x; } y __attribute__((aligned(8))); };", NEXT.format(8)),
        (
            "typedef int wide __attribute__((aligned(16)));\nstruct p { char c; const wide x; };",
            TYPE.format(16),
        ),
        ("typedef __attribute__((aligned(16))) int wide;\nstruct p { char c; wide x; };", TYPE.format(16)),
        ("typedef struct { int x; } q __attribute__((aligned(8)));\nstruct p { char c; q x; };", TYPE.format(8)),
        ("typedef int any __attribute__((aligned(1), may_alias));\nstruct p { char c; any x; };", TYPE.format(1)),
        ("struct __attribute__((packed)) p { char c; int x; };", PACKED),
        ("struct p { char c; int x; } __attribute__((__packed__)) v;", PACKED),
        (
            "struct p { char c; } __attribute__((aligned(16))) __attribute__((packed));",
            "16 ) ; unsigned __mapper_packed : 1 ; }",
        ),
        ("struct __attribute__((packed, aligned(4))) p { int x; };", "( 4 ) ; unsigned __mapper_packed : 1 ; }"),
        ("struct p { char c; int x __attribute__((packed)); };", "char c ; unsigned __mapper_next_packed : 1 ;"),
        ("#pragma pack(1)\nstruct p { char c; int x; };", PACK.format(1)),
        ("#pragma pack(push, 2)\nstruct p { char c; int x; };\n#pragma pack(pop)", PACK.format(2)),
        ("#pragma pack(push, here, 4)\nstruct p { char c; int x; };\n#pragma pack(pop, here)", PACK.format(4)),
        ("#pragma pack(2)\n#pragma pack(push)\nstruct p { char c; int x; };", PACK.format(2)),
        ("struct p { char c; int x; } __attribute__((aligned(32)));", ALIGNED.format(32)),
        (
            "typedef struct { char c; } __attribute__((__aligned__(2 * sizeof(int)))) p;",
            ALIGNED.format("2 * sizeof ( int )"),
        ),
        ("struct __attribute__((aligned(64))) p { char c; };", ALIGNED.format(64)),
    ],
)
def test_an_alignment_is_noted(load: Load, source: str, marker: str) -> None:
    normal = words(load, source + "\n")
    assert marker in normal
    assert "__mapper_layout" not in normal


@pytest.mark.parametrize(
    ("source", "normal"),
    [
        ("typedef unsigned x __attribute__((aligned(1)));", "typedef _Complex short x ;"),
        ("typedef double x __attribute__((aligned(4), may_alias));", "typedef _Complex int x ;"),
        ("typedef __attribute__((aligned(1))) unsigned short x;", "typedef _Complex char x ;"),
        ("typedef int __attribute__((aligned(2))) x[2];", "typedef _Complex short x [ 2 ] ;"),
        ("typedef int x __attribute__((aligned(4)));", "typedef int x ;"),
        ("typedef char x __attribute__((aligned(1)));", "typedef char x ;"),
        ("typedef int *x __attribute__((aligned(1)));", "typedef int * x ;"),
        ("typedef struct s x __attribute__((aligned(1)));", "typedef struct s x ;"),
    ],
)
def test_numbers_at_any_address_have_no_device_version(load: Load, source: str, normal: str) -> None:
    assert words(load, source + "\n") == normal


def test_integers_of_the_library_at_any_address() -> None:
    def normal(text: str) -> str:
        return " ".join(one.text for one in normalise(lex(text, "t.c").lexemes))

    assert normal("typedef uint32_t x __attribute__ ( ( aligned ( 1 ) ) ) ;") == "typedef _Complex short x ;"
    assert normal("typedef __attribute__ ( ( aligned ( 1 ) ) ) size_t x ;") == "typedef _Complex int x ;"


@pytest.mark.parametrize(
    "source",
    [
        "enum __attribute__((packed)) e { A, B };",
        "enum e { A, B, } __attribute__((__packed__));",
        "typedef enum { A, B } __attribute__((packed)) e;",
    ],
)
def test_a_packed_enumeration_is_marked(load: Load, source: str) -> None:
    assert "{ A , B , __mapper_layout }" in words(load, source + "\n")


@pytest.mark.parametrize(
    ("flags", "normal"),
    [
        (("-fshort-enums",), "enum e { A , B = 2 , __mapper_layout } ; char c ;"),
        (("-fshort-enums", "-fno-short-enums"), "enum e { A , B = 2 } ; char c ;"),
        (("-funsigned-char",), "enum e { A , B = 2 } ; unsigned char c ;"),
    ],
)
def test_flags_that_change_types(load: Load, flags: tuple[str, ...], normal: str) -> None:
    assert words(load, "enum e { A, B = 2 }; char c;\n", *flags) == normal


def test_a_flag_packs_all_structures(load: Load) -> None:
    text = "#pragma pack(8)\nstruct a { char c; };\n#pragma pack()\nstruct b { char c; };\n"
    assert words(load, text, "-fpack-struct=1").count("__mapper_pack :") == 2


@pytest.mark.parametrize(
    "source",
    [
        "#pragma pack(push, 1)\n#pragma pack(pop)\nstruct p { char c; int x; };",
        "#pragma pack(1)\n#pragma pack()\nstruct p { char c; int x; };",
        "#pragma pack(1)\n#pragma pack(0)\nstruct p { char c; int x; };",
        "#pragma pack(push, here)\nstruct p { char c; int x; };",
        "struct p { char c; int x; } v __attribute__((packed));",
        "typedef enum { A, B } e __attribute__((packed));",
        "struct __attribute__((packed)) p *q; struct r { char c; int x; };",
        "struct p { char c; int x; } __attribute__((unused)) v;",
        "double a[4] __attribute__((aligned(64))); struct p { char c; int a; };",
        "typedef int wide __attribute__((aligned(16)));\nstruct p { wide *x; int wide; };",
    ],
)
def test_an_ordinary_struct_is_not_marked(load: Load, source: str) -> None:
    assert "__mapper_" not in words(load, source + "\n")


@pytest.mark.parametrize(
    ("source", "normal"),
    [
        ("typedef float v4 __attribute__((vector_size(16)));", "typedef _Complex long v4 ;"),
        ("__attribute__((vector_size(16))) unsigned int v;", "_Complex long v ;"),
        ("typedef unsigned int u64 __attribute__((mode(DI)));", "typedef unsigned long u64 ;"),
        ("typedef int i8 __attribute__((__mode__(__QI__)));", "typedef signed char i8 ;"),
    ],
)
def test_attributes_that_make_another_type(load: Load, source: str, normal: str) -> None:
    assert words(load, source + "\n") == normal


def test_only_openmp_pragmas_stay(load: Load) -> None:
    text = '#pragma STDC FP_CONTRACT OFF\n#pragma GCC optimize("O1")\nint a;\n#pragma omp threadprivate(a)\n'
    assert words(load, text) == "int a ; #pragma omp threadprivate(a)"


def test_strict_c_keeps_its_identifiers(load: Load) -> None:
    assert words(load, "int asm = 1;\n", "-std=c99") == "int asm = 1 ;"


@pytest.mark.parametrize(
    ("source", "normal"),
    [
        ("f(a, b) double b; { return a; }", "int f ( a , b ) double b ; { return a ; }"),
        ("main() { return 0; }", "int main ( ) { return 0 ; }"),
        ("x; y = 3; static z; extern g();", "int x ; int y = 3 ; static int z ; extern int g ( ) ;"),
        ("*p() { return 0; }", "int * p ( ) { return 0 ; }"),
        ("void f() { register i, j; static n = 1; const k = 2; i = j; }",
         "void f ( ) { register int i , j ; static int n = 1 ; const int k = 2 ; i = j ; }"),
        ("typedef long T; static T a; const T *f(); struct s { T x; } v; T g() { static T (*p)(); return 0; }",
         "typedef long T ; static T a ; const T * f ( ) ; struct s { T x ; } v ; "
         "T g ( ) { static T ( * p ) ( ) ; return 0 ; }"),
        ("int h(register a, const b) { return a + b; }", "int h ( register a , const b ) { return a + b ; }"),
        ("union { int i; } const u; struct s { int i; } static v; enum { A } volatile e; void k() { } const c;",
         "union { int i ; } const u ; struct s { int i ; } static v ; enum { A } volatile e ; void k ( ) { } "
         "const int c ;"),
        ("void l() { struct { struct { int i; } const a; } const b = {{1}}; { } const c = 1; }",
         "void l ( ) { struct { struct { int i ; } const a ; } const b = { { 1 } } ; { } const int c = 1 ; }"),
    ],
)  # fmt: skip
def test_implicit_int(load: Load, source: str, normal: str) -> None:
    assert words(load, source + "\n", "-std=gnu89", "-w") == normal
