/* spy_tls.c: see spy_tls.h. The program's memory can hold anything: each value read from it is checked.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/memory/spy_tls.h"

#include "memspy/core/spy_elf.h"
#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_code.h"
#include "memspy/names/spy_layout.h"
#include "memspy/record/spy_record.h"
#include "memspy/run/spy_recording.h"
#include "memspy/setup/spy_state.h"

/* Limits the numbers of objects in a thread's table. Objects are numbered from 1. */
enum { OBJECTS_MOST = 1 << 20 };

/* While a thread does not have all of its blocks, they are searched before the thread runs, for the first few times.
 * After that, they are searched only at intervals, since the thread possibly never uses them. */
enum { LOOKS_AT_ONCE = 64, LOOKS_APART = 16 };

/* A loaded object. */
typedef struct {
  HChar *path;
  Addr code; /* an address in the object */
  uint64_t bias;
  Bool has_tls; /* the object has thread-local storage; in this case: */
  Bool is_executable;
  UInt number;
  spy_elf_tls tls;
  bin_id *bins; /* bins of the parts of the storage */
  Bool there;   /* whether the current scan has found the object */
} object;

/* The thread-local storage of an object in one thread. */
typedef struct {
  const object *of;
  Addr start;
} block;

typedef struct {
  ULong seen;     /* value of `changes` at the time when the thread's blocks were last searched */
  Bool waits;     /* some blocks do not exist yet */
  UInt waited;    /* number of searches so far */
  XArray *blocks; /* array of block; NULL: none */
} thread;

static XArray *objects;   /* array of object * */
static thread *threads;   /* indexed by ThreadId */
static ULong changes = 1; /* number of changes of the objects */
static ULong scanned;     /* value of `changes` at the last scan */
static Bool has_glibc;
static Addr executable; /* an address in the executable */

/* ---- objects ---- */

static object *nth_object(Word i) { return *(object **)VG_(indexXA)(objects, i); }

static bin_id bin_of_part(const object *o, const spy_elf_part *part) {
  const uint64_t key[2] = {o->number, part->offset};
  if (part->name) {
    const UInt before = bin_table_bins(spy_table);
    const bin_id bin = bin_table_bin(spy_table, BIN_TLS, part->name, key, 2, NULL, 0);
    if (bin >= before) bin_table_set_variable(spy_table, bin, &(bin_variable){o->number, part->offset, part->bytes});
    return bin;
  }
  HChar *name = VG_(malloc)("spy.tls.name", VG_(strlen)(o->path) + sizeof "[ TLS]");
  VG_(sprintf)(name, "[%s TLS]", VG_(basename)(o->path));
  const bin_id bin = bin_table_bin(spy_table, BIN_TLS, name, key, 1, NULL, 0);
  VG_(free)(name);
  return bin;
}

static void add_object(const HChar *path, Addr code, SizeT bytes, uint64_t bias) {
  object *o = VG_(calloc)("spy.tls.object", 1, sizeof *o);
  o->path = VG_(strdup)("spy.tls.path", path);
  o->code = code;
  o->bias = bias;
  o->there = True;
  o->has_tls = spy_elf_read_tls(path, &o->tls);
  o->is_executable = executable - code < bytes;
  if (o->has_tls) {
    const Word n = VG_(sizeXA)(o->tls.parts);
    o->number = spy_object(o->path, o->code, &o->bias);
    o->bins = VG_(malloc)("spy.tls.bins", (SizeT)n * sizeof *o->bins);
    for (Word i = 0; i < n; i++) o->bins[i] = bin_of_part(o, VG_(indexXA)(o->tls.parts, i));
  }
  VG_(addToXA)(objects, &o);
}

static object *find_object(const HChar *path, Addr code) {
  for (Word i = 0; i < VG_(sizeXA)(objects); i++)
    if (nth_object(i)->code == code && VG_STREQ(nth_object(i)->path, path)) return nth_object(i);
  return NULL;
}

/* ---- names ---- */

/* Removes a thread's blocks of an object, or, if `of` is NULL, all its blocks. */
static void drop_blocks(thread *t, const object *of) {
  for (Word i = t->blocks ? VG_(sizeXA)(t->blocks) : 0; i-- > 0;) {
    const block b = *(const block *)VG_(indexXA)(t->blocks, i);
    if (of && b.of != of) continue;
    spy_recording_event(SPY_EVENT_UNNAME_ALL, b.start, b.of->tls.bytes, 0);
    VG_(removeIndexXA)(t->blocks, i);
  }
}

static void drop_object(Word i) {
  object *o = nth_object(i);
  for (ThreadId tid = 1; o->has_tls && tid < VG_N_THREADS; tid++) drop_blocks(&threads[tid], o);
  VG_(removeIndexXA)(objects, i);
  if (o->has_tls) {
    spy_elf_free_tls(&o->tls);
    VG_(free)(o->bins);
  }
  VG_(free)(o->path);
  VG_(free)(o);
}

/* Updates the list of loaded objects. */
static void scan(void) {
  if (!objects) objects = VG_(newXA)(VG_(malloc), "spy.tls.objects", VG_(free), sizeof(object *));
  for (Word i = 0; i < VG_(sizeXA)(objects); i++) nth_object(i)->there = False;
  has_glibc = False;
  for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info)) {
    const HChar *path = VG_(DebugInfo_get_filename)(info), *name = VG_(DebugInfo_get_soname)(info);
    const Addr code = spy_layout_text(info);
    const SizeT bytes = VG_(DebugInfo_get_text_size)(info);
    if (!path || bytes == 0) continue; /* the object is not completely mapped yet */
    if (name && VG_STREQ(name, "libc.so.6")) has_glibc = True;
    object *o = find_object(path, code);
    if (o)
      o->there = True;
    else
      add_object(path, code, bytes, (uint64_t)VG_(DebugInfo_get_text_bias)(info));
  }
  for (Word i = VG_(sizeXA)(objects); i-- > 0;)
    if (!nth_object(i)->there) drop_object(i);
  scanned = changes;
}

