/* compare_trace.c: whether the lines of memspy trace cat are the events of a log that the tool wrote (--trace-log).
 *
 *   memspy trace cat TRACE | compare_trace LOG
 *
 * Prints how many events there are, of which how many references, and the sums of both by processor, or what differs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/cat_line.h"
#include "trace/trace_format.h"

enum { LINE = 1 << 16 };

/* Both to their ends. Returns the events that are alike; *wrong: the line that differs, in `line`. */
static uint64_t compare(FILE *log, char *line, uint64_t *references, bool *wrong) {
  uint64_t n = 0, number;
  cat_event told, found;
  *references = 0;
  for (;; n++) {
    const bool more = fread(&told, sizeof told, 1, log) == 1;
    if (!fgets(line, LINE, stdin)) line[0] = '\0';
    *wrong = more != (line[0] != '\0');
    if (!more || *wrong) return n;
    *wrong = !cat_line_parse(line, &found, &number) || number != n || memcmp(&told, &found, sizeof told) != 0;
    if (*wrong) return n;
    *references += told.kind <= TRACE_MODIFY;
  }
}

int main(int argc, char **argv) {
  static char line[LINE];
  FILE *log = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!log) {
    fputs("usage: compare_trace LOG <LINES\n", stderr);
    return 2;
  }
  bool wrong;
  uint64_t references;
  const uint64_t n = compare(log, line, &references, &wrong);
  if (wrong) printf("event %" PRIu64 " differs: the trace has %s\n", n, line[0] ? line : "no more");
  printf("%" PRIu64 " %" PRIu64 "\n", n, references);
  return wrong;
}
