#!/bin/sh
# Valgrind: a load is dropped if its value is overwritten before it is used.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1
# Guess:   a tool gets every load that the program executes, as the description of lackey's --trace-mem=yes says. The
#          memory that the program reads is also read under Valgrind.
# Seen:    the core optimises a block before the tool gets it. If the same block writes a register again, an earlier
#          load into the register is dead code, and the core removes it. The program then does not make this read,
#          either. An example is 64 reads into the same register, one for each page of a mapping: only the last read of
#          each block remains, and the program does not touch the other pages. For `mov (p), %ecx; mov 4096(p), %ecx`,
#          lackey reports only the second load. With --vex-iropt-register-updates=allregs-at-each-insn, all loads
#          remain.
#            first_load: I
#            second_load: I L4
#            native: 64 of 64 pages touched
#            under Valgrind: 2 of 64 pages touched
#            all registers updated: 64 of 64 pages touched
# Matters: some code reads memory to warm a cache or to place pages, and a memory profiler should measure it. Such
#          straight-line code has no effect under Valgrind without this option, and tools do not report the missing
#          references.
. "$(dirname "$0")/common"

fetch valgrind=1:3.19.0-1
cat >two.S <<'END'
  .globl _start
  .bss
data: .skip 8192
  .text
_start:
  mov $data, %esi
first_load: mov (%rsi), %ecx
second_load: mov 4096(%rsi), %ecx
  mov %ecx, %edi
  mov $60, %eax
  syscall
END
compile -nostdlib -static -no-pie -o two two.S
{
  printf '%s' "$RESIDENT_C"
  cat <<'END'
int main(void) {
  char *p = pages();
  __asm__ volatile(".set page, 0\n.rept 64\nmovl page * 4096(%0), %%ecx\n.set page, page + 1\n.endr"
                   :
                   : "r"(p)
                   : "ecx");
  report(p);
  return 0;
}
END
} >reads.c
compile -O1 -o reads reads.c
{
  for symbol in first_load second_load; do
    echo "$symbol: $(references two "$symbol")" | sed 's/ $//'
  done
  echo "native: $(./reads)"
  echo "under Valgrind: $(run_valgrind -q --tool=none ./reads)"
  echo "all registers updated: $(run_valgrind -q --tool=none \
    --vex-iropt-register-updates=allregs-at-each-insn ./reads)"
} | tee seen
expect "lackey misses the first load" grep -qx 'first_load: I' seen
expect "lackey sees the second load" grep -qx 'second_load: I L4' seen
expect "the processor reads all pages" grep -qx 'native: 64 of 64 pages touched' seen
expect "the program under Valgrind does not" grep -qxE 'under Valgrind: [1-9] of 64 pages touched' seen
expect "the option keeps the loads" grep -qx 'all registers updated: 64 of 64 pages touched' seen
finish
