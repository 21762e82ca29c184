/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/merge/merge_files.h"

#include <stdio.h>
#include <string.h>

#include "bins/bin_format.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_same_file.h"

/* Returns whether a profile contains its last line. Also returns true if the file cannot be read. */
static bool has_end(const char *path) {
  char tail[128] = "";
  if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) return true;
  FILE *file = fopen(path, "r");
  if (file == NULL) return true;
  if (fseek(file, -(long)(sizeof tail - 1), SEEK_END) != 0) (void)fseek(file, 0, SEEK_SET);
  tail[fread(tail, 1, sizeof tail - 1, file)] = '\0';
  fclose(file);
  const char *last = g_strrstr(tail, "\nend ");
  return last != NULL && g_str_has_suffix(last, "\n") && strchr(last + 1, '\n')[1] == '\0';
}

/* Returns a pointer to the suffix ".partPID" in the name of an unfinished file; NULL: the file is finished, whatever
 * its name is. */
static const char *find_temporary(const char *path) {
  static const char mark[] = ".part";
  const char *at = g_strrstr(path, mark);
  const char *digits = at != NULL ? at + strlen(mark) : "";
  const bool is_named_so = *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
  return is_named_so && !has_end(path) ? at : NULL;
}

/* Finds the last number in the name of a file. Sets [*first, *end) to the range of its digits, which is empty if there
 * is no number. */
static void find_digits(const char *path, const char **first, const char **end) {
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  const char *temporary = find_temporary(path);
  *end = temporary != NULL ? temporary : path + strlen(path);
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

bool merge_files_is_merged(const char *path) {
  g_autofree char *expected = g_strdup_printf("memspy-profile %d\n", BIN_FORMAT_OF_RANKS);
  return ui_input_begins_with(path, expected, strlen(expected));
}

static gint compare(gconstpointer a, gconstpointer b) {
  const MergeFile *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Returns whether all finished files have different numbers. (Unfinished files do not count, because such a file can
 * have the same number as the file of a later run.) */
static bool are_different(const GArray *files) {
  g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
  for (guint i = 0; i < files->len; i++) {
    MergeFile *file = &g_array_index(files, MergeFile, i);
    if (!file->is_unfinished && !g_hash_table_add(seen, &file->number)) return false;
  }
  return true;
}

GArray *merge_read_files(char *const *paths, int n, const char *output, bool *by_name, GError **error) {
  g_autoptr(GArray) files = g_array_new(FALSE, FALSE, sizeof(MergeFile));
  *by_name = true;
  for (int i = 0; i < n; i++) {
    MergeFile file = {.path = paths[i], .is_unfinished = find_temporary(paths[i]) != NULL};
    if (strcmp(paths[i], output) == 0 || ui_same_file(paths[i], output)) {
      if (!merge_files_is_merged(paths[i])) {
        ui_error_option(error, "--output=%s is one of the profiles", paths[i]);
        return NULL;
      }
      ui_output_allow_input(paths[i]); /* the result of an earlier merge can be replaced */
      continue;
    }
    *by_name &= number_of(paths[i], &file.number);
    g_array_append_val(files, file);
  }
  *by_name = *by_name && are_different(files);
  return g_steal_pointer(&files);
}

void merge_files_sort(GArray *files) { g_array_sort(files, compare); }

char *merge_files_beside(const char *path, uint64_t number) {
  const char *first, *end, *temporary = find_temporary(path);
  find_digits(path, &first, &end);
  const size_t rest = temporary != NULL ? (size_t)(temporary - end) : strlen(end);
  return g_strdup_printf("%.*s%" G_GUINT64_FORMAT "%.*s", (int)(first - path), path, number, (int)rest, end);
}
