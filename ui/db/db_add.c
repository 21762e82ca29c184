/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_add.c: adds a run to the database (db_run_add() of db_run.h). */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_text.h"
#include "ui/db/db_pack.h"
#include "ui/db/db_run.h"
#include "ui/db/db_seal.h"
#include "ui/profile/profile.h"

/* The maximum size of a profile in bytes. SQLite cannot hold larger values. */
#define PROFILE_MOST ((gsize)2147483647)

typedef struct {
  Profile *profile;
  guint8 *packed;
  gsize packed_size, bytes;
} Addition;

static void release(Addition *addition) {
  profile_free(addition->profile);
  g_free(addition->packed);
}

/* Propagates `failure`, but replaces the file name `as` in the message by the name `printable`. Frees `failure`. */
static void propagate(GError **error, GError *failure, const char *as, const char *printable) {
  g_autoptr(GString) message = g_string_new(failure->message);
  g_string_replace(message, as, printable, 1);
  g_set_error_literal(error, failure->domain, failure->code, message->str);
  g_error_free(failure);
}

/* Checks and compresses the profile `data`, which was read from the file `path`. */
static bool take(Addition *addition, const char *data, const char *path, GError **error) {
  g_autofree char *printable = ui_text_escaped(path);
  const int fd = db_file(data, addition->bytes, error);
  if (fd < 0) {
    g_prefix_error(error, "%s: ", printable);
    return false;
  }
  g_autofree char *name = db_file_path(fd);
  GError *failure = NULL;
  addition->profile = profile_load(name, &failure);
  close(fd);
  if (failure == NULL) profile_is_whole(addition->profile, name, &failure);
  if (failure != NULL) {
    propagate(error, failure, name, printable);
    return false;
  }
  addition->packed = db_pack(data, addition->bytes, &addition->packed_size, error);
  if (addition->packed == NULL) g_prefix_error(error, "%s: ", printable);
  return addition->packed != NULL;
}

/* Returns whether a profile can begin with these n bytes. The reader of profiles reports all other errors. */
static bool begins(const char *first, size_t n) {
  static const char word[] = "memspy-profile ";
  return n == 0 || memcmp(first, word, MIN(n, sizeof word - 1)) == 0;
}

/* Loads and checks the profile in the file `path`. Reads the file only once, because it can be a pipe, or change. */
static bool load(Addition *addition, const char *path, GError **error) {
  static const UiInputKind kind = {begins, "this is not a memspy profile", PROFILE_MOST};
  g_autofree char *data = ui_input_read(path, &kind, &addition->bytes, error);
  return data != NULL && take(addition, data, path, error);
}

/* Returns a text of the profiled program as valid UTF-8. The caller owns the result. */
static char *readable(const char *text) { return g_utf8_make_valid(text, -1); }

static void bind_owned(sqlite3_stmt *statement, int number, char *text) {
  sqlite3_bind_text(statement, number, text, -1, g_free);
}

static bool needs_quotes(const char *word) {
  return *word == '\0' ||
         word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_")] != '\0';
}

/* Returns the arguments of the program, quoted as for a shell. The caller owns the text. */
static char *quote_arguments(const char *const *command) {
  GString *line = g_string_new(NULL);
  for (const char *const *word = command + (*command != NULL); *word != NULL; word++) {
    g_autofree char *text = readable(*word);
    g_autofree char *quoted = needs_quotes(text) ? g_shell_quote(text) : g_strdup(text);
    g_string_append_printf(line, "%s%s", line->len > 0 ? " " : "", quoted);
  }
  return g_string_free(line, FALSE);
}

static bool is_label(const char *text) {
  if (*text == '\0' || strlen(text) > DB_LABEL_LONGEST || !g_utf8_validate(text, -1, NULL)) return false;
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p))
    if (g_unichar_iscntrl(g_utf8_get_char(p))) return false;
  return true;
}

/* Returns whether a run in the database has this label. Returns false and sets *error on failure. */
static bool is_taken(const Db *db, const char *label, GError **error) {
  g_autoptr(sqlite3_stmt) statement = db_prepare(db, "SELECT 1 FROM run WHERE label = ?", error);
  if (statement == NULL) return false;
  sqlite3_bind_text(statement, 1, label, -1, SQLITE_TRANSIENT);
  return db_next(db, statement, error);
}

/* Returns a label that no run has yet; NULL and sets *error on failure. The caller owns the label. */
static char *make_label(const Db *db, const Profile *profile, GError **error) {
  const char *program = profile->command[0] != NULL ? profile_basename(profile->command[0]) : "run";
  const char *base = is_label(profile->label) ? profile->label : is_label(program) ? program : "run";
  GError *failure = NULL;
  char *label = g_strdup(base);
  for (unsigned number = 2; is_taken(db, label, &failure); number++) {
    g_free(label);
    label = g_strdup_printf("%s-%u", base, number);
  }
  if (failure == NULL) return label;
  g_propagate_error(error, failure);
  g_free(label);
  return NULL;
}

