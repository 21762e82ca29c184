/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_db_main.c: memspy db: the database of runs. */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/base/ui_nearest.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/db/db_list.h"
#include "ui/db/db_pack.h"
#include "ui/db/db_run.h"
#include "ui/diff/diff_main.h"
#include "ui/profile/profile.h"
#include "ui/runs/runs_main.h"
#include "ui/screens/screen.h"
#include "ui/session/session_show.h"

static char *database; /* the option of all parts; NULL: the user's own */
/* clang-format off */
#define DATABASE_OPTION \
  {"db", 0, 0, G_OPTION_ARG_FILENAME, &database, "The database (memspy/runs.db in the user's data)", "FILE"}
/* clang-format on */

/* Opens the chosen database, and sets `database` to its path. */
static bool open_database(Db *db, bool create, GError **error) {
  if (database == NULL) database = db_default_path();
  return db_open(db, database, create, error);
}

static const UiSubcommand add_part, list_part, show_part, diff_part, compare_part, rm_part;

/* memspy db add */

static char *label;
static gboolean replace;
static const GOptionEntry add_options[] = {
    {"label", 'l', 0, G_OPTION_ARG_STRING, &label, "The run's label (default: the profile's label, or its program)",
     "LABEL"},
    {"replace", 0, 0, G_OPTION_ARG_NONE, &replace, "Replace the run of that label, if there is one", NULL},
    DATABASE_OPTION,
    G_OPTION_ENTRY_NULL};

/* Checks the profile before creating a database for it. A pipe can be read only once, so it is not checked:
 * remove_empty() removes the database if the profile is bad. */
static bool check_profile(const char *path, GError **error) {
  const bool is_read_once = g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR);
  if (is_read_once && !g_file_test(path, G_FILE_TEST_IS_DIR)) return true;
  g_autoptr(Profile) profile = profile_load(path, error);
  return profile != NULL;
}

/* Removes a database that this process has created, if it has no runs. */
static void remove_empty(void) {
  Db db;
  const DbQuery all = {.since = INT64_MIN, .until = INT64_MAX, .most = 1};
  g_autoptr(GPtrArray) runs = NULL;
  struct stat status;
  const bool blank = stat(database, &status) == 0 && status.st_size == 0;
  if (!blank && db_open(&db, database, false, NULL)) {
    runs = db_run_list(&db, &all, NULL);
    db_close(&db);
  }
  if (blank || (runs != NULL && runs->len == 0)) g_unlink(database);
}

static char *add_run(const char *path, GError **error) {
  Db db;
  if (!open_database(&db, true, error)) return NULL;
  char *added = db_run_add(&db, path, label, replace, error);
  if (added != NULL) {
    g_autofree char *printable = ui_text_escaped(added);
    printf("added run '%s' to %s\n", printable, db.path);
  }
  db_close(&db);
  return added;
}

