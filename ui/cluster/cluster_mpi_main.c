/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_mpi_main.c: the program memspy-mpi, with which the ranks of an MPI job share the work of one memspy command.
 *
 *   memspy-mpi once|tree RANKS PARTS MEMSPY SUBCOMMAND ARGUMENT...
 *
 * memspy executes this program if a launcher has started it (cluster_launcher.h). Rank 0 distributes shares to all
 * ranks, itself included. A rank runs memspy on its share as a child. The child writes its result to the folder PARTS,
 * to which all ranks must have access. If PARTS is "", rank 0 makes a temporary folder in the current folder. At the
 * end, rank 0 runs memspy for the whole work. This run reads the results, does missing shares itself, and prints the
 * result.
 *
 * If a rank fails, no work is lost. Rank 0 assigns a share again if the share's child was killed or its rank is silent.
 * All work that remains at the end is done on rank 0. A lost rank never calls MPI_Finalize(), which would wait for it.
 * Therefore, the other ranks then exit without this call. Some launchers kill all ranks when one of them dies (see
 * docs/cluster.md). */
#include <errno.h>
#include <dirent.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/cluster/cluster_mpi_child.h"
#include "ui/cluster/cluster_mpi_orders.h"

enum { TAG = 1, PATH_SIZE = 4096, TEXT = 400, EXIT_USAGE = 2, EXIT_DECLINED = 3, SHARES_PER_RANK = 2, FAN_IN = 4 };

static const double PING = 1;         /* seconds between two heartbeats of a rank */
static const double SILENCE = 10;     /* default number of seconds without a heartbeat after which a rank is considered
                                         lost */
static const useconds_t PAUSE = 2000; /* microseconds to sleep between polls, so that the child gets the processor */

/* A message from rank 0 to another rank. */
typedef enum { ORDER_PING, ORDER_SHARE, ORDER_FINALIZE, ORDER_LEAVE } OrderKind;
typedef struct {
  int kind, number, of; /* `number` and `of` specify the share */
} Order;

/* A message from another rank to rank 0. */
typedef enum { NOTE_PING, NOTE_ENDED } NoteKind;
typedef struct {
  int kind, number, of; /* `number` and `of` specify the share */
  int status;           /* exit status of the child, as waitpid() reports it */
  char text[TEXT];      /* error message of the child */
} Note;

/* The state of a rank. */
typedef struct {
  ClusterMpiCommand command;
  int rank, size;
  double silence;
  ClusterMpiChild child;
  Order order; /* the order that the child currently executes */
} Job;

/* The records of rank 0 about another rank. */
typedef struct {
  double heard; /* time when the rank's last message arrived, by MPI_Wtime() */
  Order order;  /* the last order that was sent to the rank */
  MPI_Request request;
} Other;

/* ---- all ranks --------------------------------------------------------------------------------------------------- */

static void obey(Job *job, Order order) {
  job->order = order;
  if (!cluster_mpi_child_start(&job->child, &job->command, order.number, order.of, true)) perror("memspy-mpi: fork");
}

/* Returns whether the child has ended or could not be started. If so, sets *note to the message for rank 0. */
static bool has_ended(Job *job, Note *note) {
  Note ended = {NOTE_ENDED, job->order.number, job->order.of, SIGABRT, ""};
  if (job->order.kind != ORDER_SHARE) return false;
  if (job->child.pid != 0 && !cluster_mpi_child_ended(&job->child, false, &ended.status, ended.text, TEXT))
    return false;
  job->order.kind = ORDER_PING;
  *note = ended;
  return true;
}

/* Receives a message from `source`, if one has arrived, and sets *from to the sender's rank. Returns whether a message
 * was received. */
