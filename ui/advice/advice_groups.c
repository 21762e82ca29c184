/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_groups.c: forms groups of data. One group contains all columns
 *   - with the same variable and the same C++ template as its type, such as the nodes and the buckets of one hash
 *     table;
 *   - whose elements have pointers to the same type: a recursive function builds a tree with one bin per call path;
 *   - whose elements have the same struct type, if each column has less than 1 / SHARE of the latency
 *     of all misses;
 *   - of which only the allocating function is known, if it is the same and each column has less than 1 / SHARE of the
 *     latency or the function has no line numbers.
 * A column that the user combined or named is always a group of its own. */
#include "ui/advice/advice_groups.h"

#include <string.h>

#include "ui/advice/advice_locks.h"
#include "ui/base/ui_text.h"
#include "ui/view/view_loader.h"
#include "ui/view/view_ranks.h"

enum {
  SHARE = 50,
  MANY = 64 /* blocks */,
  SMALL = 4 /* lines */,
  RARE = 64 /* ratio of lines to first references */,
  THIN = 4 /* ratio of bytes to touched bytes */,
  POOL = 64 /* ratio of the bytes of a block to those of its header */,
  NUMBER = 8 /* bytes */,
  ROUNDED = 64 /* bytes */,
  PAGE = 4096 /* bytes */
};
#define LARGE (UINT64_C(1) << 40) /* in bytes: larger than any cache */

typedef struct {
  const View *view;
  const NameTable *names;
  const ProfileCache *cache;
  AdviceGroups *groups;
  uint32_t *ranks;            /* indexed by bin */
  uint32_t *parent;           /* indexed by column: parent of the column in the union-find forest */
  const uint64_t *latencies;  /* indexed by column: latency of the column's misses */
  const uint64_t *prefetched; /* indexed by column: prefetched lines of the column that the program used */
  uint64_t latency;           /* of all columns */
  uint64_t reusable;          /* first references of all groups to memory that can become that of other data */
} Grouping;

/* ---- properties of a column ---- */

static uint32_t first_bin(const View *view, uint32_t column) {
  return g_array_index(view_item(view, VIEW_DATA, column)->members, uint32_t, 0);
}

static bool is_heap(const ProfileBin *bin) {
  return strcmp(bin->kind, "heap") == 0 || (strcmp(bin->kind, "mmap") == 0 && *bin->name == '\0');
}

/* Returns whether the type is only that of a header at the beginning of each block, as in the pools of an allocator:
 * the blocks are much larger than the struct, and are no arrays of it. The memory of an array can be a few bytes larger:
 * new[] stores the number of elements before them, and programs can round the size up to whole cache lines. */
static bool is_header(const NameBinType *type, const ProfileBin *bin) {
  const uint64_t size = type->element_size, block = bin->blocks != 0 ? bin->bytes / bin->blocks : 0;
  if (type->n_fields == 0 || size == 0 || block < POOL * size) return false;
  const bool pages = bin->bytes % (PAGE * bin->blocks) == 0; /* blocks of one size, in all probability */
  const uint64_t bytes = pages ? block : bin->bytes, numbers = NUMBER * (pages ? 1 : bin->blocks);
  const bool array = bytes % size == 0 || (bytes - numbers) % size == 0;
  return !array && (pages || block % ROUNDED != 0);
}

/* Returns the type of the elements of a bin; NULL: unknown. */
static const NameBinType *type_of(const Grouping *grouping, uint32_t bin) {
  const NameBinType *type = grouping->names != NULL ? name_table_type(grouping->names, bin) : NULL;
  return type != NULL && is_header(type, &grouping->view->profile->bins[bin]) ? NULL : type;
}

/* Returns whether the type is a node of a C++ library container. Its links are in a base class. */
static bool is_library_node(const char *element) {
  static const char *const nodes[] = {"_List_node<", "_Rb_tree_node<", "_Hash_node<", "_Fwd_list_node<"};
  for (size_t i = 0; i < G_N_ELEMENTS(nodes); i++)
    if (strstr(element, nodes[i]) != NULL) return true;
  return false;
}

bool advice_is_link(const NameBinType *type, const NameField *field) {
  const size_t n = strlen(type->element);
  return strncmp(field->type, type->element, n) == 0 && field->type[n + strspn(field->type + n, " ")] == '*';
}

