/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_reads.c: Equation 1 uses the reads of a source line. But the paper's table of weights contains all reads of the
 * loop, and the sum of these weights is the number of the loop's reads. This file follows the table.
 *
 * The paper multiplies the shares of a line by the final weights without normalisation, so three misses become 2.3
 * adjusted misses. attr_reads_normalise() keeps the sum of each line. */
#include "ui/attribute/attr_reads.h"

#include <string.h>

#include "ui/base/ui_search.h"

static const UsesAccess *access_at(const UsesFunction *function, guint i) {
  return &g_array_index(function->accesses, UsesAccess, i);
}

static bool is_before_line(gconstpointer access, gconstpointer line) {
  return ((const UsesAccess *)access)->line < *(const unsigned *)line;
}

/* Returns the index of the first access in that line or a later one. */
static guint first_of_line(const UsesFunction *function, unsigned line) {
  return UI_SEARCH(function->accesses, UsesAccess, is_before_line, &line);
}

static bool has_read(const GArray *reads, guint first, const UsesAccess *access) {
  for (guint i = first; i < reads->len; i++) {
    const AttrRead *read = &g_array_index(reads, AttrRead, i);
    if (read->data == access->data && strcmp(read->text, access->text) == 0) return true;
  }
  return false;
}

/* Appends the reads, or the writes, of a line. */
static void append_line(const UsesFunction *function, unsigned line, bool writes, double p, GArray *reads) {
  const guint before = reads->len;
  for (guint i = first_of_line(function, line); i < function->accesses->len; i++) {
    const UsesAccess *access = access_at(function, i);
    if (access->line != line) break;
    if (access->write != writes || access->spilled || has_read(reads, before, access)) continue;
    const AttrRead read = {function, access->data, access->text, line, 0, p};
    g_array_append_val(reads, read);
  }
}

guint attr_reads_of_line(const UsesFunction *function, unsigned line, double p, const AttrReadsRules *rules,
                         GArray *reads) {
  const guint before = reads->len;
  append_line(function, line, false, p, reads);
  if (rules->writes || reads->len == before) append_line(function, line, true, p, reads);
  return reads->len - before;
}

/* Returns whether the function of that name copies memory. C libraries have one function for all of these names. */
static bool copies(const char *name) {
  return strstr(name, "memcpy") != NULL || strstr(name, "memmove") != NULL || strstr(name, "mempcpy") != NULL;
}

/* Returns whether a symbol contains the name as a separate word, as "__strlen_avx2" contains "strlen". */
static bool has_word(const char *symbol, const char *name) {
  const size_t n = strlen(name);
  for (const char *at = symbol; n != 0 && (at = strstr(at, name)) != NULL; at++)
    if ((at == symbol || at[-1] == '_') && (at[n] == '\0' || strchr("_.@", at[n]) != NULL)) return true;
  return false;
}

/* Returns whether a call of the function `callee` can execute the code with that symbol. */
static bool may_be(const char *callee, const char *symbol) {
  return copies(symbol) ? copies(callee) : has_word(symbol, callee);
}

static bool has_data(const GArray *reads, guint first, guint32 data) {
  for (guint i = first; i < reads->len; i++)
    if (g_array_index(reads, AttrRead, i).data == data) return true;
  return false;
}

/* Appends the arguments of a call. (By machine code, an argument's register can still have an older value.) */
static void append_arguments(const UsesFunction *function, const UsesCall *call, double p, GArray *reads) {
  const guint first = reads->len;
  for (guint32 i = 0; i < call->n_arguments; i++) {
    const AttrRead read = {function, call->arguments[i], "", call->line, 0, p};
    if (read.data != USES_NONE && !has_data(reads, first, read.data)) g_array_append_val(reads, read);
  }
}

guint attr_reads_of_call(const UsesFunction *function, unsigned line, const char *symbol, double p, GArray *reads) {
  const guint before = reads->len;
  bool known = false;
  for (guint i = 0; i < function->calls->len; i++) {
    const UsesCall *call = &g_array_index(function->calls, UsesCall, i);
    known |= call->line == line && may_be(call->callee, symbol);
  }
  for (guint i = 0; i < function->calls->len; i++) {
    const UsesCall *call = &g_array_index(function->calls, UsesCall, i);
    if (call->line == line && (!known || may_be(call->callee, symbol))) append_arguments(function, call, p, reads);
  }
  return reads->len - before;
}

