/* test_code.c: tests the loops of functions whose code is below, label by label.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "scopes/scope_code.h"
#include "tests/check.h"
#include "tests/coherence/plat_test.h"

/* Two nested loops, the inner one with a cold part elsewhere; there is padding before the loops. */
__asm__(".text\n"
        "nest: xor %eax, %eax\n jmp nest_outer\n nopw 0x0(%rax,%rax,1)\n"
        "nest_outer: xor %ecx, %ecx\n nopl 0(%rax)\n"
        "nest_inner: add (%rdi,%rcx,8), %rax\n js nest_cold\n"
        "nest_next: inc %rcx\n cmp %rsi, %rcx\n jne nest_inner\n"
        "nest_latch: dec %rdx\n jne nest_outer\n"
        "nest_out: ret\n nest_end:\n"
        "nest_cold: call nest\n jmp nest_next\n nest_cold_end:\n");

/* A loop around a `switch` as position-independent code has it, with data between instructions, an exception handler
 * that continues with the loop, and a call that never returns, which the tested code does not know. */
__asm__(".text\n"
        "cases: test %rdi, %rdi\n js cases_fail\n"
        "cases_loop: lea cases_table(%rip), %rdx\n movslq (%rdx,%rcx,4), %rax\n add %rdx, %rax\n jmp *%rax\n"
        ".byte 0x06, 0xff, 0xc5\n"
        "cases_one: call nest\n jmp cases_next\n"
        "cases_two: imul %rdi, %rdi\n"
        "cases_next: dec %rdi\n jne cases_loop\n"
        "cases_out: ret\n"
        "cases_fail: call nest\n"
        "cases_far: inc %rdi\n jmp cases_next\n"
        "cases_handler: mov %rax, %rdi\n jmp cases_next\n cases_end:\n"
        ".section .rodata\n .balign 4\n"
        "cases_table: .long cases_one - cases_table\n .long cases_two - cases_table\n .long cases_far - cases_table\n"
        ".long 0x7fffffff\n .text\n");

/* A table of addresses, and jumps to it from two places, as in an interpreter: each iteration goes through a jump. */
__asm__(".text\n"
        "threaded: lea threaded_table(%rip), %rdx\n jmp *(%rdx,%rcx,8)\n"
        "threaded_a: inc %rax\n dec %rsi\n je threaded_out\n jmp *(%rdx,%rcx,8)\n"
        "threaded_b: dec %rax\n jmp threaded\n"
        "threaded_out: ret\n threaded_end:\n"
        ".data\n .balign 8\n threaded_table: .quad threaded_a, threaded_b, 0\n .text\n");

/* Two tables, one directly after the other: the jump through the first must not lead into the loop of the second. */
__asm__(".text\n"
        "twins: lea twins_first(%rip), %rdx\n jmp *(%rdx,%rcx,8)\n"
        "twins_a: ret\n"
        "twins_b: lea twins_second(%rip), %rdx\n jmp *(%rdx,%rcx,8)\n"
        "twins_c: ret\n"
        "twins_d: dec %rcx\n jmp twins_b\n twins_end:\n"
        ".data\n .balign 8\n twins_first: .quad twins_a, twins_b\n twins_second: .quad twins_c, twins_d, 0\n .text\n");

#define LABEL(name) extern const uint8_t name[];
/* clang-format off */
LABEL(nest) LABEL(nest_outer) LABEL(nest_inner) LABEL(nest_next) LABEL(nest_latch) LABEL(nest_out) LABEL(nest_end)
LABEL(nest_cold) LABEL(nest_cold_end)
LABEL(cases) LABEL(cases_loop) LABEL(cases_one) LABEL(cases_two) LABEL(cases_next) LABEL(cases_out) LABEL(cases_fail)
LABEL(cases_far) LABEL(cases_handler) LABEL(cases_end)
LABEL(threaded) LABEL(threaded_a) LABEL(threaded_b) LABEL(threaded_out) LABEL(threaded_end)

LABEL(twins) LABEL(twins_a) LABEL(twins_b) LABEL(twins_d) LABEL(twins_end)
    /* clang-format on */

    static uint64_t address(const uint8_t *label) {
  return (uint64_t)(uintptr_t)label;
}

static bool reader(void *closure, uint64_t from, uint8_t *bytes, size_t n) {
  (void)closure;
  memcpy(bytes, (const void *)(uintptr_t)from, n);
  return true;
}

static bool no_reader(void *closure, uint64_t from, uint8_t *bytes, size_t n) {
  (void)closure, (void)from, (void)bytes, (void)n;
  return false;
}

/* Returns the header of the loop that contains a label; 0: none. */
static uint64_t header(const scope_code *code, const uint8_t *label) {
  const uint32_t loop = scope_code_loop_at(code, address(label));
  return loop == SCOPE_NONE ? 0 : code->loops[loop].header;
}

