/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_recorder.c: a library that is preloaded into a sampled program, and records its allocations
 * (samples_recorder.h). It replaces the allocation functions, and calls those of the program's allocator. It also records
 * the stacks of threads.
 *
 * Cost of an allocation or release: one read of the clock, one atomic addition on a line that all threads share, and one
 * line of 64 bytes, which is written to the file later. The first allocation of a thread also looks up its stack. */
#include "ui/samples/samples_recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Memory for dlsym(), which can allocate before the allocator is found. It is never released. */
static _Alignas(max_align_t) char early[16 * 1024];
static _Atomic size_t early_used;

static SamplesRecorderHead *head;                /* NULL: nothing is recorded */
static uint64_t page;                            /* its size in bytes */
static uint32_t process;                         /* number of this process */
static __thread uint64_t fork_time;              /* when this thread called fork */
static __thread bool is_inside;                  /* the recorder itself allocates */
static __thread uintptr_t stack_low, stack_high; /* the stack of this thread; 0: not looked up */

static struct {
  void *(*malloc)(size_t bytes);
  void *(*calloc)(size_t n, size_t bytes);
  void *(*realloc)(void *block, size_t bytes);
  void (*free)(void *block);
  size_t (*malloc_usable_size)(void *block);
  int (*posix_memalign)(void **block, size_t alignment, size_t bytes);
  void *(*aligned_alloc)(size_t alignment, size_t bytes);
  void *(*memalign)(size_t alignment, size_t bytes);
  int (*pthread_create)(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);
} next;

static void find_allocator(void);

/* ---- the file ---- */

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Maps the file that is open as `fd`. Returns NULL if it is not a file of the recorder, or if it cannot be mapped. */
static SamplesRecorderHead *map_file(int fd) {
  SamplesRecorderHead start;
  if (pread(fd, &start, sizeof start, 0) != (ssize_t)sizeof start || start.magic != SAMPLES_RECORDER_MAGIC) return NULL;
  const size_t bytes = sizeof start + (size_t)atomic_load(&start.limit) * sizeof(SamplesRecorderSlot);
  void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
  return map != MAP_FAILED ? map : NULL;
}

static void open_file(void) {
  const int saved = errno;
  const bool is_perf = strcmp(program_invocation_short_name, "perf") == 0; /* it gets the environment, too */
  const char *path = is_perf ? NULL : getenv(SAMPLES_RECORDER_FILE);
  const int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
  page = (uint64_t)sysconf(_SC_PAGESIZE);
  if (fd >= 0) head = map_file(fd);
  if (fd >= 0) close(fd);
  errno = saved;
}

/* Requests the memory of the slots up to `number`. Returns false, and sets the limit, if the file system has none.
 * (Linux before 5.14 cannot provide it in advance. There, only the limit that memspy set protects the program.) */
static bool provide(uint64_t number) {
  uint64_t ready = atomic_load(&head->ready);
  while (ready <= number) {
    const uint64_t limit = atomic_load(&head->limit), left = limit > ready ? limit - ready : 0;
    if (number >= limit) return false;
    const uint64_t next_ready = ready + (left < SAMPLES_RECORDER_STEP ? left : SAMPLES_RECORDER_STEP);
    char *base = (char *)head;
    const uint64_t first = (sizeof *head + ready * sizeof(SamplesRecorderSlot)) / page * page;
    const uint64_t end = sizeof *head + next_ready * sizeof(SamplesRecorderSlot);
    if (madvise(base + first, end - first, MADV_POPULATE_WRITE) != 0 && errno != EINVAL) {
      atomic_store(&head->limit, ready);
      return false;
    }
    if (atomic_compare_exchange_strong(&head->ready, &ready, next_ready)) ready = next_ready;
  }
  return true;
}

/* Fills slot->frames with return addresses: first that of the call of the allocation function, then those of the outer
 * frames, which are found through the frame pointers in the thread's stack. */
