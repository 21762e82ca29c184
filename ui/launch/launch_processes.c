/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_processes.c: lists the processes that run under the tool. A process runs under the tool if its executable file
 * is the tool. */
#include "ui/launch/launch_processes.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_text.h"

static const char tool_name[] = "memspy-" TOOL_PLATFORM;

/* Returns the path of a process's executable file; the caller frees it. On failure, returns NULL and sets errno. */
static char *executable_of(pid_t pid) {
  char target[PATH_MAX];
  g_autofree char *link = g_strdup_printf("/proc/%d/exe", (int)pid);
  const ssize_t n = readlink(link, target, sizeof target - 1);
  return n < 0 ? NULL : g_strndup(target, (gsize)n);
}

/* Returns whether the path of an executable file is the tool's. If the file was replaced, for example by a newer build,
 * the kernel has appended " (deleted)" to the path. */
static bool is_tool(const char *path) {
  g_autofree char *name = g_path_get_basename(path);
  char *gone = g_strrstr(name, " (deleted)");
  if (gone != NULL) *gone = '\0';
  return strcmp(name, tool_name) == 0;
}

bool launch_process_is_ours(pid_t pid, GError **error) {
  if (kill(pid, 0) != 0 && errno == ESRCH)
    return ui_fail(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "there is no process %d", (int)pid);
  g_autofree char *path = executable_of(pid);
  if (path == NULL && errno == EACCES)
    return ui_fail(error, G_FILE_ERROR, G_FILE_ERROR_ACCES, "process %d is another user's", (int)pid);
  if (path == NULL)
    return ui_fail(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "process %d has ended, or is one of the system", (int)pid);
  if (is_tool(path)) return true;
  g_autofree char *printable = ui_text_escaped(path);
  return ui_fail(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "process %d does not run under memspy: it is %s", (int)pid,
                 printable);
}

/* Returns the position after valgrind's name and options in the words of a command line, where the program's words
 * begin. */
static const char *skip_valgrind(const char *word, const char *end) {
  const char *next = word;
  for (next += strlen(next) + 1; next < end && *next == '-'; next += strlen(next) + 1)
    if (strcmp(next, "--") == 0) return next + 3;
  return next;
}

static char *program_of(pid_t pid) {
  g_autofree char *file = g_strdup_printf("/proc/%d/cmdline", (int)pid), *words = NULL;
  gsize bytes = 0;
  if (!g_file_get_contents(file, &words, &bytes, NULL) || bytes == 0) return g_strdup("");
  GString *line = g_string_new(NULL);
  for (const char *end = words + bytes, *word = skip_valgrind(words, end); word < end; word += strlen(word) + 1)
    g_string_append_printf(line, "%s%s", line->len > 0 ? " " : "", word);
  return g_string_free(line, FALSE);
}

static void clear_process(gpointer process) { g_free(((LaunchProcess *)process)->program); }

static gint compare(gconstpointer a, gconstpointer b) {
  const LaunchProcess *p = a, *q = b;
  return (p->pid > q->pid) - (p->pid < q->pid);
}

GArray *launch_processes_list(void) {
  GArray *list = g_array_new(FALSE, FALSE, sizeof(LaunchProcess));
  g_array_set_clear_func(list, clear_process);
  GDir *directory = g_dir_open("/proc", 0, NULL);
  const char *name;
  while (directory != NULL && (name = g_dir_read_name(directory)) != NULL) {
    guint64 pid;
    if (!g_ascii_string_to_unsigned(name, 10, 1, INT_MAX, &pid, NULL)) continue;
    g_autofree char *path = executable_of((pid_t)pid);
    if (path == NULL || !is_tool(path)) continue;
    const LaunchProcess process = {(pid_t)pid, program_of((pid_t)pid)};
    g_array_append_val(list, process);
  }
  if (directory != NULL) g_dir_close(directory);
  g_array_sort(list, compare);
  return list;
}
