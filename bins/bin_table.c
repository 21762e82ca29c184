/* bin_table.c: see bin_table.h. Each kind of record is an array with an index over it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_table.h"

#include "bins/bin_index.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

typedef struct {
  void *records;
  size_t size; /* size of a record */
  uint32_t count, room;
  bin_index index;
} list;

typedef struct {
  bin_slot slot;
  bin_id bin;
} slot_bin;

typedef struct text {
  struct text *next; /* next text in the list of all copied memory */
} text;

struct bin_table {
  list objects;  /* bin_object */
  list files;    /* const char * */
  list segments; /* bin_segment */
  list places;   /* bin_place */
  list calls;    /* bin_code */
  list scopes;   /* bin_scope */
  list stages;   /* bin_stage */
  list bins;     /* bin_data */
  list stacks;   /* indexed by segment: the stack bin (bin_id) + 1; has no bin_index */
  list slots;    /* slot_bin */
  list restored; /* the restored stack bins (bin_id); has no bin_index */
  text *texts;
  bool has_inlined;
  uint32_t stage; /* number of the current stage + 1; 0: none */
};

const char *bin_kind_name(bin_kind kind) {
  static const char *const names[BIN_KINDS] = {"unknown", "heap", "static", "stack", "mmap", "range", "tls"};
  plat_assert(kind < BIN_KINDS);
  return names[kind];
}

