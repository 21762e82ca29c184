/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_reads.c: Equation 1 is about the reads of a source line, but the paper's table of weights has all reads of the
 * loop, and the sum of its weights is their number, as here.
 *
 * The paper multiplies the shares of a line by final weights without normalisation: its adjusted misses of three are
 * 2.3. ui_reads_normalise() keeps the sum of each line. */
#include "ui/attribute/ui_reads.h"

#include <string.h>

#include "ui/base/ui_search.h"

static const UiUsesAccess *access_at(const UiUsesFunction *function, guint i) {
  return &g_array_index(function->accesses, UiUsesAccess, i);
}

static bool is_before_line(gconstpointer access, gconstpointer line) {
  return ((const UiUsesAccess *)access)->line < *(const unsigned *)line;
}

/* The first access of that line or a later one. */
static guint first_of_line(const UiUsesFunction *function, unsigned line) {
  return UI_SEARCH(function->accesses, UiUsesAccess, is_before_line, &line);
}

static bool has_read(const GArray *reads, guint first, const UiUsesAccess *access) {
  for (guint i = first; i < reads->len; i++) {
    const UiRead *read = &g_array_index(reads, UiRead, i);
    if (read->data == access->data && strcmp(read->text, access->text) == 0) return true;
  }
  return false;
}

/* Appends the reads, or the writes, of a line. */
static void append_line(const UiUsesFunction *function, unsigned line, bool writes, double p, GArray *reads) {
  const guint before = reads->len;
  for (guint i = first_of_line(function, line); i < function->accesses->len; i++) {
    const UiUsesAccess *access = access_at(function, i);
    if (access->line != line) break;
    if (access->write != writes || access->spilled || has_read(reads, before, access)) continue;
    const UiRead read = {function, access->data, access->text, line, 0, p};
    g_array_append_val(reads, read);
  }
}

guint ui_reads_of_line(const UiUsesFunction *function, unsigned line, double p, const UiReadsRules *rules,
                       GArray *reads) {
  const guint before = reads->len;
  append_line(function, line, false, p, reads);
  if (rules->writes || reads->len == before) append_line(function, line, true, p, reads);
  return reads->len - before;
}

/* Whether a function copies memory: C libraries have one function for all of these names. */
static bool copies(const char *name) {
  return strstr(name, "memcpy") != NULL || strstr(name, "memmove") != NULL || strstr(name, "mempcpy") != NULL;
}

/* Whether a symbol has the name as a word of its own, as "__strlen_avx2" has "strlen". */
static bool has_word(const char *symbol, const char *name) {
  const size_t n = strlen(name);
  for (const char *at = symbol; n != 0 && (at = strstr(at, name)) != NULL; at++)
    if ((at == symbol || at[-1] == '_') && (at[n] == '\0' || strchr("_.@", at[n]) != NULL)) return true;
  return false;
}

/* Whether what is called so may be the code that has the symbol. */
static bool may_be(const char *callee, const char *symbol) {
  return copies(symbol) ? copies(callee) : has_word(symbol, callee);
}

static bool has_data(const GArray *reads, guint first, guint32 data) {
  for (guint i = first; i < reads->len; i++)
    if (g_array_index(reads, UiRead, i).data == data) return true;
  return false;
}

/* (What machine code has in registers for arguments may be left there from before.) */
static void append_arguments(const UiUsesFunction *function, const UiUsesCall *call, double p, GArray *reads) {
  const guint first = reads->len;
  for (guint32 i = 0; i < call->n_arguments; i++) {
    const UiRead read = {function, call->arguments[i], "", call->line, 0, p};
    if (read.data != UI_USES_NONE && !has_data(reads, first, read.data)) g_array_append_val(reads, read);
  }
}

guint ui_reads_of_call(const UiUsesFunction *function, unsigned line, const char *symbol, double p, GArray *reads) {
  const guint before = reads->len;
  bool known = false;
  for (guint i = 0; i < function->calls->len; i++) {
    const UiUsesCall *call = &g_array_index(function->calls, UiUsesCall, i);
    known |= call->line == line && may_be(call->callee, symbol);
  }
  for (guint i = 0; i < function->calls->len; i++) {
    const UiUsesCall *call = &g_array_index(function->calls, UiUsesCall, i);
    if (call->line == line && (!known || may_be(call->callee, symbol))) append_arguments(function, call, p, reads);
  }
  return reads->len - before;
}