static int run_add(int n, char **args) {
  ui_subcommand_options(&n, &args, &add_part);
  if (replace && label == NULL) {
    fputs("memspy db add: --replace needs --label\n", stderr);
    return UI_EXIT_USAGE;
  }
  GError *error = NULL;
  if (database == NULL) database = db_default_path();
  const bool is_new = !g_file_test(database, G_FILE_TEST_EXISTS);
  if (is_new && !check_profile(args[1], &error)) return ui_subcommand_fail(error);
  g_autofree char *added = add_run(args[1], &error);
  if (added == NULL && is_new) remove_empty();
  return added != NULL ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

static const UiSubcommand add_part = {
    .name = "add",
    .arguments = "FILE",
    .summary = "put a profile into the database",
    .help =
        "The database holds the whole profile, compressed: the file is no longer needed. Labels are unique. Without\n"
        "--label the run gets the label of the profile (MEMSPY_DUMP sets one) or the name of the program, followed\n"
        "by a number if that label is taken. A missing database is created.",
    .options = add_options,
    .examples = (const char *const[]){"memspy db add --label=before memspy.out.1234", "keeps a profile as 'before'",
                                      NULL},
    .least = 1,
    .most = 1,
    .main = run_add,
};

/* memspy db list */

static char *label_pattern, *program_pattern, *machine_pattern, *since, *until, *sort_key;
static gboolean reverse, as_json, labels_only;
static int most = -1;
static const GOptionEntry list_options[] = {
    {"label", 'l', 0, G_OPTION_ARG_STRING, &label_pattern, "Only runs whose label matches the pattern (with * and ?)",
     "PATTERN"},
    {"program", 'p', 0, G_OPTION_ARG_STRING, &program_pattern,
     "Only runs of this program, by path or name (with * and ?)", "PATTERN"},
    {"machine", 'm', 0, G_OPTION_ARG_STRING, &machine_pattern, "Only runs on this machine (with * and ?)", "PATTERN"},
    {"since", 0, 0, G_OPTION_ARG_STRING, &since, "Only runs from this day on", "YYYY-MM-DD"},
    {"until", 0, 0, G_OPTION_ARG_STRING, &until, "Only runs to the end of this day", "YYYY-MM-DD"},
    {"sort", 's', 0, G_OPTION_ARG_STRING, &sort_key, "Sort by KEY (added)", "KEY"},
    {"reverse", 'r', 0, G_OPTION_ARG_NONE, &reverse, "The greatest or latest first", NULL},
    {"number", 'n', 0, G_OPTION_ARG_INT, &most, "At most N runs", "N"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Write JSON, with all totals and options of the tool", NULL},
    {"labels", 0, 0, G_OPTION_ARG_NONE, &labels_only, "Write the labels only, one a line", NULL},
    DATABASE_OPTION,
    G_OPTION_ENTRY_NULL};

static UiSubcommandValue sort_key_at(unsigned i) {
  UiSubcommandValue value = {.name = NULL};
  value.name = db_run_sort_key(i, &value.summary);
  return value;
}

static bool check_sort_key(void) {
  UiNearest nearest;
  ui_nearest_start(&nearest, sort_key);
  const char *key = NULL;
  for (unsigned i = 0; (key = db_run_sort_key(i, NULL)) != NULL && strcmp(key, sort_key) != 0; i++)
    ui_nearest_offer(&nearest, key);
  const char *near = ui_nearest_take(&nearest);
  if (key != NULL) return true;
  g_autofree char *printable = ui_text_escaped(sort_key);
  fprintf(stderr, "memspy db list: --sort: there is no key '%s'; the nearest is '%s'\n", printable,
          near != NULL ? near : db_run_sort_key(0, NULL));
  return false;
}

/* Reads the first second, in UTC, of the day `days` after the one in `text`. */
static bool read_day(const char *option, const char *text, int days, int64_t *seconds) {
  int year, month, day, end = 0;
  g_autoptr(GDateTime) first = NULL;
  if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &end) == 3 && text[end] == '\0')
    first = g_date_time_new_utc(year, month, day, 0, 0, 0);
  if (first == NULL) {
    g_autofree char *printable = ui_text_escaped(text);
    fprintf(stderr, "memspy db list: --%s: there is no day '%s'; a day is YYYY-MM-DD\n", option, printable);
    return false;
  }
  g_autoptr(GDateTime) later = g_date_time_add_days(first, days);
  *seconds = g_date_time_to_unix(later);
  return true;
}

static bool make_query(DbQuery *query) {
  *query = (DbQuery){.label = label_pattern,
                     .program = program_pattern,
                     .machine = machine_pattern,
                     .since = INT64_MIN,
                     .until = INT64_MAX,
                     .sort = sort_key,
                     .reverse = reverse,
                     .most = most};
  if (sort_key != NULL && !check_sort_key()) return false;
  if (since != NULL && !read_day("since", since, 0, &query->since)) return false;
  if (until == NULL) return true;
  if (!read_day("until", until, 1, &query->until)) return false;
  query->until--;
  return true;
}