static bool receive(int source, void *message, int size, int *from) {
  MPI_Status status;
  int is_there = 0;
  if (MPI_Iprobe(source, TAG, MPI_COMM_WORLD, &is_there, &status) != MPI_SUCCESS || !is_there) return false;
  *from = status.MPI_SOURCE;
  return MPI_Recv(message, size, MPI_BYTE, *from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

/* Copies a message to the buffer `to_send` and sends it. The buffer must stay valid until the next call. If the
 * previous message of `request` has not been sent completely, returns false, or waits until it has been sent if `must`
 * is set. */
static bool send_message(void *to_send, const void *message, int size, int to, MPI_Request *request, bool must) {
  int is_sent = 0;
  if (must)
    MPI_Wait(request, MPI_STATUS_IGNORE);
  else if (MPI_Test(request, &is_sent, MPI_STATUS_IGNORE) != MPI_SUCCESS || !is_sent)
    return false;
  memcpy(to_send, message, (size_t)size);
  return MPI_Isend(to_send, size, MPI_BYTE, to, TAG, MPI_COMM_WORLD, request) == MPI_SUCCESS;
}

/* Executes orders of rank 0 until rank 0 ends the work, or is silent for too long. Returns the last order. */
static OrderKind serve(Job *job) {
  static Note sent;
  MPI_Request request = MPI_REQUEST_NULL;
  double heard = MPI_Wtime(), sent_at = 0;
  for (;; usleep(PAUSE)) {
    Order order;
    Note note = {.kind = NOTE_PING};
    int from;
    const double now = MPI_Wtime();
    while (receive(0, &order, sizeof order, &from)) {
      heard = now;
      if (order.kind == ORDER_FINALIZE) MPI_Wait(&request, MPI_STATUS_IGNORE);
      if (order.kind >= ORDER_FINALIZE) return (OrderKind)order.kind;
      if (order.kind == ORDER_SHARE) obey(job, order);
    }
    if (now - heard > job->silence) return ORDER_LEAVE;
    const bool ended = has_ended(job, &note);
    if (!ended && now - sent_at < PING) continue;
    if (send_message(&sent, &note, sizeof note, 0, &request, ended)) sent_at = now;
  }
}

/* ---- rank 0 ------------------------------------------------------------------------------------------------------ */

typedef struct {
  Job *job;
  ClusterMpiOrders *orders;
  Other *others;
  double pinged;
  bool failed; /* whether the failure of a rank was already printed; only the first one is printed */
} Leader;

static void print_failure(Leader *leader, int rank, const Note *note) {
  if (!leader->failed)
    fprintf(stderr, "memspy-mpi: rank %d gets no more shares: %s%s", rank, note->text,
            strchr(note->text, '\n') == NULL ? "\n" : "");
  leader->failed = true;
}

/* Handles the end of the child on a rank, which `note` reports. */
static void handle_end(Leader *leader, int rank, const Note *note) {
  ClusterMpiEnd end = CLUSTER_MPI_DONE;
  if (WIFSIGNALED(note->status)) {
    end = CLUSTER_MPI_KILLED;
  } else if (WEXITSTATUS(note->status) == EXIT_USAGE) {
    end = CLUSTER_MPI_HOPELESS;
  } else if (WEXITSTATUS(note->status) == EXIT_DECLINED) {
    end = CLUSTER_MPI_DECLINED;
  } else if (WEXITSTATUS(note->status) != 0) {
    end = CLUSTER_MPI_FAILED;
    print_failure(leader, rank, note);
  }
  const bool again = cluster_mpi_orders_ended(leader->orders, rank, note->of, note->number, end);
  if (end == CLUSTER_MPI_KILLED)
    fprintf(stderr, "memspy-mpi: rank %d: signal %d ended share %d of %d%s\n", rank, WTERMSIG(note->status),
            note->number, note->of, again ? "; the share is repeated" : "");
}

static void receive_notes(Leader *leader) {
  Note note;
  int rank;
  while (receive(MPI_ANY_SOURCE, &note, sizeof note, &rank)) {
    leader->others[rank].heard = MPI_Wtime();
    if (note.kind == NOTE_ENDED) handle_end(leader, rank, &note);
  }
  if (has_ended(leader->job, &note)) handle_end(leader, 0, &note);
}

static void give_up(Leader *leader, int rank, const char *why) {
  fprintf(stderr, "memspy-mpi: rank %d is lost: %s; the other ranks do its share\n", rank, why);
  cluster_mpi_orders_gone(leader->orders, rank);
}

static void give_up_silent(Leader *leader) {
  const double now = MPI_Wtime();
  for (int rank = 1; rank < leader->job->size; rank++) {
    if (cluster_mpi_orders_is_gone(leader->orders, rank) || now - leader->others[rank].heard < leader->job->silence)
      continue;
    char why[64];
    snprintf(why, sizeof why, "no message from it for %g s", leader->job->silence);
    give_up(leader, rank, why);
  }
}

static bool send_order(Leader *leader, int rank, Order order, bool must) {
  Other *other = &leader->others[rank];
  return send_message(&other->order, &order, sizeof order, rank, &other->request, must);
}

static void send_all(Leader *leader, OrderKind kind, bool must) {
  for (int rank = 1; rank < leader->job->size; rank++)
    if (!cluster_mpi_orders_is_gone(leader->orders, rank)) (void)send_order(leader, rank, (Order){.kind = kind}, must);
}

static void hand_out(Leader *leader, int of) {
  for (int rank = 0, number; rank < leader->job->size; rank++) {
    if ((number = cluster_mpi_orders_next(leader->orders, rank)) == 0) continue;
    const Order order = {ORDER_SHARE, number, of};
    if (rank == 0)
      obey(leader->job, order);
    else if (!send_order(leader, rank, order, true))
      give_up(leader, rank, "its share could not be sent");
  }
}

/* Polls once: receives messages, gives up silent ranks, and sends heartbeats if they are due. */
static void poll_ranks(Leader *leader) {
  receive_notes(leader);
  give_up_silent(leader);
  if (MPI_Wtime() - leader->pinged >= PING) {
    send_all(leader, ORDER_PING, false);
    leader->pinged = MPI_Wtime();
  }
  usleep(PAUSE);
}

/* Runs a round of the work that is divided into `of` shares. */
static void run_round(Leader *leader, int of) {
  cluster_mpi_orders_round(leader->orders, of);
  while (!cluster_mpi_orders_over(leader->orders)) {
    hand_out(leader, of);
    poll_ranks(leader);
  }
}

/* Runs memspy for the whole work on rank 0. Returns the exit status. */
static int run_whole(Leader *leader) {
  Job *job = leader->job;
  int status;
  cluster_mpi_child_kill(&job->child); /* either another rank has already done this child's share, or the share cannot
                                          be done */
  job->order.kind = ORDER_PING;
  if (!cluster_mpi_child_start(&job->child, &job->command, 1, 1, false)) return perror("memspy-mpi: fork"), 1;
  while (!cluster_mpi_child_ended(&job->child, false, &status, NULL, 0)) poll_ranks(leader);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Runs all rounds on rank 0, and returns the exit status. Sets *finalize to whether all ranks can call MPI_Finalize(),
 * because none was lost. */
static int lead(Job *job, bool is_tree, bool *finalize) {
  Leader leader = {.job = job, .orders = cluster_mpi_orders_new(job->size), .pinged = 0};
  leader.others = calloc((size_t)job->size, sizeof *leader.others);
  for (int rank = 0; rank < job->size; rank++) leader.others[rank] = (Other){MPI_Wtime(), {0}, MPI_REQUEST_NULL};
  int of = is_tree ? 1 : SHARES_PER_RANK * job->size;
  while (is_tree && of < job->size) of *= 2;
  for (; of > 1; of = is_tree ? of / FAN_IN : 1) run_round(&leader, of);
  const int status = run_whole(&leader);
  *finalize = !cluster_mpi_orders_any_gone(leader.orders);
  send_all(&leader, *finalize ? ORDER_FINALIZE : ORDER_LEAVE, true);
  for (int i = 0; i < 100 && !*finalize; i++) poll_ranks(&leader); /* this gives MPI time to send the orders */
  for (int rank = 1; rank < job->size && *finalize; rank++) MPI_Wait(&leader.others[rank].request, MPI_STATUS_IGNORE);
  cluster_mpi_orders_free(leader.orders);
  free(leader.others);
  return status;
}

/* ---- the folder of finished shares ------------------------------------------------------------------------------- */

/* Makes a temporary folder in the current folder, and sets path[] to its path. Returns false on failure. */
static bool make_parts(char path[PATH_SIZE]) {
  char here[PATH_SIZE - 64];
  if (getcwd(here, sizeof here) == NULL) return false;
  snprintf(path, PATH_SIZE, "%s/memspy.parts.XXXXXX", here);
  return mkdtemp(path) != NULL;
}

static void remove_parts(const char *path) {
  DIR *folder = opendir(path);
  const struct dirent *entry;
  while (folder != NULL && (entry = readdir(folder)) != NULL) unlinkat(dirfd(folder), entry->d_name, 0);
  if (folder != NULL) closedir(folder);
  rmdir(path);
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

/* Returns whether the MPI library sees more than one rank. If not, prints a message. */
static bool check_size(const Job *job, const char *started) {
  if (job->size > 1) return true;
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int n;
  MPI_Get_library_version(library, &n);
  fprintf(stderr,
          "memspy-mpi: %s processes were started, but this MPI sees only one: use the mpirun of %.*s, or srun with "
          "an --mpi that it supports\n",
          started, (int)strcspn(library, ",\n"), library);
  return false;
}

static double silence_of_user(void) {
  const char *text = getenv("MEMSPY_MPI_SILENCE");
  const double seconds = text != NULL ? strtod(text, NULL) : 0;
  return seconds >= 2 * PING ? seconds : SILENCE;
}

static int run(Job *job, bool is_tree, bool *finalize) {
  char path[PATH_SIZE];
  const bool temporary = *job->command.parts == '\0';
  snprintf(path, sizeof path, "%s", job->command.parts);
  if (job->rank == 0 && temporary && !make_parts(path)) {
    perror("memspy-mpi: a folder for finished shares");
    *path = '\0';
  }
  MPI_Bcast(path, sizeof path, MPI_BYTE, 0, MPI_COMM_WORLD);
  *finalize = true;
  if (*path == '\0') return 1;
  job->command.parts = path;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (job->rank != 0) {
    *finalize = serve(job) == ORDER_FINALIZE;
    cluster_mpi_child_kill(&job->child);
    return 0;
  }
  const int status = lead(job, is_tree, finalize);
  if (temporary) remove_parts(path);
  return status;
}

int main(int n, char **args) {
  if (n < 6) {
    fputs("usage: memspy-mpi once|tree RANKS PARTS MEMSPY SUBCOMMAND ARGUMENT... (memspy starts it)\n", stderr);
    return EXIT_USAGE;
  }
  Job job = {.command = {.parts = args[3], .memspy = args[4], .words = args + 5}, .silence = silence_of_user()};
  signal(SIGUSR1, SIG_IGN); /* the launcher of MPICH sends this signal to the surviving ranks when a rank has died */
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &job.size);
  bool finalize = true;
  const int status = check_size(&job, args[2]) ? run(&job, strcmp(args[1], "tree") == 0, &finalize) : EXIT_USAGE;
  fflush(NULL);
  if (!finalize) _exit(status);
  MPI_Finalize();
  return status;
}
