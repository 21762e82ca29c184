/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_serial.c: The calling contexts form a tree for the main thread, and trees for the other threads. In the latter,
 * the outermost functions of the program are the tasks of the threads. The main thread shares its work with other
 * threads where it calls a task. All its other work is serial. */
#include "ui/advice/advice_serial.h"

#include <string.h>

#include "ui/advice/advice_text.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_user_lines.h"
#include "ui/view/view_loader.h"

enum { HARDLY = 100 /* a hundredth of the instructions */, NAMED = 3 /* functions */, GREAT = 20 /* a 20th */ };

/* The calling contexts of a profile. The arrays are indexed by context. A caller precedes the contexts that it calls. */
typedef struct {
  const Profile *profile;
  bool *main;      /* whether the context is of the main thread */
  bool *tasks;     /* whether the context is inside of a task */
  uint32_t *users; /* number of the innermost function of the program around the context + 1; 0: none */
  double *cycles;
} Tree;

/* The work of a task in all threads. */
typedef struct {
  bool is_task;
  uint64_t calls;
  double work; /* instructions, with those of called functions */
} Task;

static bool is_loader(const Profile *profile, const ProfileSegment *segment) {
  return view_loader_is(profile->objects[segment->object].path);
}

/* Sets the cycles, the function of the program, and the kind of thread of each context. */
static Tree make_tree(const Profile *profile) {
  const size_t n = profile->n_contexts + 1;
  Tree tree = {profile, g_new0(bool, n), g_new0(bool, n), g_new0(uint32_t, n), g_new0(double, n)};
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const ProfileContext *context = &profile->contexts[i];
    const ProfileSegment *segment = &profile->segments[context->segment];
    const uint64_t caller = context->caller;
    tree.main[i] = caller != 0 ? tree.main[caller - 1]
                               : is_loader(profile, segment) || strcmp(segment->name, "_start") == 0;
    tree.users[i] = !name_user_lines_is_library_segment(profile, segment) ? context->segment + 1
                    : caller != 0                                         ? tree.users[caller - 1]
                                                                          : 0;
    tree.cycles[i] = (double)context->instructions * profile_step(profile) / MACH_TICKS;
  }
  for (uint32_t c = 0; c < profile->n_context_cells; c++)
    tree.cycles[profile->context_cells[c].context] += (double)profile->context_cells[c].stall_cycles;
  return tree;
}

static void clear_tree(Tree *tree) {
  g_free(tree->main);
  g_free(tree->tasks);
  g_free(tree->users);
  g_free(tree->cycles);
}

/* Finds the tasks. Returns them by segment. The caller frees the array. */
static Task *find_tasks(const Tree *tree) {
  const Profile *profile = tree->profile;
  Task *tasks = g_new0(Task, profile->n_segments + 1);
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const uint64_t caller = profile->contexts[i].caller;
    if (!tree->main[i] && tree->users[i] != 0 && (caller == 0 || tree->users[caller - 1] == 0))
      tasks[tree->users[i] - 1].is_task = true;
  }
  return tasks;
}

/* Adds the work inside of tasks to the outermost task around it. */
static void add_tasks(Tree *tree, Task *tasks) {
  const Profile *profile = tree->profile;
  g_autofree uint32_t *outermost = g_new0(uint32_t, profile->n_contexts + 1);
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const ProfileContext *context = &profile->contexts[i];
    const bool inside = context->caller != 0 && tree->tasks[context->caller - 1];
    if (!inside && !tasks[context->segment].is_task) continue;
    tree->tasks[i] = true;
    outermost[i] = inside ? outermost[context->caller - 1] : context->segment;
    tasks[outermost[i]].work += (double)context->instructions;
    if (!inside) tasks[outermost[i]].calls += context->calls;
  }
}

static uint64_t least_calls(const Profile *profile, const Task *tasks) {
  uint64_t least = G_MAXUINT64;
  double all = 0;
  for (uint32_t s = 0; s < profile->n_segments; s++) all += tasks[s].work;
  for (uint32_t s = 0; s < profile->n_segments; s++)
    if (tasks[s].is_task && tasks[s].work * HARDLY >= all) least = MIN(least, tasks[s].calls);
  return least;
}

/* Adds the work of the main thread outside of the tasks. */
static void add_serial(const Tree *tree, AdviceSerial *serial) {
  const Profile *profile = tree->profile;
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const uint32_t own = profile->contexts[i].segment;
    serial->joins |= tree->main[i] && tree->tasks[i];
    if (!tree->main[i] || tree->tasks[i] || is_loader(profile, &profile->segments[own])) continue;
    serial->cycles += tree->cycles[i];
    serial->work += (double)profile->contexts[i].instructions;
    serial->of_segment[tree->users[i] != 0 ? tree->users[i] - 1 : own] += tree->cycles[i];
  }
}

AdviceSerial advice_serial(const Profile *profile) {
  AdviceSerial serial = {0};
  if (!profile->has_callers || profile->of_ranks) return serial;
  Tree tree = make_tree(profile);
  g_autofree Task *tasks = find_tasks(&tree);
  add_tasks(&tree, tasks);
  serial.least = least_calls(profile, tasks);
  serial.known = serial.least != G_MAXUINT64;
  serial.of_segment = g_new0(double, profile->n_segments + 1);
  if (serial.known) add_serial(&tree, &serial);
  clear_tree(&tree);
  return serial;
}

void advice_serial_clear(AdviceSerial *serial) { g_free(serial->of_segment); }

/* Returns the function with the most serial cycles that is not in `seen`. */
static uint32_t most_of(const Profile *profile, const AdviceSerial *serial, GHashTable *seen) {
  uint32_t most = 0;
  double cycles = -1;
  for (uint32_t s = 0; s < profile->n_segments; s++) {
    if (serial->of_segment[s] <= cycles || g_hash_table_contains(seen, GUINT_TO_POINTER(s))) continue;
    most = s;
    cycles = serial->of_segment[s];
  }
  return most;
}

char *advice_serial_functions(const Profile *profile, const AdviceSerial *serial) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  GString *list = g_string_new(NULL);
  while (serial->of_segment != NULL && g_hash_table_size(seen) < MIN(NAMED, profile->n_segments)) {
    const uint32_t most = most_of(profile, serial, seen);
    if (serial->of_segment[most] * GREAT < serial->cycles || serial->cycles <= 0) break;
    g_hash_table_add(seen, GUINT_TO_POINTER(most));
    g_autofree char *name = advice_function_name(profile, most);
    g_string_append_printf(list, "%s%s (%.1f%%)", list->len != 0 ? ", " : "", name,
                           100 * serial->of_segment[most] / serial->cycles);
  }
  return g_string_free(list, FALSE);
}