static bool is_linked(const NameBinType *type) {
  if (type == NULL || *type->element == '\0') return false;
  if (is_library_node(type->element)) return true;
  for (uint32_t i = 0; i < type->n_fields; i++)
    if (advice_is_link(type, &type->fields[i])) return true;
  return false;
}

/* Returns whether each block of the group is one struct. */
static bool is_struct_per_block(const AdviceDataGroup *group) {
  const NameBinType *type = group->type;
  return type != NULL && type->n_fields != 0 && type->element_size != 0 &&
         group->bytes / group->blocks < 2 * type->element_size;
}

/* ---- joining columns ---- */

static uint32_t find(uint32_t *parent, uint32_t column) {
  while (parent[column] != column) column = parent[column] = parent[parent[column]];
  return column;
}

/* Joins a column with an earlier column that has the same key. Takes ownership of `key`. */
static void join(const Grouping *grouping, GHashTable *seen, char *key, uint32_t column) {
  gpointer other;
  if (g_hash_table_lookup_extended(seen, key, NULL, &other)) {
    /* Keep the column of lower rank as the root of the tree. If columns are sorted by stall, this column has the most
     * stall. */
    const uint32_t a = find(grouping->parent, GPOINTER_TO_UINT(other)), b = find(grouping->parent, column);
    grouping->parent[MAX(a, b)] = MIN(a, b);
    g_free(key);
  } else {
    g_hash_table_insert(seen, key, GUINT_TO_POINTER(column));
  }
}

static const char *allocating_function(const Profile *profile, const ProfileBin *bin) {
  if (bin->frames.count == 0) return NULL;
  return profile->segments[profile_frame_place(profile, bin, 0)->segment].name;
}

static void join_column(const Grouping *grouping, GHashTable *seen, uint32_t column) {
  const ViewItem *item = view_item(grouping->view, VIEW_DATA, column);
  const Profile *profile = grouping->view->profile;
  const uint32_t number = first_bin(grouping->view, column);
  const ProfileBin *bin = &profile->bins[number];
  if (item->given != NULL || !is_heap(bin)) return;
  const NameBinType *type = type_of(grouping, number);
  const bool named = type != NULL && *type->variable != '\0';
  const bool container = named && strchr(type->data_type, '<') != NULL;
  if (container) join(grouping, seen, g_strdup_printf("variable %s %s", type->data_type, type->variable), column);
  const bool small = grouping->latencies[column] < grouping->latency / SHARE;
  if (type != NULL && type->n_fields != 0 && (small || is_linked(type)))
    join(grouping, seen, g_strdup_printf("type %s", type->element), column);
  const char *function = allocating_function(profile, bin);
  const bool bare = function != NULL && profile_frame_place(profile, bin, 0)->line == 0;
  if ((small || bare) && !named && (type == NULL || type->n_fields == 0) && function != NULL)
    join(grouping, seen, g_strdup_printf("from %s", function), column);
}

/* ---- groups of data ---- */

static void add_column(const Grouping *grouping, AdviceDataGroup *group, uint32_t column) {
  const ViewItem *item = view_item(grouping->view, VIEW_DATA, column);
  const Profile *profile = grouping->view->profile;
  for (guint i = 0; i < item->members->len; i++) {
    const uint32_t number = g_array_index(item->members, uint32_t, i);
    const ProfileBin *bin = &profile->bins[number];
    const ProfileVariable *variable = bin->blocks == 0 ? profile_variable(profile, number) : NULL;
    const uint32_t ranks = grouping->ranks[number];
    group->bytes += (variable != NULL ? variable->bytes : bin->bytes) * (view_ranks_add_bytes(bin) ? 1 : ranks);
    group->blocks += variable != NULL ? ranks : bin->blocks;
    group->stack &= strcmp(bin->kind, "stack") == 0;
    group->ranks = MAX(group->ranks, ranks);
  }
  group->columns++;
  profile_counts_add(&group->counts, &item->counts);
}

static AdviceDataGroup new_group(const Grouping *grouping, uint32_t column) {
  AdviceDataGroup group = {.main = column, .bin = first_bin(grouping->view, column), .stack = true};
  group.type = type_of(grouping, group.bin);
  group.heap = is_heap(&grouping->view->profile->bins[group.bin]);
  group.known = !group.heap || view_item(grouping->view, VIEW_DATA, column)->given != NULL ||
                (group.type != NULL && (*group.type->variable != '\0' || group.type->n_fields != 0));
  group.linked = is_linked(group.type);
  return group;
}

