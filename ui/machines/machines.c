/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/machines/machines.h"

#include <string.h>

#include "machine/mach_host.h"
#include "plat/plat.h"
#include "ui/base/ui_fail.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"
#include "ui/replay/replay_machine.h"

enum { SYS_MOST = 1 << 20 /* maximum size of a file of /sys, in bytes */ };

static void clear_machine(void *machine) { g_free(((MachinesRow *)machine)->source); }

/* Appends the description of a cache. `by` explains the number n: "cores share one", "of them". */
static void append_cache(GString *out, const char *name, const mach_geometry *cache, uint32_t n, const char *by) {
  if (cache->size == 0) return;
  g_string_append_printf(out, ", %s of ", name);
  ui_text_append_bytes(out, cache->size);
  g_string_append_printf(out, ", %u-way", cache->ways);
  if (n > 1) g_string_append_printf(out, " (%u %s)", n, by);
}

/* Appends the notes on a host: values that the files in /sys do not contain, the values that MemSpy assumes for them,
 * and properties of the host that MemSpy does not simulate. */
static void append_notes(GString *out, const mach_host *host) {
#define TEXT(symbol, text) (text),
  static const char *const notes[] = {MACH_HOST_NOTE_LIST(TEXT)};
  for (unsigned i = 0; i < MACH_NOTES; i++)
    if (host->notes >> i & 1) g_string_append_printf(out, "; %s", notes[i]);
}

/* Appends how many cores are not simulated, and the reasons. */
static void append_left_out(GString *out, const mach_host *host) {
  static const char *const reasons[] = {MACH_HOST_REASON_LIST(TEXT)};
#undef TEXT
  const char *before = " (not simulated: ";
  for (unsigned i = 0; i < MACH_REASONS; i++) {
    if (host->left_out[i].cores == 0) continue;
    g_string_append_printf(out, "%s%u %s", before, host->left_out[i].cores, reasons[i]);
    before = ", ";
    if (i < MACH_REASON_D1 || host->left_out[i].best == 0) continue;
    g_string_append(out, " of ");
    ui_text_append_bytes(out, host->left_out[i].best);
  }
  g_string_append_c(out, ')');
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
  const uint32_t simulated = host->machine.processors;
  if (simulated < host->cores)
    g_string_append_printf(out, ", of which %u %s simulated", simulated, simulated == 1 ? "is" : "are");
  if (host->alike < host->cores) append_left_out(out, host);
  append_cache(out, "L2", &host->l2, host->l2_cores, "cores share one");
  append_cache(out, "last level", &host->ll, host->last_levels, "of them");
  if (host->memory_nodes > 1) g_string_append_printf(out, ", %u nodes of memory", host->memory_nodes);
  append_notes(out, host);
  g_string_append(out, "; ");
  append_origin(out, measured);
  return g_string_free(out, FALSE);
}

static bool fail_sys(const char *sys, uint32_t threads, GError **error) {
  g_autofree char *printable = ui_text_escaped(sys);
  return ui_fail_option(error,
                        "%s/devices/system/cpu does not report the size of a first-level data cache (it reports %u "
                        "hardware thread%s), so the caches of that computer are not known",
                        printable, threads, threads == 1 ? "" : "s");
}

static bool is_any(const char *first, size_t n) {
  (void)first, (void)n;
  return true;
}

/* The mach_file_reader for /sys. In some copies of /sys, a zero byte and other bytes follow the text of a file. */
static char *read_sys(const char *name, const char **wrong) {
  static const UiInputKind kind = {is_any, "", SYS_MOST};
  g_autoptr(GError) error = NULL;
  gsize n;
  g_autofree char *text = ui_input_read(name, &kind, &n, &error);
  *wrong = "the file cannot be read";
  if (text == NULL) return NULL;
  char *copy = plat_alloc(strlen(text) + 1);
  return strcpy(copy, text);
}

static bool add_host(GArray *machines, const char *sys, GError **error) {
  mach_host host;
  if (!mach_host_describe(sys != NULL ? sys : MACH_HOST_SYS, read_sys, &host))
    return sys != NULL ? fail_sys(sys, host.threads, error)
                       : ui_fail_option(error, "this computer does not report its caches");
  const char *measured = sys == NULL ? replay_machine_host_file() : NULL;
  MachinesRow machine = {.name = MACH_HOST_NAME};
  if (!replay_machine_of_host(&host.machine, measured, true, &machine.config, error) ||
      !replay_machine_of_host(&host.machine, measured, false, &machine.window, error))
    return false;
  machine.processor = machine.window.processor;
  machine.source = describe_host(&host, measured);
  g_array_append_val(machines, machine);
  return true;
}

static void add_preset(GArray *machines, unsigned number) {
  MachinesRow machine = {.name = mach_preset_name(number), .source = g_strdup(mach_preset_source(number))};
  (void)mach_preset_find(machine.name, &machine.config);
  (void)mach_preset_find_window(machine.name, &machine.window);
  machine.processor = mach_preset_processor(machine.name);
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