static size_t length(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

static bool equal(const void *a, const void *b, size_t bytes) {
  const char *x = a, *y = b;
  for (size_t i = 0; i < bytes; i++)
    if (x[i] != y[i]) return false;
  return true;
}

static bool same_string(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

static uint64_t hash_string(uint64_t hash, const char *s) {
  while (*s) hash = bin_hash_mix(hash, (unsigned char)*s++);
  return hash;
}

/* Returns memory that lives as long as the table. */
static void *keep_room(bin_table *table, size_t n) {
  text *t = plat_alloc(sizeof *t + n);
  t->next = table->texts;
  table->texts = t;
  return t + 1;
}

/* Returns a copy of `n` bytes, which lives as long as the table. */
static const void *keep(bin_table *table, const void *bytes, size_t n) {
  char *copy = keep_room(table, n);
  for (size_t i = 0; i < n; i++) copy[i] = ((const char *)bytes)[i];
  return copy;
}

static const char *keep_string(bin_table *table, const char *s) { return keep(table, s, length(s) + 1); }

/* Appends a record without an index entry; returns its number. */
static uint32_t append(list *l, const void *record) {
  l->records = plat_grow(l->records, l->count, &l->room, l->size);
  char *to = (char *)l->records + l->size * l->count;
  for (size_t i = 0; i < l->size; i++) to[i] = ((const char *)record)[i];
  return l->count++;
}

/* As append(), but with an index entry. */
static uint32_t add(list *l, uint64_t hash, const void *record) {
  const uint32_t number = append(l, record);
  bin_index_add(&l->index, hash, number);
  return number;
}

/* The closure of the bin_index_match functions of this file. */
typedef struct {
  const bin_table *table;
  const void *wanted;
} query;

/* Returns the number of a list's record that `match` finds equal to `wanted`, or BIN_INDEX_NONE. */
static uint32_t find(const bin_table *table, const list *l, uint64_t hash, bin_index_match *match, const void *wanted) {
  return bin_index_find(&l->index, hash, match, &(query){table, wanted});
}

/* As find(), but adds `wanted` if it is missing; for records without memory of their own. */
static uint32_t find_or_add(const bin_table *table, list *l, uint64_t hash, bin_index_match *match,
                            const void *wanted) {
  const uint32_t found = find(table, l, hash, match, wanted);
  return found != BIN_INDEX_NONE ? found : add(l, hash, wanted);
}

static void clear(list *l) {
  plat_free(l->records);
  bin_index_clear(&l->index);
}

bin_table *bin_table_new(void) {
  bin_table *table = plat_alloc(sizeof *table);
  table->objects.size = sizeof(bin_object);
  table->files.size = sizeof(const char *);
  table->segments.size = sizeof(bin_segment);
  table->places.size = sizeof(bin_place);
  table->calls.size = sizeof(bin_code);
  table->scopes.size = sizeof(bin_scope);
  table->stages.size = sizeof(bin_stage);
  table->bins.size = sizeof(bin_data);
  table->stacks.size = sizeof(bin_id);
  table->slots.size = sizeof(slot_bin);
  table->restored.size = sizeof(bin_id);
  bin_table_bin(table, BIN_UNKNOWN, "unknown", NULL, 0, NULL, 0);
  return table;
}

void bin_table_free(bin_table *table) {
  clear(&table->objects);
  clear(&table->files);
  clear(&table->segments);
  clear(&table->places);
  clear(&table->calls);
  clear(&table->scopes);
  clear(&table->stages);
  clear(&table->bins);
  clear(&table->stacks);
  clear(&table->slots);
  clear(&table->restored);
  for (text *next, *t = table->texts; t; t = next) {
    next = t->next;
    plat_free(t);
  }
  plat_free(table);
}

static bool match_object(const void *closure, uint32_t number) {
  const query *q = closure;
  return same_string(bin_table_get_object(q->table, number)->path, q->wanted);
}

uint32_t bin_table_object(bin_table *table, const char *path) {
  const uint64_t hash = hash_string(1, path);
  const uint32_t found = find(table, &table->objects, hash, match_object, path);
  if (found != BIN_INDEX_NONE) return found;
  const bin_object made = {.path = keep_string(table, path), .build_id = keep_string(table, "")};
  return add(&table->objects, hash, &made);
}

static bool match_file(const void *closure, uint32_t number) {
  const query *q = closure;
  return same_string(bin_table_get_file(q->table, number), q->wanted);
}

uint32_t bin_table_file(bin_table *table, const char *path) {
  const uint64_t hash = hash_string(1, path);
  const uint32_t found = find(table, &table->files, hash, match_file, path);
  if (found != BIN_INDEX_NONE) return found;
  const char *made = keep_string(table, path);
  return add(&table->files, hash, &made);
}

void bin_table_set_object(bin_table *table, uint32_t number, const char *build_id, uint64_t bias) {
  plat_assert(number < table->objects.count);
  bin_object *object = (bin_object *)table->objects.records + number;
  if (!same_string(object->build_id, build_id)) object->build_id = keep_string(table, build_id);
  object->bias = bias;
}

static bool match_segment(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_segment *s = bin_table_get_segment(q->table, number), *wanted = q->wanted;
  return s->object == wanted->object && s->file == wanted->file && s->line == wanted->line &&
         s->inlined_in == wanted->inlined_in && same_string(s->name, wanted->name);
}

static uint32_t find_segment(bin_table *table, bin_segment wanted) {
  uint64_t hash = bin_hash_mix(bin_hash_mix(hash_string(1, wanted.name), wanted.object), wanted.file);
  hash = bin_hash_mix(bin_hash_mix(hash, wanted.line), wanted.inlined_in);
  const uint32_t found = find(table, &table->segments, hash, match_segment, &wanted);
  if (found != BIN_INDEX_NONE) return found;
  wanted.name = keep_string(table, wanted.name);
  table->has_inlined |= wanted.inlined_in != 0;
  return add(&table->segments, hash, &wanted);
}

uint32_t bin_table_segment(bin_table *table, const char *name, uint32_t object, uint32_t file, uint32_t line) {
  return find_segment(table, (bin_segment){name, object, file, line, 0});
}

uint32_t bin_table_inlined(bin_table *table, const char *name, uint32_t object, uint32_t file, uint32_t line,
                           uint32_t inlined_in) {
  return find_segment(table, (bin_segment){name, object, file, line, inlined_in + 1});
}

static bool match_place(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_place *p = bin_table_get_place(q->table, number), *wanted = q->wanted;
  return p->segment == wanted->segment && p->file == wanted->file && p->line == wanted->line &&
         p->address == wanted->address && p->stage == wanted->stage;
}

static uint32_t find_place(bin_table *table, const bin_place *wanted) {
  uint64_t hash = bin_hash_mix(bin_hash_mix(bin_hash_mix(1, wanted->segment), wanted->file), wanted->line);
  hash = bin_hash_mix(bin_hash_mix(hash, wanted->address), wanted->stage);
  return find_or_add(table, &table->places, hash, match_place, wanted);
}

/* Returns the number of the place of the same code in a stage. */
static uint32_t find_in_stage(bin_table *table, uint32_t place, uint32_t stage) {
  const bin_place *here = bin_table_get_place(table, place);
  if (here->stage == stage) return place;
  bin_place wanted = *here;
  wanted.stage = stage;
  wanted.instructions = 0;
  return find_place(table, &wanted);
}

uint32_t bin_table_restore_place(bin_table *table, const bin_place *place) {
  const uint32_t inlined_in = bin_table_get_segment(table, place->segment)->inlined_in;
  bin_place wanted = *place;
  wanted.function = inlined_in != 0 ? inlined_in - 1 : place->segment;
  wanted.instructions = 0;
  wanted.stage = 0;
  wanted.code = table->places.count; /* its own number, if it is new */
  return find_in_stage(table, find_place(table, &wanted), place->stage);
}

uint32_t bin_table_place(bin_table *table, uint32_t segment, uint32_t file, uint32_t line, uint64_t address) {
  return bin_table_restore_place(table,
                                 &(bin_place){.segment = segment, .file = file, .line = line, .address = address});
}

uint32_t bin_table_staged(bin_table *table, uint32_t place) {
  if (PLAT_UNLIKELY(bin_table_get_place(table, place)->stage == BIN_STAGE_UNCOUNTED)) return place;
  return find_in_stage(table, place, table->stage);
}

uint32_t bin_table_uncounted(bin_table *table, uint32_t place) {
  return find_in_stage(table, place, BIN_STAGE_UNCOUNTED);
}

uint32_t bin_table_entered(const bin_table *table) { return table->stage; }

static bool match_stage(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_stage *s = bin_table_get_stage(q->table, number), *wanted = q->wanted;
  return s->outer == wanted->outer && same_string(s->name, wanted->name);
}

static uint64_t hash_stage(const bin_stage *stage) { return bin_hash_mix(hash_string(1, stage->name), stage->outer); }

bool bin_table_has_stage(const bin_table *table, uint32_t outer, const char *name) {
  const bin_stage wanted = {.outer = outer, .name = name};
  return find(table, &table->stages, hash_stage(&wanted), match_stage, &wanted) != BIN_INDEX_NONE;
}

uint32_t bin_table_stage(bin_table *table, uint32_t outer, const char *name) {
  bin_stage wanted = {.outer = outer, .name = name};
  const uint64_t hash = hash_stage(&wanted);
  const uint32_t found = find(table, &table->stages, hash, match_stage, &wanted);
  if (found != BIN_INDEX_NONE) return found;
  wanted.name = keep_string(table, name);
  return add(&table->stages, hash, &wanted);
}

void bin_table_enter(bin_table *table, uint32_t stage) {
  plat_assert(stage <= table->stages.count);
  table->stage = stage;
}

static bool match_call(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_code *c = bin_table_get_call(q->table, number), *wanted = q->wanted;
  return c->object == wanted->object && c->address == wanted->address && c->place == wanted->place;
}

uint32_t bin_table_call(bin_table *table, uint32_t object, uint64_t address, uint32_t place) {
  const uint64_t hash = bin_hash_mix(bin_hash_mix(bin_hash_mix(1, object), address), place);
  return find_or_add(table, &table->calls, hash, match_call, &(bin_code){object, address, place});
}

static uint32_t object_of(const bin_table *table, const bin_scope *scope) {
  return bin_table_get_segment(table, scope->segment)->object;
}

static bool match_scope(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_scope *s = bin_table_get_scope(q->table, number), *wanted = q->wanted;
  return s->is_loop == wanted->is_loop && s->around == wanted->around && s->address == wanted->address &&
         object_of(q->table, s) == object_of(q->table, wanted);
}

uint32_t bin_table_scope(bin_table *table, const bin_scope *scope) {
  list *l = &table->scopes;
  plat_assert(scope->is_loop ? scope->around != 0 && scope->around <= l->count : scope->around == 0);
  return find_or_add(table, l, bin_hash_mix(bin_hash_mix(1, scope->around), scope->address), match_scope, scope);
}

static bool match_bin(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_data *b = bin_table_get_bin(q->table, number), *wanted = q->wanted;
  return b->kind == wanted->kind && b->n_key == wanted->n_key && same_string(b->name, wanted->name) &&
         equal(b->key, wanted->key, b->n_key * sizeof *b->key);
}

static bin_id add_bin(bin_table *table, uint64_t hash, const bin_data *wanted) {
  bin_data made = *wanted;
  made.name = keep_string(table, wanted->name);
  made.frames = keep(table, wanted->frames, wanted->n_frames * sizeof *wanted->frames);
  made.key = keep(table, wanted->key, wanted->n_key * sizeof *wanted->key);
  return add(&table->bins, hash, &made);
}

bin_id bin_table_bin(bin_table *table, bin_kind kind, const char *name, const uint64_t *key, uint32_t n_key,
                     const uint32_t *frames, uint32_t n_frames) {
  uint64_t hash = bin_hash_mix(hash_string(1, name), kind);
  for (uint32_t i = 0; i < n_key; i++) hash = bin_hash_mix(hash, key[i]);
  const bin_data wanted =
      {.kind = kind, .name = name, .n_frames = n_frames, .frames = frames, .n_key = n_key, .key = key};
  const uint32_t found = find(table, &table->bins, hash, match_bin, &wanted);
  return found != BIN_INDEX_NONE ? found : add_bin(table, hash, &wanted);
}

static bin_data *data_of(const bin_table *table, bin_id bin) {
  plat_assert(bin < table->bins.count);
  return (bin_data *)table->bins.records + bin;
}

void bin_table_set_frames(bin_table *table, bin_id bin, const uint32_t *frames, uint32_t n_frames) {
  bin_data *b = data_of(table, bin);
  b->frames = keep(table, frames, n_frames * sizeof *frames);
  b->n_frames = n_frames;
}

void bin_table_set_variable(bin_table *table, bin_id bin, const bin_variable *variable) {
  data_of(table, bin)->variable = keep(table, variable, sizeof *variable);
}

static bool is_inside(const bin_receiver *receiver) { return receiver->inside > BIN_AT_START; }

static bool same_receiver(const bin_receiver *known, const bin_receiver *new) {
  if (known->target != new->target || known->call != new->call) return false;
  return known->offset == new->offset || (is_inside(known) && is_inside(new));
}

static bool is_on_stack(const bin_table *table, const bin_receiver *receiver) {
  return data_of(table, receiver->target)->kind == BIN_STACK;
}

/* Removes the last receiver of a start that is on a stack. Returns false if there is none. */
static bool drop_last_on_stack(bin_table *table, bin_data *b) {
  uint32_t i = b->n_receivers;
  while (i > 0 && (is_inside(&b->receivers[i - 1]) || !is_on_stack(table, &b->receivers[i - 1]))) i--;
  if (i == 0) return false;
  for (b->n_receivers--; i <= b->n_receivers; i++) b->receivers[i - 1] = b->receivers[i];
  return true;
}

/* Returns whether there is room for a receiver. */
static bool has_room(bin_table *table, bin_data *b, const bin_receiver *receiver) {
  if (is_inside(receiver)) return b->n_inside < BIN_RECEIVERS_INSIDE;
  if (b->n_receivers - b->n_inside < BIN_RECEIVERS) return true;
  return !is_on_stack(table, receiver) && drop_last_on_stack(table, b);
}

/* Makes room for one more receiver. Most bins have one or two, so the array begins with two. Doubles it when it is full,
 * and leaves the old array to the table. (After a receiver on a stack was removed, it can be copied before it is full.) */
static void reserve_receiver(bin_table *table, bin_data *b) {
  const uint32_t n = b->n_receivers;
  if (n != 0 && (n < 2 || (n & (n - 1)) != 0)) return;
  bin_receiver *receivers = keep_room(table, (n == 0 ? 2 : 2 * n) * sizeof *receivers);
  for (uint32_t i = 0; i < n; i++) receivers[i] = b->receivers[i];
  b->receivers = receivers;
}

void bin_table_add_receiver(bin_table *table, bin_id bin, const bin_receiver *receiver) {
  bin_data *b = data_of(table, bin);
  const uint32_t inside = is_inside(receiver);
  for (uint32_t i = 0; i < b->n_receivers; i++)
    if (same_receiver(&b->receivers[i], receiver)) return;
  if (!has_room(table, b, receiver)) return;
  reserve_receiver(table, b);
  b->receivers[b->n_receivers++] = *receiver;
  b->n_inside += inside;
}

void bin_table_retire_paths(bin_table *table, uint64_t low, uint64_t high) {
  for (uint32_t i = 0; i < table->bins.count; i++) {
    bin_data *b = data_of(table, i);
    if (b->kind != BIN_HEAP && b->kind != BIN_MMAP) continue;
    for (uint32_t k = 0; k < b->n_key; k++)
      if (b->key[k] >= low && b->key[k] < high) b->n_key = 0;
  }
}

bin_id bin_table_restore_bin(bin_table *table, bin_kind kind, const char *name, const uint32_t *frames,
                             uint32_t n_frames) {
  const bin_data restored = {.kind = kind,
                             .name = keep_string(table, name),
                             .n_frames = n_frames,
                             .frames = keep(table, frames, n_frames * sizeof *frames)};
  const bin_id bin = append(&table->bins, &restored);
  if (kind == BIN_STACK) append(&table->restored, &bin);
  return bin;
}

/* Returns the restored stack bin of a segment, or a new one. */
static bin_id make_stack(bin_table *table, uint32_t segment) {
  const uint64_t key = segment;
  const char *name = bin_table_get_segment(table, segment)->name;
  for (uint32_t i = 0; i < table->restored.count; i++) {
    const bin_id bin = ((const bin_id *)table->restored.records)[i];
    bin_data *b = data_of(table, bin);
    if (b->n_key != 0 || !same_string(b->name, name)) continue;
    b->key = keep(table, &key, sizeof key);
    b->n_key = 1;
    return bin;
  }
  return bin_table_bin(table, BIN_STACK, name, &key, 1, NULL, 0);
}

bin_id bin_table_stack(bin_table *table, uint32_t segment) {
  list *l = &table->stacks;
  while (l->count <= segment) append(l, &(bin_id){0});
  bin_id *known = (bin_id *)l->records + segment;
  if (*known == 0) *known = make_stack(table, segment) + 1;
  return ((bin_id *)l->records)[segment] - 1;
}

static bool match_slot(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_slot *s = &((const slot_bin *)q->table->slots.records)[number].slot, *wanted = q->wanted;
  return s->segment == wanted->segment && s->below == wanted->below;
}

static uint64_t hash_slot(const bin_slot *slot) { return bin_hash_mix(bin_hash_mix(1, slot->segment), slot->below); }

/* Does not compare the bin's name, because the comparison takes time, and every reference to a stack can call this
 * function. */
bin_id bin_table_slot(bin_table *table, uint32_t segment, uint64_t below) {
  list *l = &table->slots;
  const bin_slot wanted = {segment, below};
  const uint64_t hash = hash_slot(&wanted);
  const uint32_t found = find(table, l, hash, match_slot, &wanted);
  if (found != BIN_INDEX_NONE) return ((const slot_bin *)l->records)[found].bin;
  const uint64_t key[] = {segment, below};
  const bin_id bin = bin_table_bin(table, BIN_STACK, bin_table_get_segment(table, segment)->name, key, 2, NULL, 0);
  add(l, hash, &(slot_bin){wanted, bin});
  return bin;
}

void bin_table_restore_slot(bin_table *table, bin_id bin, const bin_slot *slot) {
  bin_data *b = data_of(table, bin);
  const uint64_t key[] = {slot->segment, slot->below};
  b->key = keep(table, key, sizeof key);
  b->n_key = 2;
  add(&table->slots, hash_slot(slot), &(slot_bin){*slot, bin});
}

void bin_table_restore_blocks(bin_table *table, bin_id bin, uint64_t bytes, uint64_t blocks) {
  data_of(table, bin)->bytes = bytes;
  data_of(table, bin)->blocks = blocks;
}

/* Only bins of variables have blocks; bins of sections have none. */
void bin_table_restore_start(bin_table *table, bin_id bin, uint64_t address) {
  bin_data *b = data_of(table, bin);
  if (b->kind != BIN_STATIC || b->blocks == 0 || b->n_key > 1) return;
  if (b->n_key == 1 && (address >= b->key[0] || b->key[0] - address >= b->bytes)) return;
  b->key = keep(table, &address, sizeof address);
  b->n_key = 1;
}

bool bin_table_get_slot(const bin_table *table, bin_id bin, bin_slot *slot) {
  const bin_data *data = bin_table_get_bin(table, bin);
  if (data->kind != BIN_STACK || data->n_key != 2) return false;
  *slot = (bin_slot){(uint32_t)data->key[0], data->key[1]};
  return true;
}

static bin_place *place_of(const bin_table *table, uint32_t place) {
  plat_assert(place < table->places.count);
  return (bin_place *)table->places.records + place;
}

static bin_stage *stage_of(const bin_table *table, uint32_t stage) {
  plat_assert(stage < table->stages.count);
  return (bin_stage *)table->stages.records + stage;
}

void bin_table_count_stage(bin_table *table, uint32_t stage) { stage_of(table, stage)->begun++; }

void bin_table_time_stage(bin_table *table, uint32_t stage, uint64_t cycles) {
  stage_of(table, stage)->cycles = cycles;
}

void bin_table_add_block(bin_table *table, bin_id bin, uint64_t bytes) {
  data_of(table, bin)->blocks++;
  data_of(table, bin)->bytes += bytes;
}

void bin_table_add_instructions(bin_table *table, uint32_t place, uint64_t instructions) {
  const uint32_t staged = bin_table_staged(table, place);
  place_of(table, staged)->instructions += instructions;
}

void bin_table_restore_instructions(bin_table *table, uint32_t place, uint64_t instructions) {
  place_of(table, place)->instructions = instructions;
}

void bin_table_zero(bin_table *table) {
  for (uint32_t i = 0; i < table->places.count; i++) place_of(table, i)->instructions = 0;
  for (uint32_t i = 0; i < table->stages.count; i++) stage_of(table, i)->begun = stage_of(table, i)->cycles = 0;
}

const bin_object *bin_table_get_object(const bin_table *table, uint32_t number) {
  plat_assert(number < table->objects.count);
  return (const bin_object *)table->objects.records + number;
}
const char *bin_table_get_file(const bin_table *table, uint32_t number) {
  plat_assert(number < table->files.count);
  return ((const char *const *)table->files.records)[number];
}
const bin_segment *bin_table_get_segment(const bin_table *table, uint32_t number) {
  plat_assert(number < table->segments.count);
  return (const bin_segment *)table->segments.records + number;
}
const bin_place *bin_table_get_place(const bin_table *table, uint32_t number) { return place_of(table, number); }
const bin_code *bin_table_get_call(const bin_table *table, uint32_t number) {
  plat_assert(number < table->calls.count);
  return (const bin_code *)table->calls.records + number;
}
const bin_scope *bin_table_get_scope(const bin_table *table, uint32_t number) {
  plat_assert(number < table->scopes.count);
  return (const bin_scope *)table->scopes.records + number;
}
const bin_stage *bin_table_get_stage(const bin_table *table, uint32_t number) { return stage_of(table, number); }
const bin_data *bin_table_get_bin(const bin_table *table, bin_id bin) { return data_of(table, bin); }
uint32_t bin_table_objects(const bin_table *table) { return table->objects.count; }
uint32_t bin_table_files(const bin_table *table) { return table->files.count; }
uint32_t bin_table_segments(const bin_table *table) { return table->segments.count; }
bool bin_table_has_inlined(const bin_table *table) { return table->has_inlined; }
uint32_t bin_table_places(const bin_table *table) { return table->places.count; }
uint32_t bin_table_calls(const bin_table *table) { return table->calls.count; }
uint32_t bin_table_scopes(const bin_table *table) { return table->scopes.count; }
uint32_t bin_table_stages(const bin_table *table) { return table->stages.count; }
uint32_t bin_table_bins(const bin_table *table) { return table->bins.count; }
