/* test_blocks.c: compares the basic blocks of random traces, their executions and strides with those of a naive model.
 *
 * The traces have random code: stretches of instructions, which several threads execute in loops, with jumps out of
 * them, thread switches, pauses and resets of the counts at any time. The naive model has a list of the instructions
 * that each thread executed, and examines all neighbours in it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/coherence/dice.h"
#include "trace/trace_compress.h"
#include "ui/blocks/blocks.h"

enum { SEEDS = 60, EVENTS = 20000, INSTRUCTIONS = 40, PROCESSORS = 3, THREADS = 4, PIECES = 3 };

/* The order of the sources: for each instruction its first reference, the same reference with another gap, and its
 * second reference; then other sources. */
enum { FIRST, LATER, SECOND, OF_EACH, RUN = INSTRUCTIONS * OF_EACH, THREAD, COLLECT, ZERO, OTHER, SOURCES };

typedef struct {
  uint64_t value;
  uint32_t source, processor;
} event;

static trace_source sources[SOURCES];
static bool leads[INSTRUCTIONS + 1], doubles[INSTRUCTIONS]; /* leads: starts a stretch; doubles: makes two references */
static bool varies[INSTRUCTIONS];                           /* the next instruction, and what this one does, vary */
static event events[EVENTS];
static uint32_t n_events;

/* ---- traces ------------------------------------------------------------------------------------------------------ */

typedef struct {
  dice d;
  trace_compressor *compressor;
  unsigned processor;
  bool several; /* several threads, with pauses and switches */
  bool inside;  /* a thread that comes in the middle of another thread's stretch */
} generator;

static void add(generator *g, uint32_t source, uint64_t value) {
  if (n_events == EVENTS) return;
  events[n_events++] = (event){value, source, g->processor};
  trace_compressor_event(g->compressor, source, value);
}

static void make_instruction(generator *g, unsigned i, uint64_t address, uint64_t gap) {
  trace_source *of = &sources[i * OF_EACH];
  const uint64_t flags = dice_chance(&g->d, 8) ? (dice_chance(&g->d, 50) ? 8 : 16) : 0;
  of[FIRST] = (trace_source){.kind = dice_below(&g->d, 3),
                             .flags = flags,
                             .gap = gap,
                             .size = 1u << dice_below(&g->d, 4),
                             .address = address};
  of[LATER] = of[FIRST];
  of[LATER].gap++;
  of[SECOND] = (trace_source){.kind = dice_below(&g->d, 3), .size = of[FIRST].size, .address = address};
  leads[i] = i == 0 || dice_chance(&g->d, 30);
  doubles[i] = dice_chance(&g->d, 30);
  varies[i] = dice_chance(&g->d, 20);
}

/* For most instructions, the distance from the previous instruction equals the length of the instructions in
 * between. */
static void make_code(generator *g) {
  uint64_t address = 0x401000;
  for (unsigned i = 0; i < INSTRUCTIONS; i++) {
    const uint64_t gap = dice_between(&g->d, 1, 3);
    address += dice_chance(&g->d, 90) ? gap * dice_between(&g->d, 1, 15) : dice_between(&g->d, 1, 60);
    make_instruction(g, i, address, gap);
  }
  leads[INSTRUCTIONS] = true;
  const trace_kind others[] = {TRACE_RUN, TRACE_THREAD, TRACE_COLLECT, TRACE_ZERO, TRACE_ENTER};
  for (unsigned i = RUN; i < SOURCES; i++) sources[i] = (trace_source){.kind = others[i - RUN]};
  for (unsigned i = 0; i < SOURCES; i++) trace_compressor_source(g->compressor, &sources[i]);
}

static void disturb(generator *g) {
  if (!g->several) return;
  const uint32_t what = dice_below(&g->d, 100);
  if (what < 50) add(g, THREAD, dice_below(&g->d, THREADS));
  if (what >= 50 && what < 70) add(g, COLLECT, dice_chance(&g->d, 70));
  if (what >= 70 && what < 73) add(g, ZERO, 0);
  if (what >= 73 && what < 85) add(g, RUN, dice_below(&g->d, 4));
  if (what >= 85) add(g, OTHER, 1);
}

/* A stretch from its leader to the next leader, or to the instruction where it is left. */
typedef struct {
  unsigned first, end;
  uint64_t address, stride, run; /* run: instructions before it; if it is odd, one more each time */
} piece;

