/* mach_host_notes.h: lists the values that a description of the host does not contain, and the cores that are not
 * simulated.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

/* The assumed values of caches. Texts contain these numbers. */
#define MACH_HOST_WAYS 8
#define MACH_HOST_LINE 64 /* bytes */

/* The notes on a description: values that the files in /sys do not contain, and parts of the computer that the simulated
 * machine does not have. For each note: its symbol, and its text. */
#define MACH_HOST_NOTE_LIST(X)                                                                                  \
  X(NO_ONLINE, "which hardware threads are online is not reported: all assumed that have files")                \
  X(NO_WAYS, "not all ways are reported: " MACH_TEXT(MACH_HOST_WAYS) " assumed")                                \
  X(NO_LINE, "not all line sizes are reported: that of the D1 assumed, or " MACH_TEXT(MACH_HOST_LINE) " bytes") \
  X(NO_SHARING, "which threads share a cache is not reported: only those of one core assumed")                  \
  X(LISTS_DIFFER, "list and mask of the threads that share a cache differ: the mask assumed")                   \
  X(NO_I1, "no first-level instruction cache is reported")                                                      \
  X(NO_OUTER, "no cache beyond the first level is reported")                                                    \
  X(NO_SHARED, "no cache that cores share is reported")                                                         \
  X(NO_NODES, "nodes of memory are not reported: one node assumed")                                             \
  X(SEVERAL_NODES, "processors belong to several nodes of memory: the first of these nodes assumed")            \
  X(NO_MEMORY, "processors have no memory in their node: that of the first node with memory assumed")           \
  X(OTHER_LINES, "the caches have different line sizes: lines of the D1's size are simulated")                  \
  X(MANY_WAYS, "caches with more ways are simulated with " MACH_TEXT(MACH_MAX_WAYS) " ways")                    \
  X(SHARED_I1, "cores share an instruction cache: each simulated core has an instruction cache of this size")   \
  X(SPLIT_L2, "the separate L2 for instructions is not simulated")                                              \
  X(FOURTH_LEVEL, "the fourth level is not simulated")                                                          \
  X(MEMORY_SIDE_CACHE, "the memory-side cache is not simulated")

/* The reasons for which cores are not simulated, in the order in which they are applied. For each reason: its symbol,
 * and its text, which follows a number of cores. */
#define MACH_HOST_REASON_LIST(X)                 \
  X(NO_D1, "without a reported D1")              \
  X(CAPACITY, "with a lower capacity")           \
  X(FREQUENCY, "with a lower maximum frequency") \
  X(D1, "with a smaller D1")                     \
  X(L2, "with a smaller part of an L2")          \
  X(LL, "with a smaller last level")

#define MACH_HOST_NOTE_NUMBER(symbol, text) MACH_NOTE_##symbol,
#define MACH_HOST_REASON_NUMBER(symbol, text) MACH_REASON_##symbol,
typedef enum { MACH_HOST_NOTE_LIST(MACH_HOST_NOTE_NUMBER) MACH_NOTES } mach_host_note;
typedef enum { MACH_HOST_REASON_LIST(MACH_HOST_REASON_NUMBER) MACH_REASONS } mach_host_reason;
