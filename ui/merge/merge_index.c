/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_index.c: implements the index as a hash table with open addressing, which is at most half full. */
#include "ui/merge/merge_index.h"

#include <string.h>

#include "bins/bin_format.h"

enum { FIRST_SLOTS = 64 };

typedef struct {
  uint64_t hash;
  uint64_t at; /* offset of the key in `bytes` */
  size_t n;
} Key;

struct MergeIndex {
  GArray *keys;      /* Key: by number of the key */
  GByteArray *bytes; /* all keys */
  uint32_t *slots;   /* number of the key in each slot, plus 1; 0: the slot is empty */
  size_t mask;       /* number of slots minus 1; the number of slots is a power of two */
};

MergeIndex *merge_index_new(void) {
  MergeIndex *index = g_new0(MergeIndex, 1);
  index->keys = g_array_new(FALSE, FALSE, sizeof(Key));
  index->bytes = g_byte_array_new();
  index->slots = g_new0(uint32_t, FIRST_SLOTS);
  index->mask = FIRST_SLOTS - 1;
  return index;
}

void merge_index_free(MergeIndex *index) {
  if (index == NULL) return;
  g_array_unref(index->keys);
  g_byte_array_unref(index->bytes);
  g_free(index->slots);
  g_free(index);
}

/* Returns the slot that contains a key of n bytes, or the empty slot where it can be inserted. */
static uint32_t *slot_of(const MergeIndex *index, uint64_t hash, const void *key, size_t n) {
  for (size_t at = hash & index->mask;; at = (at + 1) & index->mask) {
    uint32_t *slot = &index->slots[at];
    if (*slot == 0) return slot;
    const Key *there = &g_array_index(index->keys, Key, *slot - 1);
    if (there->hash == hash && there->n == n && memcmp(index->bytes->data + there->at, key, n) == 0) return slot;
  }
}

static void grow(MergeIndex *index) {
  g_free(index->slots);
  index->mask = index->mask * 2 + 1;
  index->slots = g_new0(uint32_t, index->mask + 1);
  for (guint i = 0; i < index->keys->len; i++) {
    const Key *key = &g_array_index(index->keys, Key, i);
    *slot_of(index, key->hash, index->bytes->data + key->at, key->n) = i + 1;
  }
}

uint32_t merge_index_find(MergeIndex *index, const void *key, size_t n, bool *is_new) {
  const uint64_t hash = bin_format_hash(BIN_FORMAT_HASH, key, n);
  uint32_t *slot = slot_of(index, hash, key, n);
  *is_new = *slot == 0;
  if (!*is_new) return *slot - 1;
  const Key new = {hash, index->bytes->len, n};
  g_byte_array_append(index->bytes, key, (guint)n);
  g_array_append_val(index->keys, new);
  *slot = index->keys->len;
  const uint32_t number = *slot - 1;
  if (2 * (size_t)index->keys->len > index->mask) grow(index);
  return number;
}