static unsigned end_of(unsigned leader) {
  unsigned end = leader + 1;
  while (!leads[end]) end++;
  return end;
}

static void execute(generator *g, unsigned i, uint64_t address);

static void add_stretch(generator *g, const piece *p, uint64_t r) {
  for (unsigned at = p->first; at < p->end; at++) execute(g, at, p->address + 128 * at + r * p->stride);
}

/* Perhaps another thread comes, executes a stretch, and leaves; returns whether one did. */
static bool interrupt(generator *g) {
  uint64_t thread = THREADS;
  for (uint32_t i = n_events; i-- > 0 && thread == THREADS;)
    if (events[i].source == THREAD && events[i].processor == g->processor) thread = events[i].value;
  if (thread == THREADS) return false;
  g->inside = true;
  add(g, THREAD, (thread + 1) % THREADS);
  add_stretch(g, &(piece){.first = 0, .end = end_of(0), .address = 0x8000}, 0);
  add(g, THREAD, thread);
  g->inside = false;
  return true;
}

static void execute(generator *g, unsigned i, uint64_t address) {
  /* The gap after it includes the other thread's instructions. */
  const bool came = g->several && !g->inside && dice_below(&g->d, 300) == 0 && interrupt(g);
  const bool other = varies[i] && dice_chance(&g->d, 3);
  if (varies[i] && dice_chance(&g->d, 1)) disturb(g);
  add(g, i * OF_EACH + (other || came ? LATER : FIRST), address);
  if (doubles[i] && !other) add(g, i * OF_EACH + SECOND, address + 64);
}

static piece random_piece(generator *g) {
  static const uint64_t strides[] = {0, 1, 2, 4, 8, 8, 16, 24, 64, 72, 4096, -(uint64_t)8, -(uint64_t)4};
  piece p = {.address = 0x10000 + dice_below(&g->d, 4096), .stride = strides[dice_below(&g->d, 13)]};
  do p.first = dice_below(&g->d, INSTRUCTIONS);
  while (!leads[p.first]);
  p.end = end_of(p.first);
  const unsigned left = dice_between(&g->d, p.first + 1, p.end);
  if (varies[left - 1] && dice_chance(&g->d, 30)) p.end = left;
  if (dice_chance(&g->d, 20)) p.run = dice_between(&g->d, 1, 4);
  return p;
}

static void add_loop(generator *g) {
  piece pieces[PIECES];
  const unsigned n = dice_between(&g->d, 1, PIECES), repeats = dice_chance(&g->d, 50) ? 1 : dice_between(&g->d, 2, 60);
  for (unsigned i = 0; i < n; i++) pieces[i] = random_piece(g);
  for (unsigned r = 0; r < repeats; r++)
    for (unsigned i = 0; i < n; i++) {
      if (pieces[i].run != 0) add(g, RUN, pieces[i].run + (pieces[i].run % 2 ? r : 0));
      add_stretch(g, &pieces[i], r);
    }
}

static bool put(void *closure, const uint8_t *bytes, uint64_t n) { return fwrite(bytes, 1, n, closure) == n; }

static void make_trace(generator *g, const char *path) {
  FILE *file = fopen(path, "wb");
  g->compressor = trace_compressor_new(&(trace_output){.sink = put, .sink_closure = file}, NULL);
  make_code(g);
  n_events = 0;
  while (n_events < EVENTS) {
    g->processor = g->several ? dice_below(&g->d, PROCESSORS) : 0;
    trace_compressor_select(g->compressor, g->processor);
    if (dice_chance(&g->d, 10)) disturb(g);
    add_loop(g);
    if (dice_chance(&g->d, 2)) trace_compressor_check(g->compressor);
  }
  trace_compressor_finish(g->compressor);
  fclose(file);
}

/* ---- the naive model --------------------------------------------------------------------------------------------- */

enum { NOWHERE = INSTRUCTIONS, NEIGHBOURS }; /* as a neighbour: a thread starts or ends */

typedef struct {
  unsigned instruction; /* NOWHERE: the thread starts or ends */
  uint64_t gap;         /* from the previous instruction; 0: unknown */
} visit;

/* The instructions that a thread executed. Before any thread has a number, each processor has one thread without a
 * number. */
typedef struct {
  visit visits[2 * EVENTS];
  unsigned n;
} life;

typedef struct {
  unsigned life;
  uint64_t passed;
  bool came, silent;
  struct {
    uint64_t address, distance;
    unsigned n;
  } operands[INSTRUCTIONS][2];
} processor;

