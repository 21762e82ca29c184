/* fuzz_database.c: the reader of databases of runs, for memspy db list and show.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "ui/db/db_list.h"
#include "ui/db/db_pack.h"
#include "ui/db/db_run.h"
#include "ui/db/db_seal.h"
#include "ui/profile/profile.h"

/* SQLite requires a file in a folder. */
static const char *put_file(const GByteArray *input) {
  static char path[64];
  static int file = -1;
  if (file < 0) {
    g_snprintf(path, sizeof path, "fuzz_database.%d", (int)getpid());
    file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  }
  if (ftruncate(file, 0) != 0 || pwrite(file, input->data, input->len, 0) != (ssize_t)input->len) abort();
  return path;
}

/* Sets the correct seals of all runs that SQLite finds. */
static void seal(GByteArray *input) {
  sqlite3 *handle = NULL;
  const char *path = put_file(input);
  char *bytes;
  gsize n;
  if (sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
    sqlite3_exec(handle, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF", NULL, NULL, NULL);
    (void)db_seal_all(handle);
  }
  sqlite3_close(handle);
  if (!g_file_get_contents(path, &bytes, &n, NULL)) abort();
  g_byte_array_set_size(input, 0);
  g_byte_array_append(input, (const guint8 *)bytes, (guint)n);
  g_free(bytes);
}

/* Appends the hash of a run's profile. Returns false if the profile cannot be read. */
static bool put_profile(const Db *db, const DbRun *run, GString *text) {
  GError *error = NULL;
  const int fd = db_run_open(db, run->label, &error);
  if (!fuzz_check_result(fd >= 0, error)) return false;
  g_autofree char *path = db_file_path(fd);
  Profile *profile = profile_load(path, &error);
  close(fd);
  if (!fuzz_check_result(profile != NULL, error)) return false;
  g_string_append_printf(text, " %" G_GUINT64_FORMAT "\n", profile->hash);
  profile_free(profile);
  return true;
}

/* Appends the line of a run. */
static void put_run(const DbRun *run, GString *text) {
  g_string_append_printf(text, "%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s %s %s %" G_GINT64_FORMAT, run->label,
                         run->added, run->started, run->program, run->arguments, run->machine, run->bytes);
  for (guint i = 0; i < run->totals->len; i++) {
    const DbTotal *total = &g_array_index(run->totals, DbTotal, i);
    g_string_append_printf(text, " %s=%" G_GUINT64_FORMAT, total->name, total->value);
  }
  for (guint i = 0; i < run->options->len; i++)
    g_string_append_printf(text, " %s", (const char *)g_ptr_array_index(run->options, i));
}

/* Returns the list and the profiles: a line for each run. */
static char *text_of(const Db *db, const GPtrArray *runs) {
  GString *text = g_string_new(NULL);
  db_list_text(runs, 80, text);
  g_string_truncate(text, 0);
  bool good = true;
  for (guint i = 0; i < runs->len && good; i++) {
    put_run(g_ptr_array_index(runs, i), text);
    good = put_profile(db, g_ptr_array_index(runs, i), text);
  }
  return g_string_free(text, !good);
}

/* A run that SQLite no longer finds is not an altered run. */
static bool may_differ(const GByteArray *input, const char *text, const char *valid) {
  (void)input;
  g_auto(GStrv) found = g_strsplit(text, "\n", -1), all = g_strsplit(valid, "\n", -1);
  for (char **line = found; *line != NULL; line++)
    if (!g_strv_contains((const char *const *)all, *line)) return false;
  return true;
}

static char *read_database(const GByteArray *input) {
  GError *error = NULL;
  Db db;
  const bool good = db_open(&db, put_file(input), false, &error);
  if (!fuzz_check_result(good, error)) return NULL;
  const DbQuery query = {.since = INT64_MIN, .until = INT64_MAX, .most = -1};
  GPtrArray *runs = db_run_list(&db, &query, &error);
  char *text = fuzz_check_result(runs != NULL, error) ? text_of(&db, runs) : NULL;
  if (runs != NULL) g_ptr_array_unref(runs);
  db_close(&db);
  return text;
}

const FuzzReader fuzz_database = {.name = "database", .seal = seal, .read = read_database, .may_differ = may_differ};
