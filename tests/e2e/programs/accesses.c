/* accesses.c: has one function for each kind of memory access, written in assembler so that its references are known.
 * Each is called CALLS times; test_accesses contains the expected counts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdint.h>
#include <stdio.h>

enum { CALLS = 100, PAGE = 4096 };

/* Two pages, and some bytes before them: `area` starts at the start of a page. */
__attribute__((aligned(PAGE))) uint8_t area[2 * PAGE];
__attribute__((aligned(64))) uint8_t other[PAGE];
__attribute__((aligned(64))) uint32_t mask[8] = {0x80000000, 0, 0x80000000, 0, 0, 0, 0, 0x80000000};
__attribute__((aligned(64))) uint32_t indices[8] = {0, 16, 32, 48, 64, 80, 96, 112};

#define FUNCTION(name, body) \
  void name(void);           \
  __asm__(".text\n.globl " #name "\n.type " #name ", @function\n" #name ":\n" body "\nret\n.size " #name ", .-" #name)

/* Plain loads and stores, by size. */
FUNCTION(load1, "movb area(%rip), %al");
FUNCTION(load2, "movw area(%rip), %ax");
FUNCTION(load4, "movl area(%rip), %eax");
FUNCTION(load8, "movq area(%rip), %rax");
FUNCTION(load10, "fldt area(%rip)\nfstp %st(0)");
FUNCTION(load16, "movups area(%rip), %xmm0");
FUNCTION(load32, "vmovups area(%rip), %ymm0\nvzeroupper");
FUNCTION(store1, "movb %al, area(%rip)");
FUNCTION(store2, "movw %ax, area(%rip)");
FUNCTION(store4, "movl %eax, area(%rip)");
FUNCTION(store8, "movq %rax, area(%rip)");
FUNCTION(store16, "movups %xmm0, area(%rip)");
FUNCTION(store32, "vmovups %ymm0, area(%rip)\nvzeroupper");
FUNCTION(store_around_caches, "movnti %eax, area(%rip)");

/* References that are in two lines: one per function. */
FUNCTION(line_load, "movq area+60(%rip), %rax");
FUNCTION(line_store, "movq %rax, area+60(%rip)");
FUNCTION(line_load32, "vmovups area+48(%rip), %ymm0\nvzeroupper");
FUNCTION(page_load, "movq area+4092(%rip), %rax");
FUNCTION(page_store, "movups %xmm0, area+4088(%rip)");

/* One read per function: the instruction loads and stores the same bytes. */
FUNCTION(increment, "incl area(%rip)");
FUNCTION(add_to_memory, "addq %rax, area(%rip)");
FUNCTION(shift_memory, "shll $1, area(%rip)");
FUNCTION(negate_memory, "negl area(%rip)");
FUNCTION(set_bit, "btsl $3, area(%rip)");
FUNCTION(exchange, "xchgq %rax, area(%rip)");
FUNCTION(locked_increment, "lock incl area(%rip)");
FUNCTION(locked_or, "lock orl $1, area(%rip)");
FUNCTION(locked_set_bit, "lock btsl $3, area(%rip)");
FUNCTION(exchange_add, "xaddl %eax, area(%rip)");
FUNCTION(locked_exchange_add, "lock xaddq %rax, area(%rip)");
FUNCTION(compare_exchange, "movl area(%rip), %eax\nlock cmpxchgl %ecx, area(%rip)");
FUNCTION(compare_exchange_fails, "movl area(%rip), %eax\nnotl %eax\nlock cmpxchgl %ecx, area(%rip)");
FUNCTION(unlocked_compare_exchange, "movl area(%rip), %eax\ncmpxchgl %ecx, area(%rip)");
FUNCTION(compare_exchange8, "pushq %rbx\nlock cmpxchg8b area(%rip)\npopq %rbx");
FUNCTION(compare_exchange16, "pushq %rbx\nlock cmpxchg16b area(%rip)\npopq %rbx");

/* A load and a store of different bytes, or by different instructions. */
FUNCTION(load_then_store, "movl area(%rip), %eax\nmovl %eax, area(%rip)");
FUNCTION(copy8, "movq area(%rip), %rax\nmovq %rax, other(%rip)");

/* No reference, or one that is not always made. */
FUNCTION(no_reference, "leaq area(%rip), %rax\nprefetcht0 area(%rip)\nnopl area(%rip)");
FUNCTION(compare_memory, "cmpl $0, area(%rip)");
FUNCTION(conditional_move, "xorl %ecx, %ecx\ncmpl $1, %ecx\ncmovel area(%rip), %eax");
FUNCTION(skipped_load, "xorl %ecx, %ecx\njz 1f\nmovl area(%rip), %eax\n1: movb area(%rip), %al");

/* String instructions: each step makes a reference. */
FUNCTION(rep_movsb, "leaq area(%rip), %rsi\nleaq other(%rip), %rdi\nmovl $100, %ecx\ncld\nrep movsb");
FUNCTION(rep_movsq, "leaq area(%rip), %rsi\nleaq other(%rip), %rdi\nmovl $20, %ecx\ncld\nrep movsq");
FUNCTION(rep_movsq_down, "leaq area+800(%rip), %rsi\nleaq other+800(%rip), %rdi\nmovl $20, %ecx\nstd\nrep movsq\ncld");
FUNCTION(rep_stosb, "leaq area(%rip), %rdi\nmovl $30, %ecx\ncld\nrep stosb");
FUNCTION(rep_stosq, "leaq area(%rip), %rdi\nmovl $16, %ecx\ncld\nrep stosq");
FUNCTION(rep_nothing, "leaq area(%rip), %rdi\nxorl %ecx, %ecx\ncld\nrep stosq");
FUNCTION(rep_scasb, "leaq mask(%rip), %rdi\nmovl $9, %ecx\nmovb $1, %al\ncld\nrepne scasb");
FUNCTION(rep_cmpsb, "leaq mask(%rip), %rdi\nleaq mask(%rip), %rsi\nmovl $9, %ecx\ncld\nrepe cmpsb");
FUNCTION(one_movsq, "leaq area(%rip), %rsi\nleaq other(%rip), %rdi\ncld\nmovsq");

/* Loads and stores of the processor's state. */
FUNCTION(fxsave, "fxsave other(%rip)");
FUNCTION(fxrstor, "fxsave other(%rip)\nfxrstor other(%rip)");
FUNCTION(xsave, "movl $7, %eax\nxorl %edx, %edx\nxsave other(%rip)");
FUNCTION(stmxcsr, "stmxcsr other(%rip)");
FUNCTION(fstcw, "fnstcw other(%rip)");
FUNCTION(fnstenv, "fnstenv other(%rip)");

/* Vectors under a mask: one read or write for each element that is moved. */
FUNCTION(masked_load, "vmovdqu mask(%rip), %ymm1\nvmaskmovps area(%rip), %ymm1, %ymm0\nvzeroupper");
FUNCTION(masked_store, "vmovdqu mask(%rip), %ymm1\nvmaskmovps %ymm0, %ymm1, area(%rip)\nvzeroupper");
FUNCTION(masked_load_of_nothing, "vpxor %ymm1, %ymm1, %ymm1\nvmaskmovps area(%rip), %ymm1, %ymm0\nvzeroupper");
FUNCTION(gather, "vmovdqu mask(%rip), %ymm1\nvmovdqu indices(%rip), %ymm2\nleaq area(%rip), %rax\n"
                 "vpgatherdd %ymm1, (%rax,%ymm2,1), %ymm0\nvzeroupper");
FUNCTION(gather_words, "vmovdqu mask-4(%rip), %ymm1\nvpmovzxdq indices(%rip), %ymm2\nleaq area(%rip), %rax\n"
                       "vgatherqpd %ymm1, (%rax,%ymm2,1), %ymm0\nvzeroupper");
FUNCTION(gather_below_stack, "vmovdqu mask(%rip), %xmm1\nvmovdqu indices(%rip), %xmm2\nleaq area(%rip), %rax\n"
                             "pushq %rcx\nvpgatherdd %xmm1, (%rax,%xmm2,1), %xmm0\npopq %rcx");
FUNCTION(gather_all, "vpcmpeqd %ymm1, %ymm1, %ymm1\nvmovdqu indices(%rip), %ymm2\nleaq area(%rip), %rax\n"
                     "vgatherdps %ymm1, (%rax,%ymm2,1), %ymm0\nvzeroupper");
FUNCTION(gather_nothing, "vpxor %ymm1, %ymm1, %ymm1\nvpxor %ymm2, %ymm2, %ymm2\nleaq area(%rip), %rax\n"
                         "pushq %rcx\nvgatherdps %ymm1, (%rax,%ymm2,1), %ymm0\npopq %rcx\nvzeroupper");

/* References to the stack. */
FUNCTION(nothing, "");
FUNCTION(push_pop, "pushq %rax\npopq %rax");
FUNCTION(push_memory, "pushq area(%rip)\npopq area(%rip)");
FUNCTION(call_return, "call 1f\nret\n1:");
FUNCTION(enter_leave, "pushq %rbp\nmovq %rsp, %rbp\nsubq $64, %rsp\nleave");
FUNCTION(push_flags, "pushfq\npopfq");

/* Functions that continue in the next one: by a call, and by falling through. */
void calls_next(void);
void landed_by_call(void);
void falls_through(void);
void landed_by_fall(void);
#define BEGIN(name) ".globl " #name "\n.type " #name ", @function\n" #name ":\n"
#define END(name) ".size " #name ", .-" #name "\n"
__asm__(".text\n" BEGIN(calls_next) "call landed_by_call\nret\n" END(calls_next)
            BEGIN(landed_by_call) "movb area(%rip), %al\nret\n" END(landed_by_call)
                BEGIN(falls_through) "movb area(%rip), %al\n" END(falls_through)
                    BEGIN(landed_by_fall) "movw area(%rip), %ax\nret\n" END(landed_by_fall));

/* A function in a list; the program calls each function of a list CALLS times. */
typedef struct {
  void (*function)(void);
} entry;

/* clang-format off */
static const entry plain[] = {
    {load1}, {load2}, {load4}, {load8}, {load10}, {load16}, {store1}, {store2}, {store4}, {store8}, {store16},
    {store_around_caches}, {line_load}, {line_store}, {page_load}, {page_store}, {increment}, {add_to_memory},
    {shift_memory}, {negate_memory}, {set_bit}, {exchange}, {locked_increment}, {locked_or}, {locked_set_bit},
    {exchange_add}, {locked_exchange_add}, {compare_exchange}, {compare_exchange_fails},
    {unlocked_compare_exchange}, {compare_exchange8}, {compare_exchange16}, {load_then_store}, {copy8},
    {no_reference}, {compare_memory}, {conditional_move}, {skipped_load}, {rep_movsb}, {rep_movsq},
    {rep_movsq_down}, {rep_stosb}, {rep_stosq}, {rep_nothing}, {rep_scasb}, {rep_cmpsb}, {one_movsq}, {fxsave},
    {fxrstor}, {stmxcsr}, {fstcw}, {fnstenv}, {nothing}, {push_pop}, {push_memory}, {call_return}, {enter_leave},
    {push_flags}, {calls_next}, {falls_through}};
/* clang-format on */
static const entry avx[] = {{load32}, {store32}, {line_load32}, {masked_load}, {masked_store}, {masked_load_of_nothing},
                            {xsave}};
static const entry avx2[] = {{gather}, {gather_words}, {gather_below_stack}, {gather_all}, {gather_nothing}};

static void call_all(const entry *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (int call = 0; call < CALLS; call++) list[i].function();
}

/* Prints what the program did, so that the test knows what to expect. */
int main(void) {
  __builtin_cpu_init();
  call_all(plain, sizeof plain / sizeof plain[0]);
  puts("plain");
  if (__builtin_cpu_supports("avx")) {
    call_all(avx, sizeof avx / sizeof avx[0]);
    puts("avx");
  }
  if (__builtin_cpu_supports("avx2")) {
    call_all(avx2, sizeof avx2 / sizeof avx2[0]);
    puts("avx2");
  }
  return 0;
}
