/* ui_merge_main.c: memspy merge: makes one profile of those of all ranks.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_progress.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/merge/ui_merge.h"
#include "ui/merge/ui_merge_files.h"

static char *path; /* the options */
static gboolean skip_damaged;
static int n_expected;
static const GOptionEntry options[] = {{"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to OUT", "OUT"},
                                       {"ranks", 0, 0, G_OPTION_ARG_INT, &n_expected,
                                        "How many ranks there are (as many as the names of the files tell)", "N"},
                                       {"skip-damaged", 0, 0, G_OPTION_ARG_NONE, &skip_damaged,
                                        "Leave out ranks whose profile is missing or damaged", NULL},
                                       G_OPTION_ENTRY_NULL};

/* What is told of a rank that cannot be had: it is left out, if the user said so. Takes `what`. */
static bool leave_out(GError *what, GError **error) {
  if (!skip_damaged) {
    g_set_error(error, what->domain, what->code, "%s; --skip-damaged merges the others", what->message);
  } else {
    fprintf(stderr, "memspy merge: %s: left out\n", what->message);
  }
  g_error_free(what);
  return skip_damaged;
}

/* Ranks from `from` to before `to` have no file. */
static bool miss(const UiMergeFile *beside, uint64_t from, uint64_t to, GError **error) {
  g_autofree char *file = ui_merge_files_beside(beside->path, from), *printable = ui_text_escaped(file);
  GString *ranks = g_string_new(NULL);
  g_string_printf(ranks, "rank %" G_GUINT64_FORMAT, from);
  if (to - from > 1) g_string_append_printf(ranks, " to %" G_GUINT64_FORMAT, to - 1);
  GError *what = g_error_new(G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s: there is no profile of %s", printable, ranks->str);
  g_string_free(ranks, TRUE);
  return leave_out(what, error);
}

/* Tells of the ranks that have no file. */
static bool check_ranks(const GArray *files, GError **error) {
  uint64_t next = 0;
  for (guint i = 0; i < files->len; i++) {
    const UiMergeFile *file = &g_array_index(files, UiMergeFile, i);
    if (file->number != next && !miss(file, next, file->number, error)) return false;
    next = file->number + 1;
  }
  const UiMergeFile *last = &g_array_index(files, UiMergeFile, files->len - 1);
  return next >= (uint64_t)n_expected || miss(last, next, (uint64_t)n_expected, error);
}

/* The name of a file ends in the number of its process, as memspy.out.PID does: so names tell nothing of ranks. Files
 * that cannot be read say nothing of it either. */
static bool are_pids(const GArray *files) {
  for (guint i = 0; i < files->len; i++) {
    const UiMergeFile *file = &g_array_index(files, UiMergeFile, i);
    UiProfile *profile = ui_profile_load(file->path, NULL);
    if (profile == NULL) continue;
    const bool is_pid = profile->pid == file->number;
    ui_profile_free(profile);
    return is_pid;
  }
  return false;
}

static bool add_file(UiMerge *merge, const UiMergeFile *file, GError **error) {
  GError *what = NULL;
  UiProfile *part = ui_profile_load(file->path, &what);
  if (part == NULL) return leave_out(what, error);
  const bool good = ui_merge_add(merge, part, file->number, file->path, error);
  ui_profile_free(part);
  return good;
}

static bool add_files(UiMerge *merge, const GArray *files, GError **error) {
  bool good = true;
  ui_progress_begin("Merging", files->len);
  for (guint i = 0; i < files->len && good; i++) {
    good = add_file(merge, &g_array_index(files, UiMergeFile, i), error);
    ui_progress_at(i + 1);
  }
  ui_progress_end();
  if (good && ui_merge_ranks(merge) == 0) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "no rank is left");
    good = false;
  }
  return good;
}

static bool merge_files(char *const *paths, int n, GError **error) {
  bool by_name;
  g_autoptr(GArray) files = ui_merge_files(paths, n, path, &by_name);
  if (files->len == 0) {
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no profile besides the output");
    return false;
  }
  if (by_name && are_pids(files)) {
    for (guint i = 0; i < files->len; i++) g_array_index(files, UiMergeFile, i).number = i;
    by_name = false;
  }
  if (n_expected != 0 && files->len > (guint)n_expected) {
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--ranks=%d: there are %u profiles", n_expected,
                files->len);
    return false;
  }
  if ((by_name || n_expected != 0) && !check_ranks(files, error)) return false;
  UiMerge *merge = ui_output_check(path, error) ? ui_merge_new(error) : NULL;
  bool good = merge != NULL && add_files(merge, files, error);
  const uint32_t ranks = good ? ui_merge_ranks(merge) : 0;
  good = good && ui_merge_write(merge, path, error);
  ui_merge_free(merge);
  g_autofree char *printable = ui_text_escaped(path);
  if (good) printf("%s has %u rank%s\n", printable, ranks, ranks == 1 ? "" : "s");
  return good;
}

static int run_merge(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_merge_subcommand);
  GError *error = NULL;
  if (path == NULL)
    g_set_error(&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "memspy merge needs --output=OUT, the file to write");
  else if (n_expected < 0)
    g_set_error(&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--ranks=%d: it must not be negative", n_expected);
  else if (merge_files(args + 1, n - 1, &error))
    return UI_EXIT_GOOD;
  return ui_subcommand_fail(error);
}

const UiSubcommand ui_merge_subcommand = {
    .name = "merge",
    .arguments = "FILE...",
    .summary = "make one profile of those of the ranks of a message-passing program",
    .help =
        "Sums up the cells of all ranks and keeps what each rank did in each function and on each bin. Code and data are\n"
        "the same if their full names and call paths are. The number at the end of a file's name is the rank; where there\n"
        "is none, or it is the process's id, ranks are numbered as the files stand. The profile of a rank that is missing\n"
        "or damaged is refused, unless --skip-damaged is given. So are ranks that ran on different machines, and\n"
        "those of sampled runs. Profiles that were merged can be merged again.",
    .options = options,
    .examples = (const char *const[]){"mpirun -n 8 memspy run --memspy-out-file='p.%q{OMPI_COMM_WORLD_RANK}' -- ./cg",
                                      "a profile of each rank (with MPICH: PMI_RANK)", "memspy merge -o cg.memspy p.*",
                                      "one profile of all", "memspy -e ranks cg.memspy", "what each rank did", NULL},
    .least = 1,
    .most = G_MAXUINT,
    .main = run_merge,
};
