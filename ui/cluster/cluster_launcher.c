/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/cluster/cluster_launcher.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "ui/base/ui_subcommand.h"
#include "ui/cluster/cluster_parts.h"

static const char program_name[] = "memspy-mpi";

/* The environment variables in which launchers pass the number of ranks and the rank to a process. The innermost
 * launcher is the first. (SLURM_NTASKS is not used, because Slurm also sets it for the script of a job, which runs only
 * once. SLURM_STEP_NUM_TASKS is set only in a step.) */
static const struct {
  const char *size, *rank;
} launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"PMI_SIZE", "PMI_RANK"},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
};

/* Returns the number of ranks that the first launcher reports; 1: there is no launcher. Sets *rank to the rank of this
 * process. */
static uint64_t count_ranks(uint64_t *rank) {
  *rank = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(launchers); i++) {
    const char *size = g_getenv(launchers[i].size), *own = g_getenv(launchers[i].rank);
    guint64 n;
    if (size == NULL || !g_ascii_string_to_unsigned(size, 10, 1, G_MAXINT32, &n, NULL)) continue;
    if (own != NULL) *rank = g_ascii_strtoull(own, NULL, 10);
    return n;
  }
  return 1;
}

/* Returns the path of memspy-mpi in the build tree of this program, or in the installation; NULL: memspy was built
 * without MPI. The caller owns the path. */
static char *find_program(const char *self) {
  g_autofree char *home = g_path_get_dirname(self);
  g_autofree char *built = g_build_filename(home, "cluster", program_name, NULL);
  if (access(built, X_OK) == 0) return g_steal_pointer(&built);
  g_autofree char *installed = g_build_filename(MEMSPY_LIBEXECDIR, program_name, NULL);
  return access(installed, X_OK) == 0 ? g_steal_pointer(&installed) : NULL;
}

/* Executes memspy-mpi in place of this process. Returns only if this fails. */
static void execute(char *program, const ClusterLauncherRequest *request, ClusterLauncherRounds rounds, uint64_t ranks,
                    char *self, char *const *args) {
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  g_autofree char *number = g_strdup_printf("%" G_GUINT64_FORMAT, ranks);
  g_ptr_array_add(words, program);
  g_ptr_array_add(words, (gpointer)(rounds == CLUSTER_LAUNCHER_TREE ? "tree" : "once"));
  g_ptr_array_add(words, number);
  g_ptr_array_add(words, request->parts != NULL ? request->parts : (char[]){""});
  g_ptr_array_add(words, self);
  for (char *const *arg = args; *arg != NULL; arg++) g_ptr_array_add(words, *arg);
  g_ptr_array_add(words, NULL);
  execv(program, (char **)words->pdata);
  perror(program);
}

bool cluster_launcher_settle(const ClusterLauncherRequest *request, ClusterLauncherRounds rounds, char *const *args,
                             ClusterShare *share, int *status) {
  GError *error = NULL;
  uint64_t rank;
  const uint64_t ranks = count_ranks(&rank);
  *status = UI_EXIT_GOOD;
  if (!cluster_share_parse(request->share, share, &error) || !cluster_parts_check(request->parts, *share, &error)) {
    *status = ui_subcommand_fail(error);
    return false;
  }
  if (request->share != NULL || ranks == 1) return true;
  g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *program = self != NULL ? find_program(self) : NULL;
  if (program != NULL) {
    execute(program, request, rounds, ranks, self, args);
    *status = UI_EXIT_FAILED;
    return false;
  }
  if (rank == 0) fputs("memspy: built without MPI: rank 0 does all of the work\n", stderr);
  return rank == 0;
}
