/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_allocations.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_text.h"
#include "ui/samples/samples.h"

#define LIBRARY "memspy-allocations.so"

struct SamplesAllocations {
  const SamplesRecorderHead *head;
  gsize bytes;      /* of the mapped file */
  GPtrArray *slots; /* const SamplesRecorderSlot: those that are complete, by time */
  guint next;       /* the first slot that was not applied yet */
  GHashTable *live; /* process number -> GTree of its blocks, by address */
};

static bool fail(const char *path, const char *reason, GError **error) {
  g_autofree char *printable = ui_text_escaped(path);
  return ui_error_set(error, SAMPLES_ERROR, SAMPLES_ERROR_READ, "%s: %s", printable, reason);
}

bool samples_allocations_prepare(const char *path, GError **error) {
  const SamplesRecorderHead head = {.magic = SAMPLES_RECORDER_MAGIC};
  const off_t bytes = (off_t)sizeof head + (off_t)SAMPLES_RECORDER_SLOTS * (off_t)sizeof(SamplesRecorderSlot);
  const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool good = fd >= 0 && write(fd, &head, sizeof head) == (ssize_t)sizeof head && ftruncate(fd, bytes) == 0;
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

static void read_slots(SamplesAllocations *allocations) {
  const guint64 room = (allocations->bytes - sizeof *allocations->head) / sizeof(SamplesRecorderSlot);
  const guint64 reserved = atomic_load(&((SamplesRecorderHead *)allocations->head)->reserved);
  const SamplesRecorderSlot *slots = (const SamplesRecorderSlot *)(const void *)(allocations->head + 1);
  for (guint64 i = 0; i < MIN(reserved, room); i++)
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
  return atomic_load(&((SamplesRecorderHead *)allocations->head)->reserved) > SAMPLES_RECORDER_SLOTS;
}

/* ---- blocks ---- */

static gint compare_addresses(gconstpointer a, gconstpointer b, gpointer closure) {
  const guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;
  (void)closure;
  return x < y ? -1 : x > y;
}

static GTree *blocks_of(SamplesAllocations *allocations, guint32 process) {
  GTree *tree = g_hash_table_lookup(allocations->live, GUINT_TO_POINTER(process));
  if (tree != NULL) return tree;
  tree = g_tree_new_full(compare_addresses, NULL, NULL, NULL);
  g_hash_table_insert(allocations->live, GUINT_TO_POINTER(process), tree);
  return tree;
}

static void apply(SamplesAllocations *allocations, const SamplesRecorderSlot *slot) {
  GTree *blocks = blocks_of(allocations, slot->process);
  if (slot->kind == SAMPLES_RECORDER_FREED)
    g_tree_remove(blocks, &slot->address);
  else
    g_tree_replace(blocks, (gpointer)&slot->address, (gpointer)slot);
}

const SamplesRecorderSlot *samples_allocations_find(SamplesAllocations *allocations, guint32 process, guint64 time,
                                                    guint64 address) {
  while (allocations->next < allocations->slots->len && time_of(slot_at(allocations, allocations->next)) <= time)
    apply(allocations, slot_at(allocations, allocations->next++));
  GTreeNode *after = g_tree_upper_bound(blocks_of(allocations, process), &address);
  GTreeNode *node = after != NULL ? g_tree_node_previous(after) : g_tree_node_last(blocks_of(allocations, process));
  const SamplesRecorderSlot *slot = node != NULL ? g_tree_node_value(node) : NULL;
  return slot != NULL && address - slot->address < slot->bytes ? slot : NULL;
}
