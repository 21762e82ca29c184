/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_balance.c: the rules about the division of the work between processors:
 *
 *   load imbalance       Among processors that ran equally many threads, the busiest one has at least UNEVEN times
 *                        their mean busy cycles. Processors with less than 1 / IDLE of the instructions of another one
 *                        are not compared. The cycles of the finding are the sum of the differences between the
 *                        busiest processor and each of the others, and must be at least the time of MATTERS
 *                        instructions. Cycles of the dynamic linker do not count, because they precede all other
 *                        threads. Neither does the work that only the main thread does. If the functions of the threads
 *                        are unknown, the processors of main threads are compared with each other only.
 *   one thread alone     The work that only the main thread does takes at least 1 / QUARTER of the run and the time of
 *                        MATTERS instructions. At least two processors share other work, and the busy cycles of this
 *                        other work are at least 1 / QUARTER of the cycles of the main thread alone. The cycles of the
 *                        finding do not contain the stall of the main thread, because other findings explain it. */
#include "ui/advice/advice_balance.h"

#include "ui/advice/advice_rules.h"
#include "ui/advice/advice_serial.h"
#include "ui/advice/advice_start.h"
#include "ui/base/ui_text.h"
#include "ui/view/view_ranks.h"

enum { IDLE = 100, MATTERS = 10000000 /* instructions */, QUARTER = 4 };
#define UNEVEN 1.25

/* The work of a processor that can be compared with that of others. */
typedef struct {
  uint64_t threads;
  bool apart; /* whether the processor is only compared with other processors of main threads */
  double busy, instructions;
} Work;

static double least_cycles(const Profile *profile) { return (double)MATTERS * profile_step(profile) / MACH_TICKS; }

/* Returns the work of each processor, without the dynamic linker and without the serial work of the main thread. The
 * caller frees the array. */
static Work *make_works(const Profile *profile, const AdviceSerial *serial) {
  Work *works = g_new0(Work, profile->n_processors + 1);
  g_autofree double *start = advice_start_cycles(profile);
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    const ProfileProcessor *processor = &profile->processors[p];
    const bool main = view_ranks_processor(profile, p) == 0, away = main && serial->known && !serial->joins;
    const double busy = (double)processor->busy_cycles - start[p] - (main ? serial->cycles : 0);
    const double work = (double)processor->instructions - (main ? serial->work : 0);
    works[p] = (Work){processor->threads, main && !serial->known, away ? 0 : MAX(busy, 0), away ? 0 : MAX(work, 0)};
  }
  return works;
}

/* The sums of the busy cycles of several processors. */
typedef struct {
  double sum, most, work; /* work: instructions that all of these processors executed */
  uint32_t busiest, used;
} Load;

static bool is_comparable(const Work *a, const Work *b) { return a->threads == b->threads && a->apart == b->apart; }

/* Sums up the load of the processors that are comparable with one of them. Processors that executed less than a part
 * (IDLE) of the instructions of another one do not count: their threads can be helpers that wait for events, such as
 * those of MPI. */
static Load load_of(const Profile *profile, const Work *works, const Work *one) {
  Load load = {0};
  double most = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++)
    if (is_comparable(&works[p], one)) most = MAX(most, works[p].instructions);
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    if (!is_comparable(&works[p], one) || works[p].instructions <= most / IDLE) continue;
    load.sum += works[p].busy;
    load.work += works[p].instructions;
    load.used++;
    if (works[p].busy <= load.most) continue;
    load.most = works[p].busy;
    load.busiest = p;
  }
  return load;
}

/* Returns whether the load is uneven and the difference is significant. The numbers of instructions must be uneven,
 * too, because equal amounts of work can have different stalls, for example due to sharing. */
static bool is_uneven(const Profile *profile, const Work *works, const Load *load) {
  const double work = works[load->busiest].instructions;
  return load->used > 1 && load->most * load->used >= UNEVEN * load->sum && work * load->used >= UNEVEN * load->work &&
         load->most * load->used - load->sum >= least_cycles(profile);
}

/* Returns the most uneven load among comparable processors. (Processors with different numbers of threads do different
 * amounts of work, even if all threads do the same amount.) If a function was started by fewer threads than there are
 * such processors, different processors have different tasks, and are not comparable either. */
static Load uneven_load(const Profile *profile, const Work *works, const AdviceSerial *serial) {
  Load worst = {0};
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    const Load load = load_of(profile, works, &works[p]);
    if (works[p].threads == 0 || (serial->known && serial->least < load.used)) continue;
    if (is_uneven(profile, works, &load) && load.most * load.used - load.sum > worst.most * worst.used - worst.sum)
      worst = load;
  }
  return worst;
}

