/* ui_mpi_main.c: memspy-mpi: the ranks of an MPI job share the work of one memspy.
 *
 *   memspy-mpi once|tree RANKS PARTS MEMSPY SUBCOMMAND ARGUMENT...
 *
 * memspy becomes this program when a launcher has started it (ui_launcher.h). Rank 0 hands out shares to all ranks,
 * itself too. A rank runs memspy on its share, as a child; the child leaves its result in the folder PARTS (none is
 * named: a temporary one of the present folder), which all ranks must see. At last memspy runs on rank 0 for the whole:
 * it takes the results that are there, does what is missing, and prints.
 *
 * So nothing is lost that does not come back: a share whose child was killed, or whose rank is not heard of any more,
 * is handed out again, and what nobody has done is done at the end. A rank that is gone cannot be at MPI_Finalize(),
 * which would wait for it: the others then leave without. Whether the launcher lets them live until then is the
 * launcher's affair: docs/cluster.md.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <dirent.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/cluster/ui_mpi_child.h"
#include "ui/cluster/ui_mpi_orders.h"

enum { TAG = 1, PATH_SIZE = 4096, TEXT = 400, EXIT_USAGE = 2, EXIT_DECLINED = 3, SHARES_PER_RANK = 2, FAN_IN = 4 };

static const double PING = 1;         /* seconds from one sign of life to the next */
static const double SILENCE = 10;     /* seconds without one after which a rank is gone, unless the user says so */
static const useconds_t PAUSE = 2000; /* microseconds: a rank that waits leaves its processor to its child */

/* What rank 0 tells the others. */
typedef enum { ORDER_PING, ORDER_SHARE, ORDER_FINALIZE, ORDER_LEAVE } OrderKind;
typedef struct {
  int kind, number, of; /* the share */
} Order;

/* What they tell rank 0. */
typedef enum { NOTE_PING, NOTE_ENDED } NoteKind;
typedef struct {
  int kind, number, of; /* the share */
  int status;           /* as waitpid() has it */
  char text[TEXT];      /* what memspy said was wrong */
} Note;

/* What each rank knows, and the child that it has. */
typedef struct {
  UiMpiCommand command;
  int rank, size;
  double silence;
  UiMpiChild child;
  Order order; /* what the child does */
} Job;

/* Another rank, as rank 0 knows it. */
typedef struct {
  double heard;
  Order order; /* the last that was sent */
  MPI_Request request;
} Other;

/* ---- what a rank does -------------------------------------------------------------------------------------------- */

static void obey(Job *job, Order order) {
  job->order = order;
  if (!ui_mpi_child_start(&job->child, &job->command, order.number, order.of, true)) perror("memspy-mpi: fork");
}

/* Whether the child has ended, or could not even begin; then *note says how. */
static bool has_ended(Job *job, Note *note) {
  Note ended = {NOTE_ENDED, job->order.number, job->order.of, SIGABRT, ""};
  if (job->order.kind != ORDER_SHARE) return false;
  if (job->child.pid != 0 && !ui_mpi_child_ended(&job->child, false, &ended.status, ended.text, TEXT)) return false;
  job->order.kind = ORDER_PING;
  *note = ended;
  return true;
}

