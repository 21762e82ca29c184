/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_line.h: parses the lines of `perf script`, other than heads (samples_perf_head.h).
 */
#pragma once

#include "ui/samples/samples_perf_fields.h"
#include "ui/samples/samples_perf_text.h"

/* "  55d04f3e1139 work+0x10 (/usr/bin/prog)", or a part of it. */
typedef struct {
  guint64 address;
  SamplesPerfText symbol; /* empty: unknown, or not printed */
  guint64 symbol_offset;  /* address minus symbol */
  bool has_symbol_offset;
  SamplesPerfText object; /* the text in parentheses; empty: not printed */
  guint64 object_offset;  /* offset in the file: "+0x1139" in the parentheses */
  bool has_object_offset;
  bool is_inlined; /* an inlined function, "(inlined)", which shares the frame of its caller */
} SamplesPerfFrame;

typedef enum {
  SAMPLES_PERF_OTHER, /* an event without effect on mappings */
  SAMPLES_PERF_MAP,   /* a file was mapped */
  SAMPLES_PERF_FORK,  /* a process or thread began */
  SAMPLES_PERF_EXEC   /* the process executed another program */
} SamplesPerfKind;

/* "prog 123/123 17.1: PERF_RECORD_MMAP2 123/123: [0x5000(0x1000) @ 0x1000 fe:01 99 0]: r-xp /usr/bin/prog" */
typedef struct {
  SamplesPerfKind kind;
  gint64 process, thread; /* process -1: the kernel */
  gint64 parent;          /* SAMPLES_PERF_FORK: the parent process */
  guint64 start, bytes, offset;
  bool executable;
  SamplesPerfText build_id; /* empty: not printed */
  SamplesPerfText path;
} SamplesPerfEvent;

/* Returns where the target of a branch begins in a line of an instruction trace, "401136 f (/bin/prog) =>   401200 g
 * (/bin/prog)": at the blank before the arrow. NULL: there is none. perf prints 16 characters for the address. */
const char *samples_perf_branch_target(const char *from, const char *end);

/* Parses a frame in [line, end). If the line is a branch, the frame is that of the branch instruction. Returns false if
 * the line is no frame. If the line resembles a frame, *wrong is then the reason; *wrong must be NULL before the call. */
bool samples_perf_frame(const char *line, const char *end, const SamplesPerfLayout *layout, SamplesPerfFrame *frame,
                        const char **wrong);

/* Returns whether a line is an event. Sets *good to whether the line could be parsed. */
bool samples_perf_event(const char *line, const char *end, SamplesPerfEvent *event, bool *good);