static void test_nest(void) {
  const scope_range ranges[] = {{address(nest), address(nest_end)}, {address(nest_cold), address(nest_cold_end)}};
  scope_code code;
  scope_code_find(&code, ranges, 2, address(nest), reader, NULL);
  CHECK(code.n_loops == 2);
  CHECK(header(&code, nest) == 0 && header(&code, nest_out) == 0);
  CHECK(header(&code, nest_outer) == address(nest_outer) && header(&code, nest_latch) == address(nest_outer));
  CHECK(header(&code, nest_inner) == address(nest_inner) && header(&code, nest_next) == address(nest_inner));
  CHECK(header(&code, nest_cold) == address(nest_inner));
  CHECK(code.loops[0].parent == SCOPE_NONE && code.loops[1].parent == 0);
  CHECK(code.loops[1].low == address(nest_inner) && code.loops[1].high == address(nest_cold_end));
  const scope_block *latch = scope_code_block_at(&code, address(nest_latch));
  CHECK(latch && latch->back == 0 && latch->high == address(nest_out));
  const scope_block *outer = scope_code_block_at(&code, address(nest_outer));
  CHECK(outer && outer->loop == 0 && outer->back == SCOPE_NONE);
  CHECK(!scope_code_block_at(&code, address(nest) - 1) && !scope_code_block_at(&code, address(nest_cold_end)));
  scope_code_clear(&code);
}

/* Without knowledge of the cold part, the loops are the same. */
static void test_without_cold(void) {
  const scope_range range = {address(nest), address(nest_end)};
  scope_code code;
  scope_code_find(&code, &range, 1, address(nest), reader, NULL);
  CHECK(code.n_loops == 2 && header(&code, nest_next) == address(nest_inner));
  CHECK(code.n_outside == 1 && code.outside[0] == address(nest_cold));
  scope_code_clear(&code);
}

static void test_cases(void) {
  const scope_range range = {address(cases), address(cases_end)};
  scope_code code;
  scope_code_find(&code, &range, 1, address(cases), reader, NULL);
  CHECK(code.n_loops == 1);
  CHECK(header(&code, cases) == 0 && header(&code, cases_out) == 0 && header(&code, cases_fail) == 0);
  CHECK(header(&code, cases_loop) == address(cases_loop) && header(&code, cases_next) == address(cases_loop));
  CHECK(header(&code, cases_one) == address(cases_loop) && header(&code, cases_two) == address(cases_loop));
  CHECK(header(&code, cases_far) == address(cases_loop) && header(&code, cases_handler) == address(cases_loop));
  scope_code_clear(&code);
}

static void test_threaded(void) {
  const scope_range range = {address(threaded), address(threaded_end)};
  scope_code code;
  scope_code_find(&code, &range, 1, address(threaded), reader, NULL);
  CHECK(header(&code, threaded_b) == address(threaded) && header(&code, threaded) == address(threaded));
  CHECK(header(&code, threaded_a) != 0 && header(&code, threaded_out) == 0);
  scope_code_clear(&code);
}

static void test_twins(void) {
  const scope_range range = {address(twins), address(twins_end)};
  scope_code code;
  scope_code_find(&code, &range, 1, address(twins), reader, NULL);
  CHECK(code.n_loops == 1 && header(&code, twins_b) == address(twins_b) && header(&code, twins_d) == address(twins_b));
  CHECK(header(&code, twins) == 0 && header(&code, twins_a) == 0);
  scope_code_clear(&code);
}

static void test_unreadable(void) {
  const scope_range range = {address(nest), address(nest_end)};
  scope_code code;
  scope_code_find(&code, &range, 1, address(nest), no_reader, NULL);
  CHECK(code.n_loops == 0 && scope_code_loop_at(&code, address(nest_inner)) == SCOPE_NONE);
  scope_code_clear(&code);
  scope_code_find(&code, &(scope_range){address(nest), address(nest)}, 1, address(nest), reader, NULL);
  CHECK(code.n_loops == 0 && code.n_blocks == 0);
  scope_code_clear(&code);
}

/* Any bytes can be decoded: the whole text of this program, from each of its first addresses on. */
static void test_any_bytes(void) {
  const uint64_t start = address(nest);
  for (uint64_t entry = start; entry < start + 400; entry++) {
    const scope_range range = {start, start + 3000};
    scope_code code;
    scope_code_find(&code, &range, 1, entry, reader, NULL);
    for (uint32_t b = 1; b < code.n_blocks; b++) CHECK(code.blocks[b].low >= code.blocks[b - 1].high);
    scope_code_clear(&code);
  }
}

int main(void) {
  test_nest();
  test_without_cold();
  test_cases();
  test_threaded();
  test_twins();
  test_unreadable();
  test_any_bytes();
  CHECK(plat_test_outstanding() == 0);
  if (check_failures != 0) printf("%d failed\n", check_failures);
  return check_failures != 0;
}
