/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_line.c: Symbols (C++) and paths can contain any character. So the object of a frame is the text in the
 * last parentheses of the line, if it begins like a path or like one of perf's names. If other text can follow the
 * object (SamplesPerfLayout), it is the text in the first such parentheses. */
#include "ui/samples/samples_perf_line.h"

#include "ui/samples/samples_perf_rest-inl.h"

#define NAME_FIELDS "; name the fields of the text: --fields=LIST, as for perf script -F"

static bool is_text(const SamplesPerfText *text, const char *other) {
  return text->n == strlen(other) && memcmp(text->bytes, other, text->n) == 0;
}

/* ---- frames ---- */

/* Removes "+0x12" from the end of a text. */
static bool cut_offset(SamplesPerfText *text, guint64 *offset) {
  const char *plus = memrchr(text->bytes, '+', text->n);
  if (plus == NULL) return false;
  SamplesRest rest = {plus + 1, text->bytes + text->n};
  if (!rest_take(&rest, "0x") || !rest_take_hex(&rest, offset) || rest.at != rest.end) return false;
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
    if (*p != '(' || (p > from && !rest_is_blank(p[-1]))) continue;
    last = p;
    if (p[1] != '/' && p[1] != '[') continue;
    if (closes_at(p, end)) return p;
    if (first == NULL) first = p;
  }
  return first != NULL ? first : last;
}

/* Returns the end of the object in a text with fields after the object: the first parenthesis that closes before a
 * blank; NULL: none. */
static const char *first_object_ends(const char *from, const char *end) {
  for (const char *p = from; p + 1 < end; p++) {
    if (*p != '(' || (p > from && !rest_is_blank(p[-1]))) continue;
    for (const char *closes = p + 1; closes < end; closes++)
      if (*closes == ')' && (closes + 1 == end || rest_is_blank(closes[1])) && closes_at(p, closes + 1))
        return closes + 1;
  }
  return NULL;
}

/* Returns whether a word of the symbol is a number after at least two blanks: perf aligns numbers, and prints one blank
 * before a symbol. */
static bool has_aligned_number(const SamplesPerfText *symbol) {
  const char *end = symbol->bytes + symbol->n;
  for (const char *p = symbol->bytes; p + 2 < end; p++) {
    SamplesRest rest = {p + 2, end};
    guint64 number;
    if (*p == ' ' && p[1] == ' ' && rest_take_hex_word(&rest, &number)) return true;
  }
  return false;
}

/* Returns whether the symbol contains another field: a number, as of -F +addr, or a source of data, whose first words
 * some versions of perf omit. gap: the blanks before the symbol. ("face" is a number, too. perf prints one blank before a
 * symbol, and nothing after it.) */
static bool has_field(const SamplesPerfText *symbol, gsize gap) {
  enum { LEAST = 4, LONGEST = 16 };
  const SamplesRest whole = {symbol->bytes, symbol->bytes + symbol->n};
  SamplesRest decimal = whole, hex = whole, slashes = whole;
  guint64 number;
  if (symbol->n == 0) return false;
  if (rest_take_decimal_word(&decimal, &number)) return true;
  const bool is_hex = rest_take_hex_word(&hex, &number);
  const gsize digits = (gsize)(hex.at - whole.at);
  if (is_hex && (gap > 1 || digits == LONGEST || (digits >= LEAST && hex.at != hex.end))) return true;
  if (rest_take(&slashes, "0x") && memchr(symbol->bytes, '/', symbol->n) != NULL) return true;
  return memmem(symbol->bytes, symbol->n, "|LCK ", 5) != NULL || has_aligned_number(symbol);
}

static void read_symbol(SamplesPerfFrame *frame) {
  frame->has_symbol_offset = cut_offset(&frame->symbol, &frame->symbol_offset);
  if (!is_text(&frame->symbol, "[unknown]")) return;
  frame->symbol.n = 0;
  frame->has_symbol_offset = false;
}

static void read_object(SamplesPerfFrame *frame) {
  frame->is_inlined = is_text(&frame->object, "inlined");
  if (frame->is_inlined) frame->object.n = 0;
  if (frame->object.n != 0) frame->has_object_offset = cut_offset(&frame->object, &frame->object_offset);
  if (is_text(&frame->object, "[unknown]")) frame->object.n = 0;
}

/* Cuts the fields after the frame off its line. */
static void cut_after(SamplesRest *rest, const SamplesPerfLayout *layout) {
  if (!samples_perf_fields_have_after(layout)) return;
  const char *object = first_object_ends(rest->at, rest->end);
  SamplesRest word = *rest;
  rest_skip_word(&word);
  rest->end = object != NULL ? object : samples_perf_fields_have(layout, SAMPLES_PERF_SYM) ? word.at : rest->at;
}

const char *samples_perf_branch_target(const char *from, const char *end) {
  static const char arrow[] = " => ";
  enum { WIDTH = 16 };
  for (const char *at = from; (at = memmem(at, (size_t)(end - at), arrow, sizeof arrow - 1)) != NULL; at++) {
    SamplesRest rest = {at + sizeof arrow - 1, end};
    const char *first = rest.at;
    guint64 address;
    rest_skip_blanks(&rest);
    if (rest_take_hex_word(&rest, &address) && rest.at - first == WIDTH) return at;
  }
  return NULL;
}

