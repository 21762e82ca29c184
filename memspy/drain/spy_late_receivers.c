/* spy_late_receivers.c: see spy_late_receivers.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_late_receivers.h"

#include "memspy/names/spy_inlines.h"
#include "memspy/names/spy_layout.h"
#include "memspy/record/spy_block.h"
#include "memspy/record/spy_queue.h"
#include "memspy/record/spy_record.h"
#include "memspy/setup/spy_state.h"

enum {
  HOLDERS_MOST = 4,         /* maximum number of bins that contain the address of a block; with more, the name is
                               ambiguous */
  BYTES_MOST = 64 << 20,    /* maximum number of bytes to search at the end of the run */
  BYTES_EARLIER = 16 << 20, /* maximum total number of bytes of variables to search before releases */
  BYTES_OF_BIN = 1 << 20,   /* maximum number of bytes to search in the blocks of one bin */
  BYTES_OF_BLOCK = 1 << 18, /* maximum number of bytes to search at the start of one block */
  USED_BITS = 20,           /* 1 << USED_BITS bits of `used` */
  BYTES_EACH = 64           /* number of bytes that is subtracted from these limits for finding a block, or for
                               preparing the search for an awaited block */
};

/* A bin whose memory contains addresses of a block. */
typedef struct {
  bin_id bin;
  Addr target;         /* address of the place that contains the block's address */
  UInt starts, inside; /* numbers of places that contain the block's start, and an address inside the block */
} holder;

/* A block, with the fields of VgHashNode. */
typedef struct block {
  struct block *next;
  UWord start;
  SizeT last;
  bin_id bin;
  UInt n_holders; /* HOLDERS_MOST + 1: too many */
  holder holders[HOLDERS_MOST];
} block;

static VgHashTable *awaited; /* awaited blocks; key: start address; NULL: there are none yet */
static UChar *used;          /* a bit for each hash of an address: a block or mapping at such an address was released */
static ULong left_earlier = BYTES_EARLIER; /* number of bytes that searches before releases may still read */

/* Returns the number of an address's bit in `used`. */
static UInt bit_of(Addr start) { return (UInt)(start * 0x9e3779b97f4a7c15u >> (64 - USED_BITS)); }

void spy_late_receivers_await(Addr start, SizeT last, bin_id bin) {
  if (used && used[bit_of(start) / 8] >> bit_of(start) % 8 & 1) return;
  if (!awaited) awaited = VG_(HT_construct)("spy.late");
  if (VG_(HT_lookup)(awaited, start)) return;
  block *b = VG_(calloc)("spy.late.block", 1, sizeof *b);
  *b = (block){.start = start, .last = last, .bin = bin};
  VG_(HT_add_node)(awaited, b);
}

/* ---- a search of memory ---- */

typedef struct {
  block **blocks; /* awaited blocks, sorted by start */
  UInt n;
  Addr low, high; /* bounds of all blocks */
  ULong left;     /* bytes that are left to search */
  UInt *of_bin;   /* indexed by bin: number of searched bytes of the bin's blocks */
} search;

static Int by_start(const void *one, const void *other) {
  const Addr a = (*(block *const *)one)->start, b = (*(block *const *)other)->start;
  return a < b ? -1 : a > b;
}

static search make_search(ULong bytes) {
  search s = {.left = bytes};
  s.blocks = (block **)VG_(HT_to_array)(awaited, &s.n);
  for (UInt i = 0; i < s.n; i++) s.blocks[i]->n_holders = 0;
  VG_(ssort)(s.blocks, s.n, sizeof(block *), by_start);
  s.low = s.blocks[0]->start;
  s.high = s.blocks[s.n - 1]->start + s.blocks[s.n - 1]->last;
  return s;
}

/* Returns the awaited block that contains an address, or NULL if there is none. */
static block *block_at(const search *s, Addr address) {
  UInt low = 0, high = s->n;
  while (high - low > 1) {
    const UInt middle = (low + high) / 2;
    if (s->blocks[middle]->start <= address)
      low = middle;
    else
      high = middle;
  }
  block *b = s->blocks[low];
  return address - b->start <= b->last ? b : NULL;
}

static void note(block *b, bin_id bin, Addr target, Bool at_start) {
  UInt i = 0;
  while (i < b->n_holders && i < HOLDERS_MOST && b->holders[i].bin != bin) i++;
  if (i == HOLDERS_MOST) {
    b->n_holders = HOLDERS_MOST + 1;
    return;
  }
  if (i == b->n_holders) b->holders[b->n_holders++] = (holder){.bin = bin};
  holder *h = &b->holders[i];
  if (at_start) h->target = target;
  h->starts += at_start;
  h->inside += !at_start;
}

/* Subtracts up to `bytes` from the bytes that are left. Returns the number of subtracted bytes. */
static ULong take(search *s, ULong bytes) {
  if (bytes > s->left) bytes = s->left;
  s->left -= bytes;
  return bytes;
}

