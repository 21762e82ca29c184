/* spy_known_paths.c: see spy_known_paths.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_known_paths.h"

#include "bins/bin_index.h"

enum {
  SETS = 128,
  WAYS = 8,      /* maximum number of paths in a set, because callers of one allocation function have different paths at
                    the same place */
  WORDS = 40,    /* maximum words of a path */
  SCANNED = 2048 /* maximum number of words of a frame that are searched for a saved frame pointer. (A parser's frame
                    can contain a large array.) */
};

typedef struct {
  spy_standing at; /* VG_INVALID_THREADID: none */
  Bool by_fp;      /* the frame pointer was used */
  bin_id bin;
  UInt n;
  UInt offsets[WORDS]; /* offset of the word from the stack pointer in bytes; words of inner frames come first */
  UWord values[WORDS];
} known_path;

static struct {
  known_path ways[WAYS];
  UInt oldest;
} sets[SETS];

static UInt set_of(const spy_standing *at) { return (UInt)bin_hash_mix(at->ip, at->sp) % SETS; }

static Bool stands_at(const known_path *p, const spy_standing *at) {
  return p->at.sp == at->sp && p->at.ip == at->ip && p->at.tid == at->tid && (!p->by_fp || p->at.fp == at->fp);
}

static UWord word_at(Addr address) { return *(const UWord *)address; }

/* Returns whether all words still have the values of the path. Words of a wrongly unwound path can be outside of the
 * stack, so they may be unmapped by now. */
static Bool has_words(const known_path *p) {
  Addr page = VG_PGROUNDDN(p->at.sp);
  for (UInt i = 0; i < p->n; i++) {
    const Addr address = p->at.sp + p->offsets[i], last = VG_PGROUNDDN(address + sizeof(UWord) - 1);
    if (last != page && !VG_(am_is_valid_for_client)(address, sizeof(UWord), VKI_PROT_READ)) return False;
    if (word_at(address) != p->values[i]) return False;
    page = last;
  }
  return True;
}

Bool spy_known_path(const spy_standing *at, bin_id *bin) {
  const known_path *ways = sets[set_of(at)].ways;
  for (UInt i = 0; i < WAYS; i++) {
    if (!stands_at(&ways[i], at) || !has_words(&ways[i])) continue;
    *bin = ways[i].bin;
    return True;
  }
  return False;
}

/* Makes the path depend on the word at `address`. Returns whether there is room. */
static Bool add_word(known_path *p, Addr address) {
  if (p->n == WORDS || address - p->at.sp > 0xffffffff) return False;
  p->offsets[p->n] = (UInt)(address - p->at.sp);
  p->values[p->n++] = word_at(address);
  return True;
}

/* Returns whether the word is on the page of the word below, so that it is readable if the word below is readable. */
static Bool is_beside(Addr address) { return VG_PGROUNDDN(address - 1) == VG_PGROUNDDN(address + sizeof(UWord) - 1); }

static Bool is_readable(Addr address) {
  return is_beside(address) || VG_(am_is_valid_for_client)(address, sizeof(UWord), VKI_PROT_READ);
}

/* Returns the address at which frame i's return address is stored, or 0 if this is unknown. The return address is just
 * below frame i. If the unwinder guessed, it is at the end of frame i - 1. */
static Addr return_address(const spy_unwound *u, UInt i) {
  const Addr end = u->sps[i], below = end - sizeof(UWord);
  const Bool is_below = below >= u->sps[i - 1] && word_at(below) == u->ips[i] + 1;
  const Bool is_guessed = end >= u->sps[i - 1] && is_readable(end) && word_at(end) == u->ips[i] + 1;
  return is_below == is_guessed ? 0 : is_below ? below : end;
}

/* Returns whether the frame pointer of frame i - 1 points into an inner frame, or below the stack. If so, the unwinder,
 * which also reads there, has taken a wrong path. */
static Bool points_below(const known_path *p, const spy_unwound *u, UInt i) {
  return u->fps[i - 1] >= p->at.sp - VG_STACK_REDZONE_SZB && u->fps[i - 1] < u->sps[i - 1];
}

/* Returns whether the frame pointer of frame i - 1 points into frame i - 1. */
static Bool points_inside(const spy_unwound *u, UInt i) {
  return u->fps[i - 1] >= u->sps[i - 1] && u->fps[i - 1] < u->sps[i];
}

