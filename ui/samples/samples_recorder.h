/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_recorder.h: the file into which a preloaded library records the allocations of a program, as it runs at full
 * speed (memspy samples record --allocations).
 *
 * The file is mapped by all threads and children. A slot is reserved with one atomic addition, and is complete when its
 * time is not 0. So recording takes no lock, is possible in signal handlers, and survives a crash. The file is sparse. The
 * file system provides the memory of a range of slots before one of them is written: a write to a full file system would
 * end the program. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

/* The environment variable with the path of the file, which memspy makes. */
#define SAMPLES_RECORDER_FILE "MEMSPY_ALLOCATIONS"

#define SAMPLES_RECORDER_MAGIC 0x31636f6c6c61534dull /* "MSalloc1" */

enum {
  SAMPLES_RECORDER_FRAMES = 4,
  SAMPLES_RECORDER_SLOTS = 1 << 28, /* at most */
  SAMPLES_RECORDER_STEP = 1 << 12   /* number of slots for which memory is requested at a time */
};

typedef enum {
  SAMPLES_RECORDER_ALLOCATED = 1,
  SAMPLES_RECORDER_FREED,
  SAMPLES_RECORDER_STACK,
  SAMPLES_RECORDER_BEGAN, /* a program began in the process, which has no blocks */
  SAMPLES_RECORDER_FORKED /* the process began with the blocks of its parent; the address is the process number of the
                             parent */
} SamplesRecorderKind;

typedef struct {
  _Atomic uint64_t time; /* CLOCK_MONOTONIC, in nanoseconds; 0: not complete */
  uint64_t address, bytes;
  uint32_t process, kind;                   /* kind: SamplesRecorderKind */
  uint64_t frames[SAMPLES_RECORDER_FRAMES]; /* return addresses, innermost first; 0: no more */
} SamplesRecorderSlot;

/* The start of the file. The slots follow it. */
typedef struct {
  uint64_t magic;
  _Atomic uint64_t reserved; /* number of reserved slots; more than `limit`: the file was full */
  _Atomic uint64_t limit;    /* maximum number of slots for which there is memory */
  _Atomic uint64_t ready;    /* number of slots whose memory the file system has provided */
  uint64_t unused[4];
} SamplesRecorderHead;
