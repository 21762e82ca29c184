/* spy_receivers.c: see spy_receivers.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_receivers.h"

#include "memspy/drain/spy_late_receivers.h"
#include "memspy/names/spy_code.h"
#include "memspy/names/spy_inlines.h"
#include "memspy/record/spy_block.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/record/spy_record.h"
#include "memspy/setup/spy_state.h"

enum {
  BLOCKS_EACH = 4,       /* maximum number of blocks of a bin for which a search is made */
  WORTH_LOOKING = 4096,  /* minimum size of a bin in bytes: for such a bin, a sampled run also records references
                            between samples, in order to search for the bin's blocks */
  BLOCKS_MOST = 16,      /* maximum number of blocks of a thread for which searches are open; older blocks are
                            dropped */
  WINDOW = 2000,         /* number of words of the queue that are searched after an allocation */
  LIBRARY_WORDS = 16384, /* this number of words of the C library's code counts as one word of the window, because a
                            container that grows copies its elements before it stores the new block's address */
  FIRST_LOOK = 32,       /* number of words until the first look; each later distance is twice the previous one */
  CALLS_MOST = 256,      /* maximum number of innermost calls that are tracked */
  TARGETS_MOST = 32,     /* maximum number of results of one look (search) */
  INSIDE_MOST = 16       /* maximum number of results for addresses inside blocks */
};

typedef struct {
  Addr start;
  SizeT last; /* offset of the block's last byte; a stored address can point up to it */
  bin_id bin;
  UInt left;   /* words that are left to search */
  Addr target; /* where the allocating function stored the block's address; 0: nowhere */
  Bool kept;   /* the block's address was stored outside of the thread's stack and of the block */
} block;

typedef struct {
  block blocks[BLOCKS_MOST];
  UInt n;
  block awaited[BLOCKS_MOST]; /* blocks whose searches begin when the thread records again */
  UInt n_awaited;
  bin_flow flow;     /* the thread's calls at the position up to which the queue was searched */
  Bool in_allocator; /* the thread is in a call of an allocation function */
} search;

/* The state of the searches for a bin: the number of the bin's blocks for which a search was made, and the total size
 * in bytes of the bin's earlier blocks (at most WORTH_LOOKING). */
typedef struct {
  UShort blocks, bytes;
} bin_looks;

/* A store of a block's address that a look found. */
typedef struct {
  Addr target;
  bin_id bin;   /* bin of the block */
  SizeT inside; /* offset of the stored address in the block */
  Addr code;    /* address of the storing instruction */
  Bool own;     /* whether the target is on the thread's own stack; if so, the next fields are set */
  UInt owner;   /* segment of the target's frame */
  ULong below;  /* distance of the target from the frame's canonical frame address */
} finding;

/* A look: a search of new records. The program's memory does not change during a look. */
typedef struct {
  search *search;
  finding found[TARGETS_MOST + INSIDE_MOST];
  UInt n, n_inside;
  ULong of_library; /* number of words in records of the C library's code */
  Addr page;        /* address of a page that is known to be readable; 1: none is known */
} look;

static search **searches; /* indexed by thread; NULL: none */
static bin_looks *looks;  /* indexed by bin */
static UInt look_room;

static search *search_of(ThreadId tid) {
  return searches && searches[tid] && searches[tid]->n != 0 ? searches[tid] : NULL;
}

/* Call when a look has reached the end of the queue. The next look is due after `patience` words. */
static void looked(ThreadId tid, ULong patience) {
  spy_queue_look(tid, spy_queue_cursor(tid), search_of(tid) ? patience : 0);
}

/* Ends the search for a block among the recorded stores. */
static void end_block(const block *b) {
  if (!b->kept) spy_late_receivers_await(b->start, b->last, b->bin);
}

void spy_receivers_forget(ThreadId tid) {
  if (!searches || !searches[tid]) return;
  for (UInt i = 0; i < searches[tid]->n; i++) end_block(&searches[tid]->blocks[i]);
  searches[tid]->n = searches[tid]->n_awaited = 0;
  searches[tid]->in_allocator = False;
  spy_queue_look(tid, spy_queue_of(tid)->looked, 0);
}

