/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_perf_line.h: parses the lines of `perf script`.
 *
 * A UiPerfText points into the line and is not null-terminated. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
  const char *bytes;
  gsize n;
} UiPerfText;

/* "  55d04f3e1139 work+0x10 (/usr/bin/prog)", or a part of it. */
typedef struct {
  guint64 address;
  UiPerfText symbol;     /* empty: unknown, or not printed */
  guint64 symbol_offset; /* address minus symbol */
  bool has_symbol_offset;
  UiPerfText object;     /* the text in parentheses; empty: not printed */
  guint64 object_offset; /* offset in the file: "+0x1139" in the parentheses */
  bool has_object_offset;
  bool is_inlined; /* an inlined function, "(inlined)", which shares the frame of its caller */
} UiPerfFrame;

/* "prog 123/124 [002] 17.123456: 250000 cycles:u: ", optionally followed by a frame. */
typedef struct {
  UiPerfText command;
  guint32 process, thread; /* process 0: not printed */
  UiPerfText event;
  guint64 period; /* 0: not printed */
  bool has_frame;
  UiPerfFrame frame;
} UiPerfHead;

typedef enum {
  UI_PERF_OTHER, /* an event without effect on mappings */
  UI_PERF_MAP,   /* a file was mapped */
  UI_PERF_FORK,  /* a process or thread began */
  UI_PERF_EXEC   /* the process executed another program */
} UiPerfKind;

/* "prog 123/123 17.1: PERF_RECORD_MMAP2 123/123: [0x5000(0x1000) @ 0x1000 fe:01 99 0]: r-xp /usr/bin/prog" */
typedef struct {
  UiPerfKind kind;
  gint64 process, thread; /* process -1: the kernel */
  gint64 parent;          /* UI_PERF_FORK: the parent process */
  guint64 start, bytes, offset;
  UiPerfText build_id; /* empty: not printed */
  UiPerfText path;
} UiPerfEvent;

/* Parse the line [line, end). Return false if it is no frame or head; *wrong is then the reason if it resembles one. */
bool ui_perf_frame(const char *line, const char *end, UiPerfFrame *frame, const char **wrong);
bool ui_perf_head(const char *line, const char *end, UiPerfHead *head, const char **wrong);

/* Whether a line is an event; *good: it could be parsed. */
bool ui_perf_event(const char *line, const char *end, UiPerfEvent *event, bool *good);