/* Returns the name of the main column, or a name made of the properties that all columns have in common. The caller
 * owns the name. */
static char *group_name(const Grouping *grouping, const AdviceDataGroup *group) {
  const ViewItem *main = view_item(grouping->view, VIEW_DATA, group->main);
  if (group->columns == 1 || grouping->latencies[group->main] > group->latency * 9 / 10) return g_strdup(main->name);
  if (group->known && group->type != NULL && strchr(group->type->data_type, '<') != NULL &&
      *group->type->variable != '\0') {
    g_autofree char *container = g_strdup_printf("%s.%s", group->type->data_type, group->type->variable);
    return ui_text_escaped(container);
  }
  if (group->known && group->type != NULL && group->type->n_fields != 0) {
    g_autofree char *element = ui_text_escaped(group->type->element);
    return g_strdup_printf("%s (%u data bins)", element, group->columns);
  }
  if (group->known) return g_strdup_printf("%s and %u more", main->name, group->columns - 1);
  const Profile *profile = grouping->view->profile;
  const char *function = allocating_function(profile, &profile->bins[group->bin]);
  g_autofree char *bare = g_strndup(function, strcspn(function, "("));
  g_autofree char *printable = ui_text_escaped(*bare != '\0' ? bare : function);
  return g_strdup_printf("memory from %s (%u data bins)", printable, group->columns);
}

/* Returns whether the memory of the data possibly belonged to other data before. */
static bool is_reused_memory(const AdviceDataGroup *group) {
  return (group->heap || group->stack) && group->bytes != 0;
}

/* Returns the number of lines whose first reference was to the data. With prefetchers, it is an upper bound. */
static uint64_t first_lines(const AdviceDataGroup *group) { return group->counts.cold + group->prefetched; }

/* Returns the first references to memory that can become that of other data: the heap, stacks, and the memory between
 * the blocks of the heap, which malloc refers to. */
static uint64_t reusable_lines(const Grouping *grouping, const AdviceDataGroup *group) {
  const ProfileBin *bin = &grouping->view->profile->bins[group->bin];
  const bool between = strcmp(bin->kind, "unknown") == 0 || strcmp(bin->name, "[heap]") == 0;
  return group->heap || group->stack || between ? first_lines(group) : 0;
}

/* Sets the upper bound of the touched bytes. */
static void set_most(const Grouping *grouping, AdviceDataGroup *group, uint64_t line) {
  const bool reused = group->heap || group->stack;
  const uint64_t most = line * (reused ? grouping->reusable : first_lines(group));
  group->most = (group->bytes != 0 ? MIN(group->bytes, most) : most) / group->ranks;
}

/* Sets the mean number of misses for each line. There are at least as many lines as first references. */
static void set_fetches(AdviceDataGroup *group, uint64_t line) {
  const uint64_t cold = group->counts.cold;
  const bool unseen = is_reused_memory(group) || (group->prefetched != 0 && group->bytes != 0);
  const uint64_t lines = unseen && line != 0 ? group->bytes / line : 0;
  group->at_least = lines > cold;
  group->fetches = ui_text_ratio((double)(cold + group->counts.replacement), (double)MAX(cold, lines));
}

/* Sets the fields that are computed from the counts. In a sampled run, the number of first references is unknown, and
 * so is the number of touched lines. */
static void finish_group(const Grouping *grouping, AdviceDataGroup *group) {
  const uint64_t line = grouping->cache->line;
  group->name = group_name(grouping, group);
  const uint64_t cold = first_lines(group), fetched = cold * line;
  group->apart = group->heap && group->blocks >= MANY &&
                 (group->bytes / group->blocks <= SMALL * line || is_struct_per_block(group));
  if (grouping->view->profile->sampled) {
    group->extent = group->bytes != 0 ? group->bytes : LARGE;
    return;
  }
  group->touched = (group->bytes != 0 ? MIN(group->bytes, fetched) : fetched) / group->ranks;
  set_most(grouping, group, line);
  set_fetches(group, line);
  /* Count one more line for each block, because a block can begin and end in the middle of a line. */
  const uint64_t lines = line != 0 ? group->bytes / group->ranks / line * group->ranks + group->blocks : 0;
  if (lines != 0 && group->bytes != 0 && group->prefetched == 0)
    group->shared = ui_text_ratio((double)cold, (double)lines);
  const bool was_used = is_reused_memory(group) && line != 0 && cold * RARE < group->bytes / line;
  group->extent = group->apart || was_used ? group->bytes / group->ranks : group->touched;
}

