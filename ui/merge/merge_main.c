/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_main.c: the subcommand `memspy merge`, which merges the profiles of several ranks. */
#include <stdio.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_progress.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/cluster/cluster_launcher.h"
#include "ui/cluster/cluster_parts.h"
#include "ui/merge/merge.h"
#include "ui/merge/merge_files.h"

static char *path; /* the options */
static gboolean skip_damaged;
static int n_expected;
static ClusterLauncherRequest launcher;
static const GOptionEntry options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to OUT", "OUT"},
    {"ranks", 0, 0, G_OPTION_ARG_INT, &n_expected, "The number of ranks (default: from the names of the files)", "N"},
    {"skip-damaged", 0, 0, G_OPTION_ARG_NONE, &skip_damaged, "Leave out ranks whose profile is missing or damaged",
     NULL},
    CLUSTER_LAUNCHER_OPTIONS(launcher, ""),
    G_OPTION_ENTRY_NULL};

enum { EXIT_DECLINED = 3 }; /* exit status for memspy-mpi: the share can be merged only in the run for the whole work */

/* Reports a missing or damaged rank, which `what` describes. Prints that the rank is left out and returns true, or sets
 * *error and returns false. Takes ownership of `what`. */
static bool leave_out(GError *what, GError **error) {
  if (!skip_damaged) {
    g_set_error(error, what->domain, what->code, "%s; --skip-damaged merges the others", what->message);
  } else {
    fprintf(stderr, "memspy merge: %s: left out\n", what->message);
  }
  g_error_free(what);
  return skip_damaged;
}

/* The state of a merge. */
typedef struct {
  Merge *merge;
  const GArray *files;   /* MergeFile: all input files */
  ClusterParts *parts;   /* results of finished shares; NULL: there are none */
  bool by_name;          /* whether the number in the name of each file is its rank */
  bool within;           /* whether the first file is not the first one of the job, so that its rank can be any
                            number */
  uint64_t next;         /* the next rank that is expected */
  const MergeFile *last; /* the file that was read last; NULL: none */
  bool of_ranks;         /* whether the last file is a merged profile, so that its name contains no rank */
} Merging;

/* Reports that there are no profiles for the ranks from the next one to `rank` - 1. `file` contains rank `rank`, or is
 * the last file. */
static bool miss(const Merging *merging, const MergeFile *file, bool of_ranks, uint64_t rank, GError **error) {
  const bool at_end = file == merging->last, named = merging->by_name && !of_ranks && (at_end || !merging->of_ranks);
  g_autofree char *path_of = named ? merge_files_beside(file->path, merging->next) : g_strdup(file->path);
  g_autofree char *printable = ui_text_escaped(path_of);
  GString *what = g_string_new(NULL);
  if (!named && at_end)
    g_string_printf(what, "--ranks=%d", n_expected);
  else
    g_string_assign(what, printable);
  g_string_append_printf(what, ": there is no profile of rank %" G_GUINT64_FORMAT, merging->next);
  if (rank - merging->next > 1) g_string_append_printf(what, " to %" G_GUINT64_FORMAT, rank - 1);
  if (!named && !at_end) g_string_append_printf(what, ", and this file has rank %" G_GUINT64_FORMAT, rank);
  GError *missing = g_error_new_literal(G_FILE_ERROR, G_FILE_ERROR_NOENT, what->str);
  g_string_free(what, TRUE);
  return leave_out(missing, error);
}

/* Checks the rank of a file that was read. All files with lower ranks must already have been read. Returns false and
 * sets *error if one of them is missing without --skip-damaged. */
static bool check_rank(Merging *merging, const MergeFile *file, bool of_ranks, uint64_t rank, GError **error) {
  if (n_expected != 0 && rank >= (uint64_t)n_expected)
    return ui_error_option(error, "--ranks=%d: %s has rank %" G_GUINT64_FORMAT, n_expected, file->path, rank);
  if (rank > merging->next && !merging->within && !miss(merging, file, of_ranks, rank, error)) return false;
  merging->next = MAX(merging->next, rank + 1);
  merging->within = false;
  return true;
}

/* Returns whether the names of the files end in process ids, as memspy.out.PID, instead of ranks. The first readable
 * profile of a single process decides. */
static bool are_pids(const GArray *files) {
  for (guint i = 0; i < files->len; i++) {
    const MergeFile *file = &g_array_index(files, MergeFile, i);
    Profile *profile = profile_load(file->path, NULL);
    if (profile == NULL) continue;
    const bool is_pid = profile->pid == file->number, of_ranks = profile->of_ranks;
    profile_free(profile);
    if (!of_ranks) return is_pid;
  }
  return false;
}

