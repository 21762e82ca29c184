/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_flow.c: finds blocks and loops. A block dominates another one if every path from the entry to the latter
 * contains the former (Cooper, Harvey and Kennedy: "A Simple, Fast Dominance Algorithm"). A jump to a block that
 * dominates the jump closes a natural loop. The target is the head of the loop. The loop consists of the head and all
 * blocks from which the jump can be reached without passing the head. Loops with the same head are joined. */
#include "ui/uses/uses_flow.h"

#include "ui/base/ui_search.h"

enum { MOST_COMPUTED = 64 }; /* maximum number of computed jumps that are followed in one function */

static UsesMachineInstruction *instruction(const GArray *instructions, guint32 i) {
  return &g_array_index(instructions, UsesMachineInstruction, i);
}

static UsesFlowBlock *block(const UsesFlow *flow, guint32 i) { return &g_array_index(flow->blocks, UsesFlowBlock, i); }

static bool begins_by_address(gconstpointer one, gconstpointer address) {
  return ((const UsesMachineInstruction *)one)->address <= *(const guint64 *)address;
}

guint32 uses_flow_instruction(const GArray *instructions, guint64 address) {
  const guint32 n = UI_SEARCH(instructions, UsesMachineInstruction, begins_by_address, &address);
  if (n == 0) return USES_FLOW_NONE;
  const UsesMachineInstruction *found = instruction(instructions, n - 1);
  return address < found->address + found->bytes ? n - 1 : (guint32)USES_FLOW_NONE;
}

static bool begins_by_number(gconstpointer one, gconstpointer number) {
  return ((const UsesFlowBlock *)one)->first <= *(const guint32 *)number;
}

guint32 uses_flow_block(const UsesFlow *flow, guint32 number) {
  const guint32 n = UI_SEARCH(flow->blocks, UsesFlowBlock, begins_by_number, &number);
  return MAX(n, 1) - 1;
}

/* ---- blocks ---- */

static bool ends_block(const UsesMachineInstruction *one) {
  return one->flow == USES_FLOW_BRANCH || one->flow == USES_FLOW_JUMP || one->flow == USES_FLOW_END;
}

static guint32 exact(const GArray *instructions, guint64 address) {
  const guint32 found = uses_flow_instruction(instructions, address);
  return found != USES_FLOW_NONE && instruction(instructions, found)->address == address ? found
                                                                                         : (guint32)USES_FLOW_NONE;
}

/* Returns, for each instruction, whether it is the first one of a block. The caller frees the array. */
static bool *find_starts(const GArray *instructions) {
  bool *starts = g_new0(bool, instructions->len + 1);
  starts[0] = true;
  for (guint32 i = 0; i < instructions->len; i++) {
    const UsesMachineInstruction *one = instruction(instructions, i);
    const bool gap = i + 1 < instructions->len &&
                     instruction(instructions, i + 1)->address != one->address + one->bytes;
    if (ends_block(one) || gap) starts[i + 1] = true;
    if (!ends_block(one) || !one->has_target) continue;
    const guint32 target = exact(instructions, one->target);
    if (target != USES_FLOW_NONE) starts[target] = true;
  }
  return starts;
}

static void add_blocks(UsesFlow *flow) {
  const guint32 n = flow->instructions->len;
  bool *starts = find_starts(flow->instructions);
  for (guint32 first = 0, i = 1; i <= n && n > 0; i++) {
    if (i < n && !starts[i]) continue;
    const UsesFlowBlock one = {.first = first,
                               .behind = i,
                               .next = {USES_FLOW_NONE, USES_FLOW_NONE},
                               .before = g_array_new(FALSE, FALSE, sizeof(guint32))};
    g_array_append_val(flow->blocks, one);
    first = i;
  }
  g_free(starts);
}

static void add_edge(UsesFlow *flow, guint32 from, unsigned which, guint32 to) {
  UsesFlowBlock *one = block(flow, from);
  if (one->next[0] == to || one->next[1] == to) return;
  one->next[which] = to;
  g_array_append_val(block(flow, to)->before, from);
}

static void add_edges(UsesFlow *flow, guint32 number) {
  const UsesFlowBlock *one = block(flow, number);
  const UsesMachineInstruction *last = instruction(flow->instructions, one->behind - 1);
  const bool follows = number + 1 < flow->blocks->len && last->flow != USES_FLOW_JUMP && last->flow != USES_FLOW_END &&
                       instruction(flow->instructions, one->behind)->address == last->address + last->bytes;
  if (follows) add_edge(flow, number, 0, number + 1);
  if (last->flow != USES_FLOW_BRANCH && last->flow != USES_FLOW_JUMP) return;
  const guint32 target = last->has_target ? exact(flow->instructions, last->target) : (guint32)USES_FLOW_NONE;
  if (target != USES_FLOW_NONE) add_edge(flow, number, 1, uses_flow_block(flow, target));
  block(flow, number)->computed = !last->has_target;
}