void spy_receivers_forget_all(void) {
  for (ThreadId tid = 0; searches && tid < VG_N_THREADS; tid++) spy_receivers_forget(tid);
}

/* ---- a look ---- */

static Bool is_readable(look *l, Addr address) {
  const Addr first = VG_PGROUNDDN(address), last = VG_PGROUNDDN(address + sizeof(ULong) - 1);
  if (first == l->page && last == l->page) return True;
  if (!VG_(am_is_valid_for_client)(address, sizeof(ULong), VKI_PROT_READ)) return False;
  l->page = last;
  return True;
}

/* Returns the index of a store of a block's address in the results. If the store is new, returns the index at which to
 * insert it. */
static UInt place_of(const look *l, const finding *made) {
  const Bool inside = made->inside > BIN_AT_START;
  UInt i = 0;
  for (; i < l->n; i++) {
    const finding *f = &l->found[i];
    if (f->bin == made->bin && f->target == made->target) break;
    if (inside && f->bin == made->bin && f->inside > BIN_AT_START && f->code == made->code) break; /* fills an array */
  }
  return i;
}

/* Records that `target` contains an address in block `b`, which the last store to `target` stored. Addresses inside a
 * block only matter if the target is in long-lived memory. */
static void note(look *l, Addr target, const block *b, SizeT inside, Addr code, UInt running) {
  const bin_flow *flow = &l->search->flow;
  const Bool part = inside > BIN_AT_START;
  finding made = {.target = target, .bin = b->bin, .inside = inside, .code = code, .own = bin_flow_has(flow, target)};
  if (made.own) {
    uint64_t cfa;
    if (part || !bin_flow_frame(flow, target, running, &made.owner, &cfa)) return;
    made.below = cfa - target;
  }
  const UInt i = place_of(l, &made);
  if (i == l->n) {
    if (part ? l->n_inside == INSIDE_MOST : l->n - l->n_inside == TARGETS_MOST) return;
    l->n_inside += part;
    l->n++;
  } else {
    l->n_inside += part - (l->found[i].inside > BIN_AT_START);
  }
  l->found[i] = made;
}

static void look_at_store(look *l, const bin_site *site, Addr address, Addr code) {
  for (Addr target = address; target + sizeof(ULong) <= address + site->last + 1; target += sizeof(ULong)) {
    if (!is_readable(l, target)) return;
    const ULong value = *(const ULong *)target;
    for (UInt i = 0; i < l->search->n; i++) {
      block *b = &l->search->blocks[i];
      if (value - b->start > b->last) continue;
      note(l, target, b, value - b->start, code, bin_table_get_place(spy_table, site->place)->function);
      b->kept |= value - b->start <= BIN_AT_START && target - b->start > b->last &&
                 !bin_flow_has(&l->search->flow, target);
    }
  }
}

/* Returns whether a run with references is code of the C library, such as memcpy(). */
static Bool is_of_c_library(const spy_exit *e) {
  static UInt latest = ~0u;
  static Bool is_library;
  const UInt object =
      bin_table_get_segment(spy_table, bin_table_get_place(spy_table, e->sites[0].place)->function)->object;
  if (object != latest) is_library = spy_inlines_is_c_library(bin_table_get_object(spy_table, object)->path);
  latest = object;
  return is_library;
}

static void look_at_run(look *l, const spy_exit *e, const ULong *addresses) {
  bin_flow *flow = &l->search->flow;
  const spy_block *block = spy_block_of(e);
  const ULong *stores = spy_block_stores(block);
  if (e->n_references != 0 && is_of_c_library(e)) l->of_library += e->n_references + 1;
  for (UInt i = 0; i < block->n_stores && spy_store_site(stores[i]) < e->n_references; i++) {
    const UInt number = spy_store_site(stores[i]);
    const bin_site *site = &e->sites[number];
    if (site->flags & BIN_SITE_CALL)
      bin_flow_call(flow, addresses[number], bin_table_get_place(spy_table, site->place)->function);
    else if (l->search->n != 0 && !l->search->in_allocator && addresses[number] != 0)
      look_at_store(l, site, addresses[number], spy_store_code(stores[i]));
  }
  spy_exit_follow(flow, e, addresses + e->n_references - 1);
}