static void fill_frames(SamplesRecorderSlot *slot, const void *caller, uintptr_t frame) {
  bool is_own = true; /* whether `frame` is the innermost frame, which can belong to the allocation function */
  slot->frames[0] = (uint64_t)(uintptr_t)caller;
  for (unsigned n = 1; n < SAMPLES_RECORDER_FRAMES; n++) {
    if (frame < stack_low || frame + 2 * sizeof frame > stack_high || frame % sizeof frame != 0) return;
    const uintptr_t *words = (const uintptr_t *)frame; /* NOLINT(performance-no-int-to-ptr) */
    const uintptr_t outer = words[0];
    if (is_own && words[1] == (uintptr_t)caller)
      n--;
    else
      slot->frames[n] = words[1];
    is_own = false;
    if (outer <= frame) return;
    frame = outer;
  }
}

/* Reserves a slot, and fills all but its call path and time. NULL: the file is full. */
static SamplesRecorderSlot *reserve(SamplesRecorderKind kind, uint64_t address, size_t bytes) {
  const uint64_t number = atomic_fetch_add_explicit(&head->reserved, 1, memory_order_relaxed);
  if (number >= atomic_load_explicit(&head->ready, memory_order_relaxed) && !provide(number)) return NULL;
  SamplesRecorderSlot *slot = (SamplesRecorderSlot *)(void *)(head + 1) + number;
  slot->address = address;
  slot->bytes = bytes;
  slot->process = process;
  slot->kind = kind;
  return slot;
}

static void complete(SamplesRecorderSlot *slot, uint64_t time) {
  if (slot != NULL) atomic_store_explicit(&slot->time, time, memory_order_release);
}

static void record(SamplesRecorderKind kind, const void *block, size_t bytes, const void *caller, uintptr_t frame) {
  SamplesRecorderSlot *slot = reserve(kind, (uint64_t)(uintptr_t)block, bytes);
  if (slot != NULL && caller != NULL) fill_frames(slot, caller, frame);
  complete(slot, now());
}

/* Looks up the stack of the thread, and records it. */
static void look_stack_up(void) {
  pthread_attr_t attributes;
  void *low;
  size_t bytes;
  stack_low = stack_high = 1; /* none, if this fails */
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
    stack_low = (uintptr_t)low;
    stack_high = stack_low + bytes;
    record(SAMPLES_RECORDER_STACK, low, bytes, NULL, 0);
  }
  pthread_attr_destroy(&attributes);
}

/* Records an allocation or a release. */
static void note(SamplesRecorderKind kind, const void *block, size_t bytes, const void *caller, const void *frame) {
  if (head == NULL || is_inside || block == NULL) return;
  const int saved = errno;
  is_inside = true;
  if (stack_low == 0) look_stack_up();
  record(kind, block, bytes, caller, (uintptr_t)frame);
  is_inside = false;
  errno = saved;
}

/* ---- processes ---- */

static void before_fork(void) { fork_time = now(); }

/* Records in a new process that it has the blocks which its parent had at the fork. */
static void after_fork(void) {
  const int saved = errno;
  const uint32_t parent = process;
  process = (uint32_t)getpid();
  complete(reserve(SAMPLES_RECORDER_FORKED, parent, 0), fork_time);
  errno = saved;
}

static void begin_process(void) {
  process = (uint32_t)getpid();
  pthread_atfork(before_fork, NULL, after_fork);
  complete(reserve(SAMPLES_RECORDER_BEGAN, 0, 0), now());
}

/* ---- threads ---- */

/* The function of a new thread. */
typedef struct {
  void *(*run)(void *argument);
  void *argument;
} Start;