/* ---- postorder ---- */

/* The state of a depth-first search. It appends each block to `order` after the successors of the block. */
typedef struct {
  UsesFlow *flow;
  const GArray *computed; /* guint32: the blocks that are targets of computed jumps */
  bool *seen;
  GArray *stack; /* guint32: the blocks on the path from the start of the search to the current block */
  guint32 *at;   /* indexed by block: the number of its successors that were already visited */
} Walk;

static Walk walk_new(UsesFlow *flow, const GArray *computed) {
  const guint32 n = flow->blocks->len;
  return (Walk){flow, computed, g_new0(bool, n + 1), g_array_new(FALSE, FALSE, sizeof(guint32)),
                g_new0(guint32, n + 1)};
}

static void walk_clear(Walk *walk) {
  g_free(walk->seen);
  g_free(walk->at);
  g_array_unref(walk->stack);
}

static void push(Walk *walk, guint32 number) {
  if (number == USES_FLOW_NONE || walk->seen[number]) return;
  walk->seen[number] = true;
  g_array_append_val(walk->stack, number);
}

static void walk_from(Walk *walk, guint32 start) {
  enum { NEXT = G_N_ELEMENTS(((UsesFlowBlock *)0)->next) };
  push(walk, start);
  while (walk->stack->len > 0) {
    const guint32 number = g_array_index(walk->stack, guint32, walk->stack->len - 1);
    const UsesFlowBlock *one = block(walk->flow, number);
    const guint32 n = NEXT + (one->computed ? walk->computed->len : 0), at = walk->at[number]++;
    if (at < n) {
      push(walk, at < NEXT ? one->next[at] : g_array_index(walk->computed, guint32, at - NEXT));
    } else {
      g_array_append_val(walk->flow->order, number);
      g_array_set_size(walk->stack, walk->stack->len - 1);
    }
  }
}

/* ---- jumps to computed addresses ---- */

static bool is_padding(const UsesFlow *flow, const UsesFlowBlock *one) {
  for (guint32 i = one->first; i < one->behind; i++)
    if (!instruction(flow->instructions, i)->is_padding) return false;
  return true;
}

/* Removes the edges that lead from padding, which is never executed, to the block that it aligns, since the registers
 * in the padding are unknown. */
static void cut_padding(UsesFlow *flow, guint32 entry) {
  for (guint32 i = 0; i < flow->blocks->len; i++) {
    UsesFlowBlock *one = block(flow, i);
    if (i == entry || one->before->len > 0 || one->next[0] == USES_FLOW_NONE || !is_padding(flow, one)) continue;
    UsesFlowBlock *behind = block(flow, one->next[0]);
    for (guint k = behind->before->len; k-- > 0;)
      if (g_array_index(behind->before, guint32, k) == i) g_array_remove_index(behind->before, k);
    behind->is_padded = true;
    one->next[0] = USES_FLOW_NONE;
  }
}

/* Returns the blocks that are assumed to be targets of computed jumps, since jump tables are not read. Among the blocks
 * that known jumps do not reach from the entry, these are the blocks without predecessors, the blocks after padding,
 * and one block of each loop that is still not reached. */
static GArray *find_labels(UsesFlow *flow, guint32 entry) {
  GArray *labels = g_array_new(FALSE, FALSE, sizeof(guint32)), *none = g_array_new(FALSE, FALSE, sizeof(guint32));
  Walk walk = walk_new(flow, none);
  walk_from(&walk, entry);
  for (guint32 i = 0; i < flow->blocks->len; i++)
    if (!walk.seen[i] && (block(flow, i)->before->len == 0 || block(flow, i)->is_padded)) g_array_append_val(labels, i);
  for (guint i = 0; i < labels->len; i++) walk_from(&walk, g_array_index(labels, guint32, i));
  for (guint32 i = 0; i < flow->blocks->len; i++) {
    if (walk.seen[i]) continue;
    g_array_append_val(labels, i);
    walk_from(&walk, i);
  }
  g_array_set_size(flow->order, 0);
  walk_clear(&walk);
  g_array_unref(none);
  return labels;
}