static void make_data(Grouping *grouping) {
  AdviceGroups *groups = grouping->groups;
  const uint32_t columns = view_size(grouping->view, VIEW_DATA);
  GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (uint32_t c = 0; c < columns; c++) grouping->parent[c] = c;
  for (uint32_t c = 0; c < columns; c++) join_column(grouping, seen, c);
  g_hash_table_destroy(seen);
  for (uint32_t c = 0; c < columns; c++) {
    const uint32_t head = find(grouping->parent, c); /* the root of the group's tree: column c, or an earlier column,
                                                        which already has a group */
    if (head == c) {
      const AdviceDataGroup group = new_group(grouping, c);
      groups->of_column[c] = groups->data->len;
      g_array_append_val(groups->data, group);
    } else {
      groups->of_column[c] = groups->of_column[head];
    }
    AdviceDataGroup *group = &g_array_index(groups->data, AdviceDataGroup, groups->of_column[c]);
    if (grouping->latencies[c] > grouping->latencies[group->main]) group->main = c;
    group->latency += grouping->latencies[c];
    group->prefetched += grouping->prefetched[c];
    add_column(grouping, group, c);
  }
  for (guint i = 0; i < groups->data->len; i++) grouping->reusable += reusable_lines(grouping, advice_data(groups, i));
  for (guint i = 0; i < groups->data->len; i++)
    finish_group(grouping, &g_array_index(groups->data, AdviceDataGroup, i));
}

/* ---- groups of code ---- */

static bool starts_with_one(const char *name, const char *const *prefixes, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (g_str_has_prefix(name, prefixes[i])) return true;
  return false;
}

bool advice_copies(const char *function) {
  static const char *const names[] = {"memcpy",   "memmove",   "memset",   "mempcpy",
                                      "__memcpy", "__memmove", "__memset", "__mempcpy"};
  return starts_with_one(function, names, G_N_ELEMENTS(names)) || strstr(function, "_M_realloc_") != NULL;
}

bool advice_sets(const char *function) {
  static const char *const names[] = {"memset", "__memset", "bzero", "__bzero", "wmemset", "__wmemset"};
  return starts_with_one(function, names, G_N_ELEMENTS(names));
}

/* Returns whether the function belongs to malloc or free of the C library. */
static bool is_allocator(const char *function) {
  static const char *const names[] = {
      "_int_malloc", "_int_free", "_int_realloc", "_int_memalign", "malloc_consolidate", "unlink_chunk",
      "sysmalloc",   "systrim",   "tcache_",      "ptmalloc_init", "__libc_malloc",      "__libc_free"};
  static const char *const whole[] = {"malloc", "free", "cfree", "calloc", "realloc"};
  for (size_t i = 0; i < G_N_ELEMENTS(whole); i++)
    if (strcmp(function, whole[i]) == 0) return true;
  return starts_with_one(function, names, G_N_ELEMENTS(names));
}

static const ProfileSegment *segment_of(const View *view, uint32_t row) {
  return &view->profile->segments[g_array_index(view_item(view, VIEW_CODE, row)->members, uint32_t, 0)];
}

static AdviceCodeKind kind_of(const View *view, uint32_t row) {
  const ViewItem *item = view_item(view, VIEW_CODE, row);
  const ProfileSegment *segment = segment_of(view, row);
  const char *function = profile_function(view->profile, (uint32_t)(segment - view->profile->segments))->name;
  const char *object = profile_basename(view->profile->objects[segment->object].path);
  if (item->given != NULL) return ADVICE_CODE_OWN;
  if (view_loader_is(object)) return ADVICE_CODE_LOADER;
  if (g_str_has_prefix(object, "libc.so") && is_allocator(function)) return ADVICE_CODE_ALLOCATOR;
  return strcmp(function, "???") == 0 ? ADVICE_CODE_UNKNOWN : ADVICE_CODE_OWN;
}

/* Returns the name in a form for sentences, such as "code without names (cc1)" for "??? (cc1)". The caller owns the
 * name. */
static char *code_name(const char *name) {
  static const char unknown[] = "???";
  return g_str_has_prefix(name, unknown) ? g_strconcat("code without names", name + strlen(unknown), NULL)
                                         : g_strdup(name);
}