/* Records the stack of a thread before its function runs. */
static void *run_thread(void *closure) {
  const Start start = *(const Start *)closure;
  next.free(closure);
  if (head != NULL) {
    is_inside = true;
    look_stack_up();
    is_inside = false;
  }
  return start.run(start.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
  if (next.pthread_create == NULL || next.malloc == NULL) find_allocator();
  Start *start = head != NULL ? next.malloc(sizeof *start) : NULL;
  if (start == NULL) return next.pthread_create(thread, attributes, run, argument);
  *start = (Start){run, argument};
  const int wrong = next.pthread_create(thread, attributes, run_thread, start);
  if (wrong != 0) next.free(start);
  return wrong;
}

/* ---- the allocator ---- */

static void *find(const char *name) { return dlsym(RTLD_NEXT, name); }

/* Finds the program's functions. ISO C has no conversion of an object pointer to a function pointer. */
static void find_allocator(void) {
  static _Atomic bool is_found;
  if (atomic_load(&is_found) || is_inside) return;
  is_inside = true;
#define FIND(name)                            \
  do {                                        \
    void *found = find(#name);                \
    memcpy(&next.name, &found, sizeof found); \
  } while (0)
  FIND(free);
  FIND(calloc);
  FIND(realloc);
  FIND(malloc_usable_size);
  FIND(posix_memalign);
  FIND(aligned_alloc);
  FIND(memalign);
  FIND(pthread_create);
  FIND(malloc);
#undef FIND
  is_inside = false;
  atomic_store(&is_found, true);
}

__attribute__((constructor)) static void begin(void) {
  find_allocator();
  open_file();
  if (head != NULL) begin_process();
}

static bool is_early(const void *block) {
  return (const char *)block >= early && (const char *)block < early + sizeof early;
}

static void *allocate_early(size_t bytes) {
  const size_t unit = _Alignof(max_align_t), whole = (bytes + unit - 1) / unit * unit;
  const size_t at = whole >= bytes ? atomic_fetch_add(&early_used, whole) : sizeof early;
  return at <= sizeof early && whole <= sizeof early - at ? early + at : NULL;
}

#define CALLER __builtin_return_address(0), __builtin_frame_address(0)

void *malloc(size_t bytes) {
  if (next.malloc == NULL) find_allocator();
  if (next.malloc == NULL) return allocate_early(bytes);
  void *block = next.malloc(bytes);
  note(SAMPLES_RECORDER_ALLOCATED, block, bytes, CALLER);
  return block;
}

void *calloc(size_t n, size_t bytes) {
  size_t all;
  if (next.calloc == NULL) find_allocator();
  if (next.calloc == NULL) return __builtin_mul_overflow(n, bytes, &all) ? NULL : allocate_early(all);
  void *block = next.calloc(n, bytes);
  note(SAMPLES_RECORDER_ALLOCATED, block, n * bytes, CALLER);
  return block;
}

void free(void *block) {
  if (block == NULL || is_early(block)) return;
  if (next.free == NULL) find_allocator();
  /* Record the release before another thread can get the block. */
  note(SAMPLES_RECORDER_FREED, block, 0, NULL, NULL);
  if (next.free != NULL) next.free(block);
}

void *realloc(void *old, size_t bytes) {
  if (next.realloc == NULL) find_allocator();
  if (next.realloc == NULL || is_early(old)) {
    void *copy = malloc(bytes);
    const size_t most = is_early(old) ? (size_t)(early + sizeof early - (char *)old) : 0;
    if (copy != NULL && most != 0) memmove(copy, old, bytes < most ? bytes : most);
    return copy;
  }
  const size_t had = head != NULL && old != NULL && next.malloc_usable_size != NULL ? next.malloc_usable_size(old) : 0;
  note(SAMPLES_RECORDER_FREED, old, 0, NULL, NULL);
  void *block = next.realloc(old, bytes);
  if (block == NULL && bytes != 0)
    note(SAMPLES_RECORDER_ALLOCATED, old, had, CALLER); /* the call failed, so the old block remains */
  else
    note(SAMPLES_RECORDER_ALLOCATED, block, bytes, CALLER);
  return block;
}

int posix_memalign(void **block, size_t alignment, size_t bytes) {
  if (next.posix_memalign == NULL) find_allocator();
  const int wrong = next.posix_memalign != NULL ? next.posix_memalign(block, alignment, bytes) : ENOMEM;
  if (wrong == 0) note(SAMPLES_RECORDER_ALLOCATED, *block, bytes, CALLER);
  return wrong;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  if (next.aligned_alloc == NULL) find_allocator();
  void *block = next.aligned_alloc != NULL ? next.aligned_alloc(alignment, bytes) : NULL;
  note(SAMPLES_RECORDER_ALLOCATED, block, bytes, CALLER);
  return block;
}

void *memalign(size_t alignment, size_t bytes);
void *memalign(size_t alignment, size_t bytes) {
  if (next.memalign == NULL) find_allocator();
  void *block = next.memalign != NULL ? next.memalign(alignment, bytes) : NULL;
  note(SAMPLES_RECORDER_ALLOCATED, block, bytes, CALLER);
  return block;
}
