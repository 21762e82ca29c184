/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_head.h: parses the first line of a sample of `perf script`. */
#pragma once

#include "ui/samples/samples_perf_line.h"

/* The number that perf prints for the process and thread if the thread has ended: -1. */
#define SAMPLES_PERF_ENDED G_MAXUINT32

/* "prog 123/124 [002] 17.123456: 250000 cycles:u: ", optionally followed by a frame. */
typedef struct {
  SamplesPerfText command; /* empty: not printed */
  guint32 process, thread; /* process 0: not printed */
  guint64 time;            /* nanoseconds; 0: not printed */
  bool has_cpu, has_time;  /* the head has the processor, and the time */
  SamplesPerfText event;
  guint64 period; /* 0: not printed */
  bool has_address;
  guint64 address; /* address of the data */
  bool has_source;
  guint64 source; /* perf_mem_data_src of <linux/perf_event.h> */
  bool has_latency;
  guint64 latency;      /* cycles of the access */
  const char *frame;    /* start of the frame in this line; NULL: frames follow in their own lines */
  bool may_lack_frames; /* a tracepoint without address is complete after this line */
} SamplesPerfHead;

/* Parses the line [line, end). Returns false if it is no head; *wrong, which must be NULL before the call, is then the
 * reason if the line resembles one. */
bool samples_perf_head(const char *line, const char *end, const SamplesPerfLayout *layout, SamplesPerfHead *head,
                       const char **wrong);