/* Adds edges from computed jumps to their assumed targets (find_labels()), and returns these targets. */
static GArray *add_computed_edges(UsesFlow *flow, guint32 entry) {
  GArray *from = g_array_new(FALSE, FALSE, sizeof(guint32)), *to = find_labels(flow, entry);
  for (guint32 i = 0; i < flow->blocks->len; i++) {
    flow->is_cut |= block(flow, i)->computed && from->len == MOST_COMPUTED;
    block(flow, i)->computed = block(flow, i)->computed && from->len < MOST_COMPUTED;
    if (block(flow, i)->computed) g_array_append_val(from, i);
  }
  for (guint i = 0; i < to->len; i++) {
    UsesFlowBlock *label = block(flow, g_array_index(to, guint32, i));
    g_array_append_vals(label->before, from->data, from->len);
    label->is_label = true;
  }
  g_array_unref(from);
  return to;
}

/* ---- reverse postorder ---- */

/* Sets the order of the blocks. Blocks that no path reaches, such as exception handlers, come last. */
static void find_order(UsesFlow *flow, guint32 entry, const GArray *computed) {
  const guint32 n = flow->blocks->len;
  Walk walk = walk_new(flow, computed);
  GArray *order = flow->order, *reached = g_array_new(FALSE, FALSE, sizeof(guint32));
  walk_from(&walk, entry);
  g_array_append_vals(reached, order->data, order->len);
  g_array_set_size(order, 0);
  for (guint32 i = n; i-- > 0;) walk_from(&walk, i);
  g_array_append_vals(order, reached->data, reached->len);
  for (guint32 i = 0, k = order->len; i + 1 < k; i++, k--) {
    const guint32 other = g_array_index(order, guint32, k - 1);
    g_array_index(order, guint32, k - 1) = g_array_index(order, guint32, i);
    g_array_index(order, guint32, i) = other;
  }
  walk_clear(&walk);
  g_array_unref(reached);
}

/* ---- loops ---- */

/* The dominator tree. place: for each block, its position in the order. above: for each position, the position of the
 * immediate dominator. The entry of the function has position 0. */
typedef struct {
  const UsesFlow *flow;
  guint32 *place, *above;
} Tree;

static guint32 meet(const Tree *tree, guint32 a, guint32 b) {
  while (a != b) {
    while (a > b) a = tree->above[a];
    while (b > a) b = tree->above[b];
  }
  return a;
}

static guint32 find_above(const Tree *tree, guint32 at) {
  const UsesFlowBlock *one = block(tree->flow, g_array_index(tree->flow->order, guint32, at));
  guint32 above = USES_FLOW_NONE;
  for (guint i = 0; i < one->before->len; i++) {
    const guint32 from = tree->place[g_array_index(one->before, guint32, i)];
    if (from == USES_FLOW_NONE || tree->above[from] == USES_FLOW_NONE) continue;
    above = above == USES_FLOW_NONE ? from : meet(tree, above, from);
  }
  return above == USES_FLOW_NONE || above >= at ? 0 : above; /* (a loop that is not reachable has no head) */
}

static void find_dominators(Tree *tree) {
  const guint32 n = tree->flow->order->len;
  for (guint32 i = 0; i < tree->flow->blocks->len; i++) tree->place[i] = USES_FLOW_NONE;
  for (guint32 i = 0; i < n; i++) {
    tree->place[g_array_index(tree->flow->order, guint32, i)] = i;
    tree->above[i] = i == 0 ? 0 : (guint32)USES_FLOW_NONE;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (guint32 i = 1; i < n; i++) {
      const guint32 above = find_above(tree, i);
      changed = changed || above != tree->above[i];
      tree->above[i] = above;
    }
  }
}

static bool dominates(const Tree *tree, guint32 head, guint32 other) {
  const guint32 place = tree->place[head];
  guint32 at = tree->place[other];
  while (at > place) at = tree->above[at];
  return at == place;
}

static gint compare_numbers(gconstpointer a, gconstpointer b) {
  const guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
  return x < y ? -1 : x > y;
}

/* Adds to a loop the blocks from which a path leads to one of the loop's ends without passing the head. */
static void fill_loop(const UsesFlow *flow, UsesFlowLoop *loop) {
  GHashTable *in = g_hash_table_new(NULL, NULL);
  GArray *open = g_array_new(FALSE, FALSE, sizeof(guint32));
  g_hash_table_add(in, GUINT_TO_POINTER(loop->head));
  g_array_append_val(loop->blocks, loop->head);
  g_array_append_vals(open, loop->ends->data, loop->ends->len);
  while (open->len > 0) {
    const guint32 number = g_array_index(open, guint32, open->len - 1);
    g_array_set_size(open, open->len - 1);
    if (!g_hash_table_add(in, GUINT_TO_POINTER(number))) continue;
    g_array_append_val(loop->blocks, number);
    const GArray *before = block(flow, number)->before;
    g_array_append_vals(open, before->data, before->len);
  }
  g_array_sort(loop->blocks, compare_numbers);
  g_array_unref(open);
  g_hash_table_destroy(in);
}

