/* pages.c: walks through an array line by line, then page by page, for test_translation.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
enum { PAGE = 4096, PAGES = 40, LINE = 64, TURNS = 5 };
static char data[PAGES * PAGE] __attribute__((aligned(PAGE)));

__attribute__((noinline)) static void by_lines(void) {
  for (int at = 0; at < PAGES * PAGE; at += LINE) *(volatile char *)&data[at] = 1;
}

__attribute__((noinline)) static void by_pages(void) {
  for (int turn = 0; turn < TURNS; turn++)
    for (int page = 0; page < PAGES; page++) *(volatile char *)&data[page * PAGE + page * LINE] = 2;
}

int main(void) {
  by_lines();
  by_pages();
  return 0;
}
