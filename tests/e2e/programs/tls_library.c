/* tls_library.c: a shared library with thread-local variables, for tls.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
enum { ROW = 100 };

static __thread volatile short count;
__thread volatile long linked_row[ROW] = {1};

__attribute__((noinline)) void pass_over_linked(void) {
  for (int i = 0; i < ROW; i++) linked_row[i] = i;
  count++;
}
