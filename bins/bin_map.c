/* bin_map.c: a radix tree of four levels of 512 entries over pages of 4 KB.
 *
 * An entry is empty, or whole (all memory below has one value), or points to a node one level down or, at the lowest
 * level, to a page with several pieces. A range that spans entries is cut into parts. The first part has the flag
 * FIRST, and each part that the next one continues has MORE, so that a range can be removed from its start. Empty nodes
 * and pages are freed.
 *
 * A page has a bit for each eight-byte granule at which a piece starts, so that a look-up counts bits; it searches only
 * if a piece starts within a granule. A map caches the nodes of the lowest level that were used last; neighbouring
 * nodes do not replace each other.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_map.h"

#include "plat/plat.h"

enum {
  LEVELS = 4,
  FAN_BITS = 9,
  FAN = 1 << FAN_BITS,
  PAGE_BITS = 12,
  PAGE = 1 << PAGE_BITS,
  FIRST = 1, /* flags of a part */
  MORE = 2
};

/* An entry of a table: 0; a pointer to a node or to pieces; or one value for all addresses of the entry. The low two
 * bits contain the kind. */
typedef uint64_t entry;
enum { EMPTY = 0, WHOLE = 1, NODE = 2, PIECES = 3, KIND = 3 };

typedef struct {
  uint16_t start; /* offset in the page */
  uint16_t last;  /* offset of the last byte */
  uint32_t flags : 2, value : 30;
} piece;

enum { GRANULE_BITS = 3, WORD_BITS = 6, WORDS = PAGE >> (GRANULE_BITS + WORD_BITS) };

typedef struct {
  uint16_t count, room;
  uint16_t odd;           /* number of pieces that start within a granule */
  uint16_t before[WORDS]; /* number of bits set in the words before each word */
  uint64_t starts[WORDS]; /* a bit for each granule at which a piece starts */
  piece pieces[];
} page;

typedef struct {
  uint32_t used; /* entries that are not EMPTY */
  entry entries[FAN];
} node;

/* A cached node of the lowest level, for the addresses with the prefix `prefix`; NULL: no node is cached. */
typedef struct {
  uint64_t prefix;
  const node *node;
} near_node;

enum { NEAR = 16 };

struct bin_map {
  entry root;      /* EMPTY or a NODE */
  near_node *near; /* indexed by the low bits of the prefix; allocated apart, since look-ups change it */
};

bin_map *bin_map_new(void) {
  bin_map *map = plat_alloc(sizeof *map);
  map->near = plat_alloc(NEAR * sizeof *map->near);
  return map;
}

static unsigned kind_of(entry e) { return e & KIND; }
static node *node_of(entry e) { return (node *)(uintptr_t)(e & ~(entry)KIND); }
static page *page_of(entry e) { return (page *)(uintptr_t)(e & ~(entry)KIND); }
static entry whole(bin_value value, unsigned flags) { return (entry)value << 4 | flags << 2 | WHOLE; }
static bin_value whole_value(entry e) { return (bin_value)(e >> 4); }
static unsigned whole_flags(entry e) { return e >> 2 & 3; }

/* Returns the number of bytes that an entry of a level covers. The entries of level 0 are pages. */
static uint64_t span(unsigned level) { return (uint64_t)1 << (PAGE_BITS + FAN_BITS * level); }
static unsigned slot_of(uint64_t address, unsigned level) {
  return address >> (PAGE_BITS + FAN_BITS * level) & (FAN - 1);
}

static void free_entry(entry e, unsigned level) {
  if (kind_of(e) == PIECES) plat_free(page_of(e));
  if (kind_of(e) != NODE) return;
  for (unsigned i = 0; i < FAN; i++) free_entry(node_of(e)->entries[i], level - 1);
  plat_free(node_of(e));
}

void bin_map_free(bin_map *map) {
  free_entry(map->root, LEVELS);
  plat_free(map->near);
  plat_free(map);
}

bool bin_map_is_empty(const bin_map *map) { return map->root == EMPTY; }

/* A binary search. The host cannot predict its direction, so each step is an addition instead of a branch. */
static unsigned search_pieces(const page *p, unsigned offset) {
  unsigned low = 0, n = p->count;
  while (n != 0) {
    const unsigned half = (n + 1) / 2;
    low += p->pieces[low + half - 1].start <= offset ? half : 0;
    n -= half;
  }
  return low;
}

