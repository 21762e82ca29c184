/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_perf_program.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/base/ui_child.h"
#include "ui/base/ui_error.h"

/* The alternative without perf. */
#define INSTEAD "memspy run --samples=D1:1000 -- PROGRAM takes samples from a simulated counter"

bool samples_perf_program_wrote(const char *path) {
  char magic[8];
  struct stat about;
  if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
  FILE *file = fopen(path, "rbe");
  const bool whole = file != NULL && fread(magic, 1, sizeof magic, file) == sizeof magic;
  if (file != NULL) fclose(file);
  return whole && (memcmp(magic, "PERFILE2", sizeof magic) == 0 || memcmp(magic, "2ELIFREP", sizeof magic) == 0);
}

static char *find_perf(GError **error) {
  char *perf = g_find_program_in_path("perf");
  if (perf == NULL)
    g_set_error(
        error, SAMPLES_ERROR, SAMPLES_ERROR_READ,
        "the program perf is not installed (package linux-perf on Debian); on a computer with perf, perf script > FILE "
        "writes text that memspy samples import reads; " INSTEAD);
  return perf;
}

/* ---- reading ---- */

/* Runs perf and returns its output; NULL: it could not run, and *error is set. The caller owns the text. */
static char *output_of(const char *const *args, GError **error) {
  char *text = NULL;
  return g_spawn_sync(NULL, (char **)args, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &text, NULL, NULL, error)
             ? text
             : NULL;
}

static bool take_list(SamplesPerfImport *import, const char *perf, const char *path, GError **error) {
  const char *const args[] = {perf, "buildid-list", "-i", path, NULL};
  g_autofree char *text = output_of(args, error);
  return text != NULL && samples_perf_import_list(import, path, text, error);
}

/* ---- fields ---- */

/* The fields that the import reads if all events have them, with their names in perf's list of attributes. */
static const struct {
  const char *attribute, *field;
} optional[] = {{"PERIOD", "period"},
                {"ADDR", "addr"},
                {"DATA_SRC", "data_src"},
                {"WEIGHT", "weight"},
                {"WEIGHT_STRUCT", "weight"}};

static bool has_attribute(const char *types, const char *attribute) {
  g_auto(GStrv) words = g_strsplit(types, "|", -1);
  return g_strv_contains((const char *const *)words, attribute);
}

/* Returns the text after `name` in a list of attributes, up to a comma or blank; NULL: none. Owned by the caller. */
static char *attribute_of(const char *line, const char *name) {
  const char *found = strstr(line, name);
  if (found == NULL) return NULL;
  found += strlen(name);
  return g_strndup(found, strcspn(found, ", "));
}

/* Reads the attributes of the events of a file: "cycles:u: type: 0, ..., { sample_period, sample_freq }: 4000,
 * sample_type: IP|TID|TIME, ..., freq: 1, ...". Returns false if there is no event. */
static bool read_attributes(SamplesPerfImport *import, const char *text, bool *has) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  bool any = false;
  for (guint i = 0; i < G_N_ELEMENTS(optional); i++) has[i] = true;
  for (char **line = lines; *line != NULL; line++) {
    g_autofree char *types = attribute_of(*line, "sample_type: ");
    g_autofree char *period = attribute_of(*line, "sample_freq }: ");
    const char *colon = types != NULL ? strstr(*line, ": ") : NULL;
    if (colon == NULL) continue;
    any = true;
    for (guint i = 0; i < G_N_ELEMENTS(optional); i++) has[i] &= has_attribute(types, optional[i].attribute);
    g_autofree char *event = g_strndup(*line, (gsize)(colon - *line));
    if (period != NULL && strstr(*line, "freq: 1") == NULL)
      samples_perf_import_period(import, event, g_ascii_strtoull(period, NULL, 10));
  }
  return any;
}

/* Returns the list of fields to print, and sets their layout. Owned by the caller. */
static char *choose_fields(SamplesPerfImport *import, const char *perf, const char *path, SamplesPerfLayout *layout,
                           GError **error) {
  const char *const args[] = {perf, "evlist", "-v", "-i", path, NULL};
  bool has[G_N_ELEMENTS(optional)];
  g_autofree char *text = output_of(args, error);
  if (text == NULL) return NULL;
  *layout = samples_perf_fields_default;
  if (!read_attributes(import, text, has)) return g_strdup("+pid,+tid,-time,-cpu,-trace,+symoff");
  GString *fields = g_string_new("comm,pid,tid,event,ip,sym,symoff,dso");
  for (guint i = 0; i < G_N_ELEMENTS(optional); i++)
    if (has[i]) g_string_append_printf(fields, ",%s", optional[i].field);
  if (samples_perf_import_has_allocations(import)) g_string_append(fields, ",time");
  if (samples_perf_fields_parse(fields->str, layout, error)) return g_string_free(fields, FALSE);
  g_string_free(fields, TRUE);
  return NULL;
}

/* Waits for the end of perf, whose output has been read. */
static bool ended_well(GPid pid, const char *path, GError **error) {
  int status;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
         ui_error_set(error, SAMPLES_ERROR, SAMPLES_ERROR_READ, "%s: perf script could not read the file", path);
}

