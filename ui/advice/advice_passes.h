/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_passes.h: the loops that go through the data of a bottleneck, by the text of its lines. Only for the files of
 * advice_make*.c. */
#pragma once

#include "ui/advice/advice_find.h"

/* An innermost loop with a line of the bottleneck. */
typedef struct {
  uint32_t file;
  uint64_t line, loop; /* the hottest line of the loop; the line where the loop begins */
} AdvicePass;

typedef struct {
  GArray *passes;        /* AdvicePass, sorted by line; only those with significant cycles */
  char *again;           /* variable of the innermost loop that contains all passes; NULL: unknown */
  uint64_t again_line;   /* line where that loop begins */
  uint32_t needed;       /* data group that one pass writes and another pass uses, so that the passes probably depend on
                          each other; ADVICE_NONE: none */
  uint64_t writer, user; /* lines of these two passes */
} AdvicePasses;

AdvicePasses advice_passes(const AdviceContext *context, const AdviceTrouble *trouble);
void advice_passes_clear(AdvicePasses *passes);
