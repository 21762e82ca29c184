/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_attribute.c: Each address is divided once into parts (attr_part_maker.h). The parts are the data on which the
 * candidates for the event (attr_candidates.h) can have missed. Every sample of the address has these parts. If the
 * data of a part is a parameter, its variable is looked up along the calls of the sample. A sample with skid is divided
 * among the instructions from which it can have come (attr_posterior.h). Each share is attributed to the data on which
 * the instruction missed in an earlier run, or to which its machine code refers. */
#include "ui/attribute/attr_attribute.h"

#include <stdlib.h>
#include <string.h>

#include "ui/attribute/attr_access.h"
#include "ui/attribute/attr_part_maker.h"
#include "ui/attribute/attr_posterior.h"
#include "ui/attribute/attr_read_variable.h"
#include "ui/attribute/attr_regions.h"

/* The analysis of an address. */
typedef struct {
  GArray *parts;           /* AttrPart; empty: unknown */
  GArray *within;          /* Context: the functions that contain the address, innermost first; empty: unknown */
  bool is_asked, is_known; /* for an address without a known function: whether its data were looked up, and whether the
                              data are known */
  const char *symbol;      /* NULL: not looked up */
  bool has_place;
  guint32 place;  /* place of the address itself, if it has a place */
  double samples; /* samples whose parts do not depend on the calls */
} Address;

/* An active function, and its current line. */
typedef struct {
  const UsesFunction *function;
  unsigned line;
} Context;

typedef struct {
  AttrInput input;
  AttrPartMaker *maker;
  AttrOptions unskidded_options;
  AttrInput unskidded; /* the input without skid */
  AttrPartMaker *unskidded_maker;
  AttrRegions *regions;     /* NULL: calls are not followed */
  AttrPosterior *posterior; /* NULL: samples are attributed by their addresses */
  GHashTable *addresses;    /* SamplesFrame -> Address */
  GHashTable *instructions; /* SamplesFrame -> Address, without skid, for origins of samples */
  GHashTable *callers;      /* symbol of unknown code -> table of its callers (SamplesFrame -> Address) */
  GHashTable *places;       /* AttrPlace -> number in `result` + 1 */
  GHashTable *cells;        /* place and variable -> AttrCell * */
  guint32 *data;            /* indexed by SamplesAccess.data: the variable + 1; 0: it was not looked up yet */
  GHashTable *held;         /* set of Held */
  AttrAttribution *result;
} Attributing;

/* ---- keys of tables ---- */

static guint hash_of(guint64 a, guint64 b) {
  const guint64 mixed = (a * 0x9e3779b97f4a7c15u) ^ (b * 0xc2b2ae3d27d4eb4fu);
  return (guint)(mixed >> 32) ^ (guint)mixed;
}

static guint frame_hash(gconstpointer key) {
  const SamplesFrame *frame = key;
  return hash_of(frame->object, frame->address);
}

static gboolean frame_equal(gconstpointer a, gconstpointer b) {
  const SamplesFrame *x = a, *y = b;
  return x->object == y->object && x->address == y->address;
}

static guint place_hash(gconstpointer key) {
  const AttrPlace *place = key;
  return hash_of((guintptr)place->function ^ place->object ^ g_str_hash(place->symbol), place->line);
}

static gboolean place_equal(gconstpointer a, gconstpointer b) {
  const AttrPlace *x = a, *y = b;
  return x->object == y->object && x->function == y->function && x->line == y->line &&
         strcmp(x->symbol, y->symbol) == 0;
}

/* ---- addresses ---- */

static guint32 place_of(Attributing *work, const SamplesFrame *frame, const UsesFunction *function, unsigned line) {
  const SamplesObject *object = attr_object(&work->input, frame);
  AttrPlace place = {frame->object, function, "", line};
  if (function == NULL)
    place.symbol = uses_label(work->input.uses, object->path, object->build_id, frame->address).symbol;
  const guint found = GPOINTER_TO_UINT(g_hash_table_lookup(work->places, &place));
  if (found != 0) return found - 1;
  g_array_append_val(work->result->places, place);
  g_hash_table_insert(work->places, g_memdup2(&place, sizeof place), GUINT_TO_POINTER(work->result->places->len));
  return work->result->places->len - 1;
}

