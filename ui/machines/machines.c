/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/machines/machines.h"

#include <string.h>

#include "machine/mach_host.h"
#include "ui/base/ui_fail.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"
#include "ui/replay/replay_machine.h"

static void clear_machine(void *machine) { g_free(((MachinesRow *)machine)->source); }

/* Appends the description of a cache. `by` explains the number n: "cores share one", "of them". */
static void append_cache(GString *out, const char *name, const mach_geometry *cache, uint32_t n, const char *by) {
  if (cache->size == 0) return;
  g_string_append_printf(out, ", %s of ", name);
  ui_text_append_bytes(out, cache->size);
  g_string_append_printf(out, ", %u-way", cache->ways);
  if (n > 1) g_string_append_printf(out, " (%u %s)", n, by);
}

/* Appends which values the files in /sys do not contain, and the values that are assumed instead. */
static void append_missing(GString *out, const mach_host *host) {
  if (host->no_ways) g_string_append_printf(out, "; not all ways are reported: %u assumed", MACH_HOST_WAYS);
  if (host->no_line) g_string_append_printf(out, "; not all line sizes are reported: %u bytes assumed", MACH_HOST_LINE);
  if (host->no_sharing) g_string_append(out, "; which threads share a cache is not reported: none assumed");
  if (host->split_l2) g_string_append(out, "; the separate L2 for instructions is not simulated");
}

/* Appends where the latencies and the protocol come from. */
static void append_origin(GString *out, const char *measured) {
  if (measured == NULL) {
    g_string_append(out, "latencies and protocol are those of the default preset");
    return;
  }
  g_autofree char *printable = ui_text_escaped(measured);
  g_string_append_printf(out, "latencies are those of %s", printable);
}

/* Returns a description of the detected host. `measured`: name of the file with the host's measurements, or NULL. The
 * caller frees the text. */
static char *describe_host(const mach_host *host, const char *measured) {
  GString *out = g_string_new(NULL);
  if (host->threads == 0) {
    g_string_append(out, "this computer's caches, by cpuid; ");
    append_origin(out, measured);
    return g_string_free(out, FALSE);
  }
  g_string_append_printf(out, "%u hardware thread%s, %u core%s", host->threads, host->threads == 1 ? "" : "s",
                         host->cores, host->cores == 1 ? "" : "s");
  if (host->alike < host->cores)
    g_string_append_printf(out, ", of which %u %s (the fastest, or those with the largest caches)", host->alike,
                           host->alike == 1 ? "is simulated" : "are simulated");
  if (host->machine.processors < host->alike)
    g_string_append_printf(out, ", of which %u are simulated", host->machine.processors);
  append_cache(out, "L2", &host->l2, host->l2_cores, "cores share one");
  append_cache(out, "last level", &host->ll, host->last_levels, "of them");
  if (host->memory_nodes > 1) g_string_append_printf(out, ", %u nodes of memory", host->memory_nodes);
  append_missing(out, host);
  g_string_append(out, "; ");
  append_origin(out, measured);
  return g_string_free(out, FALSE);
}

static bool fail_sys(const char *sys, GError **error) {
  g_autofree char *printable = ui_text_escaped(sys);
  return ui_fail_option(error,
                        "%s/devices/system/cpu does not report the size of a first-level data cache, so the caches of "
                        "that computer are not known",
                        printable);
}

static bool add_host(GArray *machines, const char *sys, GError **error) {
  mach_host host;
  if (!mach_host_describe(sys != NULL ? sys : MACH_HOST_SYS, replay_machine_read_file, &host))
    return sys != NULL ? fail_sys(sys, error) : ui_fail_option(error, "this computer does not report its caches");
  const char *measured = sys == NULL ? replay_machine_host_file() : NULL;
  if (measured != NULL && !replay_machine_measured(&host.machine, measured, error)) return false;
  g_array_append_val(machines, ((MachinesRow){MACH_HOST_NAME, describe_host(&host, measured), host.machine}));
  return true;
}

static void add_preset(GArray *machines, unsigned number) {
  MachinesRow machine = {.name = mach_preset_name(number), .source = g_strdup(mach_preset_source(number))};
  (void)mach_preset_find(machine.name, &machine.config);
  g_array_append_val(machines, machine);
}

static bool fail_unknown(const char *name, GError **error) {
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  ui_nearest_offer(&nearest, MACH_HOST_NAME);
  for (unsigned i = 0; mach_preset_name(i) != NULL; i++) ui_nearest_offer(&nearest, mach_preset_name(i));
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(name);
  if (near == NULL) return ui_fail_option(error, "there is no machine '%s'; memspy machines lists all", printable);
  return ui_fail_option(error, "there is no machine '%s'; the nearest is '%s'", printable, near);
}

static bool add_named(GArray *machines, const char *name, GError **error) {
  unsigned number = 0;
  while (mach_preset_name(number) != NULL && strcmp(mach_preset_name(number), name) != 0) number++;
  if (mach_preset_name(number) == NULL) return fail_unknown(name, error);
  add_preset(machines, number);
  return true;
}

GArray *machines_new(unsigned n, char *const *names, const char *sys, GError **error) {
  g_autoptr(GArray) machines = g_array_new(FALSE, FALSE, sizeof(MachinesRow));
  g_array_set_clear_func(machines, clear_machine);
  for (unsigned i = 0; n == 0 && mach_preset_name(i) != NULL; i++) add_preset(machines, i);
  for (unsigned i = 0; i < n; i++) {
    const bool host = strcmp(names[i], MACH_HOST_NAME) == 0;
    if (host ? !add_host(machines, sys, error) : !add_named(machines, names[i], error)) return NULL;
  }
  return g_steal_pointer(&machines);
}