static void pass_event(bin_flow *flow, spy_event event, const ULong *words) {
  if (event == SPY_EVENT_RETURN) bin_flow_return(flow, words[0]);
  if (event == SPY_EVENT_STACK) bin_flow_stack(flow, words[0], words[1]);
}

static void look_at_records(look *l, const ULong *at, const ULong *end) {
  for (; at < end; at = spy_record_next(at))
    if (spy_record_is_event(at))
      pass_event(&l->search->flow, spy_record_event(at), at + 1);
    else
      look_at_run(l, spy_record_exit(*at), at + 1);
}

/* Queues an event for a result. */
static void report(ThreadId tid, const finding *f, UInt call) {
  const ULong inside = f->inside <= 0xffffffff ? f->inside : 0xffffffff;
  if (!f->own) spy_queue_append(tid, SPY_EVENT_RECEIVER, f->bin, f->target, inside << 32 | call);
  /* Frames of the dynamic linker's resolver are omitted, because the resolver saves all registers, whatever they
   * contain. */
  else if (f->below >> 32 == 0 && !spy_is_resolver(bin_table_get_segment(spy_table, f->owner)->name))
    spy_queue_append(tid, SPY_EVENT_RECEIVER_FRAME, f->bin, (ULong)f->owner << 32 | f->below, inside << 32 | call);
}

/* Drops the blocks for which enough words have been searched. */
static void pass_words(search *s, ULong words) {
  UInt kept = 0;
  for (UInt i = 0; i < s->n; i++) {
    block b = s->blocks[i];
    if (b.left <= words) {
      end_block(&b);
      continue;
    }
    b.left -= (UInt)words;
    s->blocks[kept++] = b;
  }
  s->n = kept;
}

void spy_receivers_look(ThreadId tid) {
  look l = {.search = search_of(tid), .page = 1};
  if (!l.search) return;
  const spy_queue *q = spy_queue_of(tid);
  const ULong *const end = spy_queue_cursor(tid), *const from = q->looked;
  look_at_records(&l, from, end);
  pass_words(l.search, (ULong)(end - from) - l.of_library + l.of_library / LIBRARY_WORDS);
  for (UInt i = 0; i < l.n; i++) report(tid, &l.found[i], spy_call_of(l.found[i].code));
  looked(tid, 2 * q->patience);
}

/* ---- blocks ---- */

static bin_looks *looks_of(bin_id bin) {
  if (bin >= look_room) {
    const UInt room = look_room;
    look_room = 2 * (bin + 512);
    looks = VG_(realloc)("spy.receivers.looks", looks, look_room * sizeof *looks);
    VG_(memset)(looks + room, 0, (look_room - room) * sizeof *looks);
  }
  return &looks[bin];
}

Bool spy_receivers_is_new(bin_id bin, SizeT bytes) {
  bin_looks *l = looks_of(bin);
  if (l->blocks != 0) return False;
  const SizeT had = l->bytes;
  l->bytes = (UShort)(bytes < WORTH_LOOKING - had ? had + bytes : WORTH_LOOKING);
  return l->bytes == WORTH_LOOKING;
}

/* Returns whether to search for this block of a bin. Only the first few blocks of a bin are searched for. */
static Bool take_look(bin_id bin) {
  bin_looks *l = looks_of(bin);
  if (l->blocks == BLOCKS_EACH) return False;
  l->blocks++;
  return True;
}

static search *make_search(ThreadId tid) {
  if (!searches) searches = VG_(calloc)("spy.receivers", VG_N_THREADS, sizeof *searches);
  if (!searches[tid]) searches[tid] = VG_(calloc)("spy.receivers.search", 1, sizeof *searches[tid]);
  return searches[tid];
}

/* Returns the thread's search, with the thread's calls up to now. Starts the search if necessary. Returns NULL if the
 * calls are unknown, since earlier records are not drained yet. */
static search *begin(ThreadId tid) {
  const spy_queue *q = spy_queue_of(tid);
  if (!q || !q->started || !spy_lane_is_empty(q->flow.processor)) return NULL;
  search *s = make_search(tid);
  if (s->n == 0) {
    bin_flow_copy(&s->flow, &q->flow, CALLS_MOST);
    look_at_records(&(look){.search = s}, q->begin, spy_queue_cursor(tid));
  }
  return s;
}