static void find_loop(UsesFlow *flow, const Tree *tree, guint32 head) {
  UsesFlowLoop loop = {head, USES_FLOW_NONE, NULL, g_array_new(FALSE, FALSE, sizeof(guint32))};
  const GArray *before = block(flow, head)->before;
  for (guint i = 0; i < before->len; i++) {
    const guint32 from = g_array_index(before, guint32, i);
    if (tree->place[from] != USES_FLOW_NONE && dominates(tree, head, from)) g_array_append_val(loop.ends, from);
  }
  if (loop.ends->len == 0) {
    g_array_unref(loop.ends);
    return;
  }
  loop.blocks = g_array_new(FALSE, FALSE, sizeof(guint32));
  fill_loop(flow, &loop);
  g_array_append_val(flow->loops, loop);
}

static gint compare_loops(gconstpointer a, gconstpointer b) {
  const UsesFlowLoop *x = a, *y = b;
  if (x->blocks->len != y->blocks->len) return x->blocks->len > y->blocks->len ? -1 : 1;
  return x->head < y->head ? -1 : x->head > y->head;
}

/* Sets the enclosing loop of each loop. It is the smallest larger loop that contains the head of the loop. */
static void nest_loops(UsesFlow *flow) {
  for (guint32 i = 0; i < flow->blocks->len; i++) block(flow, i)->loop = USES_FLOW_NONE;
  for (guint32 i = 0; i < flow->loops->len; i++) {
    UsesFlowLoop *loop = &g_array_index(flow->loops, UsesFlowLoop, i);
    loop->around = block(flow, loop->head)->loop;
    for (guint k = 0; k < loop->blocks->len; k++) block(flow, g_array_index(loop->blocks, guint32, k))->loop = i;
  }
}

bool uses_flow_is_round(const UsesFlow *flow, guint32 number, guint32 before) {
  const guint32 innermost = block(flow, number)->loop;
  if (innermost == USES_FLOW_NONE) return false;
  const UsesFlowLoop *loop = &g_array_index(flow->loops, UsesFlowLoop, innermost);
  for (guint i = 0; loop->head == number && i < loop->ends->len; i++)
    if (g_array_index(loop->ends, guint32, i) == before) return true;
  return false;
}

bool uses_flow_may_leave(const UsesFlow *flow, guint32 number) {
  const UsesFlowBlock *one = block(flow, number);
  return instruction(flow->instructions, one->behind - 1)->flow == USES_FLOW_BRANCH && one->next[1] == USES_FLOW_NONE;
}

static void find_loops(UsesFlow *flow) {
  Tree tree = {flow, g_new(guint32, flow->blocks->len + 1), g_new(guint32, flow->order->len + 1)};
  find_dominators(&tree);
  for (guint32 i = 0; i < flow->order->len; i++) find_loop(flow, &tree, g_array_index(flow->order, guint32, i));
  g_array_sort(flow->loops, compare_loops);
  nest_loops(flow);
  g_free(tree.place);
  g_free(tree.above);
}

UsesFlow *uses_flow_new(const GArray *instructions, guint64 entry) {
  UsesFlow *flow = g_new0(UsesFlow, 1);
  flow->instructions = instructions;
  flow->blocks = g_array_new(FALSE, FALSE, sizeof(UsesFlowBlock));
  flow->order = g_array_new(FALSE, FALSE, sizeof(guint32));
  flow->loops = g_array_new(FALSE, FALSE, sizeof(UsesFlowLoop));
  add_blocks(flow);
  if (flow->blocks->len == 0) return flow;
  const guint32 first = exact(instructions, entry);
  const guint32 start = first != USES_FLOW_NONE ? uses_flow_block(flow, first) : 0;
  for (guint32 i = 0; i < flow->blocks->len; i++) add_edges(flow, i);
  cut_padding(flow, start);
  GArray *computed = add_computed_edges(flow, start);
  find_order(flow, start, computed);
  g_array_unref(computed);
  find_loops(flow);
  return flow;
}

void uses_flow_free(UsesFlow *flow) {
  if (flow == NULL) return;
  for (guint i = 0; i < flow->blocks->len; i++) g_array_unref(block(flow, i)->before);
  for (guint i = 0; i < flow->loops->len; i++) {
    g_array_unref(g_array_index(flow->loops, UsesFlowLoop, i).blocks);
    g_array_unref(g_array_index(flow->loops, UsesFlowLoop, i).ends);
  }
  g_array_unref(flow->blocks);
  g_array_unref(flow->order);
  g_array_unref(flow->loops);
  g_free(flow);
}
