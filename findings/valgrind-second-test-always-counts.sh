#!/bin/sh
# Valgrind: in `x && y` on registers, the instructions of the second test count although they are not executed.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1; gcc-12 12.2.0-14+deb12u1 of the system
# Guess:   cachegrind counts the executed instructions. cachegrind and callgrind give a function without calls the same
#          count.
# Seen:    the core joins the tests of `x && y` into one code block if the second test has at most three instructions
#          and does not access memory. It makes the results of the second test conditional, but leaves the marks of its
#          instructions without a condition. Tools count these marks. callgrind switches this joining off
#          (--vex-guest-chase=no), cachegrind does not. The second operand is a register in `both`, and in memory in
#          `loaded`. Each function has a loop of 1000 iterations. An iteration executes 5 instructions, because the
#          first operand is always 0. cachegrind adds the 2 instructions of the second test in `both`:
#            cachegrind: both 7005, loaded 5005
#            cachegrind without chasing: both 5005, loaded 5005
#            callgrind: both 5005, loaded 5005
# Matters: instruction counts and instruction fetches are too high for code with cheap conditions, here by 40 %. A tool
#          with this core that attributes costs per instruction shows costs of code that the program never reached.
. "$(dirname "$0")/common"

need_gcc_12
fetch valgrind=1:3.19.0-1
cat >tests.c <<'END'
volatile int hits;
__attribute__((noipa)) void both(long x, long y, long n) {
  for (long i = 0; i < n; i++)
    if ((i & x) && (i & y)) hits = 1;
}
__attribute__((noipa)) void loaded(long x, volatile long *y, long n) {
  for (long i = 0; i < n; i++)
    if ((i & x) && (i & *y)) hits = 1;
}
int main(void) {
  long y = 0;
  both(0, 0, 1000);
  loaded(0, &y, 1000);
  return 0;
}
END
gcc -O2 -g -o tests tests.c
# counts FILE: prints the instructions of the two functions.
counts() {
  awk '
    /^fn=/ { name = substr($0, 4) }
    /^[0-9]+ [0-9]+/ { n[name] += $2 }
    END { printf "both %d, loaded %d\n", n["both"], n["loaded"] }' "$1"
}
run_valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=chased ./tests >log 2>&1
run_valgrind --tool=cachegrind --cache-sim=no --vex-guest-chase=no --cachegrind-out-file=plain ./tests >log 2>&1
run_valgrind --tool=callgrind --compress-strings=no --compress-pos=no --callgrind-out-file=calls ./tests >log 2>&1
{
  echo "cachegrind: $(counts chased)"
  echo "cachegrind without chasing: $(counts plain)"
  echo "callgrind: $(counts calls)"
} | tee seen
expect "cachegrind counts the second test on registers" grep -qx 'cachegrind: both 7005, loaded 5005' seen
expect "the option makes the count right" grep -qx 'cachegrind without chasing: both 5005, loaded 5005' seen
expect "callgrind counts right" grep -qx 'callgrind: both 5005, loaded 5005' seen
finish