/* Takes what has come from `source`, if anything has; *from is the rank. */
static bool receive(int source, void *message, int size, int *from) {
  MPI_Status status;
  int is_there = 0;
  if (MPI_Iprobe(source, TAG, MPI_COMM_WORLD, &is_there, &status) != MPI_SUCCESS || !is_there) return false;
  *from = status.MPI_SOURCE;
  return MPI_Recv(message, size, MPI_BYTE, *from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

/* Sends a message, which stays where it is until the next one is sent, unless the one before is still under way;
 * `must`: waits for that. */
static bool send_message(void *to_send, const void *message, int size, int to, MPI_Request *request, bool must) {
  int is_sent = 0;
  if (must)
    MPI_Wait(request, MPI_STATUS_IGNORE);
  else if (MPI_Test(request, &is_sent, MPI_STATUS_IGNORE) != MPI_SUCCESS || !is_sent)
    return false;
  memcpy(to_send, message, (size_t)size);
  return MPI_Isend(to_send, size, MPI_BYTE, to, TAG, MPI_COMM_WORLD, request) == MPI_SUCCESS;
}

/* Follows rank 0 until it says that all is over, or is not heard of any more. Returns the last order. */
static OrderKind serve(Job *job) {
  static Note sent;
  MPI_Request request = MPI_REQUEST_NULL;
  double heard = MPI_Wtime(), told = 0;
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
    if (!ended && now - told < PING) continue;
    if (send_message(&sent, &note, sizeof note, 0, &request, ended)) told = now;
  }
}

/* ---- rank 0 ------------------------------------------------------------------------------------------------------ */

typedef struct {
  Job *job;
  UiMpiOrders *orders;
  Other *others;
  double pinged;
  bool failed; /* it was said of a rank that it cannot do its share */
} Leader;

static void say_failed(Leader *leader, int rank, const Note *note) {
  if (!leader->failed)
    fprintf(stderr, "memspy-mpi: rank %d gets no more shares: %s%s", rank, note->text,
            strchr(note->text, '\n') == NULL ? "\n" : "");
  leader->failed = true;
}

/* A child of a rank has ended. */
static void take_note(Leader *leader, int rank, const Note *note) {
  UiMpiEnd end = UI_MPI_DONE;
  if (WIFSIGNALED(note->status)) {
    end = UI_MPI_KILLED;
  } else if (WEXITSTATUS(note->status) == EXIT_USAGE) {
    end = UI_MPI_HOPELESS;
  } else if (WEXITSTATUS(note->status) == EXIT_DECLINED) {
    end = UI_MPI_DECLINED;
  } else if (WEXITSTATUS(note->status) != 0) {
    end = UI_MPI_FAILED;
    say_failed(leader, rank, note);
  }
  const bool again = ui_mpi_orders_ended(leader->orders, rank, note->of, note->number, end);
  if (end == UI_MPI_KILLED)
    fprintf(stderr, "memspy-mpi: rank %d: signal %d ended share %d of %d%s\n", rank, WTERMSIG(note->status),
            note->number, note->of, again ? ", which is done again" : "");
}

static void hear(Leader *leader) {
  Note note;
  int rank;
  while (receive(MPI_ANY_SOURCE, &note, sizeof note, &rank)) {
    leader->others[rank].heard = MPI_Wtime();
    if (note.kind == NOTE_ENDED) take_note(leader, rank, &note);
  }
  if (has_ended(leader->job, &note)) take_note(leader, 0, &note);
}

static void give_up(Leader *leader, int rank, const char *why) {
  fprintf(stderr, "memspy-mpi: rank %d is gone: %s; the others do its share\n", rank, why);
  ui_mpi_orders_gone(leader->orders, rank);
}

static void miss_silent(Leader *leader) {
  const double now = MPI_Wtime();
  for (int rank = 1; rank < leader->job->size; rank++) {
    if (ui_mpi_orders_is_gone(leader->orders, rank) || now - leader->others[rank].heard < leader->job->silence)
      continue;
    char why[64];
    snprintf(why, sizeof why, "nothing was heard of it for %g s", leader->job->silence);
    give_up(leader, rank, why);
  }
}

static bool tell(Leader *leader, int rank, Order order, bool must) {
  Other *other = &leader->others[rank];
  return send_message(&other->order, &order, sizeof order, rank, &other->request, must);
}

static void tell_all(Leader *leader, OrderKind kind, bool must) {
  for (int rank = 1; rank < leader->job->size; rank++)
    if (!ui_mpi_orders_is_gone(leader->orders, rank)) (void)tell(leader, rank, (Order){.kind = kind}, must);
}

static void hand_out(Leader *leader, int of) {
  for (int rank = 0, number; rank < leader->job->size; rank++) {
    if ((number = ui_mpi_orders_next(leader->orders, rank)) == 0) continue;
    const Order order = {ORDER_SHARE, number, of};
    if (rank == 0)
      obey(leader->job, order);
    else if (!tell(leader, rank, order, true))
      give_up(leader, rank, "its share could not be sent");
  }
}

/* What there is to do all the time. */
static void look_round(Leader *leader) {
  hear(leader);
  miss_silent(leader);
  if (MPI_Wtime() - leader->pinged >= PING) {
    tell_all(leader, ORDER_PING, false);
    leader->pinged = MPI_Wtime();
  }
  usleep(PAUSE);
}

/* Has `of` shares done. */
static void run_round(Leader *leader, int of) {
  ui_mpi_orders_round(leader->orders, of);
  while (!ui_mpi_orders_over(leader->orders)) {
    hand_out(leader, of);
    look_round(leader);
  }
}

/* Has the whole done here, when its shares are there. Returns the exit status. */
static int run_whole(Leader *leader) {
  Job *job = leader->job;
  int status;
  ui_mpi_child_kill(&job->child); /* a share that another rank has done meanwhile, or that is hopeless */
  job->order.kind = ORDER_PING;
  if (!ui_mpi_child_start(&job->child, &job->command, 1, 1, false)) return perror("memspy-mpi: fork"), 1;
  while (!ui_mpi_child_ended(&job->child, false, &status, NULL, 0)) look_round(leader);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Runs all rounds. Returns the exit status; *finalize: all ranks are there at the end. */
static int lead(Job *job, bool is_tree, bool *finalize) {
  Leader leader = {.job = job, .orders = ui_mpi_orders_new(job->size), .pinged = 0};
  leader.others = calloc((size_t)job->size, sizeof *leader.others);
  for (int rank = 0; rank < job->size; rank++) leader.others[rank] = (Other){MPI_Wtime(), {0}, MPI_REQUEST_NULL};
  int of = is_tree ? 1 : SHARES_PER_RANK * job->size;
  while (is_tree && of < job->size) of *= 2;
  for (; of > 1; of = is_tree ? of / FAN_IN : 1) run_round(&leader, of);
  const int status = run_whole(&leader);
  *finalize = !ui_mpi_orders_any_gone(leader.orders);
  tell_all(&leader, *finalize ? ORDER_FINALIZE : ORDER_LEAVE, true);
  for (int i = 0; i < 100 && !*finalize; i++) look_round(&leader); /* the orders get under way */
  for (int rank = 1; rank < job->size && *finalize; rank++) MPI_Wait(&leader.others[rank].request, MPI_STATUS_IGNORE);
  ui_mpi_orders_free(leader.orders);
  free(leader.others);
  return status;
}

/* ---- the folder of finished shares ------------------------------------------------------------------------------- */

/* Makes one that all ranks know by its path. False: it cannot be made. */
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

/* Whether MPI knows of the ranks that the launcher has started. */
static bool check_size(const Job *job, const char *started) {
  if (job->size > 1) return true;
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int n;
  MPI_Get_library_version(library, &n);
  fprintf(stderr,
          "memspy-mpi: %s processes were started, but this MPI knows of one: it needs the mpirun of %.*s, or "
          "srun with a --mpi that it knows\n",
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
    ui_mpi_child_kill(&job->child);
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
  signal(SIGUSR1, SIG_IGN); /* MPICH's launcher sends it to all when a rank has died, if it lets them live */
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