static bool is_before_address(gconstpointer instruction, gconstpointer address) {
  return ((const UsesInstruction *)instruction)->address < *(const guint64 *)address;
}

/* Returns the index of the first access by an instruction at that address or a later one. */
static guint first_at(const UsesFunction *function, guint64 address) {
  return UI_SEARCH(function->instructions, UsesInstruction, is_before_address, &address);
}

guint attr_reads_of_instruction(const UsesFunction *function, guint64 address, double p, GArray *reads) {
  const guint before = reads->len;
  for (guint i = first_at(function, address); i < function->instructions->len; i++) {
    const UsesInstruction *one = &g_array_index(function->instructions, UsesInstruction, i);
    if (one->address != address) break;
    const UsesAccess *access = access_at(function, one->access);
    if (has_read(reads, before, access)) continue;
    const AttrRead read = {function, access->data, access->text, access->line, address, p};
    g_array_append_val(reads, read);
  }
  return reads->len - before;
}

/* ---- loops ---- */

/* Counts a line that has a read. */
static void count_line(GArray *weights, const AttrRead *read) {
  for (guint i = 0; i < weights->len; i++) {
    AttrLoopWeight *weight = &g_array_index(weights, AttrLoopWeight, i);
    if (weight->data != read->data || strcmp(weight->text, read->text) != 0) continue;
    weight->lines++;
    return;
  }
  const AttrLoopWeight first = {.data = read->data, .text = read->text, .lines = 1};
  g_array_append_val(weights, first);
}

/* Equations 1 to 5. */
static void weigh(GArray *weights, guint n_lines, double threshold) {
  double to_redistribute = 0, above = 0;
  for (guint i = 0; i < weights->len; i++) {
    AttrLoopWeight *weight = &g_array_index(weights, AttrLoopWeight, i);
    const double part = (double)weight->lines / n_lines;
    weight->raw = 1 - part * part;
    to_redistribute += 1 - weight->raw;
    if (weight->raw >= threshold) above += weight->raw;
  }
  for (guint i = 0; i < weights->len; i++) {
    AttrLoopWeight *weight = &g_array_index(weights, AttrLoopWeight, i);
    if (above > 0 && weight->raw >= threshold) weight->added = weight->raw / above * to_redistribute;
    weight->final = weight->raw + weight->added;
  }
}

GArray *attr_reads_loop_weights(const UsesFunction *function, guint32 loop, const AttrReadsRules *rules) {
  GArray *weights = g_array_new(FALSE, FALSE, sizeof(AttrLoopWeight));
  g_autoptr(GArray) lines = uses_loop_lines(function, loop), reads = g_array_new(FALSE, FALSE, sizeof(AttrRead));
  for (guint i = 0; i < lines->len; i++) {
    g_array_set_size(reads, 0);
    attr_reads_of_line(function, g_array_index(lines, unsigned, i), 1, rules, reads);
    for (guint k = 0; k < reads->len; k++) count_line(weights, &g_array_index(reads, AttrRead, k));
  }
  weigh(weights, MAX(lines->len, 1), rules->threshold);
  return weights;
}

void attr_reads_compensate(AttrRead *read, const GArray *loop_weights) {
  for (guint i = 0; i < loop_weights->len; i++) {
    const AttrLoopWeight *weight = &g_array_index(loop_weights, AttrLoopWeight, i);
    if (weight->data != read->data || strcmp(weight->text, read->text) != 0) continue;
    read->weight *= weight->final;
    return;
  }
}

bool attr_reads_normalise(GArray *reads) {
  double sum = 0;
  for (guint i = 0; i < reads->len; i++) sum += g_array_index(reads, AttrRead, i).weight;
  for (guint i = 0; i < reads->len && sum > 0; i++) g_array_index(reads, AttrRead, i).weight /= sum;
  return sum > 0;
}