static void write_list(const GPtrArray *runs, FILE *file) {
  if (as_json) {
    db_list_json(runs, file);
    return;
  }
  g_autoptr(GString) out = g_string_new(NULL);
  for (guint i = 0; labels_only && i < runs->len; i++) {
    g_autofree char *printable = ui_text_escaped(((const DbRun *)g_ptr_array_index(runs, i))->label);
    g_string_append_printf(out, "%s\n", printable);
  }
  if (!labels_only) db_list_text(runs, screen_for(fileno(file)).width, out);
  fwrite(out->str, 1, out->len, file);
}

static int run_list(int n, char **args) {
  ui_subcommand_options(&n, &args, &list_part);
  DbQuery query;
  if (!make_query(&query)) return UI_EXIT_USAGE;
  GError *error = NULL;
  Db db;
  if (!open_database(&db, false, &error)) return ui_subcommand_fail(error);
  g_autoptr(GPtrArray) runs = db_run_list(&db, &query, &error);
  db_close(&db);
  UiOutput output;
  if (runs == NULL || !ui_output_start(&output, NULL, &error)) return ui_subcommand_fail(error);
  write_list(runs, output.file);
  return ui_output_finish(&output, &error) ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

static const UiSubcommand list_part = {
    .name = "list",
    .arguments = "",
    .summary = "list the runs in the database",
    .help =
        "Stall and Misses are the totals of memory stall cycles and of misses of the first-level caches. The date is\n"
        "the start of the program; days are in UTC.",
    .options = list_options,
    .listed_option = "sort",
    .listed_value = sort_key_at,
    .examples = (const char *const[]){"memspy db list --program=tri --sort=stall -r",
                                      "the runs of a program, the most memory stall first", NULL},
    .exclusive = (const char *const[]){"json", "labels", NULL},
    .most = 0,
    .main = run_list,
};

/* memspy db show */

static const GOptionEntry database_options[] = {DATABASE_OPTION, G_OPTION_ENTRY_NULL};

/* Returns a descriptor of a run's profile. On failure, prints a message and returns -1. */
static int take_out(const Db *db, const char *name) {
  GError *error = NULL;
  const int fd = db_run_open(db, name, &error);
  if (fd < 0) ui_subcommand_fail(error);
  return fd;
}

static int run_show(int n, char **args) {
  ui_subcommand_options(&n, &args, &show_part);
  GError *error = NULL;
  Db db;
  if (!open_database(&db, false, &error)) return ui_subcommand_fail(error);
  const int fd = take_out(&db, args[1]);
  db_close(&db);
  if (fd < 0) return UI_EXIT_FAILED;
  g_autofree char *path = db_file_path(fd);
  const int status = session_show_file(path, database);
  close(fd);
  return status;
}

static const UiSubcommand show_part = {
    .name = "show",
    .arguments = "LABEL",
    .summary = "show a run and answer questions about it",
    .help = "Works as memspy show on a file. Names are kept in the folder of the database.",
    .options = database_options,
    .also = &ui_show_subcommand,
    .examples = (const char *const[]){"memspy db show before", "begins a session", NULL},
    .least = 1,
    .most = 1,
    .main = run_show,
};

/* memspy db diff */

static int run_diff(int n, char **args) {
  ui_subcommand_options(&n, &args, &diff_part);
  GError *error = NULL;
  Db db;
  if (!open_database(&db, false, &error)) return ui_subcommand_fail(error);
  const int before = take_out(&db, args[1]);
  const int after = before < 0 ? -1 : take_out(&db, args[2]);
  db_close(&db);
  int status = UI_EXIT_FAILED;
  if (after >= 0) {
    g_autofree char *path_before = db_file_path(before);
    g_autofree char *path_after = db_file_path(after);
    status = diff_files((const char *const[]){path_before, path_after}, (const char *const[]){args[1], args[2]},
                        database);
    close(after);
  }
  if (before >= 0) close(before);
  return status;
}

static const UiSubcommand diff_part = {
    .name = "diff",
    .arguments = "LABEL LABEL",
    .summary = "compare two runs, the earlier one first",
    .help = "Works as memspy diff on two files.",
    .options = database_options,
    .also = &ui_diff_subcommand,
    .examples = (const char *const[]){"memspy db diff before after", "the effect of a change of the program", NULL},
    .least = 2,
    .most = 2,
    .main = run_diff,
};

/* memspy db compare */

/* Takes the profiles of n runs out of the database. Sets paths[i] to the path of each, which the caller frees, and fds[i]
 * to its descriptor, or to -1 after a failure. Returns whether all are there. */
static bool take_all(const Db *db, char *const *labels, unsigned n, char **paths, int *fds) {
  bool good = true;
  for (unsigned i = 0; i < n; i++) {
    fds[i] = good ? take_out(db, labels[i]) : -1;
    paths[i] = fds[i] >= 0 ? db_file_path(fds[i]) : NULL;
    good = fds[i] >= 0;
  }
  return good;
}

static int run_compare(int n, char **args) {
  ui_subcommand_options(&n, &args, &compare_part);
  const unsigned runs = (unsigned)n - 1;
  char *paths[RUNS_MOST];
  int fds[RUNS_MOST];
  GError *error = NULL;
  Db db;
  if (!runs_check(&error) || !open_database(&db, false, &error)) return ui_subcommand_fail(error);
  const bool good = take_all(&db, args + 1, runs, paths, fds);
  db_close(&db);
  const int status = good ? runs_compare((const char *const *)paths, (const char *const *)args + 1, runs, database)
                          : UI_EXIT_FAILED;
  for (unsigned i = 0; i < runs; i++) {
    g_free(paths[i]);
    if (fds[i] >= 0) close(fds[i]);
  }
  return status;
}

static const UiSubcommand compare_part = {
    .name = "compare",
    .arguments = "LABEL LABEL...",
    .summary = "show several runs side by side",
    .help = "Works as memspy compare on files; the columns have the labels of the runs.",
    .options = database_options,
    .also = &ui_compare_subcommand,
    .examples = (const char *const[]){"memspy db compare --html=orderings.html amd metis natural",
                                      "a page of runs with three orderings", NULL},
    .least = 2,
    .most = RUNS_MOST,
    .main = run_compare,
};

/* memspy db rm */

static int run_rm(int n, char **args) {
  ui_subcommand_options(&n, &args, &rm_part);
  GError *error = NULL;
  Db db;
  if (!open_database(&db, false, &error)) return ui_subcommand_fail(error);
  int status = UI_EXIT_GOOD;
  for (char **name = args + 1; *name != NULL; name++) {
    g_autofree char *printable = ui_text_escaped(*name);
    if (db_run_remove(&db, *name, &error)) {
      printf("removed run '%s' from %s\n", printable, db.path);
    } else {
      status = ui_subcommand_fail(error);
      error = NULL;
    }
  }
  db_close(&db);
  return status;
}

static const UiSubcommand rm_part = {
    .name = "rm",
    .arguments = "LABEL...",
    .summary = "remove runs from the database",
    .help = "Removes them without a question, and prints their labels.",
    .options = database_options,
    .examples = (const char *const[]){"memspy db rm before after", "removes two runs", NULL},
    .least = 1,
    .most = G_MAXUINT,
    .main = run_rm,
};

static const UiSubcommand *const parts[] = {&add_part,     &list_part, &show_part, &diff_part,
                                            &compare_part, &rm_part,   NULL};

const UiSubcommand ui_db_subcommand = {
    .name = "db",
    .arguments = "add|list|show|diff|compare|rm ...",
    .summary = "keep runs in a database and compare them",
    .help =
        "The database is $XDG_DATA_HOME/memspy/runs.db, or the FILE that --db names. memspy db PART --help lists the\n"
        "options of each part.",
    .examples = (const char *const[]){"memspy db add --label=first memspy.out.1234; memspy db show first",
                                      "keeps a profile, and shows it again", NULL},
    .parts = parts,
};