/* Adds an input profile. It is either the profile of rank `number`, which was read from the file `first`, or the merged
 * profile of all files from `first` to `last`. */
static bool add_part(Merging *merging, const MergeFile *first, const MergeFile *last, const Profile *part,
                     uint64_t number, GError **error) {
  const uint32_t n = part->of_ranks ? part->n_ranks : 1;
  const bool of_ranks = part->of_ranks && merge_files_is_merged(first->path);
  for (uint32_t r = 0; r < n; r++)
    if (!check_rank(merging, first, of_ranks, part->of_ranks ? part->ranks[r].number : number, error)) return false;
  merging->last = last;
  merging->of_ranks = part->of_ranks && merge_files_is_merged(last->path);
  return merge_add(merging->merge, part, number, first->path, error);
}

/* Loads the profile in a file. Returns NULL and sets *error on failure. The caller frees the profile. */
static Profile *load_file(const MergeFile *file, GError **error) {
  if (!file->is_unfinished) {
    Profile *profile = profile_load(file->path, error);
    if (profile == NULL || profile_is_whole(profile, file->path, error)) return profile;
    profile_free(profile);
    return NULL;
  }
  ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: its run has not ended, or was killed while it wrote this",
               file->path);
  return NULL;
}

static bool add_file(Merging *merging, const MergeFile *file, GError **error) {
  GError *what = NULL;
  const uint64_t number = merging->by_name ? file->number : merging->next;
  Profile *part = load_file(file, &what);
  if (part == NULL) return leave_out(what, error) && check_rank(merging, file, false, number, error);
  const bool good = add_part(merging, file, file, part, number, error);
  profile_free(part);
  return good;
}

/* Loads the result of a share, which is a merged profile; NULL: there is none. The caller frees the profile. */
static Profile *load_share(const Merging *merging, ClusterShare share) {
  g_autofree char *path = cluster_parts_path(merging->parts, share);
  return cluster_parts_has(merging->parts, share) ? profile_load(path, NULL) : NULL;
}

/* Adds the files of a share. Uses the result of the share if there is one. Otherwise, adds the two halves of the share,
 * or each file. */
static bool add_share(Merging *merging, ClusterShare share, GError **error) {
  const MergeFile *files = &g_array_index(merging->files, MergeFile, 0);
  const guint first = cluster_share_begin(share, merging->files->len);
  const guint end = cluster_share_begin((ClusterShare){share.number + 1, share.of}, merging->files->len);
  bool good = true;
  if (merging->parts != NULL && end - first > 1 && share.of < CLUSTER_SHARES_MOST) {
    Profile *part = load_share(merging, share);
    if (part == NULL)
      return add_share(merging, (ClusterShare){2 * share.number - 1, 2 * share.of}, error) &&
             add_share(merging, (ClusterShare){2 * share.number, 2 * share.of}, error);
    good = add_part(merging, &files[first], &files[end - 1], part, 0, error);
    profile_free(part);
  } else {
    for (guint i = first; i < end && good; i++) {
      good = add_file(merging, &files[i], error);
      ui_progress_at(i + 1);
    }
  }
  return good;
}

static bool add_files(Merging *merging, GError **error) {
  ui_progress_begin("Merging", merging->files->len);
  bool good = add_share(merging, (ClusterShare){1, 1}, error);
  ui_progress_end();
  if (good && merging->last == NULL) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "all ranks were left out");
    good = false;
  }
  const uint64_t end = (uint64_t)n_expected;
  return good && (end <= merging->next || miss(merging, merging->last, merging->of_ranks, end, error));
}

/* Opens the folder that the user gave with the option --parts, if any. */
static bool open_parts(Merging *merging, GError **error) {
  if (launcher.parts == NULL) return true;
  merging->parts = cluster_parts_open(launcher.parts, "merge", error);
  if (merging->parts == NULL) return false;
  cluster_parts_note(merging->parts, &merging->by_name, sizeof merging->by_name);
  for (guint i = 0; i < merging->files->len; i++)
    cluster_parts_note_file(merging->parts, g_array_index(merging->files, MergeFile, i).path);
  return true;
}

/* Returns whether the rank of a file depends on the files before it. It does if files have no ranks in their names, and
 * some files are merged profiles. */
static bool ranks_depend_on_order(const Merging *merging) {
  bool any = false;
  for (guint i = 0; i < merging->files->len && !any; i++)
    any = merge_files_is_merged(g_array_index(merging->files, MergeFile, i).path);
  return any && !merging->by_name;
}