/* Does not use __builtin_popcountll(), because it can call the compiler's library, which a Valgrind tool does not
 * have. */
static unsigned count_bits(uint64_t word) {
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return (unsigned)(word * 0x0101010101010101 >> 56);
}

/* Returns the number of pieces of a page that start at or before an offset. */
static inline unsigned pieces_until(const page *p, unsigned offset) {
  if (PLAT_UNLIKELY(p->odd != 0)) return search_pieces(p, offset);
  const unsigned granule = offset >> GRANULE_BITS, word = granule >> WORD_BITS;
  const uint64_t until = ~(uint64_t)0 >> (63 - (granule & 63));
  return p->before[word] + count_bits(p->starts[word] & until);
}

/* Updates `starts` after a piece at an offset was added or removed. */
static void note_start(page *p, unsigned start, bool there) {
  if (start % (1u << GRANULE_BITS) != 0) {
    p->odd = (uint16_t)(there ? p->odd + 1 : p->odd - 1);
    return;
  }
  const unsigned granule = start >> GRANULE_BITS, word = granule >> WORD_BITS;
  p->starts[word] ^= (uint64_t)1 << (granule & 63);
  for (unsigned i = word + 1; i < WORDS; i++) p->before[i] = (uint16_t)(there ? p->before[i] + 1 : p->before[i] - 1);
}

static page *page_with_room(page *p, unsigned wanted) {
  if (p && wanted <= p->room) return p;
  unsigned room = p ? p->room : 4;
  while (room < wanted) room *= 2;
  page *grown = plat_alloc(sizeof *grown + room * sizeof(piece));
  if (p) {
    *grown = *p;
    for (unsigned i = 0; i < p->count; i++) grown->pieces[i] = p->pieces[i];
    plat_free(p);
  }
  grown->room = (uint16_t)room;
  return grown;
}

static page *page_put(page *p, unsigned at, piece added) {
  p = page_with_room(p, (p ? p->count : 0u) + 1);
  for (unsigned i = p->count; i > at; i--) p->pieces[i] = p->pieces[i - 1];
  p->pieces[at] = added;
  p->count++;
  note_start(p, added.start, true);
  return p;
}

/* Removes [start, last] (offsets) from a page's pieces. */
static page *page_clear(page *p, unsigned start, unsigned last) {
  unsigned at = pieces_until(p, start);
  if (at > 0 && p->pieces[at - 1].last >= start) at--;
  while (at < p->count && p->pieces[at].start <= last) {
    const piece old = p->pieces[at];
    note_start(p, p->pieces[at].start, false);
    for (unsigned i = at + 1; i < p->count; i++) p->pieces[i - 1] = p->pieces[i];
    p->count--;
    if (old.start < start) {
      piece left = old;
      left.last = (uint16_t)(start - 1);
      left.flags &= ~MORE & 3;
      p = page_put(p, at++, left);
    }
    if (old.last > last) {
      piece right = old;
      right.start = (uint16_t)(last + 1);
      right.flags &= ~FIRST & 3;
      p = page_put(p, at++, right);
    }
  }
  return p;
}

/* Returns the entry for a page's pieces, in the smallest form. */
static entry page_entry(page *p) {
  if (p->count == 0 || (p->count == 1 && p->pieces[0].start == 0 && p->pieces[0].last == PAGE - 1)) {
    const entry e = p->count == 0 ? EMPTY : whole(p->pieces[0].value, p->pieces[0].flags);
    plat_free(p);
    return e;
  }
  return (entry)(uintptr_t)p | PIECES;
}

/* Returns the pieces of any entry of level 0; NULL for an empty one. */
static page *pieces_of(entry e) {
  if (kind_of(e) == PIECES) return page_of(e);
  if (e == EMPTY) return NULL;
  return page_put(NULL, 0, (piece){0, PAGE - 1, whole_flags(e), whole_value(e)});
}

/* Makes a node of an entry that is empty or whole. If the entry is whole, all entries of the node get its value, and
 * the first and the last one keep the flags of the start and the end of the range. */
static node *split(entry e) {
  if (kind_of(e) == NODE) return node_of(e);
  node *n = plat_alloc(sizeof *n);
  if (e == EMPTY) return n;
  n->used = FAN;
  for (unsigned i = 0; i < FAN; i++) {
    unsigned flags = MORE;
    if (i == 0) flags |= whole_flags(e) & FIRST;
    if (i == FAN - 1) flags &= whole_flags(e) | FIRST;
    n->entries[i] = whole(whole_value(e), flags);
  }
  return n;
}