bool samples_perf_program_read(SamplesPerfImport *import, const char *path, const char *symfs, GError **error) {
  g_autofree char *perf = find_perf(error);
  SamplesPerfLayout layout;
  if (perf == NULL || !take_list(import, perf, path, error)) return false;
  g_autofree char *fields = choose_fields(import, perf, path, &layout, error);
  if (fields == NULL) return false;
  const char *const args[] = {perf,
                              "script",
                              "-i",
                              path,
                              "-F",
                              fields,
                              "--show-mmap-events",
                              "--show-task-events",
                              "--no-inline",
                              "--no-demangle",
                              "--ns",
                              symfs != NULL ? "--symfs" : NULL,
                              symfs,
                              NULL};
  GPid pid;
  int output;
  if (!g_spawn_async_with_pipes(NULL, (char **)args, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL, &output,
                                NULL, error))
    return false;
  const bool good = samples_perf_import_text(import, path, output, &layout, error);
  return ended_well(pid, path, good ? error : NULL) && good;
}

/* ---- recording ---- */

/* Returns 0, or the errno with which the kernel refuses to count an event of this process. */
static int kernel_refuses(guint32 type, guint64 config) {
  struct perf_event_attr attr = {.type = type,
                                 .size = sizeof attr,
                                 .config = config,
                                 .exclude_kernel = 1,
                                 .disabled = 1};
  const long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
  if (fd < 0) return errno;
  close((int)fd);
  return 0;
}

/* Returns the reason for which nothing can be recorded, with a remedy; NULL: unknown. */
static const char *why_not(void) {
  switch (kernel_refuses(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK)) {
    case 0: break;
    case EACCES:
    case EPERM:
      return "the kernel refuses it (/proc/sys/kernel/perf_event_paranoid, or a container): the administrator can set "
             "that file to 2 or less; " INSTEAD;
    default: return "this kernel has no performance events, or a container hides them; " INSTEAD;
  }
  if (kernel_refuses(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES) == 0) return NULL;
  return "this computer, like most virtual machines, has no hardware counter of cache misses; -e cpu-clock samples by "
         "time instead; " INSTEAD;
}

static bool fail_to_record(const char *event, int status, GError **error) {
  const char *reason = why_not();
  return ui_error_set(error, SAMPLES_ERROR, SAMPLES_ERROR_READ,
                      "perf record (event %s) ended with status %d and recorded nothing%s%s", event, status,
                      reason != NULL ? ": " : "", reason != NULL ? reason : "");
}

static bool check_hardware(const SamplesPerfRecording *recording, GError **error) {
  const char *reason = strcmp(recording->event, "cache-misses") == 0 ? why_not() : NULL;
  return reason == NULL || ui_error_set(error, SAMPLES_ERROR, SAMPLES_ERROR_READ, "nothing was run: %s", reason);
}

/* Returns the environment of the program, with the recorder of allocations if the user requested it. NULL: *error is
 * set. */
static char **environment_of(const SamplesPerfRecording *recording, GError **error) {
  char **environment = g_get_environ();
  if (recording->allocations == NULL) return environment;
  g_autofree char *library = samples_allocations_library(error);
  if (library == NULL) {
    g_strfreev(environment);
    return NULL;
  }
  const char *before = g_environ_getenv(environment, "LD_PRELOAD");
  g_autofree char *all = before != NULL ? g_strdup_printf("%s:%s", library, before) : g_strdup(library);
  environment = g_environ_setenv(environment, "LD_PRELOAD", all, TRUE);
  return g_environ_setenv(environment, SAMPLES_RECORDER_FILE, recording->allocations, TRUE);
}

bool samples_perf_program_record(const SamplesPerfRecording *recording, const char *path, int *status, GError **error) {
  g_autofree char *perf = find_perf(error);
  if (perf == NULL || !check_hardware(recording, error)) return false;
  g_autofree char *period = g_strdup_printf("%" G_GINT64_FORMAT, recording->period);
  GPtrArray *args = g_ptr_array_new();
  /* Records also the addresses and latencies of data, and times of the clock that the recorder reads. */
  static const char *const with_data[] = {"-d", "-W", "-k", "CLOCK_MONOTONIC"};
  const char *const first[] = {perf,           "record",           "-q", "-P", "-e", recording->event,
                               "--call-graph", recording->callers, "-o", path};
  for (guint i = 0; i < G_N_ELEMENTS(first); i++) g_ptr_array_add(args, (gpointer)first[i]);
  for (guint i = 0; recording->allocations != NULL && i < G_N_ELEMENTS(with_data); i++)
    g_ptr_array_add(args, (gpointer)with_data[i]);
  if (recording->period != 0) g_ptr_array_add(args, (gpointer) "-c");
  if (recording->period != 0) g_ptr_array_add(args, period);
  g_ptr_array_add(args, (gpointer) "--");
  for (char **word = recording->command; *word != NULL; word++) g_ptr_array_add(args, *word);
  g_ptr_array_add(args, NULL);
  pid_t pid;
  g_auto(GStrv) environment = environment_of(recording, error);
  if (environment == NULL) {
    g_ptr_array_free(args, TRUE);
    return false;
  }
  const bool ran = ui_child_run((char **)args->pdata, environment, NULL, NULL, NULL, &pid, status, error);
  g_ptr_array_free(args, TRUE);
  return ran && (samples_perf_program_wrote(path) || fail_to_record(recording->event, *status, error));
}