/* ---- position of a block ---- */

static Bool read_word(Addr address, UWord *word) {
  if (!VG_(am_is_valid_for_client)(address, sizeof *word, VKI_PROT_READ)) return False;
  *word = *(const UWord *)address;
  return True;
}

/* Returns the distance of the executable's block below the thread pointer: the lowest distance at which the block fits
 * and has the alignment of the segment. */
static ULong distance(const spy_elf_tls *tls) {
  const ULong off = -tls->address & (tls->align - 1);
  return VG_ROUNDUP(tls->bytes > off ? tls->bytes - off : 0, tls->align) + off;
}

/* Returns the block of object `number` by the thread's table in glibc. The table has two words for each object; the
 * first word is the object's block. The number of objects comes before them. */
static Addr block_by_table(Addr pointer, UWord number) {
  enum { ENTRY = 2 * sizeof(UWord) };
  UWord table, entries, start;
  if (!has_glibc || number == 0 || number > OBJECTS_MOST) return 0;
  if (!read_word(pointer + sizeof(UWord), &table) || !read_word(table - ENTRY, &entries) || number > entries) return 0;
  return read_word(table + number * ENTRY, &start) && start != ~(UWord)0 ? start : 0;
}

/* Returns the block of an object for a thread pointer, or 0 if the block does not exist (yet). */
static Addr find_block(const object *o, Addr pointer) {
  UWord word;
  if (o->is_executable) return pointer - distance(&o->tls);
  if (!read_word(o->bias + o->tls.word, &word) || word == 0) return 0;
  return o->tls.kind == SPY_ELF_OFFSET ? pointer + word - o->tls.inside : block_by_table(pointer, word);
}

/* Returns whether no other block of the thread overlaps the range. An overlap means that the words refer to the block
 * of another object, whose symbol took precedence over this object's symbol. */
static Bool is_free(const thread *t, Addr start, ULong bytes) {
  for (Word i = 0; i < VG_(sizeXA)(t->blocks); i++) {
    const block *b = VG_(indexXA)(t->blocks, i);
    if (start < b->start + b->of->tls.bytes && b->start < start + bytes) return False;
  }
  return True;
}

/* Returns whether a thread has its block of an object, or will never have one. */
static Bool has_block(const thread *t, const object *o) {
  if (!o->has_tls || (!o->is_executable && o->tls.kind == SPY_ELF_NO_WORD)) return True;
  for (Word i = 0; i < VG_(sizeXA)(t->blocks); i++)
    if (((const block *)VG_(indexXA)(t->blocks, i))->of == o) return True;
  return False;
}

static void look_for_block(thread *t, const object *o, Addr pointer) {
  if (has_block(t, o)) return;
  const block b = {o, find_block(o, pointer)};
  if (b.start != 0 && is_free(t, b.start, o->tls.bytes) &&
      VG_(am_is_valid_for_client)(b.start, o->tls.bytes, VKI_PROT_READ)) {
    VG_(addToXA)(t->blocks, &b);
    for (Word i = 0; i < VG_(sizeXA)(b.of->tls.parts); i++) {
      const spy_elf_part *part = VG_(indexXA)(b.of->tls.parts, i);
      spy_recording_event(SPY_EVENT_NAME, b.start + part->offset, part->bytes, b.of->bins[i]);
    }
  } else {
    t->waits = True;
  }
}

/* ---- events ---- */

void spy_tls_start(Addr entry) { executable = entry; }

void spy_tls_mapped(void) { changes++; }

void spy_tls_unmapped(Addr start, SizeT bytes) {
  for (Word i = 0; objects && i < VG_(sizeXA)(objects); i++)
    if (nth_object(i)->code - start < bytes) changes++;
}

void spy_tls_look(ThreadId tid) {
  if (!threads) threads = VG_(calloc)("spy.tls.threads", VG_N_THREADS, sizeof *threads);
  thread *t = &threads[tid];
  if (LIKELY(t->seen == changes && !t->waits)) return;
  if (t->seen != changes) t->waited = 0;
  if (++t->waited > LOOKS_AT_ONCE && t->waited % LOOKS_APART != 0) return;
  if (scanned != changes) scan();
  Addr pointer;
  VG_(get_shadow_regs_area)(tid, (UChar *)&pointer, 0, SPY_GUEST_THREAD_POINTER, sizeof pointer);
  t->seen = changes;
  t->waits = pointer == 0;
  if (pointer == 0) return;
  if (!t->blocks) t->blocks = VG_(newXA)(VG_(malloc), "spy.tls.blocks", VG_(free), sizeof(block));
  for (Word i = 0; i < VG_(sizeXA)(objects); i++) look_for_block(t, nth_object(i), pointer);
}

void spy_tls_moved(ThreadId tid) { spy_tls_end(tid); }

void spy_tls_end(ThreadId tid) {
  if (!threads) return;
  drop_blocks(&threads[tid], NULL);
  threads[tid].seen = 0;
}

void spy_tls_forked(ThreadId tid) {
  for (ThreadId other = 1; other < VG_N_THREADS; other++)
    if (other != tid) spy_tls_end(other);
}