static void forget_near(near_node *near) {
  for (unsigned i = 0; i < NEAR; i++) near[i].node = NULL;
}

typedef struct {
  uint64_t start, last; /* addresses of the first and the last byte */
  bin_value value;      /* BIN_MAP_NOTHING: the memory only loses its values */
  near_node *near;      /* cache of nodes, from which removed nodes are cleared */
} change;

static entry change_entry(entry e, unsigned level, uint64_t base, const change *c);

static entry change_page(entry e, uint64_t base, const change *c) {
  const unsigned start = c->start > base ? (unsigned)(c->start - base) : 0;
  const unsigned last = c->last < base + PAGE - 1 ? (unsigned)(c->last - base) : PAGE - 1;
  page *p = pieces_of(e);
  if (p) p = page_clear(p, start, last);
  if (c->value != BIN_MAP_NOTHING) {
    const unsigned flags = (c->start >= base ? FIRST : 0) | (c->last > base + PAGE - 1 ? MORE : 0);
    p = page_put(p, p ? pieces_until(p, start) : 0, (piece){(uint16_t)start, (uint16_t)last, flags, c->value});
  }
  return p ? page_entry(p) : EMPTY;
}

static entry change_node(entry e, unsigned level, uint64_t base, const change *c) {
  if (e == EMPTY && c->value == BIN_MAP_NOTHING) return EMPTY;
  node *n = split(e);
  const uint64_t below = span(level - 1);
  const unsigned first = c->start > base ? (unsigned)((c->start - base) / below) : 0;
  const uint64_t end = base + span(level) - 1;
  const unsigned last = c->last < end ? (unsigned)((c->last - base) / below) : FAN - 1;
  for (unsigned i = first; i <= last; i++) {
    const bool was = n->entries[i] != EMPTY;
    n->entries[i] = change_entry(n->entries[i], level - 1, base + i * below, c);
    n->used += (uint32_t)(n->entries[i] != EMPTY) - (uint32_t)was;
  }
  if (n->used != 0) return (entry)(uintptr_t)n | NODE;
  forget_near(c->near);
  plat_free(n);
  return EMPTY;
}

/* Applies the part of a change that lies within an entry. */
static entry change_entry(entry e, unsigned level, uint64_t base, const change *c) {
  const uint64_t last = base + span(level) - 1;
  if (c->start > base || c->last < last || level == LEVELS)
    return level == 0 ? change_page(e, base, c) : change_node(e, level, base, c);
  forget_near(c->near);
  free_entry(e, level);
  if (c->value == BIN_MAP_NOTHING) return EMPTY;
  return whole(c->value, (c->start == base ? FIRST : 0) | (c->last > last ? MORE : 0));
}

static void apply(bin_map *map, uint64_t start, uint64_t bytes, bin_value value) {
  if (bytes == 0) return;
  const uint64_t limit = (uint64_t)1 << BIN_MAP_BITS;
  plat_assert(start < limit && bytes <= limit - start);
  map->root = change_entry(map->root, LEVELS, 0, &(change){start, start + bytes - 1, value, map->near});
}

/* The result of a look-up. */
typedef struct {
  bin_value value; /* value of the address, or BIN_MAP_NOTHING */
  unsigned flags;
  uint64_t low, last; /* addresses of the first and the last byte of the part */
} part;

static inline part part_in_page(const page *p, uint64_t base, uint64_t address) {
  const unsigned offset = (unsigned)(address - base);
  const unsigned after = pieces_until(p, offset);
  if (after > 0 && p->pieces[after - 1].last >= offset) {
    const piece *hit = &p->pieces[after - 1];
    return (part){hit->value, hit->flags, base + hit->start, base + hit->last};
  }
  return (part){BIN_MAP_NOTHING, 0, after > 0 ? base + p->pieces[after - 1].last + 1u : base,
                after < p->count ? base + p->pieces[after].start - 1u : base + PAGE - 1};
}

/* Returns the entry that contains an address and is not a node. Sets *level to its level. */
static inline entry entry_at(const bin_map *map, uint64_t address, unsigned *level) {
  const uint64_t prefix = address / span(1);
  near_node *near = &map->near[prefix % NEAR];
  *level = 0;
  if (PLAT_LIKELY(near->node && near->prefix == prefix)) return near->node->entries[slot_of(address, 0)];
  entry e = map->root;
  for (*level = LEVELS; kind_of(e) == NODE; e = node_of(e)->entries[slot_of(address, *level)])
    if (--*level == 0) *near = (near_node){prefix, node_of(e)};
  return e;
}