static bool insert_run(const Db *db, const Addition *addition, const char *label, GError **error) {
  g_autoptr(sqlite3_stmt)
      statement = db_prepare(db,
                             "INSERT INTO run (label, added, started, program, arguments, machine, bytes, profile) "
                             "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                             error);
  if (statement == NULL) return false;
  const Profile *profile = addition->profile;
  const char *machine = profile_option(profile, "machine");
  sqlite3_bind_text(statement, 1, label, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64(statement, 2, (sqlite3_int64)time(NULL));
  sqlite3_bind_int64(statement, 3, (sqlite3_int64)MIN(profile->time, INT64_MAX));
  bind_owned(statement, 4, readable(profile->command[0] != NULL ? profile->command[0] : ""));
  bind_owned(statement, 5, quote_arguments(profile->command));
  bind_owned(statement, 6, readable(machine != NULL ? machine : ""));
  sqlite3_bind_int64(statement, 7, (sqlite3_int64)addition->bytes);
  if (sqlite3_bind_blob64(statement, 8, addition->packed, addition->packed_size, SQLITE_STATIC) != SQLITE_OK)
    return db_fail(db, error);
  return db_execute(db, statement, error);
}

/* Executes an INSERT statement for (run, name, value). The value is `text` if this is not NULL; otherwise it is
 * `number`. */
static bool insert_pair(const Db *db, sqlite3_stmt *statement, int64_t run, const char *name, const char *text,
                        uint64_t number, GError **error) {
  if (text == NULL && number > INT64_MAX)
    return ui_fail(error, DB_ERROR, 0, "%s: the profile's total of %s is too great for a database", db->path, name);
  sqlite3_reset(statement);
  sqlite3_bind_int64(statement, 1, run);
  bind_owned(statement, 2, readable(name));
  if (text != NULL)
    bind_owned(statement, 3, readable(text));
  else
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)number);
  return db_execute(db, statement, error);
}

static bool insert_totals(const Db *db, const Profile *profile, int64_t run, GError **error) {
  g_autoptr(sqlite3_stmt) statement = db_prepare(db, "INSERT INTO total (run, name, value) VALUES (?, ?, ?)", error);
  if (statement == NULL) return false;
  bool good = insert_pair(db, statement, run, "instructions", NULL, profile->totals.instructions, error) &&
              insert_pair(db, statement, run, "cycles", NULL, profile->totals.cycles, error);
  for (unsigned i = 0; i < PROFILE_COUNTS && good; i++)
    good = insert_pair(db, statement, run, profile_counts_name(i), NULL, profile_counts_get(&profile->totals.counts, i),
                       error);
  return good;
}

static bool insert_options(const Db *db, const Profile *profile, int64_t run, GError **error) {
  g_autoptr(sqlite3_stmt) statement = db_prepare(db, "INSERT INTO option (run, name, value) VALUES (?, ?, ?)", error);
  bool good = statement != NULL;
  for (uint32_t i = 0; i < profile->n_options && good; i++)
    good = insert_pair(db, statement, run, profile->options[i].name, profile->options[i].value, 0, error);
  return good;
}

static bool seal_run(const Db *db, int64_t run, GError **error) {
  DbSealer sealer;
  const bool good = (db_seal_start(&sealer, db->handle) && db_seal_put(&sealer, db->handle, run)) || db_fail(db, error);
  db_seal_end(&sealer);
  return good;
}

/* Removes the run with the label, if there is one and `replace` is set. Returns false and sets *error on failure, or if
 * the run must not be replaced. */
static bool clear_label(const Db *db, const char *label, bool replace, GError **error) {
  GError *failure = NULL;
  if (is_taken(db, label, &failure)) {
    if (replace) return db_run_remove(db, label, error);
    g_autofree char *printable = ui_text_escaped(label);
    return ui_fail(error, DB_ERROR, 0, "%s: there is a run '%s' already; --replace replaces it", db->path, printable);
  }
  if (failure != NULL) g_propagate_error(error, failure);
  return failure == NULL;
}

/* Inserts the run. The caller has begun a transaction. Returns the label. Returns NULL and sets *error on failure. */
static char *insert(const Db *db, const Addition *addition, const char *wanted, bool replace, GError **error) {
  if (wanted != NULL && !clear_label(db, wanted, replace, error)) return NULL;
  char *label = wanted != NULL ? g_strdup(wanted) : make_label(db, addition->profile, error);
  if (label == NULL) return NULL;
  bool good = insert_run(db, addition, label, error);
  const int64_t run = sqlite3_last_insert_rowid(db->handle);
  good = good && insert_totals(db, addition->profile, run, error) &&
         insert_options(db, addition->profile, run, error) && seal_run(db, run, error);
  if (!good) g_clear_pointer(&label, g_free);
  return label;
}

char *db_run_add(const Db *db, const char *path, const char *label, bool replace, GError **error) {
  if (label != NULL && !is_label(label)) {
    g_autofree char *printable = ui_text_escaped(label);
    g_set_error(error, DB_ERROR, 0, "--label='%s': a label has 1 to %d bytes of UTF-8 text, without control characters",
                printable, DB_LABEL_LONGEST);
    return NULL;
  }
  Addition addition = {.profile = NULL};
  char *added = NULL;
  if (load(&addition, path, error) && db_do(db, "BEGIN IMMEDIATE", error)) {
    added = insert(db, &addition, label, replace, error);
    if (added != NULL && !db_do(db, "COMMIT", error)) g_clear_pointer(&added, g_free);
    if (added == NULL) sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
  }
  release(&addition);
  return added;
}
