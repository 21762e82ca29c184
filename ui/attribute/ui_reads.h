/* ui_reads.h: how the misses of a source line or instruction are divided among what it reads.
 *
 * Rutar and Hollingsworth, "Software Analysis Techniques to Approximate Data Centric Direct Measurements" (2011),
 * section 3.3; the numbers of equations are theirs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_READS_H
#define UI_ATTRIBUTE_READS_H

#include "ui/uses/ui_uses.h"

/* A read that may have missed. */
typedef struct {
  const UiUsesFunction *function;
  guint32 data;
  const char *text;
  unsigned line;
  guint64 address; /* of the instruction, where reads are those of instructions; else 0 */
  double weight;
} UiRead;

/* What is counted. */
typedef struct {
  bool writes;      /* what is written as what is read; without it, writes only of lines that read nothing */
  double threshold; /* of raw weights of loops */
} UiReadsRules;

#define UI_READS_THRESHOLD 0.75

/* Appends the reads of a line to `reads` (UiRead), each with the probability `p` of the line (equation 6): the same
 * data by the same text is one. Returns how many. */
guint ui_reads_of_line(const UiUsesFunction *function, unsigned line, double p, const UiReadsRules *rules,
                       GArray *reads);

/* The same of what an instruction reads and writes. */
guint ui_reads_of_instruction(const UiUsesFunction *function, guint64 address, double p, GArray *reads);

/* The same of what the calls of a line hand over: of those of a function that a symbol of its object may be, if there
 * is one in the line, else of all. "memcpy" may be "__memmove_avx_unaligned_erms". */
guint ui_reads_of_call(const UiUsesFunction *function, unsigned line, const char *symbol, double p, GArray *reads);

/* The weight of one of the reads of a loop. */
typedef struct {
  guint32 data;
  const char *text;
  unsigned lines;           /* of the loop that read it */
  double raw, added, final; /* equations 1, 4 and 5 */
} UiLoopWeight;

/* The weights of all that is read in a loop, in the order in which it comes. They add up to the number of reads.
 * GArray of UiLoopWeight, owned by the caller. */
GArray *ui_reads_loop_weights(const UiUsesFunction *function, guint32 loop, const UiReadsRules *rules);

/* Multiplies the weight of a read by its final weight in `loop_weights`, if it is there. */
void ui_reads_compensate(UiRead *read, const GArray *loop_weights);

/* Makes weights add up to 1 (equations 7 and 8). Returns false, and changes nothing, if all are 0. */
bool ui_reads_normalise(GArray *reads);

#endif
