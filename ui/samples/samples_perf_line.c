/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_line.c: perf prints fields in a fixed order, independent of the order of its -F: command,
 * process/thread, processor, time, period, event; address, symbol, object. Commands, symbols (C++) and paths can
 * contain any character. So the command ends at the first position after which the rest can be parsed. The object is
 * the text in the last parentheses of the line, if it begins like a path or like one of perf's names. */
#include "ui/samples/samples_perf_line.h"

#include <string.h>

/* The unparsed rest of a line. */
typedef struct {
  const char *at, *end;
} Rest;

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static void skip_blanks(Rest *rest) {
  while (rest->at < rest->end && is_blank(*rest->at)) rest->at++;
}

static bool take(Rest *rest, const char *text) {
  const size_t n = strlen(text);
  if ((size_t)(rest->end - rest->at) < n || memcmp(rest->at, text, n) != 0) return false;
  rest->at += n;
  return true;
}

static bool take_decimal(Rest *rest, guint64 *number) {
  enum { DIGITS_MOST = 19 };
  const char *first = rest->at;
  for (*number = 0; rest->at < rest->end && g_ascii_isdigit(*rest->at); rest->at++)
    *number = *number * 10 + (guint64)(*rest->at - '0');
  return rest->at > first && rest->at - first <= DIGITS_MOST;
}

static bool take_hex(Rest *rest, guint64 *number) {
  enum { DIGITS_MOST = 16 };
  const char *first = rest->at;
  for (*number = 0; rest->at < rest->end && g_ascii_isxdigit(*rest->at); rest->at++)
    *number = *number << 4 | (guint64)g_ascii_xdigit_value(*rest->at);
  return rest->at > first && rest->at - first <= DIGITS_MOST;
}

static SamplesPerfText text_between(const char *from, const char *to) {
  while (from < to && is_blank(*from)) from++;
  while (to > from && is_blank(to[-1])) to--;
  return (SamplesPerfText){from, (gsize)(to - from)};
}

static bool is_text(const SamplesPerfText *text, const char *other) {
  return text->n == strlen(other) && memcmp(text->bytes, other, text->n) == 0;
}

/* ---- frames ---- */

/* Removes "+0x12" from the end of a text. */
static bool cut_offset(SamplesPerfText *text, guint64 *offset) {
  const char *plus = memrchr(text->bytes, '+', text->n);
  if (plus == NULL) return false;
  Rest rest = {plus + 1, text->bytes + text->n};
  if (!take(&rest, "0x") || !take_hex(&rest, offset) || rest.at != rest.end) return false;
  text->n = (gsize)(plus - text->bytes);
  return true;
}

/* Returns whether the parenthesis at `opens` closes at the end of the text. */
static bool closes_at(const char *opens, const char *end) {
  int depth = 0;
  for (const char *p = opens; p < end; p++) {
    depth += (*p == '(') - (*p == ')');
    if (depth == 0) return p + 1 == end;
  }
  return false;
}

/* Returns the opening parenthesis of the object, in a text that ends in ")"; NULL: none. Prefers the parenthesis that
 * closes at the end, because symbols can contain parentheses; else the first, because file names can contain unbalanced
 * ones. */
static const char *object_opens(const char *from, const char *end) {
  const char *first = NULL, *last = NULL;
  for (const char *p = from; p + 1 < end; p++) {
    if (*p != '(' || (p > from && !is_blank(p[-1]))) continue;
    last = p;
    if (p[1] != '/' && p[1] != '[') continue;
    if (closes_at(p, end)) return p;
    if (first == NULL) first = p;
  }
  return first != NULL ? first : last;
}

/* Returns whether a number precedes the symbol: a field that was added, as by -F +addr. */
static bool begins_with_field(const SamplesPerfText *symbol) {
  enum { DIGITS_LEAST = 4 };
  Rest rest = {symbol->bytes, symbol->bytes + symbol->n};
  guint64 number;
  const bool slashes = memchr(symbol->bytes, '/', symbol->n) != NULL && take(&rest, "0x");
  if (slashes) return true;
  return take_hex(&rest, &number) && rest.at - symbol->bytes >= DIGITS_LEAST && rest.at < rest.end && *rest.at == ' ';
}

static bool read_symbol(SamplesPerfFrame *frame, const char **wrong) {
  if (begins_with_field(&frame->symbol)) {
    *wrong = "there are unknown fields between the address and the symbol; use perf script "
             "-F comm,pid,tid,time,event,period,ip,sym,symoff,dso";
    return false;
  }
  frame->has_symbol_offset = cut_offset(&frame->symbol, &frame->symbol_offset);
  if (is_text(&frame->symbol, "[unknown]")) {
    frame->symbol.n = 0;
    frame->has_symbol_offset = false;
  }
  return true;
}

