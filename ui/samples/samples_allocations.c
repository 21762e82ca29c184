/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_allocations.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "ui/base/ui_error.h"
#include "ui/samples/samples.h"
#include "ui/samples/samples_by_address.h"

#define LIBRARY "memspy-allocations.so"

struct SamplesAllocations {
  const SamplesRecorderHead *head;
  gsize bytes;      /* bytes of the mapped file */
  GPtrArray *slots; /* const SamplesRecorderSlot: the complete slots, sorted by time */
  guint next;       /* the first slot that was not applied yet */
  GHashTable *live; /* process number -> GTree of its blocks, by address */
};

static bool fail(const char *path, const char *reason, GError **error) {
  return ui_error_set(error, SAMPLES_ERROR, SAMPLES_ERROR_READ, "%s: %s", path, reason);
}

/* Returns the number of slots that fit into half of the free space of the file system. 0: on failure; errno is the
 * reason. */
static guint64 room_of(int fd) {
  struct statvfs about;
  if (fstatvfs(fd, &about) != 0) return 0;
  const guint64 slots = about.f_bavail / 2 * about.f_frsize / sizeof(SamplesRecorderSlot);
  errno = ENOSPC;
  return MIN(slots, SAMPLES_RECORDER_SLOTS);
}

static bool write_file(int fd) {
  SamplesRecorderHead head = {.magic = SAMPLES_RECORDER_MAGIC};
  const guint64 limit = room_of(fd);
  atomic_store(&head.limit, limit);
  return limit != 0 && write(fd, &head, sizeof head) == (ssize_t)sizeof head &&
         ftruncate(fd, (off_t)(sizeof head + limit * sizeof(SamplesRecorderSlot))) == 0;
}

bool samples_allocations_prepare(const char *path, GError **error) {
  const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool good = fd >= 0 && write_file(fd);
  const int why = errno;
  if (fd >= 0) close(fd);
  return good || fail(path, g_strerror(why), error);
}

char *samples_allocations_library(GError **error) {
  g_autofree char *own = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *folder = own != NULL ? g_path_get_dirname(own) : NULL;
  char *found = folder != NULL ? g_build_filename(folder, "samples", LIBRARY, NULL) : NULL; /* in the build tree */
  if (found != NULL && access(found, R_OK) == 0) return found;
  g_free(found);
  found = g_build_filename(MEMSPY_LIBEXECDIR, LIBRARY, NULL);
  if (access(found, R_OK) == 0) return found;
  fail(found, "the recorder of allocations is not installed", error);
  g_free(found);
  return NULL;
}

/* ---- reading ---- */

static const SamplesRecorderSlot *slot_at(const SamplesAllocations *allocations, guint i) {
  return g_ptr_array_index(allocations->slots, i);
}

static guint64 time_of(const SamplesRecorderSlot *slot) {
  return atomic_load_explicit(&((SamplesRecorderSlot *)slot)->time, memory_order_relaxed);
}

static gint compare_slots(gconstpointer a, gconstpointer b) {
  const SamplesRecorderSlot *x = *(const SamplesRecorderSlot *const *)a, *y = *(const SamplesRecorderSlot *const *)b;
  const guint64 s = time_of(x), t = time_of(y);
  return s != t ? (s < t ? -1 : 1) : x < y ? -1 : x > y;
}

static guint64 reserved_of(const SamplesAllocations *allocations) {
  return atomic_load(&((SamplesRecorderHead *)allocations->head)->reserved);
}

static guint64 limit_of(const SamplesAllocations *allocations) {
  const guint64 room = (allocations->bytes - sizeof *allocations->head) / sizeof(SamplesRecorderSlot);
  return MIN(room, atomic_load(&((SamplesRecorderHead *)allocations->head)->limit));
}

static void read_slots(SamplesAllocations *allocations) {
  const guint64 n = MIN(reserved_of(allocations), limit_of(allocations));
  const SamplesRecorderSlot *slots = (const SamplesRecorderSlot *)(const void *)(allocations->head + 1);
  for (guint64 i = 0; i < n; i++)
    if (time_of(&slots[i]) != 0) g_ptr_array_add(allocations->slots, (gpointer)&slots[i]);
  g_ptr_array_sort(allocations->slots, compare_slots);
}

