/* ui_merge_files.c: see ui_merge_files.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/merge/ui_merge_files.h"

#include <string.h>
#include <sys/stat.h>

/* The last number in the name of a file: its digits, which may be none, are from *first to before *end. */
static void find_digits(const char *path, const char **first, const char **end) {
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  *end = path + strlen(path);
  while (*end > name && !g_ascii_isdigit((*end)[-1])) (*end)--;
  for (*first = *end; *first > name && g_ascii_isdigit((*first)[-1]);) (*first)--;
}

static bool number_of(const char *path, uint64_t *number) {
  const char *first, *end;
  find_digits(path, &first, &end);
  g_autofree char *digits = g_strndup(first, (gsize)(end - first));
  guint64 parsed;
  if (!g_ascii_string_to_unsigned(digits, 10, 0, G_MAXUINT32, &parsed, NULL)) return false;
  *number = parsed;
  return true;
}

static bool is_same(const char *path, const char *other) {
  struct stat a, b;
  if (strcmp(path, other) == 0) return true;
  return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static gint compare(gconstpointer a, gconstpointer b) {
  const UiMergeFile *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

GArray *ui_merge_files(char *const *paths, int n, const char *output, bool *by_name) {
  GArray *files = g_array_new(FALSE, FALSE, sizeof(UiMergeFile));
  *by_name = true;
  for (int i = 0; i < n; i++) {
    UiMergeFile file = {.path = paths[i]};
    if (is_same(paths[i], output)) continue;
    *by_name &= number_of(paths[i], &file.number);
    g_array_append_val(files, file);
  }
  g_autoptr(GArray) sorted = g_array_copy(files);
  g_array_sort(sorted, compare);
  for (guint i = 1; i < sorted->len; i++)
    *by_name &= g_array_index(sorted, UiMergeFile, i - 1).number != g_array_index(sorted, UiMergeFile, i).number;
  if (*by_name) {
    g_array_unref(files);
    return g_steal_pointer(&sorted);
  }
  for (guint i = 0; i < files->len; i++) g_array_index(files, UiMergeFile, i).number = i;
  return files;
}

char *ui_merge_files_beside(const char *path, uint64_t number) {
  const char *first, *end;
  find_digits(path, &first, &end);
  return g_strdup_printf("%.*s%" G_GUINT64_FORMAT "%s", (int)(first - path), path, number, end);
}