static struct {
  life lives[THREADS + PROCESSORS];
  processor processors[PROCESSORS];
  uint64_t executions[INSTRUCTIONS], strides[INSTRUCTIONS][BLOCKS_STRIDES];
} naive;

static void visit_next(life *l, unsigned instruction, uint64_t gap) { l->visits[l->n++] = (visit){instruction, gap}; }

static unsigned current(const life *l) { return l->visits[l->n - 1].instruction; }

static void end_lives(void) {
  for (unsigned i = 0; i < THREADS + PROCESSORS; i++) visit_next(&naive.lives[i], NOWHERE, 0);
}

static void start(void) {
  memset(&naive, 0, sizeof naive);
  end_lives();
  for (unsigned i = 0; i < PROCESSORS; i++) naive.processors[i].life = THREADS + i, naive.processors[i].came = true;
}

static BlocksStride naive_stride(uint64_t distance, uint64_t before, uint64_t size) {
  for (uint64_t k = 0; k <= 8; k++)
    if (distance == k * size || distance == -(k * size))
      return k <= 2 ? (BlocksStride)(BLOCKS_STRIDE_0 + k) : BLOCKS_STRIDE_SHORT;
  return distance == before ? BLOCKS_STRIDE_REGULAR : BLOCKS_STRIDE_RANDOM;
}

static void refer(processor *p, const event *e) {
  const trace_source *s = &sources[e->source];
  const unsigned i = e->source / OF_EACH, operand = e->source % OF_EACH == SECOND;
  life *l = &naive.lives[p->life];
  if (s->gap != 0 || current(l) != i) {
    visit_next(l, i, p->came ? 0 : p->passed + s->gap);
    naive.executions[i]++;
    p->passed = 0;
    p->came = false;
  }
  const uint64_t distance = e->value - p->operands[i][operand].address;
  const bool first = p->operands[i][operand].n++ == 0;
  naive.strides[i][first ? BLOCKS_STRIDE_FIRST : naive_stride(distance, p->operands[i][operand].distance, s->size)]++;
  p->operands[i][operand].distance = first ? 0 : distance;
  p->operands[i][operand].address = e->value;
}

static void zero(void) {
  end_lives();
  memset(naive.executions, 0, sizeof naive.executions);
  memset(naive.strides, 0, sizeof naive.strides);
}

static void step(const event *e) {
  processor *p = &naive.processors[e->processor];
  switch (e->source) {
    case RUN: p->passed += p->silent ? 0 : e->value; break;
    case THREAD: p->life = (unsigned)e->value, p->came = true; break;
    case COLLECT: p->silent = e->value == 0; break;
    case ZERO: zero(); break;
    case OTHER: break;
    default:
      if (!p->silent) refer(p, e);
  }
}

/* Returns how many different neighbours an instruction has on a side, -1 or 1; *last: one of them. */
static unsigned count_neighbours(unsigned instruction, int side, unsigned *last) {
  bool seen[NEIGHBOURS] = {false};
  unsigned n = 0;
  for (unsigned i = 0; i < THREADS + PROCESSORS; i++)
    for (unsigned j = 0; j < naive.lives[i].n; j++) {
      if (naive.lives[i].visits[j].instruction != instruction) continue;
      const unsigned other = naive.lives[i].visits[j + (unsigned)side].instruction;
      n += !seen[other];
      seen[other] = true;
      *last = other;
    }
  return n;
}

/* Returns the gap of an instruction, if all its executions with a known gap have the same; 0: there is none. */
static uint64_t common_gap(unsigned instruction) {
  uint64_t gap = 0;
  for (unsigned i = 0; i < THREADS + PROCESSORS; i++)
    for (unsigned j = 0; j < naive.lives[i].n; j++) {
      const visit *v = &naive.lives[i].visits[j];
      if (v->instruction != instruction || v->gap == 0 || v->gap == gap) continue;
      if (gap != 0) return 0;
      gap = v->gap;
    }
  return gap;
}

static bool ends(unsigned instruction) {
  return sources[instruction * OF_EACH].flags != 0 || sources[instruction * OF_EACH + SECOND].flags != 0;
}

