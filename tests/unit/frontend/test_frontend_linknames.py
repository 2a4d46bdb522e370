"""What the front end reads of labels, aliases, sections and assembly at file scope."""

from __future__ import annotations

import pytest

from mapper.frontend.gnu.link_names import link_names
from mapper.frontend.tokens.lexer import lex
from mapper.ir.trees.unit import LinkNames


def names(text: str) -> LinkNames:
    return link_names(lex(text, "a.c").lexemes)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ('extern double b[10][20] __asm__("x");', ("b", "x")),
        ('extern int f(int, double (*)(int)) asm("x");', ("f", "x")),
        ('extern int (*pointer)(void) __asm("x");', ("pointer", "x")),
        ('extern int *(*table[3])(void) asm("x");', ("table", "x")),
        ('extern int f(void) __attribute__((nothrow)) asm("x");', ("f", "x")),
        ('extern int a, b asm("x"), c;', ("b", "x")),
        ('struct s { int m; } v asm("x" "");', ("v", "x")),
        ('int g(void) { extern int inner asm("x"); return inner; }', ("inner", "x")),
        ('int g(void) { extern int inner(void) asm("x"); return inner(); }', ("inner", "x")),
        ("#pragma redefine_extname old x\nextern int old;", ("old", "x")),
        ('extern int f(void) asm("*x");', ("f", "x")),
    ],
)
def test_labels(text: str, label: tuple[str, str]) -> None:
    assert names(text) == LinkNames(labels=dict([label]))


@pytest.mark.parametrize(
    ("text", "alias"),
    [
        ('extern double b[4] __attribute__((alias("a")));', ("b", "a")),
        ('extern double b[4] __attribute__((__alias__("a"), used)), c[4];', ("b", "a")),
        ('extern double c[4], b[4] __attribute__((alias("a")));', ("b", "a")),
        ('void b(int x) __attribute__((weak)) __attribute__((alias("a")));', ("b", "a")),
        ('[[gnu::alias("a")]] extern int b;', ("b", "a")),
        ('static int b(int) __attribute__((weakref("a")));', ("b", "a")),
        ("int a;\n#pragma weak b = a\nextern int b;", ("b", "a")),
        ('extern int f(void) asm("b") __attribute__((alias("a")));', ("b", "a")),
        ('__asm__(".globl b\\n\\t.set b, a\\n");', ("b", "a")),
        ('__asm__(".globl b; b = a # the same");', ("b", "a")),
        ('__asm__(".equ b,a");', ("b", "a")),
        ('int x; asm volatile(".equiv b /* or */, a\\n" ".size b, 8");', ("b", "a")),
    ],
)
def test_aliases(text: str, alias: tuple[str, str]) -> None:
    found = names(text)
    assert found.aliases == (alias,)
    assert not found.opaque


def test_an_attribute_before_the_first_name_is_for_all() -> None:
    found = names('__attribute__((section("s"))) static double a[3] = {1, 2, 3}, b[2]; double c;')
    assert found.sections == {"a": "s", "b": "s"}


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ('static int v[2] __attribute__((section("a" "b"), used)) = {1, 2}; int other;', {"v": "ab"}),
        ('void f(void); static struct s { int m; } v __attribute__((section("s")));', {"v": "s"}),
        ('__attribute__((section("s"))) int f(int a) { return a; } int g;', {"f": "s"}),
        ('int g(void) { static int v __attribute__((section("s"))); return v; }', {"v": "s"}),
    ],
)
def test_sections(text: str, sections: dict[str, str]) -> None:
    assert names(text).sections == sections


def test_bounds_of_sections_are_known_by_their_names() -> None:
    text = 'extern int __start_one[], end[] asm("__stop_two"); asm(".globl __start_three");'
    assert names(text).walked == {"one", "two", "three"}


@pytest.mark.parametrize(
    "text",
    [
        '__asm__(".text\\nf: ret\\n");',
        '__asm__("table: .quad a");',
        '__asm__(".set b, a + 8");',
        '__asm__(".include \\"x.s\\"");',
        'register long base asm("r15");',
        'extern int a asm("x"); extern int a asm("y");',
    ],
)
def test_what_is_not_understood_is_opaque(text: str) -> None:
    assert names(text).opaque


@pytest.mark.parametrize(
    "text",
    [
        '__asm__(".section .note, \\"\\", @progbits\\n.previous");',
        '__asm__(".balign 8\\nnumbers: .quad 1, 2, 0x3\\n.size numbers, 24");',
        '__asm__(".ident \\"made by hand\\"");',
        'int f(int a) { register int x asm("eax") = a; asm("" : "+r"(x)); return x; }',
        'int f(int a) { if (a) asm("nop"); else asm("nop"); do asm("nop"); while (a); return a; }',
        "int asm_is_a_name, alias(int), section[3]; int b = 3;",
    ],
)
def test_what_changes_no_names(text: str) -> None:
    found = names(text)
    assert (found.labels, found.aliases, found.sections, found.opaque) == ({}, (), {}, "")


def test_assembly_mentions_names_in_its_text_alone() -> None:
    found = names('void f(int a) { asm("incl counter(%%rip)" : : "a"(a) : "memory"); }')
    assert "counter" in found.mentioned
    assert not {"a", "memory"} & found.mentioned


def test_labels_of_system_headers_are_the_librarys_own() -> None:
    assert names('# 1 "/usr/include/x.h" 1 3\nextern int f(void) asm("g");\n# 2 "a.c" 2\n').labels == {}