/* Returns the functions that contain an address (Context), innermost first. */
static GArray *contexts_of(const Attributing *work, const SamplesFrame *frame) {
  const SamplesObject *object = attr_object(&work->input, frame);
  GArray *within = g_array_new(FALSE, FALSE, sizeof(Context));
  Context context;
  context.function = attr_function(&work->input, frame, frame->address, &context.line);
  for (unsigned depth = 1; context.function != NULL; depth++) {
    g_array_append_val(within, context);
    context.function = uses_around(work->input.uses, object->path, object->build_id, frame->address, depth,
                                   &context.line);
  }
  return within;
}

static void address_free(gpointer data) {
  Address *address = data;
  if (address->parts != NULL) g_array_unref(address->parts);
  g_array_unref(address->within);
  g_free(address);
}

/* Finds an address in a table, or adds it without its parts. (Most addresses are calls and need no parts.) */
static Address *address_in(Attributing *work, GHashTable *table, const SamplesFrame *frame) {
  Address *address = g_hash_table_lookup(table, frame);
  if (address != NULL) return address;
  address = g_new0(Address, 1);
  address->within = contexts_of(work, frame);
  g_hash_table_insert(table, g_memdup2(frame, sizeof *frame), address);
  return address;
}

static Address *address_of(Attributing *work, const SamplesFrame *frame) {
  return address_in(work, work->addresses, frame);
}

/* Returns the place of the address itself. */
static guint32 own_place(Attributing *work, Address *address, const SamplesFrame *frame) {
  const Context unknown = {NULL, 0};
  const Context *own = address->within->len != 0 ? &g_array_index(address->within, Context, 0) : &unknown;
  if (!address->has_place) address->place = place_of(work, frame, own->function, own->line);
  address->has_place = true;
  return address->place;
}

/* Sets the parts of an address, and their places. Takes ownership of `parts`. */
static void set_parts(Attributing *work, Address *address, const SamplesFrame *frame, GArray *parts) {
  (void)own_place(work, address, frame);
  address->parts = parts;
  for (guint i = 0; i < address->parts->len; i++) {
    AttrPart *part = &g_array_index(address->parts, AttrPart, i);
    part->place = place_of(work, frame, part->read.function, part->read.line);
  }
}

static Address *sampled_address(Attributing *work, const SamplesFrame *frame) {
  Address *address = address_of(work, frame);
  if (address->parts == NULL) set_parts(work, address, frame, attr_part_maker_make(work->maker, frame));
  return address;
}

static GHashTable *callers_of(Attributing *work, const char *symbol) {
  GHashTable *callers = g_hash_table_lookup(work->callers, symbol);
  if (callers != NULL) return callers;
  callers = g_hash_table_new_full(frame_hash, frame_equal, g_free, address_free);
  g_hash_table_insert(work->callers, g_strdup(symbol), callers);
  return callers;
}

static const char *symbol_at(Attributing *work, const SamplesFrame *frame) {
  const SamplesObject *object = attr_object(&work->input, frame);
  Address *address = address_of(work, frame);
  if (address->symbol == NULL)
    address->symbol = uses_label(work->input.uses, object->path, object->build_id, frame->address).symbol;
  return address->symbol;
}

static Address *calling_address(Attributing *work, const SamplesFrame *frame, const SamplesFrame *inside) {
  const char *symbol = symbol_at(work, inside);
  Address *address = address_in(work, callers_of(work, symbol), frame);
  if (address->parts == NULL) set_parts(work, address, frame, attr_part_maker_make_call(work->maker, frame, symbol));
  return address;
}

/* Returns the analysis of an instruction from which samples came. */
static Address *instruction_address(Attributing *work, const SamplesFrame *frame) {
  Address *address = address_in(work, work->instructions, frame);
  if (address->parts == NULL) set_parts(work, address, frame, attr_part_maker_make(work->unskidded_maker, frame));
  return address;
}

/* ---- calls ---- */

/* The position of a thread, and its calls, innermost first. */
typedef struct {
  const SamplesFrame *frames;
  guint32 n;
} Path;

static Path path_of(const Attributing *work, const SamplesSample *sample) {
  Path path = {&g_array_index(work->input.samples->frames, SamplesFrame, sample->first), sample->count};
  if (work->regions != NULL) path.frames = attr_regions_path(work->regions, path.frames, &path.n);
  return path;
}

static const char *symbol_of_frame(void *closure, const SamplesFrame *frame) {
  const char *symbol = symbol_at(closure, frame);
  return symbol != NULL ? symbol : "";
}

/* Returns whether both are the same function, read from its source or its machine code. In its source, the function of a
 * parallel region (spmv._omp_fn.0) is a part of the function around it. */