bool samples_perf_frame(const char *line, const char *end, SamplesPerfFrame *frame, const char **wrong) {
  Rest rest = {line, end};
  *frame = (SamplesPerfFrame){0};
  skip_blanks(&rest);
  while (rest.end > rest.at && is_blank(rest.end[-1])) rest.end--;
  if (!take_hex(&rest, &frame->address) || (rest.at < rest.end && !is_blank(*rest.at))) return false;
  skip_blanks(&rest);
  const char *opens = rest.at < rest.end && rest.end[-1] == ')' ? object_opens(rest.at, rest.end) : NULL;
  if (opens == NULL && memmem(rest.at, (size_t)(rest.end - rest.at), " (/", 3) != NULL) {
    *wrong = "there are unknown fields after the object, such as those of -F +srcline or +brstack; use perf script "
             "-F comm,pid,tid,time,event,period,ip,sym,symoff,dso";
    return false;
  }
  frame->symbol = text_between(rest.at, opens != NULL ? opens : rest.end);
  if (opens != NULL) frame->object = (SamplesPerfText){opens + 1, (gsize)(rest.end - 1 - (opens + 1))};
  if (is_text(&frame->object, "inlined")) {
    frame->is_inlined = true;
    frame->object.n = 0;
  }
  if (frame->object.n != 0) frame->has_object_offset = cut_offset(&frame->object, &frame->object_offset);
  if (is_text(&frame->object, "[unknown]")) frame->object.n = 0;
  return read_symbol(frame, wrong);
}

/* ---- heads ---- */

static bool take_cpu(Rest *rest) {
  guint64 number;
  return take(rest, "[") && take_decimal(rest, &number) && take(rest, "]");
}

static bool take_time(Rest *rest) {
  guint64 number;
  return take_decimal(rest, &number) && take(rest, ".") && take_decimal(rest, &number) && take(rest, ":");
}

/* Takes an optional field and the blanks after it. */
static bool may_take(Rest *rest, bool (*taken)(Rest *rest)) {
  Rest then = *rest;
  if (!taken(&then)) return false;
  skip_blanks(&then);
  *rest = then;
  return true;
}

/* Takes "PROCESS/THREAD" or "THREAD", and blanks. */
static bool take_thread(Rest *rest, SamplesPerfHead *head) {
  guint64 first, second;
  if (!take_decimal(rest, &first) || first > G_MAXUINT32) return false;
  second = first;
  const bool both = take(rest, "/");
  if (both && (!take_decimal(rest, &second) || second > G_MAXUINT32)) return false;
  head->process = both ? (guint32)first : 0;
  head->thread = (guint32)second;
  if (rest->at == rest->end || !is_blank(*rest->at)) return false;
  skip_blanks(rest);
  return true;
}

static bool take_period(Rest *rest, guint64 *period) {
  Rest then = *rest;
  if (!take_decimal(&then, period) || then.at == then.end || !is_blank(*then.at)) {
    *period = 0;
    return false;
  }
  skip_blanks(&then);
  *rest = then;
  return true;
}

/* Takes a word that ends with a colon. */
static bool take_event(Rest *rest, SamplesPerfText *event) {
  const char *first = rest->at;
  while (rest->at < rest->end && !is_blank(*rest->at)) rest->at++;
  if (rest->at - first < 2 || rest->at[-1] != ':') return false;
  *event = (SamplesPerfText){first, (gsize)(rest->at - 1 - first)};
  return true;
}

/* Takes the fields after the command. */
static bool take_after_command(Rest *rest, SamplesPerfHead *head) {
  if (!take_thread(rest, head)) return false;
  may_take(rest, take_cpu);
  may_take(rest, take_time);
  take_period(rest, &head->period);
  return take_event(rest, &head->event);
}