/* Searches [start, end). `bin` is the bin of the range. With BIN_ID_UNKNOWN, each address has its own bin. */
static void search_range(search *s, Addr start, Addr end, bin_id bin) {
  for (Addr at = VG_ROUNDUP(start, sizeof(UWord)); at + sizeof(UWord) <= end; at += sizeof(UWord)) {
    const Addr value = *(const Addr *)at;
    if (value < s->low || value > s->high) continue;
    block *b = block_at(s, value);
    bin_id found = bin;
    uint64_t offset;
    if (!b || (bin == BIN_ID_UNKNOWN && !bin_account_locate(spy_account, at, &found, &offset))) continue;
    const bin_kind kind = bin_table_get_bin(spy_table, found)->kind;
    if (found != b->bin && (kind == BIN_STATIC || kind == BIN_TLS || kind == BIN_HEAP))
      note(b, found, at, value - b->start <= BIN_AT_START);
  }
}

/* Returns whether an address is in a section of an object. */
static Bool is_in_section(Addr address) {
  const HChar *path;
  return spy_layout_is_own(address) || spy_layout_kind(address, &path) != Vg_SectUnknown;
}

/* Returns whether an address is in a section of the dynamic linker or the C library. Their variables describe the
 * memory that they manage: for example, the end of a heap can be the start of a block of the program. */
static Bool is_in_c_library(Addr address) {
  const HChar *path = NULL;
  return spy_layout_kind(address, &path) != Vg_SectUnknown && path && spy_inlines_is_c_library(path);
}

/* Searches the variables of an object from the start of a mapping on. An anonymous mapping can contain the end of an
 * object's variables and, after it, mapped blocks: the search ends at the first page that begins outside sections. */
static void search_mapping(search *s, const NSegment *mapping) {
  const Addr start = mapping->start;
  Addr end = start;
  if (is_in_c_library(start)) return;
  if (mapping->kind == SkAnonC) {
    while (end <= mapping->end && end - start < s->left && is_in_section(end)) end += VKI_PAGE_SIZE;
  } else if (is_in_section(start)) {
    end = mapping->end + 1;
  }
  search_range(s, start, start + take(s, end - start), BIN_ID_UNKNOWN);
}

/* Searches the variables of all objects. */
static void search_variables(search *s) {
  Int n = 256;
  Addr *starts = NULL;
  do {
    n *= 2;
    starts = VG_(realloc)("spy.late.segments", starts, (SizeT)n * sizeof *starts);
  } while (VG_(am_get_segment_starts)(SkFileC | SkAnonC, starts, n) < 0);
  n = VG_(am_get_segment_starts)(SkFileC | SkAnonC, starts, n);
  for (Int i = 0; i < n; i++) {
    const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
    if (segment && segment->hasR && segment->hasW && s->left != 0) search_mapping(s, segment);
  }
  VG_(free)(starts);
}

/* Returns the only holder of a block: among heap blocks if `heap`, otherwise among variables; NULL if there is none, or
 * if there are several. */
static const holder *only_holder(const block *b, Bool heap) {
  const holder *only = NULL;
  if (b->n_holders > HOLDERS_MOST) return NULL;
  for (UInt i = 0; i < b->n_holders; i++) {
    const holder *h = &b->holders[i];
    if ((bin_table_get_bin(spy_table, h->bin)->kind == BIN_HEAP) != heap || h->starts == 0) continue;
    if (only || h->starts > 1 || h->inside > 0) return NULL;
    only = h;
  }
  return only;
}

/* ---- the release ---- */

/* Returns whether a word can be read. *page is the page that was most recently found to be readable, or 1 for none. */
static Bool is_readable(Addr address, Addr *page) {
  const Addr first = VG_PGROUNDDN(address), last = VG_PGROUNDDN(address + sizeof(UWord) - 1);
  if (first == *page && last == *page) return True;
  if (!VG_(am_is_valid_for_client)(address, sizeof(UWord), VKI_PROT_READ)) return False;
  *page = last;
  return True;
}

/* Searches the record of a block run for loads of the pointer `start` from memory outside the thread's stack. Returns
 * the address of the last such load, or 0 if there is none. */
static Addr loaded_in(const spy_queue *q, const ULong *record, Addr start, Addr *page) {
  const spy_exit *e = spy_record_exit(*record);
  Addr found = 0;
  for (UInt i = 0; i < e->n_references; i++) {
    const Addr at = record[1 + i];
    const bin_site *site = &e->sites[i];
    if ((site->flags & BIN_SITE_KIND) != COH_READ || site->last + 1 != sizeof(UWord) || at == 0) continue;
    if (!bin_flow_has(&q->flow, at) && is_readable(at, page) && *(const UWord *)at == start) found = at;
  }
  return found;
}

