/* ui_perf_line.h: the lines that `perf script` prints.
 *
 * Text points into the line, and is not ended.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SAMPLES_PERF_LINE_H
#define UI_SAMPLES_PERF_LINE_H

#include <glib.h>
#include <stdbool.h>

typedef struct {
  const char *bytes;
  gsize n;
} UiPerfText;

/* "  55d04f3e1139 work+0x10 (/usr/bin/prog)", or a part of it. */
typedef struct {
  guint64 address;
  UiPerfText symbol;     /* no bytes: unknown, or not printed */
  guint64 symbol_offset; /* of the address from the symbol */
  bool has_symbol_offset;
  UiPerfText object;     /* what stands in the parentheses; no bytes: not printed */
  guint64 object_offset; /* "+0x1139" in them: in the file */
  bool has_object_offset;
  bool is_inlined; /* it has no frame of its own: "(inlined)" */
} UiPerfFrame;

/* "prog 123/124 [002] 17.123456: 250000 cycles:u: ", and perhaps a frame behind it. */
typedef struct {
  UiPerfText command;
  guint32 process, thread; /* process 0: not printed */
  UiPerfText event;
  guint64 period; /* 0: not printed */
  bool has_frame;
  UiPerfFrame frame;
} UiPerfHead;

typedef enum {
  UI_PERF_OTHER, /* an event that means nothing here */
  UI_PERF_MAP,   /* a file was mapped */
  UI_PERF_FORK,  /* a process or thread began */
  UI_PERF_EXEC   /* the process is another program now */
} UiPerfKind;

/* "prog 123/123 17.1: PERF_RECORD_MMAP2 123/123: [0x5000(0x1000) @ 0x1000 fe:01 99 0]: r-xp /usr/bin/prog" */
typedef struct {
  UiPerfKind kind;
  gint64 process, thread; /* process -1: the kernel's */
  gint64 parent;          /* process; of a fork */
  guint64 start, bytes, offset;
  UiPerfText build_id; /* no bytes: not printed */
  UiPerfText path;
} UiPerfEvent;

/* Each reads the line [line, end). Returns false when it is not one of that kind; for the second, *wrong then says why,
 * if it looks like one. */
bool ui_perf_frame(const char *line, const char *end, UiPerfFrame *frame, const char **wrong);
bool ui_perf_head(const char *line, const char *end, UiPerfHead *head, const char **wrong);

/* Whether a line is an event: one that is damaged, too: *good says that. */
bool ui_perf_event(const char *line, const char *end, UiPerfEvent *event, bool *good);

#endif