bool samples_perf_head(const char *line, const char *end, SamplesPerfHead *head, const char **wrong) {
  enum { COMMAND_MOST = 64 }; /* bytes, with perf's padding; the kernel stores 15 */
  *head = (SamplesPerfHead){0};
  const char *first = line;
  while (first < end && is_blank(*first)) first++;
  for (const char *p = first; p < end && p - line < COMMAND_MOST; p++) {
    if (!g_ascii_isdigit(*p) || (p > first && !is_blank(p[-1]))) continue;
    Rest rest = {p, end};
    if (!take_after_command(&rest, head)) continue;
    head->command = text_between(line, p);
    skip_blanks(&rest);
    head->has_frame = rest.at < rest.end;
    if (!head->has_frame) return true;
    if (samples_perf_frame(rest.at, end, &head->frame, wrong)) return true;
    if (*wrong == NULL)
      *wrong = "there is no address after the event; use perf script -F comm,pid,tid,time,event,"
               "period,ip,sym,symoff,dso";
    return false;
  }
  return false;
}

/* ---- other events ---- */

static bool take_signed(Rest *rest, gint64 *number) {
  guint64 value;
  const bool minus = take(rest, "-");
  if (!take_decimal(rest, &value) || value > G_MAXUINT32) return false;
  *number = minus ? -(gint64)value : (gint64)value;
  return true;
}

/* "PROCESS/THREAD", or "PROCESS:THREAD" for forks. */
static bool take_pair(Rest *rest, const char *between, gint64 *process, gint64 *thread) {
  return take_signed(rest, process) && take(rest, between) && take_signed(rest, thread);
}

/* "0x12", or "0". */
static bool take_address(Rest *rest, guint64 *number) {
  take(rest, "0x");
  return take_hex(rest, number);
}

/* Takes "<BUILD ID>", or device, inode and generation, up to the bracket. */
static bool take_identity(Rest *rest, SamplesPerfEvent *event) {
  const char *close = memchr(rest->at, ']', (size_t)(rest->end - rest->at));
  if (close == NULL) return false;
  skip_blanks(rest);
  if (take(rest, "<")) {
    event->build_id.bytes = rest->at;
    while (rest->at < close && g_ascii_isxdigit(*rest->at)) rest->at++;
    event->build_id.n = (gsize)(rest->at - event->build_id.bytes);
    if (!take(rest, ">")) return false;
  }
  rest->at = close;
  return true;
}

static bool read_map(Rest *rest, SamplesPerfEvent *event) {
  if (!take_pair(rest, "/", &event->process, &event->thread) || !take(rest, ": [") ||
      !take_address(rest, &event->start) || !take(rest, "(") || !take_address(rest, &event->bytes) ||
      !take(rest, ") @ ") || !take_address(rest, &event->offset) || !take_identity(rest, event) || !take(rest, "]: "))
    return false;
  const char *rights = rest->at;
  while (rest->at < rest->end && !is_blank(*rest->at)) rest->at++;
  const bool executable = memchr(rights, 'x', (size_t)(rest->at - rights)) != NULL;
  if (!executable) event->kind = SAMPLES_PERF_OTHER;
  event->path = text_between(rest->at, rest->end);
  return true;
}

static bool read_fork(Rest *rest, SamplesPerfEvent *event) {
  gint64 thread;
  return take(rest, "(") && take_pair(rest, ":", &event->process, &event->thread) && take(rest, "):(") &&
         take_pair(rest, ":", &event->parent, &thread);
}

/* " exec: NAME:PROCESS/THREAD", or without " exec". */
static bool read_command(Rest *rest, SamplesPerfEvent *event) {
  event->kind = take(rest, " exec") ? SAMPLES_PERF_EXEC : SAMPLES_PERF_OTHER;
  const char *colon = memrchr(rest->at, ':', (size_t)(rest->end - rest->at));
  if (colon == NULL) return false;
  rest->at = colon + 1;
  return take_pair(rest, "/", &event->process, &event->thread);
}

static const struct {
  const char *name;
  SamplesPerfKind kind;
  bool (*read)(Rest *rest, SamplesPerfEvent *event);
} kinds[] = {{"MMAP2 ", SAMPLES_PERF_MAP, read_map},
             {"MMAP ", SAMPLES_PERF_MAP, read_map},
             {"FORK", SAMPLES_PERF_FORK, read_fork},
             {"COMM", SAMPLES_PERF_OTHER, read_command}};

bool samples_perf_event(const char *line, const char *end, SamplesPerfEvent *event, bool *good) {
  static const char prefix[] = " PERF_RECORD_";
  const char *name = memmem(line, (size_t)(end - line), prefix, sizeof prefix - 1);
  if (name == NULL) return false;
  *event = (SamplesPerfEvent){0};
  *good = true;
  Rest rest = {name + sizeof prefix - 1, end};
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
    if (!take(&rest, kinds[i].name)) continue;
    event->kind = kinds[i].kind;
    *good = kinds[i].read(&rest, event);
    return true;
  }
  return true;
}
