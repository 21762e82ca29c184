/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_candidates.h"

/* Maximum number of instructions at each distance. Further instructions are ignored, because many branches can lead to
 * the label of a computed jump. */
enum { WAYS_BACK = 256 };

static void add_candidate(GArray *candidates, const UsesFunction *function, unsigned line, guint64 address, double p) {
  const AttrCandidate candidate = {function, NULL, line, address, p};
  if (p > 0) g_array_append_val(candidates, candidate);
}

/* Sets the functions by machine code (AttrCandidate.code) of candidates that are instructions. */
static void add_code(const AttrInput *input, const SamplesFrame *frame, GArray *candidates) {
  const SamplesObject *object = attr_object(input, frame);
  for (guint i = 0; i < candidates->len; i++) {
    AttrCandidate *one = &g_array_index(candidates, AttrCandidate, i);
    unsigned line;
    one->code = uses_at(input->code, object->path, object->build_id, one->address, &line);
  }
}

/* Adds the line and the lines with code before it as candidates. */
static void add_lines(const AttrSkid *skid, const UsesFunction *function, unsigned line, GArray *candidates) {
  const GArray *lines = function->lines;
  guint before = 0; /* number of lines before it */
  while (before < lines->len && g_array_index(lines, unsigned, before) < line) before++;
  add_candidate(candidates, function, line, 0, skid->of[0]);
  for (guint d = 1; d < skid->n && d <= before; d++)
    add_candidate(candidates, function, g_array_index(lines, unsigned, before - d), 0, skid->of[d]);
}

/* Adds the instruction and the instructions before it in the control flow as candidates. */
static void add_instructions(const AttrInput *input, const SamplesFrame *frame, const UsesFunction *function,
                             unsigned line, GArray *candidates) {
  const AttrSkid *skid = input->options->skid;
  const SamplesObject *object = attr_object(input, frame);
  const guint most = skid->n * WAYS_BACK;
  g_autofree UsesBefore *before = g_new(UsesBefore, most);
  const guint n = uses_before(input->uses, object->path, object->build_id, frame->address, skid->n - 1, most, before);
  add_candidate(candidates, function, line, frame->address, skid->of[0]);
  for (guint i = 0; i < n; i++) {
    unsigned at;
    const UsesFunction *of = attr_function(input, frame, before[i].address, &at);
    if (of != NULL)
      add_candidate(candidates, of, at, before[i].address, skid->of[before[i].distance] * before[i].share);
  }
}

static guint hash_of(gconstpointer candidate) {
  const AttrCandidate *one = candidate;
  return g_direct_hash(one->function) ^ one->line * 31 ^ g_int64_hash(&one->address);
}

static gboolean is_same(gconstpointer candidate, gconstpointer other) {
  const AttrCandidate *a = candidate, *b = other;
  return a->function == b->function && a->line == b->line && a->address == b->address;
}

/* Joins equal candidates. */
static void join(GArray *candidates) {
  GHashTable *seen = g_hash_table_new(hash_of, is_same);
  guint n = 0;
  for (guint i = 0; i < candidates->len; i++) {
    AttrCandidate *to = &g_array_index(candidates, AttrCandidate, n),
                  from = g_array_index(candidates, AttrCandidate, i);
    AttrCandidate *known = g_hash_table_lookup(seen, &from);
    if (known != NULL) {
      known->p += from.p;
      continue;
    }
    *to = from;
    g_hash_table_add(seen, to);
    n++;
  }
  g_hash_table_destroy(seen);
  g_array_set_size(candidates, n);
}

/* Replaces the instructions by their source lines. */
static void forget_instructions(GArray *candidates) {
  for (guint i = 0; i < candidates->len; i++) g_array_index(candidates, AttrCandidate, i).address = 0;
}

GArray *attr_candidates(const AttrInput *input, const SamplesFrame *frame) {
  GArray *candidates = g_array_new(FALSE, FALSE, sizeof(AttrCandidate));
  const unsigned steps = input->options->steps;
  const bool by_instruction = (steps & ATTR_STEP_INSTRUCTION) != 0;
  unsigned line;
  const UsesFunction *function = attr_function(input, frame, frame->address, &line);
  if (function == NULL) return candidates;
  if ((steps & ATTR_STEP_SKID) == 0)
    add_candidate(candidates, function, line, by_instruction ? frame->address : 0, 1);
  else if (!by_instruction && !input->options->skid_of_instructions)
    add_lines(input->options->skid, function, line, candidates);
  else
    add_instructions(input, frame, function, line, candidates);
  if (!by_instruction) forget_instructions(candidates);
  join(candidates);
  if (by_instruction) add_code(input, frame, candidates);
  return candidates;
}