static bool is_before_address(gconstpointer instruction, gconstpointer address) {
  return ((const UiUsesInstruction *)instruction)->address < *(const guint64 *)address;
}

/* The first access of an instruction at that address or a later one. */
static guint first_at(const UiUsesFunction *function, guint64 address) {
  return UI_SEARCH(function->instructions, UiUsesInstruction, is_before_address, &address);
}

guint ui_reads_of_instruction(const UiUsesFunction *function, guint64 address, double p, GArray *reads) {
  const guint before = reads->len;
  for (guint i = first_at(function, address); i < function->instructions->len; i++) {
    const UiUsesInstruction *one = &g_array_index(function->instructions, UiUsesInstruction, i);
    if (one->address != address) break;
    const UiUsesAccess *access = access_at(function, one->access);
    if (has_read(reads, before, access)) continue;
    const UiRead read = {function, access->data, access->text, access->line, address, p};
    g_array_append_val(reads, read);
  }
  return reads->len - before;
}

/* ---- loops ---- */

/* Counts a line in which something is read. */
static void count_line(GArray *weights, const UiRead *read) {
  for (guint i = 0; i < weights->len; i++) {
    UiLoopWeight *weight = &g_array_index(weights, UiLoopWeight, i);
    if (weight->data != read->data || strcmp(weight->text, read->text) != 0) continue;
    weight->lines++;
    return;
  }
  const UiLoopWeight first = {.data = read->data, .text = read->text, .lines = 1};
  g_array_append_val(weights, first);
}

/* Equations 1 to 5. */
static void weigh(GArray *weights, guint n_lines, double threshold) {
  double to_redistribute = 0, above = 0;
  for (guint i = 0; i < weights->len; i++) {
    UiLoopWeight *weight = &g_array_index(weights, UiLoopWeight, i);
    const double part = (double)weight->lines / n_lines;
    weight->raw = 1 - part * part;
    to_redistribute += 1 - weight->raw;
    if (weight->raw >= threshold) above += weight->raw;
  }
  for (guint i = 0; i < weights->len; i++) {
    UiLoopWeight *weight = &g_array_index(weights, UiLoopWeight, i);
    if (above > 0 && weight->raw >= threshold) weight->added = weight->raw / above * to_redistribute;
    weight->final = weight->raw + weight->added;
  }
}

GArray *ui_reads_loop_weights(const UiUsesFunction *function, guint32 loop, const UiReadsRules *rules) {
  GArray *weights = g_array_new(FALSE, FALSE, sizeof(UiLoopWeight));
  g_autoptr(GArray) lines = ui_uses_loop_lines(function, loop), reads = g_array_new(FALSE, FALSE, sizeof(UiRead));
  for (guint i = 0; i < lines->len; i++) {
    g_array_set_size(reads, 0);
    ui_reads_of_line(function, g_array_index(lines, unsigned, i), 1, rules, reads);
    for (guint k = 0; k < reads->len; k++) count_line(weights, &g_array_index(reads, UiRead, k));
  }
  weigh(weights, MAX(lines->len, 1), rules->threshold);
  return weights;
}

void ui_reads_compensate(UiRead *read, const GArray *loop_weights) {
  for (guint i = 0; i < loop_weights->len; i++) {
    const UiLoopWeight *weight = &g_array_index(loop_weights, UiLoopWeight, i);
    if (weight->data != read->data || strcmp(weight->text, read->text) != 0) continue;
    read->weight *= weight->final;
    return;
  }
}

bool ui_reads_normalise(GArray *reads) {
  double sum = 0;
  for (guint i = 0; i < reads->len; i++) sum += g_array_index(reads, UiRead, i).weight;
  for (guint i = 0; i < reads->len && sum > 0; i++) g_array_index(reads, UiRead, i).weight /= sum;
  return sum > 0;
}