static bool is_same(const UsesFunction *a, const UsesFunction *b) {
  const size_t n = strcspn(a->name, "."), m = strcspn(b->name, ".");
  return a == b || (n == m && strncmp(a->name, b->name, n) == 0 && a->way != b->way);
}

/* A variable, and the data through which it was reached. */
typedef struct {
  guint32 variable;
  const UsesData *data;
} Held;

static guint held_hash(gconstpointer key) {
  const Held *held = key;
  return hash_of(held->variable, (guintptr)held->data);
}

static gboolean held_equal(gconstpointer a, gconstpointer b) {
  const Held *x = a, *y = b;
  return x->variable == y->variable && x->data == y->data;
}

/* Records the names through which a variable was reached. Records each name once, because many samples have equal call
 * paths. */
static void hold(Attributing *work, guint32 variable, const GPtrArray *reached) {
  for (guint i = 0; i < reached->len; i++) {
    const Held held = {variable, reached->pdata[i]};
    if (g_hash_table_contains(work->held, &held)) continue;
    g_hash_table_add(work->held, g_memdup2(&held, sizeof held));
    attr_variables_hold(work->input.variables, variable, &held.data->holders);
  }
}

/* Follows a parameter through the calls, from frame `from` on. Sets *read to the outermost known data, and `path` to
 * the path from these data. Appends the data that the functions in between use to `reached`. */
static void follow_calls(Attributing *work, Path calls, guint32 from, AttrRead *read, GString *path,
                         GPtrArray *reached) {
  const UsesFunction *own = read->function;
  bool inside = false; /* the search has reached the function itself */
  g_ptr_array_add(reached, (gpointer)attr_read_data(read));
  attr_read_begin_with_parameter(read, path);
  for (guint32 i = from; i < calls.n; i++) {
    const GArray *within = address_of(work, &calls.frames[i])->within;
    for (guint k = 0; k < within->len; k++) {
      const Context *context = &g_array_index(within, Context, k);
      if (!inside) {
        inside = is_same(context->function, own);
        continue;
      }
      if (!attr_read_look_up(context->function, context->line, read)) {
        if (is_same(context->function, own)) continue; /* the function around a parallel region of its source */
        return;
      }
      if (path->len == 0) g_ptr_array_add(reached, (gpointer)attr_read_data(read));
      if (!attr_read_begin_with_parameter(read, path)) return;
    }
  }
}

/* Returns the variable of a part whose data is a parameter, from the calls from frame `from` on. */
static guint32 variable_by_calls(Attributing *work, Path calls, guint32 from, const AttrPart *part) {
  g_autoptr(GString) path = g_string_new(NULL);
  g_autoptr(GPtrArray) reached = g_ptr_array_new();
  AttrRead read = part->read;
  follow_calls(work, calls, from, &read, path, reached);
  const guint32 variable = attr_read_variable(&work->input, &read, path->str);
  hold(work, variable, reached);
  return variable;
}

/* ---- samples ---- */

static AttrCell *cell_of(Attributing *work, guint32 place, guint32 variable) {
  const gint64 key = (gint64)((guint64)place << 32 | variable);
  AttrCell *cell = g_hash_table_lookup(work->cells, &key);
  if (cell != NULL) return cell;
  cell = g_new0(AttrCell, 1);
  cell->place = place;
  cell->variable = variable;
  g_hash_table_insert(work->cells, g_memdup2(&key, sizeof key), cell);
  return cell;
}

static void add_to_cell(Attributing *work, guint32 place, guint32 variable, double samples) {
  cell_of(work, place, variable)->samples += samples;
}

/* Returns whether a sample is attributed by its access. This is so if the sample, or another sample of the event, has
 * an access, because the event is then a reference. */
static bool has_access(const Attributing *work, const SamplesSample *sample) {
  return sample->access.data != 0 || work->result->detail != PROFILE_EVENTS_ONLY;
}

/* Returns the variable of the data of an access (SamplesAccess.data). */
static guint32 variable_of_data(Attributing *work, guint32 data) {
  if (data == 0) return ATTR_VARIABLE_NONE;
  if (work->data[data] == 0) work->data[data] = attr_access_variable(&work->input, data - 1) + 1;
  return work->data[data] - 1;
}

/* Attributes samples to the data that they accessed. */
static void add_access(Attributing *work, const SamplesSample *sample, double samples) {
  const SamplesFrame *frame = path_of(work, sample).frames;
  const guint32 place = own_place(work, address_of(work, frame), frame);
  AttrCell *cell = cell_of(work, place, variable_of_data(work, sample->access.data));
  cell->samples += samples;
  if (sample->access.data != 0) work->result->by_address += samples;
  attr_access_add_counts(work->input.samples, sample, work->result->detail, cell->counts);
}

