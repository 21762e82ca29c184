/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_nodes.c: the rule of advice for data in the memory of other nodes. */
#include <string.h>

#include "machine/mach_config.h"
#include "ui/advice/advice_rule_code.h"
#include "ui/advice/advice_setup.h"
#include "ui/base/ui_text.h"

enum { NODES = 64, HARDLY = 20 /* at most a 20th */, ALMOST = 10 /* all but a tenth */ };

bool advice_is_remote(const AdviceLook *look) {
  look->cause->sure = ADVICE_SURE;
  look->cause->why = "the simulation knows where each page is";
  look->cause->gain = look->trouble->cycles;
  return true;
}

/* ---- who sets the data up ---- */

static bool is_of_data(const AdviceWords *words, const ProfileCell *cell) {
  const AdviceContext *context = words->context;
  return context->groups->of_column[view_column(context->view, cell->bin)] == words->trouble->data;
}

/* Returns whether the code `a` sets the data up, and not the code `b`. Code that sets data up stores to them. Code that
 * uses them later can have more first references, because each processor has a first reference to the same line. */
static bool is_earlier(const AdviceSetup *a, const AdviceSetup *b) {
  if (a->stores != b->stores) return a->stores > b->stores;
  return a->cold > b->cold;
}

AdviceSetup advice_setup(const AdviceWords *words) {
  const AdviceContext *context = words->context;
  const Profile *profile = context->view->profile;
  const guint n = context->groups->code->len;
  g_autofree AdviceSetup *setups = g_new0(AdviceSetup, n + 1); /* by code group */
  g_autofree uint64_t *most = g_new0(uint64_t, n + 1);
  uint32_t first = 0;
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const ProfileCell *cell = &profile->cells[c];
    if (!is_of_data(words, cell)) continue;
    const uint32_t code = context->groups->of_row[view_row(context->view, cell->place)];
    AdviceSetup *setup = &setups[code];
    setup->cold += cell->counts.cold;
    setup->stores += MIN(cell->counts.cold, cell->counts.write_misses);
    setup->misses += profile_counts_misses(&cell->counts);
    setup->remote += cell->counts.remote;
    if (cell->counts.cold > most[code]) {
      most[code] = cell->counts.cold;
      setup->place = cell->place;
    }
    if (is_earlier(setup, &setups[first])) first = code;
  }
  setups[first].code = first;
  return setups[first];
}

bool advice_setup_is_all(const AdviceWords *words, const AdviceSetup *setup) {
  const uint64_t lines = words->facts->touched / MAX(words->context->cache.line, 1);
  return lines != 0 && setup->cold >= lines - lines / ALMOST;
}

char *advice_setup_name(const AdviceWords *words, const AdviceSetup *setup) {
  const AdviceContext *context = words->context;
  g_autofree char *name = context->names != NULL ? name_table_user_place(context->names, setup->place)
                                                 : name_table_place(context->view->profile, setup->place);
  return ui_text_escaped(name);
}

static uint64_t number_of(const Profile *profile, const char *option) {
  const char *value = profile_option(profile, option);
  return value != NULL ? g_ascii_strtoull(value, NULL, 10) : 0;
}

/* Returns whether the pages of the data are on one node, according to the remote misses of the nodes: the processors of
 * one node have hardly any, while those of another node have some. */
static bool is_on_one_node(const AdviceWords *words) {
  const Profile *profile = words->context->view->profile;
  const uint64_t nodes = number_of(profile, "nodes"), processors = number_of(profile, "processors");
  uint64_t remote[NODES] = {0}, least = G_MAXUINT64;
  unsigned used = 0;
  if (profile->of_ranks || nodes < 2 || nodes > NODES || processors < nodes) return false;
  bool works[NODES] = {false};
  for (uint32_t p = 0; p < MIN(profile->n_processors, processors); p++) {
    const unsigned node = mach_node_of(&(mach_config){.nodes = (uint32_t)nodes, .processors = (uint32_t)processors}, p);
    remote[node] += profile->processors[p].counts.remote;
    works[node] |= profile->processors[p].busy_cycles != 0;
  }
  for (uint64_t n = 0; n < nodes; n++) {
    if (works[n]) least = MIN(least, remote[n]);
    used += works[n];
  }
  return used > 1 && least * used * HARDLY <= words->counts->remote;
}

/* Reports that the pages of the data are on the node that used them first, and which code used almost all of them
 * first. */
static void say_first_touch(const AdviceWords *words) {
  const AdviceSetup setup = advice_setup(words);
  advice_say(words, " Its pages are where they were used first.");
  if (!advice_setup_is_all(words, &setup) || setup.remote > setup.misses / HARDLY) return;
  if (!is_on_one_node(words)) return;
  g_autofree char *printable = advice_setup_name(words, &setup);
  advice_say(words, " Almost all of it was used first by one node, in %s.", printable);
  advice_say_remedy(words,
                    " Here, one thread, or the threads of one node, set it up. Let each thread set up the part that it "
                    "uses later, for example in a parallel loop with the same division of the elements.");
}

/* ---- the finding ---- */

void advice_explain_remote(const AdviceWords *words) {
  const char *placement = profile_option(words->context->view->profile, "placement");
  advice_say(words, "%.1f%% of the misses on %s go to the memory of another node, and wait longer for it.",
             advice_say_percent((double)words->counts->remote, advice_say_misses(words)), words->data);
  if (placement != NULL && strcmp(placement, "first-touch") == 0)
    say_first_touch(words);
  else if (placement != NULL && strcmp(placement, "round-robin") == 0)
    advice_say(words, " Pages are dealt out to the nodes in turn (--placement=round-robin).");
  advice_say_figure(words, "remote misses", (double)words->counts->remote, ADVICE_FIGURE_COUNT);
  advice_say_figure(words, "local misses", (double)words->counts->local, ADVICE_FIGURE_COUNT);
  advice_say_figure(words, "cycles that a remote miss waits longer", words->context->latencies.remote,
                    ADVICE_FIGURE_CYCLES);
}
