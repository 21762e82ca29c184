/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_reads.h: divides the misses of a source line or instruction among the data that it reads.
 *
 * Rutar and Hollingsworth, "Software Analysis Techniques to Approximate Data Centric Direct Measurements" (2011),
 * section 3.3; the numbers of equations are theirs. */
#pragma once

#include "ui/uses/ui_uses.h"

/* A read that can have missed. */
typedef struct {
  const UiUsesFunction *function;
  guint32 data;
  const char *text;
  unsigned line;
  guint64 address; /* address of the instruction; 0: the read of a line */
  double weight;
} UiRead;

/* The counting rules. */
typedef struct {
  bool writes;      /* count writes like reads; false: only in lines without reads */
  double threshold; /* threshold of raw weights of loops */
} UiReadsRules;

#define UI_READS_THRESHOLD 0.75

/* Appends the reads of a line to `reads` (UiRead), each with the probability `p` of the line (equation 6). Reads of the
 * same data by the same text are one. Returns their number. */
guint ui_reads_of_line(const UiUsesFunction *function, unsigned line, double p, const UiReadsRules *rules,
                       GArray *reads);

/* As ui_reads_of_line(), of the reads and writes of an instruction. */
guint ui_reads_of_instruction(const UiUsesFunction *function, guint64 address, double p, GArray *reads);

/* As ui_reads_of_line(), of the arguments of the line's calls: of those that can be the function `symbol`, or, if there
 * are none, of all. (memcpy can be __memmove_avx_unaligned_erms.) */
guint ui_reads_of_call(const UiUsesFunction *function, unsigned line, const char *symbol, double p, GArray *reads);

/* The weight of a read in a loop. */
typedef struct {
  guint32 data;
  const char *text;
  unsigned lines;           /* number of lines of the loop that read it */
  double raw, added, final; /* equations 1, 4 and 5 */
} UiLoopWeight;

/* The weights of all reads in a loop (UiLoopWeight), in their order. Their sum is the number of reads. Owned by the
 * caller. */
GArray *ui_reads_loop_weights(const UiUsesFunction *function, guint32 loop, const UiReadsRules *rules);

/* Multiplies the weight of a read by its final weight in `loop_weights`, if it has one. */
void ui_reads_compensate(UiRead *read, const GArray *loop_weights);

/* Normalises the weights to sum 1 (equations 7 and 8). Returns false, and changes nothing, if all are 0. */
bool ui_reads_normalise(GArray *reads);