/* Returns whether the data of an interrupted address are known, although its function is unknown. */
static bool knows(Attributing *work, const SamplesFrame *frame) {
  Address *address = address_of(work, frame);
  if (!address->is_asked && address->within->len == 0) address->is_known = attr_part_maker_knows(work->maker, frame);
  address->is_asked = true;
  return address->is_known;
}

/* Returns the first known frame: the innermost one, unless callers represent unknown code. */
static guint32 first_known(Attributing *work, Path path) {
  if (!work->input.options->calls || knows(work, &path.frames[0])) return 0;
  for (guint32 i = 0; i < path.n; i++)
    if (address_of(work, &path.frames[i])->within->len != 0) return i;
  return 0;
}

static void add_parts(Attributing *work, const Address *address, double samples, bool open, Path path, guint32 from) {
  for (guint i = 0; i < address->parts->len; i++) {
    const AttrPart *part = &g_array_index(address->parts, AttrPart, i);
    if (part->read.weight <= 0 || part->open != open) continue;
    const guint32 variable = open ? variable_by_calls(work, path, from, part) : part->variable;
    add_to_cell(work, part->place, variable, part->read.weight * samples);
  }
}

static gint compare_frames(gconstpointer a, gconstpointer b) {
  const SamplesFrame *x = *(const SamplesFrame *const *)a, *y = *(const SamplesFrame *const *)b;
  if (x->object != y->object) return x->object < y->object ? -1 : 1;
  return x->address < y->address ? -1 : x->address > y->address;
}

/* Looks up each frame once, in the order of addresses. The code of a source file is contiguous, and only a few parsed
 * files are cached (uses_by_source.c), so each file is parsed once. Takes ownership of `frames`. */
static void look_frames_up(Attributing *work, GHashTable *frames,
                           Address *(*look_up_one)(Attributing *, const SamplesFrame *)) {
  guint n;
  gpointer *sorted = g_hash_table_get_keys_as_array(frames, &n);
  qsort(sorted, n, sizeof *sorted, compare_frames);
  for (guint i = 0; i < n; i++) look_up_one(work, sorted[i]);
  g_free(sorted);
  g_hash_table_destroy(frames);
}

static void add_frame(GHashTable *frames, const SamplesFrame *frame) {
  if (!g_hash_table_contains(frames, frame)) g_hash_table_add(frames, g_memdup2(frame, sizeof *frame));
}

static SamplesFrame frame_of_way(const AttrSkidOrigin *way) {
  const UsesMachineInstruction *one = &g_array_index(way->code->shape->instructions, UsesMachineInstruction,
                                                     way->instruction);
  return (SamplesFrame){way->code->object, one->address};
}

/* Fills `frames` with an instruction from which a sample can have come, and its active calls. */
static Path path_of_way(const AttrSkidOrigin *way, GArray *frames) {
  const SamplesFrame frame = frame_of_way(way);
  g_array_set_size(frames, 0);
  g_array_append_val(frames, frame);
  for (const AttrSkidCall *call = way->call; call != NULL; call = call->around) g_array_append_val(frames, call->frame);
  return (Path){(const SamplesFrame *)(const void *)frames->data, frames->len};
}

/* Adds the frames of a sample without skid to the set of frames to look up. */
static void add_frames(const Attributing *work, guint number, GHashTable *frames) {
  const SamplesSample *sample = &g_array_index(work->input.samples->samples, SamplesSample, number);
  const Path path = path_of(work, sample);
  const guint32 n = work->input.options->calls ? path.n : 1;
  if (attr_posterior_of(work->posterior, number) != NULL) return;
  for (guint32 i = 0; i < (has_access(work, sample) ? 1 : n); i++) add_frame(frames, &path.frames[i]);
}

/* Adds the frames from which samples with skid have possibly come. With an earlier run, the frames of calls are not
 * needed. */
static void add_frames_of_ways(const Attributing *work, GHashTable *frames) {
  const bool ran = work->input.options->training != NULL;
  g_autoptr(GArray) of_way = g_array_new(FALSE, FALSE, sizeof(SamplesFrame));
  double samples;
  for (guint i = 0; i < attr_posterior_stacks(work->posterior); i++) {
    const GArray *ways = attr_posterior_stack(work->posterior, i, &samples);
    for (guint k = 0; ways != NULL && k < ways->len; k++) {
      const Path path = path_of_way(&g_array_index(ways, AttrSkidOrigin, k), of_way);
      for (guint32 f = 0; f < (ran ? 1 : path.n); f++) add_frame(frames, &path.frames[f]);
    }
  }
}

