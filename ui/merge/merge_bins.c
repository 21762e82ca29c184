/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_bins.c: merges data bins. The sizes of heap blocks are added, because each process allocates its own blocks. A
 * variable has the same size as in one process. */
#include "ui/merge/merge_bins.h"

#include "ui/view/view_ranks.h"

enum {
  MOST_RECEIVERS = 32
}; /* maximum number of receivers of a bin, which is equal to the tool's limit for a process */

/* A bin of the input profile with its variable and its slot, after references to records were translated to the merged
 * profile. The variable or the slot is zero if the bin has none. */
typedef struct {
  ProfileBin bin;
  GArray *frames; /* numbers of calls in the merged profile */
  ProfileVariable variable;
  ProfileSlot slot;
} Bin;

static Bin translated(MergeRows *rows, uint32_t number) {
  const Profile *part = rows->part;
  Bin new = {.bin = part->bins[number], .frames = g_array_new(FALSE, FALSE, sizeof(uint32_t))};
  new.bin.kind = merge_rows_text(rows, new.bin.kind);
  new.bin.name = merge_rows_text(rows, new.bin.name);
  for (uint32_t i = 0; i < new.bin.frames.count; i++)
    g_array_append_val(new.frames, rows->map[BIN_RECORD_CALL][part->frames[new.bin.frames.first + i]]);
  const ProfileVariable *variable = profile_variable(part, number);
  if (variable != NULL) {
    new.variable = *variable;
    new.variable.object = merge_rows_number(rows, BIN_RECORD_OBJECT, variable->object);
  }
  const ProfileSlot *slot = profile_slot(part, number);
  if (slot != NULL) {
    new.slot = *slot;
    new.slot.segment = merge_rows_number(rows, BIN_RECORD_SEGMENT, slot->segment);
  }
  return new;
}

static uint32_t find(MergeRows *rows, const Bin *bin, bool *is_new) {
  const uint64_t fields[] = {(uintptr_t)bin->bin.kind, (uintptr_t)bin->bin.name, bin->variable.object,
                             bin->variable.address,    bin->slot.segment,        bin->slot.below};
  g_autoptr(GByteArray) key = g_byte_array_new();
  g_byte_array_append(key, (const guint8 *)fields, sizeof fields);
  g_byte_array_append(key, (const guint8 *)bin->frames->data, bin->frames->len * (guint)sizeof(uint32_t));
  return merge_index_find(rows->index[BIN_RECORD_BIN], key->data, key->len, is_new);
}

/* Appends a new bin, with its variable and slot, to the merged profile. */
static void append(MergeRows *rows, uint32_t number, uint32_t part_number, Bin *bin) {
  Profile *whole = rows->whole;
  bin->bin.frames = (ProfileFrames){whole->frame_store->len, bin->frames->len};
  g_array_append_vals(whole->frame_store, bin->frames->data, bin->frames->len);
  g_array_append_val(whole->rows[BIN_RECORD_BIN], bin->bin);
  bin->variable.bin = bin->slot.bin = number;
  if (profile_variable(rows->part, part_number) != NULL)
    g_array_append_val(whole->rows[BIN_RECORD_VARIABLE], bin->variable);
  if (profile_slot(rows->part, part_number) != NULL) g_array_append_val(whole->rows[BIN_RECORD_SLOT], bin->slot);
}

static void add(MergeRows *rows, uint32_t number, const ProfileBin *more) {
  ProfileBin *bin = &g_array_index(rows->whole->rows[BIN_RECORD_BIN], ProfileBin, number);
  if (view_ranks_add_bytes(bin))
    merge_rows_sum(rows, &bin->bytes, more->bytes);
  else
    bin->bytes = MAX(bin->bytes, more->bytes);
  merge_rows_sum(rows, &bin->blocks, more->blocks);
}

/* Adds a receiver of a bin to the merged profile, unless it already has this receiver. */
static void add_receiver(MergeRows *rows, const ProfileReceiver *receiver) {
  ProfileReceiver new = *receiver;
  new.bin = merge_rows_number(rows, BIN_RECORD_BIN, receiver->bin);
  new.target = merge_rows_number(rows, BIN_RECORD_BIN, receiver->target);
  new.call = merge_rows_number(rows, BIN_RECORD_CALL, receiver->call);
  const uint64_t key[] = {new.bin, new.target, new.offset, new.call};
  bool is_new;
  new.order = merge_index_find(rows->index[BIN_RECORD_RECEIVER], key, sizeof key, &is_new);
  if (is_new) g_array_append_val(rows->whole->rows[BIN_RECORD_RECEIVER], new);
}

void merge_bins_add(MergeRows *rows) {
  const Profile *part = rows->part;
  merge_rows_map(rows, BIN_RECORD_BIN, part->n_bins);
  for (uint32_t i = 0; i < part->n_bins; i++) {
    Bin bin = translated(rows, i);
    bool is_new;
    const uint32_t number = find(rows, &bin, &is_new);
    if (is_new)
      append(rows, number, i, &bin);
    else
      add(rows, number, &bin.bin);
    rows->map[BIN_RECORD_BIN][i] = number;
    g_array_unref(bin.frames);
  }
  for (uint32_t i = 0; i < part->n_receivers; i++) add_receiver(rows, &part->receivers[i]);
}

static gint compare_receivers(gconstpointer a, gconstpointer b) {
  const ProfileReceiver *x = a, *y = b;
  if (x->bin != y->bin) return x->bin < y->bin ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

void merge_bins_end(MergeRows *rows) {
  GArray *receivers = rows->whole->rows[BIN_RECORD_RECEIVER];
  g_array_sort(receivers, compare_receivers);
  guint n = 0;
  uint64_t order = 0;
  for (guint i = 0; i < receivers->len; i++) {
    ProfileReceiver next = g_array_index(receivers, ProfileReceiver, i);
    order = n > 0 && g_array_index(receivers, ProfileReceiver, n - 1).bin == next.bin ? order + 1 : 0;
    next.order = order;
    if (order < MOST_RECEIVERS) g_array_index(receivers, ProfileReceiver, n++) = next;
  }
  g_array_set_size(receivers, n);
}
