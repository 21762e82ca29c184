/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_reads.h: divides the misses of a source line or instruction among the data that it reads.
 *
 * Rutar and Hollingsworth, "Software Analysis Techniques to Approximate Data Centric Direct Measurements" (2011),
 * section 3.3; the numbers of equations are those of this paper. */
#pragma once

#include "ui/uses/uses.h"

/* A read that can have missed. */
typedef struct {
  const UsesFunction *function;
  guint32 data;
  const char *text;
  unsigned line;
  guint64 address; /* address of the instruction; 0: the read belongs to a line */
  double weight;
} AttrRead;

/* The counting rules. */
typedef struct {
  bool writes;      /* whether to count writes like reads; if false, writes count only in lines without reads */
  double threshold; /* threshold of the raw weights of reads in loops */
} AttrReadsRules;

#define ATTR_READS_THRESHOLD 0.75

/* Appends the reads of a line to `reads` (AttrRead), each with the probability `p` of the line (equation 6). Reads with
 * equal data and equal text count as one. Returns the number of appended reads. */
guint attr_reads_of_line(const UsesFunction *function, unsigned line, double p, const AttrReadsRules *rules,
                         GArray *reads);

/* As attr_reads_of_line(), but for the reads and writes of an instruction. */
guint attr_reads_of_instruction(const UsesFunction *function, guint64 address, double p, GArray *reads);

/* As attr_reads_of_line(), but for the arguments of those calls in the line that can execute `symbol`. If no call can,
 * uses the arguments of all calls in the line. (A call of memcpy can execute __memmove_avx_unaligned_erms.) */
guint attr_reads_of_call(const UsesFunction *function, unsigned line, const char *symbol, double p, GArray *reads);

/* The weight of a read in a loop. */
typedef struct {
  guint32 data;
  const char *text;
  unsigned lines;           /* number of lines of the loop that read it */
  double raw, added, final; /* equations 1, 4 and 5 */
} AttrLoopWeight;

/* Returns the weights of all reads in a loop (AttrLoopWeight), in the order of the reads. The sum of the final weights
 * is the number of reads. The caller owns the array. */
GArray *attr_reads_loop_weights(const UsesFunction *function, guint32 loop, const AttrReadsRules *rules);

/* Multiplies the weight of a read by the read's final weight in `loop_weights`, if there is one. */
void attr_reads_compensate(AttrRead *read, const GArray *loop_weights);

/* Normalises the weights to sum 1 (equations 7 and 8). Returns false, and changes nothing, if all weights are 0. */
bool attr_reads_normalise(GArray *reads);