/* Merges the files of a share, if there are several, and writes the result to the folder, unless the folder already
 * contains it. Fails if a file is missing or damaged. The later run that merges all files then reports this file. */
static bool merge_share(Merging *merging, ClusterShare share, GError **error) {
  const guint first = cluster_share_begin(share, merging->files->len);
  if (cluster_share_begin((ClusterShare){share.number + 1, share.of}, merging->files->len) - first < 2) return true;
  if (cluster_parts_has(merging->parts, share)) return true;
  if (ranks_depend_on_order(merging))
    return ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the ranks of files depend on the files before them");
  skip_damaged = false;
  n_expected = 0;
  merging->within = merging->by_name;
  merging->next = first;
  g_autofree char *part = cluster_parts_path(merging->parts, share);
  merge_keep_all(merging->merge);
  return add_share(merging, share, error) && merge_write(merging->merge, part, error);
}

static bool merge_whole(Merging *merging, GError **error) {
  if (!ui_output_check(path, error) || !add_files(merging, error)) return false;
  const uint32_t ranks = merge_ranks(merging->merge);
  if (!merge_write(merging->merge, path, error)) return false;
  g_autofree char *printable = ui_text_escaped(path);
  printf("%s has %u rank%s\n", printable, ranks, ranks == 1 ? "" : "s");
  return true;
}

static bool merge_files(char *const *paths, int n, ClusterShare share, GError **error) {
  Merging merging = {.next = 0};
  g_autoptr(GArray) files = merge_read_files(paths, n, path, &merging.by_name, error);
  if (files == NULL) return false;
  if (files->len == 0) return ui_error_option(error, "there is no profile other than the output");
  merging.files = files;
  merging.by_name = merging.by_name && !are_pids(files);
  if (merging.by_name) merge_files_sort(files);
  merging.merge = merge_new(error);
  const bool good = merging.merge != NULL && open_parts(&merging, error) &&
                    (share.of > 1 ? merge_share(&merging, share, error) : merge_whole(&merging, error));
  cluster_parts_free(merging.parts);
  merge_free(merging.merge);
  return good;
}

static int run_merge(int n, char **args) {
  g_auto(GStrv) given_args = g_strdupv(args);
  ui_subcommand_options(&n, &args, &ui_merge_subcommand);
  GError *error = NULL;
  ClusterShare share;
  int status;
  if (path == NULL)
    ui_error_option(&error, "memspy merge needs --output=OUT, the file to write");
  else if (n_expected < 0)
    ui_error_option(&error, "--ranks=%d: it must not be negative", n_expected);
  else if (!cluster_launcher_settle(&launcher, CLUSTER_LAUNCHER_TREE, given_args, &share, &status))
    return status;
  else if (merge_files(args + 1, n - 1, share, &error))
    return UI_EXIT_GOOD;
  const bool declined = error->domain != G_OPTION_ERROR && launcher.share != NULL && share.of > 1;
  status = ui_subcommand_fail(error);
  return declined ? EXIT_DECLINED : status;
}

const UiSubcommand ui_merge_subcommand = {
    .name = "merge",
    .arguments = "FILE...",
    .summary = "merge the profiles of the ranks of a message-passing program into one",
    .help =
        "Adds the counts of all ranks, and keeps those of each rank for each function and data. Code and data of two\n"
        "ranks are the same if their full names and call paths are equal. The number at the end of a file's name is\n"
        "the rank. If there is none, or it is the process id, ranks have the order of the files. memspy merge refuses\n"
        "missing and damaged profiles, unless --skip-damaged is given. It also refuses ranks with different machines,\n"
        "and sampled runs. A merged profile can be merged again: its ranks keep their numbers.\n"
        "Under mpirun or srun, memspy merges in rounds on all ranks (docs/cluster.md).",
    .options = options,
    .examples = (const char *const[]){"mpirun -n 8 memspy run --memspy-out-file='p.%q{OMPI_COMM_WORLD_RANK}' -- ./cg",
                                      "a profile of each rank (with MPICH: PMI_RANK)", "memspy merge -o cg.memspy p.*",
                                      "one profile of all ranks", "mpirun -n 16 memspy merge -o cg.memspy p.*",
                                      "merges with sixteen processes", "memspy -e ranks cg.memspy",
                                      "the work of each rank", NULL},
    .least = 1,
    .most = G_MAXUINT,
    .main = run_merge,
};