static void look_all_up(Attributing *work, guint32 event) {
  const GArray *samples = work->input.samples->samples;
  GHashTable *all = g_hash_table_new_full(frame_hash, frame_equal, g_free, NULL);
  GHashTable *sampled = g_hash_table_new_full(frame_hash, frame_equal, g_free, NULL);
  for (guint i = 0; i < samples->len; i++)
    if (samples_is_of(work->input.samples, &g_array_index(samples, SamplesSample, i), event)) add_frames(work, i, all);
  add_frames_of_ways(work, all);
  look_frames_up(work, all, address_of);
  for (guint i = 0; i < samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples, SamplesSample, i);
    if (!samples_is_of(work->input.samples, sample, event) || attr_posterior_of(work->posterior, i) != NULL) continue;
    if (has_access(work, sample)) continue;
    const Path path = path_of(work, sample);
    if (first_known(work, path) == 0) add_frame(sampled, &path.frames[0]);
  }
  look_frames_up(work, sampled, sampled_address);
}

/* Attributes a number of samples to the data on which an instruction missed in the earlier run. */
static void add_way(Attributing *work, const AttrSkidOrigin *way, double samples) {
  const AttrTrainedInstruction *one = &way->code->instructions[way->instruction];
  const SamplesFrame frame = frame_of_way(way);
  const guint32 place = own_place(work, address_of(work, &frame), &frame);
  for (guint i = 0; i < one->missed->len; i++) {
    const AttrTrained *part = &g_array_index(one->missed, AttrTrained, i);
    add_to_cell(work, place, part->variable, samples * part->misses / one->rate);
  }
}

/* Attributes a number of samples to the data to which an instruction refers; for unknown code, to the arguments of its
 * call. `frames` is a buffer. */
static void add_text(Attributing *work, const AttrSkidOrigin *way, double samples, GArray *frames) {
  const Path path = path_of_way(way, frames);
  Address *address = instruction_address(work, &path.frames[0]);
  const bool is_known = address->within->len != 0 || address->parts->len != 0;
  const guint32 from = is_known ? 0 : first_known(work, path);
  if (from != 0) address = calling_address(work, &path.frames[from], &path.frames[from - 1]);
  if (address->parts->len == 0) add_to_cell(work, address->place, ATTR_VARIABLE_NONE, samples);
  add_parts(work, address, samples, false, path, from);
  add_parts(work, address, samples, true, path, from);
}

/* Divides samples among the instructions from which they can have come. */
static void add_ways(Attributing *work, const GArray *ways, double samples) {
  g_autoptr(GArray) frames = g_array_new(FALSE, FALSE, sizeof(SamplesFrame));
  for (guint i = 0; i < ways->len; i++) {
    const AttrSkidOrigin *way = &g_array_index(ways, AttrSkidOrigin, i);
    if (work->input.options->training != NULL)
      add_way(work, way, way->p * samples);
    else
      add_text(work, way, way->p * samples, frames);
  }
}

static void add_skidded(Attributing *work) {
  double samples;
  for (guint i = 0; i < attr_posterior_stacks(work->posterior); i++) {
    const GArray *ways = attr_posterior_stack(work->posterior, i, &samples);
    if (ways != NULL) add_ways(work, ways, samples);
  }
}

static void add_sample(Attributing *work, guint number) {
  const SamplesSample *sample = &g_array_index(work->input.samples->samples, SamplesSample, number);
  const double weight = samples_events(work->input.samples, sample) / work->input.period;
  work->result->samples += sample->samples;
  if (attr_posterior_of(work->posterior, number) != NULL) return;
  if (has_access(work, sample)) {
    add_access(work, sample, weight);
    return;
  }
  const Path path = path_of(work, sample);
  const guint32 from = first_known(work, path);
  Address *address = from == 0 ? sampled_address(work, &path.frames[0])
                               : calling_address(work, &path.frames[from], &path.frames[from - 1]);
  address->samples += weight;
  add_parts(work, address, weight, true, path, from);
}

/* Attributes the samples of an address that do not depend on the calls. */
static void add_address(Attributing *work, const Address *address) {
  if (address->samples <= 0) return;
  if (address->parts->len == 0)
    add_to_cell(work, address->place, ATTR_VARIABLE_NONE, address->samples);
  else
    add_parts(work, address, address->samples, false, (Path){NULL, 0}, 0);
}