static void make_code(Grouping *grouping) {
  AdviceGroups *groups = grouping->groups;
  uint32_t common[] = {[ADVICE_CODE_LOADER] = G_MAXUINT32, [ADVICE_CODE_ALLOCATOR] = G_MAXUINT32};
  for (uint32_t row = 0; row < view_size(grouping->view, VIEW_CODE); row++) {
    const AdviceCodeKind kind = kind_of(grouping->view, row);
    const bool joined = kind == ADVICE_CODE_LOADER || kind == ADVICE_CODE_ALLOCATOR;
    if (joined && common[kind] != G_MAXUINT32) {
      groups->of_row[row] = common[kind];
      continue;
    }
    groups->of_row[row] = groups->code->len;
    if (joined) common[kind] = groups->code->len;
    const char *name = kind == ADVICE_CODE_LOADER      ? "the dynamic linker"
                       : kind == ADVICE_CODE_ALLOCATOR ? "malloc and free"
                                                       : view_item(grouping->view, VIEW_CODE, row)->name;
    const ProfileSegment *segment = segment_of(grouping->view, row);
    const char *object = profile_basename(grouping->view->profile->objects[segment->object].path);
    const bool locks = advice_locks(segment->name) || (kind == ADVICE_CODE_UNKNOWN && advice_locks_runtime(object));
    const AdviceCodeGroup group = {kind, code_name(name), advice_copies(segment->name), locks, row};
    g_array_append_val(groups->code, group);
  }
}

static void data_clear(gpointer group) { g_free(((AdviceDataGroup *)group)->name); }
static void code_clear(gpointer group) { g_free(((AdviceCodeGroup *)group)->name); }

uint64_t advice_latency(const Profile *profile, const ProfileCell *cell) {
  const ProfileModelCell *model = profile_model_cell(profile, cell->place, cell->bin);
  return cell->counts.stall_cycles + (model != NULL ? model->counts.overlapped_cycles : 0);
}

/* Sums up the latencies of misses and the used prefetched lines by column. Returns the sum of the latencies. */
static uint64_t add_models(const View *view, uint64_t *latencies, uint64_t *prefetched) {
  uint64_t all = 0;
  for (uint32_t c = 0; c < view->profile->n_cells; c++) {
    const ProfileCell *cell = &view->profile->cells[c];
    const ProfileModelCell *model = profile_model_cell(view->profile, cell->place, cell->bin);
    const uint64_t latency = advice_latency(view->profile, cell);
    latencies[view_column(view, cell->bin)] += latency;
    if (model != NULL) prefetched[view_column(view, cell->bin)] += model->counts.covered;
    all += latency;
  }
  return all;
}

AdviceGroups *advice_groups(const View *view, const NameTable *names, const ProfileCache *cache) {
  AdviceGroups *groups = g_new0(AdviceGroups, 1);
  const uint32_t columns = view_size(view, VIEW_DATA), rows = view_size(view, VIEW_CODE);
  g_autofree uint32_t *parent = g_new(uint32_t, columns + 1);
  g_autofree uint32_t *ranks = view_ranks_of_bins(view->profile);
  groups->data = g_array_new(FALSE, FALSE, sizeof(AdviceDataGroup));
  groups->code = g_array_new(FALSE, FALSE, sizeof(AdviceCodeGroup));
  g_array_set_clear_func(groups->data, data_clear);
  g_array_set_clear_func(groups->code, code_clear);
  groups->of_column = g_new(uint32_t, columns + 1);
  groups->of_row = g_new(uint32_t, rows + 1);
  g_autofree uint64_t *latencies = g_new0(uint64_t, columns + 1), *prefetched = g_new0(uint64_t, columns + 1);
  Grouping grouping = {
      view, names, cache, groups, ranks, parent, latencies, prefetched, add_models(view, latencies, prefetched), 0};
  make_data(&grouping);
  make_code(&grouping);
  return groups;
}

bool advice_is_thin(const AdviceDataGroup *data) {
  return data->blocks <= data->ranks && data->most != 0 && data->most * THIN < data->bytes / data->ranks;
}

void advice_groups_free(AdviceGroups *groups) {
  g_array_free(groups->data, TRUE);
  g_array_free(groups->code, TRUE);
  g_free(groups->of_column);
  g_free(groups->of_row);
  g_free(groups);
}