__attribute__((always_inline)) static inline part part_at_once(const bin_map *map, uint64_t address) {
  unsigned level;
  const entry e = entry_at(map, address, &level);
  const uint64_t base = address & ~(span(level) - 1);
  if (kind_of(e) == PIECES) return part_in_page(page_of(e), base, address);
  return (part){e == EMPTY ? BIN_MAP_NOTHING : whole_value(e), whole_flags(e), base, base + span(level) - 1};
}

static part part_at(const bin_map *map, uint64_t address) { return part_at_once(map, address); }

/* Returns the last address of the range that contains a part. */
static uint64_t range_last(const bin_map *map, part p) {
  while (p.flags & MORE) {
    const part next = part_at(map, p.last + 1);
    if (next.value != p.value || next.flags & FIRST) break;
    p = next;
  }
  return p.last;
}

/* Shortens a range that continues at `address`, so that it ends before `address`. Call before the part at `address` is
 * removed or replaced. */
static void end_range_before(bin_map *map, uint64_t address) {
  if (address == 0) return;
  const part before = part_at(map, address - 1);
  if (before.value == BIN_MAP_NOTHING || !(before.flags & MORE) || before.last != address - 1) return;
  /* Write the part without MORE, as a range of its own, then restore FIRST. */
  entry *at = &map->root;
  for (unsigned level = LEVELS; kind_of(*at) == NODE;) at = &node_of(*at)->entries[slot_of(before.low, --level)];
  if (kind_of(*at) == PIECES) {
    page *p = page_of(*at);
    p->pieces[pieces_until(p, before.low & (PAGE - 1)) - 1].flags &= ~MORE & 3;
  } else {
    *at = whole(whole_value(*at), whole_flags(*at) & ~MORE & 3);
  }
}

void bin_map_insert(bin_map *map, uint64_t start, uint64_t bytes, bin_value value) {
  plat_assert(value <= BIN_MAP_VALUE_MAX);
  if (bytes == 0) return;
  end_range_before(map, start);
  apply(map, start, bytes, value);
}

void bin_map_remove(bin_map *map, uint64_t start, uint64_t bytes) {
  if (bytes == 0) return;
  end_range_before(map, start);
  apply(map, start, bytes, BIN_MAP_NOTHING);
}

uint64_t bin_map_remove_at(bin_map *map, uint64_t start) {
  if (start >> BIN_MAP_BITS != 0) return 0;
  const part p = part_at(map, start);
  if (p.value == BIN_MAP_NOTHING || !(p.flags & FIRST) || p.low != start) return 0;
  const uint64_t bytes = range_last(map, p) - start + 1;
  apply(map, start, bytes, BIN_MAP_NOTHING);
  return bytes;
}

void bin_map_visit(const bin_map *map, bin_map_visitor *visit, void *closure) {
  uint64_t last;
  for (uint64_t address = 0; address >> BIN_MAP_BITS == 0; address = last + 1) {
    const part p = part_at(map, address);
    last = p.value == BIN_MAP_NOTHING ? p.last : range_last(map, p);
    if (p.value != BIN_MAP_NOTHING) visit(closure, p.low, last - p.low + 1, p.value);
  }
}

bin_value bin_map_lookup(const bin_map *map, uint64_t address, uint64_t *low, uint64_t *high) {
  if (address >> BIN_MAP_BITS != 0) {
    *low = (uint64_t)1 << BIN_MAP_BITS;
    *high = UINT64_MAX;
    return BIN_MAP_NOTHING;
  }
  const part p = part_at_once(map, address);
  *low = p.low;
  *high = p.last + 1;
  return p.value;
}

uint64_t bin_map_start(const bin_map *map, uint64_t address) {
  if (address >> BIN_MAP_BITS != 0) return 0;
  part p = part_at(map, address);
  while (p.value != BIN_MAP_NOTHING && !(p.flags & FIRST)) {
    if (p.low == 0) return 0;
    const part before = part_at(map, p.low - 1);
    if (before.value != p.value || !(before.flags & MORE)) return 0;
    p = before;
  }
  return p.value != BIN_MAP_NOTHING ? p.low : 0;
}