/* Returns why a line without object is wrong; NULL: it is right. */
static const char *wrong_object(const SamplesRest *rest) {
  const char *opens = memmem(rest->at, (size_t)(rest->end - rest->at), " (/", 3);
  if (opens == NULL) return NULL;
  return memchr(opens, ')', (size_t)(rest->end - opens)) == NULL
             ? "the line is cut: its object has no closing parenthesis"
             : "there are unknown fields after the object" NAME_FIELDS;
}

bool samples_perf_frame(const char *line, const char *end, const SamplesPerfLayout *layout, SamplesPerfFrame *frame,
                        const char **wrong) {
  const char *target = samples_perf_branch_target(line, end);
  SamplesRest rest = {line, target != NULL ? target : end};
  *frame = (SamplesPerfFrame){0};
  rest_skip_blanks(&rest);
  while (rest.end > rest.at && rest_is_blank(rest.end[-1])) rest.end--;
  if (!rest_take_hex_word(&rest, &frame->address)) return false;
  const char *gap = rest.at;
  rest_skip_blanks(&rest);
  cut_after(&rest, layout);
  const char *opens = rest.at < rest.end && rest.end[-1] == ')' ? object_opens(rest.at, rest.end) : NULL;
  frame->symbol = rest_text_between(rest.at, opens != NULL ? opens : rest.end);
  if (opens != NULL) frame->object = (SamplesPerfText){opens + 1, (gsize)(rest.end - 1 - (opens + 1))};
  if (opens == NULL) *wrong = wrong_object(&rest);
  if (*wrong == NULL && !samples_perf_fields_have(layout, SAMPLES_PERF_CALLINDENT) &&
      has_field(&frame->symbol, (gsize)(rest.at - gap)))
    *wrong = "there are unknown fields between the address and the symbol" NAME_FIELDS;
  if (*wrong != NULL) return false;
  read_symbol(frame);
  read_object(frame);
  return true;
}

/* ---- other events ---- */

/* "PROCESS/THREAD", or "PROCESS:THREAD" for forks. */
static bool take_pair(SamplesRest *rest, const char *between, gint64 *process, gint64 *thread) {
  return rest_take_signed(rest, process) && rest_take(rest, between) && rest_take_signed(rest, thread);
}

/* "0x12", or "0". */
static bool take_address(SamplesRest *rest, guint64 *number) {
  rest_take(rest, "0x");
  return rest_take_hex(rest, number);
}

/* Takes "<BUILD ID>", or device, inode and generation, up to the bracket. */
static bool take_identity(SamplesRest *rest, SamplesPerfEvent *event) {
  const char *close = memchr(rest->at, ']', (size_t)(rest->end - rest->at));
  if (close == NULL) return false;
  rest_skip_blanks(rest);
  if (rest_take(rest, "<")) {
    event->build_id.bytes = rest->at;
    while (rest->at < close && g_ascii_isxdigit(*rest->at)) rest->at++;
    event->build_id.n = (gsize)(rest->at - event->build_id.bytes);
    if (!rest_take(rest, ">")) return false;
  }
  rest->at = close;
  return true;
}

static bool read_map(SamplesRest *rest, SamplesPerfEvent *event) {
  if (!take_pair(rest, "/", &event->process, &event->thread) || !rest_take(rest, ": [") ||
      !take_address(rest, &event->start) || !rest_take(rest, "(") || !take_address(rest, &event->bytes) ||
      !rest_take(rest, ") @ ") || !take_address(rest, &event->offset) || !take_identity(rest, event) ||
      !rest_take(rest, "]: "))
    return false;
  const char *rights = rest->at;
  while (rest->at < rest->end && !rest_is_blank(*rest->at)) rest->at++;
  event->executable = memchr(rights, 'x', (size_t)(rest->at - rights)) != NULL;
  event->path = rest_text_between(rest->at, rest->end);
  return true;
}

static bool read_fork(SamplesRest *rest, SamplesPerfEvent *event) {
  gint64 thread;
  return rest_take(rest, "(") && take_pair(rest, ":", &event->process, &event->thread) && rest_take(rest, "):(") &&
         take_pair(rest, ":", &event->parent, &thread);
}

/* " exec: NAME:PROCESS/THREAD", or without " exec". */
static bool read_command(SamplesRest *rest, SamplesPerfEvent *event) {
  event->kind = rest_take(rest, " exec") ? SAMPLES_PERF_EXEC : SAMPLES_PERF_OTHER;
  const char *colon = memrchr(rest->at, ':', (size_t)(rest->end - rest->at));
  if (colon == NULL) return false;
  rest->at = colon + 1;
  return take_pair(rest, "/", &event->process, &event->thread);
}

static const struct {
  const char *name;
  SamplesPerfKind kind;
  bool (*read)(SamplesRest *rest, SamplesPerfEvent *event);
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
  SamplesRest rest = {name + sizeof prefix - 1, end};
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
    if (!rest_take(&rest, kinds[i].name)) continue;
    event->kind = kinds[i].kind;
    *good = kinds[i].read(&rest, event);
    return true;
  }
  return true;
}