static AdviceFinding *imbalance(const Profile *profile, const Work *works, const AdviceSerial *serial) {
  const Load load = uneven_load(profile, works, serial);
  const double sum = load.sum, most = load.most;
  const uint32_t busiest = load.busiest, used = load.used;
  if (used == 0) return NULL;
  AdviceFinding *advice = advice_finding_new(ADVICE_RULE_IMBALANCE, most * used - sum);
  GString *finding = g_string_new(NULL);
  advice->is_stall = false;
  g_string_printf(finding, "Processor %u is busy for ", busiest);
  view_estimate_append(finding, profile, most);
  g_string_append(finding, " cycles, the mean of the processors with as many threads is ");
  view_estimate_append(finding, profile, sum / used);
  g_string_append(finding, ".");
  advice->finding = g_string_free(finding, FALSE);
  advice->remedy = g_strdup(advice->rule->remedy);
  advice_figure(advice->figures, "imbalance (most busy cycles over their mean)", most * used / sum,
                ADVICE_FIGURE_RATIO);
  advice_figure(advice->figures, "cycles that the other processors have less to do", advice->cycles,
                ADVICE_FIGURE_CYCLES);
  return advice;
}

/* The time in which only the main thread works. */
typedef struct {
  double alone;  /* upper bound of this time, in cycles */
  double run;    /* cycles of the run */
  double shared; /* busy cycles of the work that is not serial */
  uint32_t team; /* number of processors that share this work */
} Alone;

/* Returns the time in which only the main thread works: at most its serial work, and at most the time in which the
 * busiest other processor is idle. */
static Alone time_alone(const Profile *profile, const Work *works, const AdviceSerial *serial) {
  Alone time = {0};
  double most = 0, busiest = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    most = MAX(most, works[p].instructions);
    time.run = MAX(time.run, (double)profile->processors[p].cycles);
    if (p != 0) busiest = MAX(busiest, works[p].busy);
  }
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    if (works[p].instructions <= most / IDLE) continue;
    time.shared += works[p].busy;
    time.team++;
  }
  time.alone = MIN(serial->cycles, MAX(time.run - busiest, 0));
  return time;
}

static AdviceFinding *one_alone(const Profile *profile, const Work *works, const AdviceSerial *serial) {
  const Alone time = time_alone(profile, works, serial);
  const double steps = serial->work * profile_step(profile) / MACH_TICKS;
  if (!serial->known || time.team < 2 || time.alone < least_cycles(profile)) return NULL;
  if (time.alone * QUARTER < time.run || time.shared * QUARTER < time.alone) return NULL;
  AdviceFinding *advice = advice_finding_new(ADVICE_RULE_ALONE, time.alone * ui_text_ratio(steps, serial->cycles));
  GString *finding = g_string_new("For up to ");
  g_autofree char *functions = advice_serial_functions(profile, serial);
  advice->is_stall = false;
  view_estimate_append(finding, profile, time.alone);
  g_string_append(finding, " of the ");
  view_estimate_append(finding, profile, time.run);
  g_string_append(finding, " cycles of the run, only the main thread works; ");
  view_estimate_append(finding, profile, advice->cycles);
  g_string_append(finding, " of them are not stall.");
  if (*functions != '\0')
    g_string_append_printf(finding, " Most of the work that it does not share with other threads is in %s.", functions);
  advice->finding = g_string_free(finding, FALSE);
  advice->remedy = g_strdup(advice->rule->remedy);
  advice_figure(advice->figures, "cycles of the main thread alone, without stall", advice->cycles,
                ADVICE_FIGURE_CYCLES);
  advice_figure(advice->figures, "part of the run in which only the main thread works",
                100 * ui_text_ratio(time.alone, time.run), ADVICE_FIGURE_PERCENT);
  advice_figure(advice->figures, "processors that share the other work", time.team, ADVICE_FIGURE_COUNT);
  return advice;
}

void advice_balance(const Profile *profile, GPtrArray *findings) {
  AdviceSerial serial = advice_serial(profile);
  g_autofree Work *works = make_works(profile, &serial);
  AdviceFinding *const found[] = {imbalance(profile, works, &serial), one_alone(profile, works, &serial)};
  for (size_t i = 0; i < G_N_ELEMENTS(found); i++)
    if (found[i] != NULL) g_ptr_array_add(findings, found[i]);
  advice_serial_clear(&serial);
}