void spy_receivers_in_allocator(ThreadId tid, Bool in) {
  search *s = make_search(tid);
  if (s->in_allocator == in) return;
  if (s->n != 0) {
    const ULong patience = spy_queue_of(tid)->patience;
    spy_receivers_look(tid);
    looked(tid, patience);
  }
  s->in_allocator = in;
}

static block block_at(Addr start, SizeT bytes, bin_id bin) {
  return (block){.start = start, .last = bytes != 0 ? bytes - 1 : 0, .bin = bin, .left = WINDOW};
}

/* Adds a block. If the array is full, drops the oldest block. */
static void add(block *blocks, UInt *n, block b) {
  if (*n == BLOCKS_MOST) VG_(memmove)(&blocks[0], &blocks[1], --*n * sizeof blocks[0]);
  blocks[(*n)++] = b;
}

static UInt without(block *blocks, UInt n, Addr start) {
  UInt kept = 0;
  for (UInt i = 0; i < n; i++)
    if (blocks[i].start != start) blocks[kept++] = blocks[i];
  return kept;
}

void spy_receivers_allocated(ThreadId tid, Addr start, SizeT bytes, bin_id bin) {
  if (tid == VG_INVALID_THREADID || !take_look(bin)) return;
  spy_receivers_look(tid);
  search *s = search_of(tid);
  if (!s) s = begin(tid);
  if (!s) return;
  if (s->n == BLOCKS_MOST) end_block(&s->blocks[0]);
  add(s->blocks, &s->n, block_at(start, bytes, bin));
  looked(tid, FIRST_LOOK);
  spy_queue_narrow(tid);
}

void spy_receivers_await(ThreadId tid, Addr start, SizeT bytes, bin_id bin) {
  search *s = make_search(tid);
  if (take_look(bin)) add(s->awaited, &s->n_awaited, block_at(start, bytes, bin));
}

/* Reports that the allocating function stored the block's address at `target`. */
static void report_stored(ThreadId tid, search *s, Addr target, bin_id bin) {
  look l = {.search = s};
  const bin_data *data = bin_table_get_bin(spy_table, bin);
  if (data->n_frames == 0) return;
  const UInt call = data->frames[0];
  note(&l, target, &(block){.bin = bin}, 0, 0,
       bin_table_get_place(spy_table, bin_table_get_call(spy_table, call)->place)->function);
  if (l.n != 0) report(tid, &l.found[0], call);
}

void spy_receivers_resume(ThreadId tid) {
  if (!searches || !searches[tid]) return;
  search *s = searches[tid];
  s->n = 0;
  if (s->n_awaited != 0 && begin(tid)) {
    VG_(memcpy)(s->blocks, s->awaited, s->n_awaited * sizeof s->awaited[0]);
    s->n = s->n_awaited;
  }
  s->n_awaited = 0;
  for (UInt i = 0; i < s->n; i++)
    if (s->blocks[i].target != 0) report_stored(tid, s, s->blocks[i].target, s->blocks[i].bin);
  looked(tid, FIRST_LOOK);
  spy_queue_narrow(tid);
}

static block *latest(block *blocks, UInt n, Addr start) {
  return n != 0 && blocks[n - 1].start == start ? &blocks[n - 1] : NULL;
}

void spy_receivers_stored(ThreadId tid, Addr target, Addr start, bin_id bin) {
  search *s = searches ? searches[tid] : NULL;
  block *awaited = s ? latest(s->awaited, s->n_awaited, start) : NULL;
  if (awaited) awaited->target = target;
  if (!s || !latest(s->blocks, s->n, start)) return;
  report_stored(tid, s, target, bin);
  looked(tid, spy_queue_of(tid)->patience);
}

void spy_receivers_released(ThreadId tid, Addr start) {
  if (tid == VG_INVALID_THREADID) return;
  spy_late_receivers_released(tid, start);
  if (!searches || !searches[tid]) return;
  search *s = searches[tid];
  s->n_awaited = without(s->awaited, s->n_awaited, start);
  if (s->n == 0) return;
  spy_receivers_look(tid);
  s->n = without(s->blocks, s->n, start);
  looked(tid, spy_queue_of(tid)->patience);
}