static Bool is_guess(const spy_unwound *u, UInt i) { return return_address(u, i) == u->sps[i]; }

/* Returns whether the unwinder has possibly used the frame pointer of frame i to find a frame or the end of the path,
 * before another frame pointer replaced it. If the unwinder guessed, or ended there, its result depends on the fact
 * that this frame pointer was unusable. */
static Bool is_used(const spy_unwound *u, UInt i) {
  UInt k = i + 1;
  for (; k < u->n && u->fps[k - 1] == u->fps[i]; k++)
    if (points_inside(u, k) || is_guess(u, k)) return True;
  return k == u->n && u->ended;
}

/* Returns whether all bytes of a frame can be read. The unwinder has read both ends of the frame, so the function
 * checks only the pages between them. If the call path is wrong, some of these pages can be unmapped. */
static Bool is_scannable(Addr begin, Addr end) {
  const SizeT bytes = end - begin;
  return bytes <= VKI_PAGE_SIZE ||
         (bytes <= SCANNED * sizeof(UWord) && VG_(am_is_valid_for_client)(begin, bytes, VKI_PROT_READ));
}

/* Makes the path depend on each word of frame i - 1 that equals a value, since any of these words can be the saved
 * frame pointer. Returns whether there is room. */
static Bool add_saved(known_path *p, const spy_unwound *u, UInt i, UWord value) {
  if (!is_scannable(u->sps[i - 1], u->sps[i])) return False;
  for (Addr address = u->sps[i - 1]; address + 2 * sizeof(UWord) <= u->sps[i]; address += sizeof(UWord))
    if (word_at(address) == value && !add_word(p, address)) return False;
  return True;
}

/* Adds the words by which frame i was found. Frame i - 1 can be aligned. A word in it then determines the start of the
 * caller's frame. */
static Bool add_frame(known_path *p, const spy_unwound *u, UInt i) {
  const Addr address = return_address(u, i);
  if (address == 0 || points_below(p, u, i) || (is_guess(u, i) && u->is_code(u->ips[i]))) return False;
  if (points_inside(u, i) && !add_saved(p, u, i, u->sps[i])) return False;
  if (!add_word(p, address)) return False;
  if (!is_used(u, i)) return True;
  const UInt before = p->n;
  return add_saved(p, u, i, u->fps[i]) && (p->n > before || u->fps[i] == u->fps[i - 1]);
}

/* Adds the words at the end of the path: the word that the unwinder would have taken as a return address, and the word
 * at the frame pointer. Both words are in no frame, so the function checks whether their pages are readable. It reads
 * the second word only if both words are on the same page. */
static Bool add_end(known_path *p, const spy_unwound *u) {
  const UInt last = u->n - 1;
  const Addr next = is_guess(u, last) ? u->sps[last] + sizeof(UWord) : u->sps[last];
  const Addr by_pointer = u->fps[last] + sizeof(UWord);
  if (!is_readable(next) || !add_word(p, next)) return False;
  if (u->fps[last] < u->sps[last]) return True;
  return VG_PGROUNDDN(by_pointer) == VG_PGROUNDDN(next) && by_pointer >= next && is_beside(by_pointer) &&
         add_word(p, by_pointer);
}

void spy_known_path_add(const spy_standing *at, const spy_unwound *u, bin_id bin) {
  known_path p = {.at = *at, .bin = bin, .by_fp = is_used(u, 0)};
  for (UInt i = 1; i < u->n; i++)
    if (!add_frame(&p, u, i)) return;
  if (u->n < 2 || (u->ended && !add_end(&p, u))) return;
  const UInt set = set_of(at);
  sets[set].ways[sets[set].oldest] = p;
  sets[set].oldest = (sets[set].oldest + 1) % WAYS;
}

/* The return address can be just after the last byte of the code. */
static Bool has_word_in(const known_path *p, Addr start, SizeT bytes) {
  for (UInt i = 0; i < p->n; i++)
    if (p->values[i] - 1 - start < bytes) return True;
  return p->at.ip - start < bytes;
}

void spy_known_paths_forget(Addr start, SizeT bytes) {
  for (UInt set = 0; set < SETS; set++)
    for (UInt way = 0; way < WAYS; way++) {
      known_path *p = &sets[set].ways[way];
      if (p->at.tid != VG_INVALID_THREADID && has_word_in(p, start, bytes)) p->at.tid = VG_INVALID_THREADID;
    }
}