/* As loaded_in(), for all recorded loads of the thread. */
static Addr loaded_from(ThreadId tid, Addr start) {
  const spy_queue *q = spy_queue_of(tid);
  const ULong *const end = spy_queue_cursor(tid);
  Addr found = 0, page = 1;
  for (const ULong *at = q->begin; at < end; at = spy_record_next(at)) {
    const Addr loaded = spy_record_is_event(at) ? 0 : loaded_in(q, at, start, &page);
    if (loaded != 0) found = loaded;
  }
  return found;
}

/* Returns the address of the variable that holds the address of a block, from the searches so far, or 0 if there is
 * none. */
static Addr held_by(const block *b) {
  Addr page = 1;
  const holder *h = only_holder(b, False);
  return h && is_readable(h->target, &page) && *(const Addr *)h->target == b->start ? h->target : 0;
}

/* Searches variables before the release of a block. Also searches for the other awaited blocks, because they can be
 * released next. */
static void search_earlier(void) {
  search s = make_search(left_earlier);
  take(&s, s.n * (ULong)BYTES_EACH);
  search_variables(&s);
  left_earlier = s.left;
  VG_(free)(s.blocks);
}

void spy_late_receivers_gone(Addr start) {
  if (!used) used = VG_(calloc)("spy.late.used", 1, 1 << (USED_BITS - 3));
  used[bit_of(start) / 8] |= (UChar)(1 << bit_of(start) % 8);
}

void spy_late_receivers_released(ThreadId tid, Addr start) {
  spy_late_receivers_gone(start);
  block *b = awaited ? VG_(HT_lookup)(awaited, start) : NULL;
  if (!b) return;
  const spy_queue *q = spy_queue_of(tid);
  const bin_data *data = bin_table_get_bin(spy_table, b->bin);
  if (q && q->started && data->n_frames != 0) {
    Addr target = loaded_from(tid, start);
    if (target == 0) target = held_by(b);
    if (target == 0 && left_earlier != 0) {
      search_earlier();
      target = held_by(b);
    }
    if (target != 0) spy_queue_append(tid, SPY_EVENT_RECEIVER, b->bin, target, data->frames[0]);
  }
  VG_(free)(VG_(HT_remove)(awaited, start));
}

/* ---- the end of a thread, and of the run ---- */

static void search_block(void *closure, uint64_t start, uint64_t bytes, bin_id bin) {
  search *s = closure;
  if (s->of_bin[bin] >= BYTES_OF_BIN) return;
  const ULong room = take(s, (bytes < BYTES_OF_BLOCK ? bytes : BYTES_OF_BLOCK) + BYTES_EACH);
  if (room <= BYTES_EACH || !VG_(am_is_valid_for_client)(start, room - BYTES_EACH, VKI_PROT_READ)) return;
  s->of_bin[bin] += (UInt)room;
  search_range(s, start, start + room - BYTES_EACH, bin);
}

/* Thread-local variables. */
static void search_name(void *closure, uint64_t start, uint64_t bytes, bin_id bin) {
  if (bin_table_get_bin(spy_table, bin)->kind == BIN_TLS) search_block(closure, start, bytes, bin);
}

static void pass_variables(void *closure, uint64_t start, uint64_t bytes) { (void)closure, (void)start, (void)bytes; }

static void add_receiver(const block *b) {
  const bin_data *data = bin_table_get_bin(spy_table, b->bin);
  const holder *h = only_holder(b, False);
  if (!h) h = only_holder(b, True);
  if (!h || data->n_frames == 0) return;
  bin_receiver receiver = {.call = data->frames[0]};
  if (bin_account_locate(spy_account, h->target, &receiver.target, &receiver.offset))
    bin_table_add_receiver(spy_table, b->bin, &receiver);
}

static void pass_range(void *closure, uint64_t start, uint64_t bytes, bin_id bin) {
  (void)closure, (void)start, (void)bytes, (void)bin;
}

/* Searches blocks and thread-local variables with the visitor, and, with `variables`, the variables of objects. */
static void search_all(const bin_memory_visitor *visitor, Bool variables) {
  if (!awaited || VG_(HT_count_nodes)(awaited) == 0 || spy_stopped()) return;
  search s = make_search(BYTES_MOST);
  s.of_bin = VG_(calloc)("spy.late.bins", bin_table_bins(spy_table), sizeof *s.of_bin);
  bin_account_visit(spy_account, visitor, &s);
  if (variables) search_variables(&s);
  for (UInt i = 0; i < s.n; i++) add_receiver(s.blocks[i]);
  VG_(free)(s.of_bin);
  VG_(free)(s.blocks);
}

void spy_late_receivers_thread_ends(ThreadId tid) {
  static const bin_memory_visitor visitor = {pass_range, pass_variables, pass_range, search_name};
  if (tid == 1) search_all(&visitor, False);
}

void spy_late_receivers_finish(void) {
  static const bin_memory_visitor visitor = {pass_range, pass_variables, search_block, search_name};
  search_all(&visitor, True);
}
