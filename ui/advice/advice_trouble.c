/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_trouble.c: changes the cycles of bottlenecks: replaces latency by stall, and joins bottlenecks. */
#include "ui/advice/advice_trouble.h"

#include "ui/base/ui_text.h"

static gint compare_places(gconstpointer a, gconstpointer b) {
  const AdviceTroublePlace *x = a, *y = b;
  if (x->cycles != y->cycles) return x->cycles > y->cycles ? -1 : 1;
  if (x->latency != y->latency) return x->latency > y->latency ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

void advice_trouble_sort_places(AdviceTrouble *trouble) { g_array_sort(trouble->places, compare_places); }

static gint compare_parts(gconstpointer a, gconstpointer b) {
  const AdviceTroublePart *x = a, *y = b;
  if (x->count != y->count) return x->count > y->count ? -1 : 1;
  return x->group < y->group ? -1 : x->group > y->group;
}

void advice_trouble_sort_parts(GArray *parts) { g_array_sort(parts, compare_parts); }

static void scale_parts(GArray *parts, double factor) {
  for (guint i = 0; i < parts->len; i++) {
    AdviceTroublePart *part = &g_array_index(parts, AdviceTroublePart, i);
    part->count = (uint64_t)((double)part->count * factor);
  }
}

/* Multiplies `cycles` of the bottleneck, and all cycles that are parts of them, by a factor. */
static void scale_cycles(AdviceTrouble *trouble, double factor) {
  trouble->cycles *= factor;
  trouble->cold *= factor;
  trouble->elsewhere *= factor;
  trouble->replacement *= factor;
  trouble->copied *= factor;
  trouble->locked *= factor;
  scale_parts(trouble->datas, factor);
  scale_parts(trouble->codes, factor);
  for (guint i = 0; i < trouble->places->len; i++) {
    AdviceTroublePlace *place = &g_array_index(trouble->places, AdviceTroublePlace, i);
    place->cycles *= factor;
    place->replacement *= factor;
  }
}

static void wait_of_parts(GArray *parts) {
  for (guint i = 0; i < parts->len; i++) {
    AdviceTroublePart *part = &g_array_index(parts, AdviceTroublePart, i);
    part->count = part->stall;
  }
  advice_trouble_sort_parts(parts);
}

/* Returns the largest part of the latency for which processors wait: that of all misses, of the first references, or of
 * the replacement misses. The saved misses can be those for which they wait longest. */
static double most_waited(const AdviceTrouble *trouble) {
  const double all = ui_text_ratio(trouble->stall, trouble->cycles);
  return MAX(all, MAX(ui_text_ratio(trouble->waited.cold, trouble->cold),
                      ui_text_ratio(trouble->waited.replacement, trouble->replacement)));
}

double advice_trouble_wait(const AdviceContext *context, AdviceTrouble *trouble, double gain) {
  if (context->by_latency) {
    const double all = ui_text_ratio(trouble->stall, trouble->cycles);
    scale_cycles(trouble, all);
    return gain * all;
  }
  const double bound = MIN(gain * most_waited(trouble), trouble->stall);
  trouble->cycles = trouble->stall;
  trouble->cold = trouble->waited.cold;
  trouble->elsewhere = trouble->waited.elsewhere;
  trouble->replacement = trouble->waited.replacement;
  trouble->copied = trouble->waited.copied;
  trouble->locked = trouble->waited.locked;
  wait_of_parts(trouble->datas);
  wait_of_parts(trouble->codes);
  if (!trouble->by_code) trouble->code = g_array_index(trouble->codes, AdviceTroublePart, 0).group;
  for (guint i = 0; i < trouble->places->len; i++) {
    AdviceTroublePlace *place = &g_array_index(trouble->places, AdviceTroublePlace, i);
    place->cycles = place->stall;
    place->replacement = place->waited;
  }
  advice_trouble_sort_places(trouble);
  return bound;
}

/* Returns the index of the source line of `place` among the bottleneck's lines; their number: it is none of them. */
static guint find_place(const Profile *profile, const AdviceTrouble *trouble, uint32_t place) {
  const ProfilePlace *one = &profile->places[place];
  guint i = 0;
  for (; i < trouble->places->len; i++) {
    const ProfilePlace *other = &profile->places[advice_place(trouble, i)->place];
    if (one->file == other->file && one->segment == other->segment && one->line == other->line) break;
  }
  return i;
}

/* Adds the source lines of the bottleneck `other` to those of the bottleneck `one`. */
static void join_places(const Profile *profile, AdviceTrouble *one, const AdviceTrouble *other) {
  for (guint i = 0; i < other->places->len; i++) {
    const AdviceTroublePlace *from = advice_place(other, i);
    const guint number = find_place(profile, one, from->place);
    if (number == one->places->len) {
      g_array_append_vals(one->places, from, 1);
      continue;
    }
    AdviceTroublePlace *to = &g_array_index(one->places, AdviceTroublePlace, number);
    to->cycles += from->cycles;
    to->replacement += from->replacement;
    to->latency += from->latency;
    profile_counts_add(&to->counts, &from->counts);
  }
  advice_trouble_sort_places(one);
}

void advice_trouble_join(const AdviceContext *context, AdviceTrouble *one, const AdviceTrouble *other) {
  one->cycles += other->cycles;
  one->stall += other->stall;
  one->latency += other->latency;
  for (unsigned b = 0; b < PROFILE_BATCHES; b++) one->batches[b] += other->batches[b];
  one->misses += other->misses;
  one->cold += other->cold;
  one->replacement += other->replacement;
  one->allocation += other->allocation;
  profile_counts_add(&one->counts, &other->counts);
  join_places(context->view->profile, one, other);
}

static void scale_counts(ProfileCounts *counts, double factor) {
#define COUNT(symbol, name, ...) counts->name = (uint64_t)((double)counts->name * factor);
#include "coherence/coh_counts.def"
  counts->translation_cycles = (uint64_t)((double)counts->translation_cycles * factor);
}

double advice_trouble_move(AdviceTrouble *one, AdviceTrouble *other, double part) {
  const double moved = part * other->cycles, rest = 1 - part;
  one->cycles += moved;
  one->stall += moved;
  one->latency += part * other->latency;
  scale_cycles(other, rest);
  scale_counts(&other->counts, rest);
  other->stall *= rest;
  other->latency *= rest;
  other->misses *= rest;
  for (unsigned b = 0; b < PROFILE_BATCHES; b++) {
    one->batches[b] += part * other->batches[b];
    other->batches[b] *= rest;
  }
  return moved;
}