/* Returns whether an instruction is in the same block as the previous instruction in memory. */
static bool is_joined(unsigned instruction, uint64_t *gap) {
  unsigned before = NOWHERE, after = NOWHERE;
  *gap = common_gap(instruction);
  if (count_neighbours(instruction, -1, &before) != 1 || before == NOWHERE || *gap == 0) return false;
  if (count_neighbours(before, 1, &after) != 1 || ends(before)) return false;
  const uint64_t a = sources[before * OF_EACH].address, b = sources[instruction * OF_EACH].address;
  return b > a && b - a >= *gap && b - a <= 15 * *gap;
}

static unsigned find_blocks(BlocksBlock *blocks, unsigned *of) {
  unsigned n = 0;
  for (unsigned i = 0; i < INSTRUCTIONS; i++) {
    uint64_t gap;
    unsigned before = NOWHERE;
    if (is_joined(i, &gap)) {
      count_neighbours(i, -1, &before);
      of[i] = of[before];
      blocks[of[i]].instructions += gap;
    } else {
      of[i] = n++;
      blocks[of[i]] = (BlocksBlock){.address = sources[i * OF_EACH].address, .instructions = 1};
      blocks[of[i]].executions = naive.executions[i];
    }
    blocks[of[i]].last = sources[i * OF_EACH].address;
    for (unsigned j = 0; j < BLOCKS_STRIDES; j++) blocks[of[i]].strides[j] += naive.strides[i][j];
  }
  return n;
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

static unsigned joined; /* number of instructions in all traces that are not the first of their block */

static bool is_same(const BlocksBlock *a, const BlocksBlock *b) {
  return a->address == b->address && a->last == b->last && a->place == b->place && a->instructions == b->instructions &&
         a->executions == b->executions && memcmp(a->strides, b->strides, sizeof a->strides) == 0;
}

static bool compare(uint64_t seed, const Blocks *found) {
  static BlocksBlock blocks[INSTRUCTIONS];
  unsigned of[INSTRUCTIONS];
  const unsigned n = find_blocks(blocks, of);
  joined += INSTRUCTIONS - n;
  if (n != found->n) return printf("FAILED: seed %" PRIu64 ": %u blocks, not %u\n", seed, found->n, n), false;
  for (unsigned i = 0; i < n; i++) {
    if (is_same(&blocks[i], &found->blocks[i])) continue;
    const BlocksBlock *a = &found->blocks[i], *b = &blocks[i];
    printf("FAILED: seed %" PRIu64 ": block %u: 0x%" PRIx64 " to 0x%" PRIx64 ", %" PRIu64 " instructions, %" PRIu64
           " times; not 0x%" PRIx64 " to 0x%" PRIx64 ", %" PRIu64 ", %" PRIu64 "\n",
           seed, i, a->address, a->last, a->instructions, a->executions, b->address, b->last, b->instructions,
           b->executions);
    for (unsigned j = 0; j < BLOCKS_STRIDES; j++)
      printf("  %-8s %" PRIu64 " %" PRIu64 "\n", blocks_stride_name((BlocksStride)j), a->strides[j], b->strides[j]);
    return false;
  }
  for (unsigned i = 0; i < INSTRUCTIONS; i++) {
    const bool good = found->of_sources[i * OF_EACH] == of[i] && found->of_sources[i * OF_EACH + SECOND] == of[i] &&
                      naive.executions[i] == blocks[of[i]].executions;
    if (!good) return printf("FAILED: seed %" PRIu64 ": instruction %u\n", seed, i), false;
  }
  return true;
}

static bool test(uint64_t seed, const char *path) {
  generator g = {.d = {seed}, .several = seed % 3 != 0};
  make_trace(&g, path);
  start();
  for (uint32_t i = 0; i < n_events; i++) step(&events[i]);
  end_lives();
  g_autoptr(GError) error = NULL;
  EventsTraceFile *trace = events_trace_file_open(path, &error);
  Blocks *found = trace != NULL ? blocks_new(trace, &error) : NULL;
  if (found == NULL) printf("FAILED: %s\n", error->message);
  const bool good = found != NULL && compare(seed, found);
  blocks_free(found);
  events_trace_file_close(trace);
  return good;
}

int main(void) {
  char path[] = "/tmp/memspy-test-blocks-XXXXXX";
  close(mkstemp(path));
  bool good = true;
  for (uint64_t seed = 1; seed <= SEEDS && good; seed++) good = test(seed, path);
  unlink(path);
  if (good && joined < SEEDS) good = printf("FAILED: %u instructions in blocks of several\n", joined) < 0;
  if (good) printf("%d traces, all blocks equal, %u instructions joined\n", SEEDS, joined);
  return !good;
}