static void free_tree(gpointer tree) { g_tree_unref(tree); }

SamplesAllocations *samples_allocations_read(const char *path, GError **error) {
  struct stat about;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const bool good = fd >= 0 && fstat(fd, &about) == 0 && about.st_size >= (off_t)sizeof(SamplesRecorderHead);
  const gsize bytes = good ? (gsize)about.st_size : 0;
  void *map = good ? mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
  if (fd >= 0) close(fd);
  if (map == MAP_FAILED || ((const SamplesRecorderHead *)map)->magic != SAMPLES_RECORDER_MAGIC) {
    if (map != MAP_FAILED) munmap(map, bytes);
    fail(path, "this is not a file of recorded allocations", error);
    return NULL;
  }
  SamplesAllocations *allocations = g_new0(SamplesAllocations, 1);
  *allocations = (SamplesAllocations){map, bytes, g_ptr_array_new(), 0,
                                      g_hash_table_new_full(NULL, NULL, NULL, free_tree)};
  read_slots(allocations);
  return allocations;
}

void samples_allocations_free(SamplesAllocations *allocations) {
  if (allocations == NULL) return;
  munmap((void *)allocations->head, allocations->bytes);
  g_ptr_array_unref(allocations->slots);
  g_hash_table_destroy(allocations->live);
  g_free(allocations);
}

bool samples_allocations_is_full(const SamplesAllocations *allocations) {
  return reserved_of(allocations) > limit_of(allocations);
}

bool samples_allocations_is_empty(const SamplesAllocations *allocations) { return reserved_of(allocations) == 0; }

/* ---- blocks ---- */

static GTree *blocks_of(SamplesAllocations *allocations, guint32 process) {
  GTree *tree = g_hash_table_lookup(allocations->live, GUINT_TO_POINTER(process));
  if (tree != NULL) return tree;
  tree = samples_by_address_new(NULL);
  g_hash_table_insert(allocations->live, GUINT_TO_POINTER(process), tree);
  return tree;
}

/* Adds a block or a stack. Removes blocks and stacks at its addresses, because the stacks of threads end without a
 * record. A stack can be in a block. */
static void add(GTree *blocks, const SamplesRecorderSlot *slot) {
  const SamplesRecorderSlot *below = samples_by_address_find(blocks, slot->address);
  if (below != NULL && slot->address - below->address < below->bytes && slot->kind != SAMPLES_RECORDER_STACK)
    g_tree_remove(blocks, &below->address);
  for (GTreeNode *node; (node = g_tree_upper_bound(blocks, &slot->address)) != NULL;) {
    const guint64 *address = g_tree_node_key(node);
    if (*address - slot->address >= slot->bytes) break;
    g_tree_remove(blocks, address);
  }
  g_tree_replace(blocks, (gpointer)&slot->address, (gpointer)slot);
}

static gboolean copy_block(gpointer key, gpointer value, gpointer closure) {
  g_tree_replace(closure, key, value);
  return FALSE;
}

static void apply(SamplesAllocations *allocations, const SamplesRecorderSlot *slot) {
  GHashTable *live = allocations->live;
  switch ((SamplesRecorderKind)slot->kind) {
    case SAMPLES_RECORDER_FREED: g_tree_remove(blocks_of(allocations, slot->process), &slot->address); break;
    case SAMPLES_RECORDER_BEGAN: g_hash_table_remove(live, GUINT_TO_POINTER(slot->process)); break;
    case SAMPLES_RECORDER_FORKED:
      g_hash_table_remove(live, GUINT_TO_POINTER(slot->process));
      g_tree_foreach(blocks_of(allocations, (guint32)slot->address), copy_block, blocks_of(allocations, slot->process));
      break;
    default: add(blocks_of(allocations, slot->process), slot);
  }
}

const SamplesRecorderSlot *samples_allocations_find(SamplesAllocations *allocations, guint32 process, guint64 time,
                                                    guint64 address) {
  while (allocations->next < allocations->slots->len && time_of(slot_at(allocations, allocations->next)) <= time)
    apply(allocations, slot_at(allocations, allocations->next++));
  const SamplesRecorderSlot *slot = samples_by_address_find(blocks_of(allocations, process), address);
  return slot != NULL && address - slot->address < slot->bytes ? slot : NULL;
}
