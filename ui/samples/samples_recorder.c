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
static __thread bool is_inside;                  /* the recorder itself allocates */
static __thread uintptr_t stack_low, stack_high; /* the stack of this thread; 0: not looked up */

static struct {
  void *(*malloc)(size_t bytes);
  void *(*calloc)(size_t n, size_t bytes);
  void *(*realloc)(void *block, size_t bytes);
  void (*free)(void *block);
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

static void open_file(void) {
  const int saved = errno;
  const bool is_perf = strcmp(program_invocation_short_name, "perf") == 0; /* it gets the environment, too */
  const char *path = is_perf ? NULL : getenv(SAMPLES_RECORDER_FILE);
  const size_t bytes = sizeof(SamplesRecorderHead) + (size_t)SAMPLES_RECORDER_SLOTS * sizeof(SamplesRecorderSlot);
  const int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
  void *map = fd >= 0 ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0) : MAP_FAILED;
  if (fd >= 0) close(fd);
  if (map != MAP_FAILED && ((SamplesRecorderHead *)map)->magic == SAMPLES_RECORDER_MAGIC) head = map;
  errno = saved;
}

/* Fills the return addresses: that of the allocation's call, and those that frame pointers in the thread's stack lead
 * to. */
static void fill_frames(SamplesRecorderSlot *slot, const void *caller, uintptr_t frame) {
  slot->frames[0] = (uint64_t)(uintptr_t)caller;
  for (unsigned n = 1; n < SAMPLES_RECORDER_FRAMES; n++) {
    if (frame < stack_low || frame + 2 * sizeof frame > stack_high || frame % sizeof frame != 0) return;
    const uintptr_t *words = (const uintptr_t *)frame; /* NOLINT(performance-no-int-to-ptr) */
    const uintptr_t outer = words[0];
    if (words[1] == (uintptr_t)slot->frames[n - 1]) {
      n--; /* the frame of the allocation function itself */
    } else {
      slot->frames[n] = words[1];
    }
    if (outer <= frame) return;
    frame = outer;
  }
}

static void record(SamplesRecorderKind kind, const void *block, size_t bytes, const void *caller, uintptr_t frame) {
  const uint64_t number = atomic_fetch_add_explicit(&head->reserved, 1, memory_order_relaxed);
  if (number >= SAMPLES_RECORDER_SLOTS) return;
  SamplesRecorderSlot *slot = (SamplesRecorderSlot *)(void *)(head + 1) + number;
  slot->address = (uint64_t)(uintptr_t)block;
  slot->bytes = bytes;
  slot->process = (uint32_t)getpid();
  slot->kind = kind;
  if (caller != NULL) fill_frames(slot, caller, frame);
  atomic_store_explicit(&slot->time, now(), memory_order_release);
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
  note(SAMPLES_RECORDER_FREED, block, 0, NULL, NULL); /* before another thread can get the block */
  if (next.free != NULL) next.free(block);
}

void *realloc(void *old, size_t bytes) {
  if (next.realloc == NULL) find_allocator();
  if (next.realloc == NULL || is_early(old)) {
    void *copy = malloc(bytes);
    const size_t most = is_early(old) ? (size_t)(early + sizeof early - (char *)old) : 0;
    if (copy != NULL && most != 0) memcpy(copy, old, bytes < most ? bytes : most);
    return copy;
  }
  note(SAMPLES_RECORDER_FREED, old, 0, NULL, NULL);
  void *block = next.realloc(old, bytes);
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