static gint compare_cells(gconstpointer a, gconstpointer b) {
  const AttrCell *x = a, *y = b;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

static void collect(Attributing *work) {
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init(&iter, work->cells);
  while (g_hash_table_iter_next(&iter, NULL, &value)) {
    g_array_append_vals(work->result->cells, value, 1);
  }
  g_array_sort(work->result->cells, compare_cells);
  for (guint i = 0; i < work->result->cells->len; i++) {
    const AttrCell *cell = &g_array_index(work->result->cells, AttrCell, i);
    if (cell->variable != ATTR_VARIABLE_NONE) work->result->attributed += cell->samples;
  }
}

/* Returns whether the method negates skid in units of instructions. */
static bool skids_back(const AttrOptions *options) {
  if ((options->steps & ATTR_STEP_SKID) == 0) return false;
  return (options->steps & ATTR_STEP_INSTRUCTION) != 0 ||
         ((options->steps & ATTR_STEP_TRAINED) != 0 && options->skid_of_instructions);
}

static void add_addresses(Attributing *work, GHashTable *addresses) {
  GHashTableIter iter;
  gpointer address;
  g_hash_table_iter_init(&iter, addresses);
  while (g_hash_table_iter_next(&iter, NULL, &address)) add_address(work, address);
}

static void attribute_all(Attributing *work, guint32 event) {
  const GArray *samples = work->input.samples->samples;
  GHashTableIter iter;
  gpointer callers;
  look_all_up(work, event);
  for (guint i = 0; i < samples->len; i++)
    if (samples_is_of(work->input.samples, &g_array_index(samples, SamplesSample, i), event)) add_sample(work, i);
  add_skidded(work);
  add_addresses(work, work->addresses);
  g_hash_table_iter_init(&iter, work->callers);
  while (g_hash_table_iter_next(&iter, NULL, &callers)) add_addresses(work, callers);
  collect(work);
}

AttrAttribution *attr_attribute(const Samples *samples, guint32 event, Uses *uses, Uses *code,
                                const AttrOptions *options, AttrVariables *variables) {
  AttrAttribution *result = g_new0(AttrAttribution, 1);
  Attributing work = {
      .input = {.samples = samples, .uses = uses, .code = code, .options = options, .variables = variables},
      .result = result};
  result->places = g_array_new(FALSE, FALSE, sizeof(AttrPlace));
  result->cells = g_array_new(FALSE, FALSE, sizeof(AttrCell));
  work.input.period = samples_periods(samples, event).mean;
  work.maker = attr_part_maker_new(&work.input);
  work.unskidded_options = *options;
  work.unskidded_options.steps &= ~(unsigned)ATTR_STEP_SKID;
  work.unskidded = work.input;
  work.unskidded.options = &work.unskidded_options;
  work.unskidded_maker = attr_part_maker_new(&work.unskidded);
  result->detail = attr_access_detail(samples, event);
  work.data = g_new0(guint32, samples->data->len + 1);
  work.posterior = skids_back(options) && result->detail == PROFILE_EVENTS_ONLY ? attr_posterior_new(&work.input, event)
                                                                                : NULL;
  work.addresses = g_hash_table_new_full(frame_hash, frame_equal, g_free, address_free);
  work.instructions = g_hash_table_new_full(frame_hash, frame_equal, g_free, address_free);
  work.callers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_destroy);
  work.places = g_hash_table_new_full(place_hash, place_equal, g_free, NULL);
  work.cells = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  work.held = g_hash_table_new_full(held_hash, held_equal, g_free, NULL);
  if (options->calls) work.regions = attr_regions_new(samples, event, symbol_of_frame, &work);
  attribute_all(&work, event);
  attr_part_maker_free(work.maker);
  attr_part_maker_free(work.unskidded_maker);
  attr_posterior_free(work.posterior);
  attr_regions_free(work.regions);
  g_hash_table_destroy(work.addresses);
  g_hash_table_destroy(work.instructions);
  g_hash_table_destroy(work.callers);
  g_hash_table_destroy(work.places);
  g_hash_table_destroy(work.cells);
  g_hash_table_destroy(work.held);
  g_free(work.data);
  return result;
}

void attr_attribution_free(AttrAttribution *attribution) {
  if (attribution == NULL) return;
  g_array_unref(attribution->places);
  g_array_unref(attribution->cells);
  g_free(attribution);
}
