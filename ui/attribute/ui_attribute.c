/* ui_attribute.c: see ui_attribute.h.
 *
 * An address is taken apart once:
 *
 *   candidates   where the event may have been, and how likely: the line or instruction itself, or with skid negation
 *                those before it, along the distribution: of lines with code in them, or of instructions as control
 *                flows back (ui_uses_before())
 *   parts        what was missed on: the trained shares of the candidates, if the training has any of them; else their
 *                reads, each with the probability of its candidate, times the weights of its loop. They add up to 1.
 *
 * Then each sample of the address has these parts. A part whose data is a parameter of its function is looked up along
 * the calls of the sample.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/attribute/ui_attribute.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS_BACK = 8 }; /* instructions that are looked at for each one of the distribution: there are branches */

/* Where the event may have been. */
typedef struct {
  const UiUsesFunction *function, *code; /* code: the same by machine code; NULL: not known, or a whole line is meant */
  unsigned line;
  guint64 address; /* 0: the whole line */
  double p;
} Candidate;

/* What it may have been on. */
typedef struct {
  UiRead read;
  guint32 place, variable;
  bool open; /* a parameter: the variable depends on the calls */
} Part;

/* What is known of an address. */
typedef struct {
  GArray *parts;   /* Part; none: nothing is known */
  GArray *within;  /* Context: the functions around it, innermost first; none: not known */
  guint32 place;   /* of the address itself */
  guint64 samples; /* at it, whose parts need no calls */
} Address;

/* A function that was active, and the line where it was. */
typedef struct {
  const UiUsesFunction *function;
  unsigned line;
} Context;

typedef struct {
  const UiSamples *samples;
  UiUses *uses, *code;
  const UiAttributeOptions *options;
  UiVariables *variables;
  GHashTable *addresses; /* Address, by UiSamplesFrame */
  GHashTable *places;    /* numbers + 1 in `result`, by UiAttributePlace */
  GHashTable *weights;   /* GArray of UiLoopWeight, by LoopKey */
  GHashTable *cells;     /* double *, by place and variable */
  UiAttribution *result;
} Attributing;

/* ---- keys of tables ---- */

static guint hash_of(guint64 a, guint64 b) {
  const guint64 mixed = (a * 0x9e3779b97f4a7c15u) ^ (b * 0xc2b2ae3d27d4eb4fu);
  return (guint)(mixed >> 32) ^ (guint)mixed;
}

static guint frame_hash(gconstpointer key) {
  const UiSamplesFrame *frame = key;
  return hash_of(frame->object, frame->address);
}

static gboolean frame_equal(gconstpointer a, gconstpointer b) {
  const UiSamplesFrame *x = a, *y = b;
  return x->object == y->object && x->address == y->address;
}

static guint place_hash(gconstpointer key) {
  const UiAttributePlace *place = key;
  return hash_of((guintptr)place->function ^ place->object, place->line);
}

static gboolean place_equal(gconstpointer a, gconstpointer b) {
  const UiAttributePlace *x = a, *y = b;
  return x->object == y->object && x->function == y->function && x->line == y->line;
}

typedef struct {
  const UiUsesFunction *function;
  guint32 loop;
} LoopKey;

static guint loop_hash(gconstpointer key) {
  const LoopKey *loop = key;
  return hash_of((guintptr)loop->function, loop->loop);
}

static gboolean loop_equal(gconstpointer a, gconstpointer b) {
  const LoopKey *x = a, *y = b;
  return x->function == y->function && x->loop == y->loop;
}

/* ---- candidates ---- */

static const UiSamplesObject *object_of(const Attributing *work, const UiSamplesFrame *frame) {
  return &g_array_index(work->samples->objects, UiSamplesObject, frame->object);
}

static const UiUsesFunction *function_at(const Attributing *work, const UiSamplesFrame *frame, guint64 address,
                                         unsigned *line) {
  const UiSamplesObject *object = object_of(work, frame);
  *line = 0;
  return ui_uses_at(work->uses, object->path, object->build_id, address, line);
}

static void add_candidate(GArray *candidates, const UiUsesFunction *function, unsigned line, guint64 address,
                          double p) {
  const Candidate candidate = {function, NULL, line, address, p};
  if (p > 0) g_array_append_val(candidates, candidate);
}

/* Notes what machine code says of the functions of instructions. */
static void add_code(const Attributing *work, const UiSamplesFrame *frame, GArray *candidates) {
  const UiSamplesObject *object = object_of(work, frame);
  for (guint i = 0; i < candidates->len; i++) {
    Candidate *one = &g_array_index(candidates, Candidate, i);
    unsigned line;
    one->code = ui_uses_at(work->code, object->path, object->build_id, one->address, &line);
  }
}

/* The line, and the lines with code in them before it. */
static void add_lines(const UiSkid *skid, const UiUsesFunction *function, unsigned line, GArray *candidates) {
  const GArray *lines = function->lines;
  guint before = 0; /* lines before it */
  while (before < lines->len && g_array_index(lines, unsigned, before) < line) before++;
  add_candidate(candidates, function, line, 0, skid->of[0]);
  for (guint d = 1; d < skid->n && d <= before; d++)
    add_candidate(candidates, function, g_array_index(lines, unsigned, before - d), 0, skid->of[d]);
}

/* The instruction, and those from which control comes to it. Those of one distance have shares that add up to 1. */
static void add_instructions(const Attributing *work, const UiSamplesFrame *frame, const UiUsesFunction *function,
                             unsigned line, GArray *candidates) {
  enum { WHOLE = 1000, HALF = WHOLE / 2 };
  const UiSkid *skid = work->options->skid;
  const UiSamplesObject *object = object_of(work, frame);
  const guint most = skid->n * WAYS_BACK;
  g_autofree guint64 *addresses = g_new(guint64, most);
  g_autofree guint *shares = g_new(guint, most);
  const guint n = ui_uses_before(work->uses, object->path, object->build_id, frame->address, most, addresses, shares);
  guint64 sum = HALF; /* of shares; rounding must not move a distance */
  add_candidate(candidates, function, line, frame->address, skid->of[0]);
  for (guint i = 0; i < n; i++) {
    const guint64 distance = sum / WHOLE + 1;
    unsigned at;
    sum += shares[i];
    if (distance >= skid->n) break;
    const UiUsesFunction *of = function_at(work, frame, addresses[i], &at);
    if (of != NULL) add_candidate(candidates, of, at, addresses[i], skid->of[distance] * shares[i] / WHOLE);
  }
}

/* Makes lines of instructions: those of a line are one. */
static void join_lines(GArray *candidates) {
  guint n = 0;
  for (guint i = 0; i < candidates->len; i++) {
    const Candidate from = g_array_index(candidates, Candidate, i);
    Candidate *to = NULL;
    for (guint k = 0; k < n && to == NULL; k++) {
      Candidate *one = &g_array_index(candidates, Candidate, k);
      if (one->function == from.function && one->line == from.line) to = one;
    }
    if (to != NULL)
      to->p += from.p;
    else
      g_array_index(candidates, Candidate, n++) = (Candidate){from.function, NULL, from.line, 0, from.p};
  }
  g_array_set_size(candidates, n);
}

/* GArray of Candidate, owned by the caller. Empty: nothing is known of the address. */
static GArray *candidates_of(const Attributing *work, const UiSamplesFrame *frame) {
  GArray *candidates = g_array_new(FALSE, FALSE, sizeof(Candidate));
  const unsigned steps = work->options->steps;
  const bool by_instruction = (steps & UI_STEP_INSTRUCTION) != 0;
  unsigned line;
  const UiUsesFunction *function = function_at(work, frame, frame->address, &line);
  if (function == NULL) return candidates;
  if ((steps & UI_STEP_SKID) == 0)
    add_candidate(candidates, function, line, by_instruction ? frame->address : 0, 1);
  else if (!by_instruction && !work->options->skid_of_instructions)
    add_lines(work->options->skid, function, line, candidates);
  else
    add_instructions(work, frame, function, line, candidates);
  if (by_instruction)
    add_code(work, frame, candidates);
  else
    join_lines(candidates);
  return candidates;
}

/* ---- parts ---- */

static guint32 place_of(Attributing *work, guint32 object, const UiUsesFunction *function, unsigned line) {
  const UiAttributePlace place = {object, function, line};
  const guint found = GPOINTER_TO_UINT(g_hash_table_lookup(work->places, &place));
  if (found != 0) return found - 1;
  g_array_append_val(work->result->places, place);
  g_hash_table_insert(work->places, g_memdup2(&place, sizeof place), GUINT_TO_POINTER(work->result->places->len));
  return work->result->places->len - 1;
}

/* Whether an instruction of the line is known to use that. */
static bool is_used_in_line(const UiUsesFunction *code, unsigned line, const UiUsesData *data) {
  for (guint i = 0; i < code->accesses->len; i++) {
    const UiUsesAccess *access = &g_array_index(code->accesses, UiUsesAccess, i);
    const UiUsesData *used = &g_array_index(code->data, UiUsesData, access->data);
    if (access->line == line && used->kind == data->kind && strcmp(used->name, data->name) == 0) return true;
  }
  return false;
}

/* Takes from the reads of a line, from number `first` on, what an instruction cannot be using of which machine code
 * does not tell the data: it goes through a pointer, so to no number or pointer that has a place of its own; and what
 * another instruction of the line is known to use has that one. */
static void leave_unknown(const Candidate *candidate, GArray *reads, guint first) {
  g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(UiRead));
  for (guint i = first; i < reads->len; i++) {
    const UiRead *read = &g_array_index(reads, UiRead, i);
    const UiUsesData *data = &g_array_index(read->function->data, UiUsesData, read->data);
    const bool has_place = data->scalar && (data->kind == UI_USES_STATIC || data->kind == UI_USES_STACK);
    if (!has_place && !is_used_in_line(candidate->code, candidate->line, data)) g_array_append_val(left, *read);
  }
  if (left->len == 0) return;
  g_array_set_size(reads, first);
  g_array_append_vals(reads, left->data, left->len);
}

/* Appends what the instruction uses; the reads of its line, if it is not known on what data that is. */
static void add_instruction(const Attributing *work, const Candidate *candidate, GArray *reads) {
  const guint before = reads->len;
  bool known = false;
  if (candidate->code == NULL) return;
  ui_reads_of_instruction(candidate->code, candidate->address, candidate->p, reads);
  for (guint i = before; i < reads->len; i++) {
    const UiRead *read = &g_array_index(reads, UiRead, i);
    known |= g_array_index(read->function->data, UiUsesData, read->data).kind != UI_USES_UNKNOWN;
  }
  if (known || reads->len == before) return;
  g_array_set_size(reads, before);
  ui_reads_of_line(candidate->function, candidate->line, candidate->p, &work->options->rules, reads);
  leave_unknown(candidate, reads, before);
}

/* The reads of the candidates: of instructions, if any of them is known to use something; else of their lines. */
static GArray *reads_of(const Attributing *work, const GArray *candidates) {
  GArray *reads = g_array_new(FALSE, FALSE, sizeof(UiRead));
  for (guint i = 0; i < candidates->len; i++) add_instruction(work, &g_array_index(candidates, Candidate, i), reads);
  if (reads->len != 0) return reads;
  for (guint i = 0; i < candidates->len; i++) {
    const Candidate *candidate = &g_array_index(candidates, Candidate, i);
    ui_reads_of_line(candidate->function, candidate->line, candidate->p, &work->options->rules, reads);
  }
  return reads;
}

static const GArray *weights_of(Attributing *work, const UiUsesFunction *function, guint32 loop) {
  const LoopKey key = {function, loop};
  GArray *weights = g_hash_table_lookup(work->weights, &key);
  if (weights != NULL) return weights;
  weights = ui_reads_loop_weights(function, loop, &work->options->rules);
  g_hash_table_insert(work->weights, g_memdup2(&key, sizeof key), weights);
  return weights;
}

/* Loop compensation. Where nothing would be left, because all is read in all lines, the reads stay as they are. */
static void compensate(Attributing *work, GArray *reads) {
  if (reads->len == 0) return;
  g_autoptr(GArray) before = g_array_copy(reads);
  for (guint i = 0; i < reads->len; i++) {
    UiRead *read = &g_array_index(reads, UiRead, i);
    const guint32 loop = ui_uses_loop(read->function, read->line);
    if (loop != UI_USES_NONE) ui_reads_compensate(read, weights_of(work, read->function, loop));
  }
  if (ui_reads_normalise(reads)) return;
  memcpy(reads->data, before->data, reads->len * sizeof(UiRead));
  ui_reads_normalise(reads);
}

/* Whether the data is a pointer, and the access goes through it. */
static bool is_through(const UiUsesData *data, const char *text) {
  return data->scalar && strpbrk(text, "[*>") != NULL;
}

static const UiUsesData *data_of(const UiRead *read) {
  return &g_array_index(read->function->data, UiUsesData, read->data);
}

/* The variable that data of a function is; UI_VARIABLE_NONE: not known. `path`: what of that data it is, as in "[]". */
static guint32 variable_of(const Attributing *work, const UiRead *read, const char *path) {
  static const UiVariableKind kinds[] = {[UI_USES_STATIC] = UI_VARIABLE_STATIC,
                                         [UI_USES_STACK] = UI_VARIABLE_STACK,
                                         [UI_USES_HEAP] = UI_VARIABLE_HEAP,
                                         [UI_USES_PARAMETER] = UI_VARIABLE_STACK,
                                         [UI_USES_UNKNOWN] = UI_VARIABLE_UNKNOWN};
  const UiUsesData *data = data_of(read);
  g_autofree char *name = g_strconcat(data->name, path, NULL);
  UiProgramVariable variable = {.kind = kinds[data->kind], .name = name, .owner = "", .file = data->file};
  const bool points = data->kind == UI_USES_PARAMETER || data->kind == UI_USES_UNKNOWN || is_through(data, read->text);
  if ((points || *path != '\0') && work->options->receivers && *data->name != '\0') variable.kind = UI_VARIABLE_HEAP;
  if (variable.kind == UI_VARIABLE_STACK) variable.owner = *data->owner != '\0' ? data->owner : read->function->name;
  if (data->kind == UI_USES_HEAP && *path == '\0') variable.line = data->line;
  return ui_variables_number(work->variables, &variable);
}

/* Data that is called by a parameter, such as A[][] by A, and nothing else is known of: *read becomes the parameter,
 * and what is behind its name goes to the front of `path`. Returns whether the read is that of a parameter then. */
static bool begin_with_parameter(UiRead *read, GString *path) {
  const UiUsesData *data = data_of(read);
  if (data->kind == UI_USES_PARAMETER) return true;
  if (data->kind == UI_USES_STATIC || data->line != 0) return false;
  for (guint32 i = 0; i < read->function->data->len; i++) {
    const UiUsesData *one = &g_array_index(read->function->data, UiUsesData, i);
    const size_t n = strlen(one->name);
    if (one->kind != UI_USES_PARAMETER || n == 0 || strncmp(data->name, one->name, n) != 0) continue;
    if (data->name[n] == '\0' || strchr("[.-", data->name[n]) == NULL) continue;
    g_string_prepend(path, data->name + n);
    read->data = i;
    return true;
  }
  return false;
}

static void add_read(Attributing *work, guint32 object, const UiRead *read, GArray *parts) {
  g_autoptr(GString) path = g_string_new(NULL);
  UiRead root = *read;
  Part part = {.read = *read, .place = place_of(work, object, read->function, read->line)};
  if (read->weight <= 0) return;
  part.open = work->options->calls && begin_with_parameter(&root, path);
  if (!part.open) part.variable = variable_of(work, read, "");
  g_array_append_val(parts, part);
}

/* What the training has of a candidate; NULL: nothing. */
static const GArray *trained_of(const Attributing *work, const UiSamplesFrame *frame, const Candidate *candidate) {
  const UiTraining *training = work->options->training;
  const GArray *found = NULL;
  if (candidate->address != 0)
    found = ui_training_instruction(training, object_of(work, frame)->build_id, candidate->address);
  return found != NULL ? found : ui_training_line(training, candidate->function->file, candidate->line);
}

/* Divides by what was missed at the candidates: how likely a candidate is depends on that too. */
static void add_trained(Attributing *work, const UiSamplesFrame *frame, const GArray *candidates, GArray *parts) {
  double sum = 0;
  for (guint i = 0; i < candidates->len; i++) {
    const Candidate *candidate = &g_array_index(candidates, Candidate, i);
    const GArray *trained = trained_of(work, frame, candidate);
    for (guint k = 0; trained != NULL && k < trained->len; k++) {
      const UiTrained *one = &g_array_index(trained, UiTrained, k);
      Part part = {.place = place_of(work, frame->object, candidate->function, candidate->line),
                   .variable = one->variable};
      part.read.weight = candidate->p * one->misses;
      sum += part.read.weight;
      g_array_append_val(parts, part);
    }
  }
  for (guint i = 0; i < parts->len; i++) g_array_index(parts, Part, i).read.weight /= sum;
}

static GArray *parts_of(Attributing *work, const UiSamplesFrame *frame) {
  const UiAttributeOptions *options = work->options;
  GArray *parts = g_array_new(FALSE, TRUE, sizeof(Part));
  g_autoptr(GArray) candidates = candidates_of(work, frame);
  if ((options->steps & UI_STEP_TRAINED) != 0) add_trained(work, frame, candidates, parts);
  if (parts->len != 0) return parts;
  g_autoptr(GArray) reads = reads_of(work, candidates);
  if ((options->steps & UI_STEP_LOOP) != 0)
    compensate(work, reads);
  else
    ui_reads_normalise(reads);
  for (guint i = 0; i < reads->len; i++) add_read(work, frame->object, &g_array_index(reads, UiRead, i), parts);
  return parts;
}

/* ---- addresses ---- */

/* The functions around an address. */
static GArray *contexts_of(const Attributing *work, const UiSamplesFrame *frame) {
  const UiSamplesObject *object = object_of(work, frame);
  GArray *within = g_array_new(FALSE, FALSE, sizeof(Context));
  Context context;
  context.function = function_at(work, frame, frame->address, &context.line);
  for (unsigned depth = 1; context.function != NULL; depth++) {
    g_array_append_val(within, context);
    context.function = ui_uses_around(work->uses, object->path, object->build_id, frame->address, depth, &context.line);
  }
  return within;
}

static void address_free(gpointer data) {
  Address *address = data;
  if (address->parts != NULL) g_array_unref(address->parts);
  g_array_unref(address->within);
  g_free(address);
}

/* What is known of an address; its parts only once they are asked for: most are those of calls. */
static Address *address_of(Attributing *work, const UiSamplesFrame *frame) {
  Address *address = g_hash_table_lookup(work->addresses, frame);
  if (address != NULL) return address;
  address = g_new0(Address, 1);
  address->within = contexts_of(work, frame);
  g_hash_table_insert(work->addresses, g_memdup2(frame, sizeof *frame), address);
  return address;
}

static Address *sampled_address(Attributing *work, const UiSamplesFrame *frame) {
  Address *address = address_of(work, frame);
  if (address->parts != NULL) return address;
  const Context unknown = {NULL, 0};
  const Context *own = address->within->len != 0 ? &g_array_index(address->within, Context, 0) : &unknown;
  address->place = place_of(work, frame->object, own->function, own->line);
  address->parts = parts_of(work, frame);
  return address;
}

/* ---- calls ---- */

static const UiSamplesFrame *frame_of(const Attributing *work, const UiSample *sample, guint32 i) {
  return &g_array_index(work->samples->frames, UiSamplesFrame, sample->first + i);
}

/* Whether they are one function, which may be known by its source and by its machine code. */
static bool is_same(const UiUsesFunction *a, const UiUsesFunction *b) {
  return a == b || (strcmp(a->name, b->name) == 0 && a->way != b->way);
}

/* The data that a parameter is, where the function was called: *read becomes that of the caller. Returns false if it is
 * not known. */
static bool look_up(const Context *caller, UiRead *read) {
  const guint32 found = ui_uses_argument(caller->function, caller->line, read->function->name, data_of(read)->argument);
  if (found == UI_USES_NONE) return false;
  read->function = caller->function;
  read->data = found;
  return true;
}

/* The variable of a part that is of a parameter, along the calls of a sample from frame `from` on. */
static guint32 variable_by_calls(Attributing *work, const UiSample *sample, guint32 from, const Part *part) {
  g_autoptr(GString) path = g_string_new(NULL);
  UiRead read = part->read;
  bool inside = false; /* the function itself was met */
  begin_with_parameter(&read, path);
  for (guint32 i = from; i < sample->count; i++) {
    const GArray *within = address_of(work, frame_of(work, sample, i))->within;
    for (guint k = 0; k < within->len; k++) {
      const Context *context = &g_array_index(within, Context, k);
      if (!inside) {
        inside = is_same(context->function, read.function);
        continue;
      }
      if (!look_up(context, &read) || !begin_with_parameter(&read, path)) return variable_of(work, &read, path->str);
    }
  }
  return variable_of(work, &read, path->str);
}

/* ---- samples ---- */

static void add_to_cell(Attributing *work, guint32 place, guint32 variable, double samples) {
  const gint64 key = (gint64)((guint64)place << 32 | variable);
  double *cell = g_hash_table_lookup(work->cells, &key);
  if (cell == NULL) {
    cell = g_new0(double, 1);
    g_hash_table_insert(work->cells, g_memdup2(&key, sizeof key), cell);
  }
  *cell += samples;
}

/* The first frame of which anything is known: the innermost, unless callers stand for what is not known. */
static guint32 first_known(Attributing *work, const UiSample *sample) {
  if (!work->options->calls) return 0;
  for (guint32 i = 0; i < sample->count; i++)
    if (address_of(work, frame_of(work, sample, i))->within->len != 0) return i;
  return 0;
}

static void add_parts(Attributing *work, const Address *address, guint64 samples, bool open, const UiSample *sample,
                      guint32 from) {
  for (guint i = 0; i < address->parts->len; i++) {
    const Part *part = &g_array_index(address->parts, Part, i);
    if (part->open != open) continue;
    const guint32 variable = open ? variable_by_calls(work, sample, from, part) : part->variable;
    add_to_cell(work, part->place, variable, part->read.weight * (double)samples);
  }
}

static gint compare_frames(gconstpointer a, gconstpointer b) {
  const UiSamplesFrame *x = *(const UiSamplesFrame *const *)a, *y = *(const UiSamplesFrame *const *)b;
  if (x->object != y->object) return x->object < y->object ? -1 : 1;
  return x->address < y->address ? -1 : x->address > y->address;
}

/* Looks frames up in the order of their addresses, each once: so a source is parsed once, since what is compiled from
 * it is together in memory, and few parsed sources are kept (ui_uses_by_source.c). Takes `frames`. */
static void look_frames_up(Attributing *work, GHashTable *frames,
                           Address *(*look_up_one)(Attributing *, const UiSamplesFrame *)) {
  guint n;
  gpointer *sorted = g_hash_table_get_keys_as_array(frames, &n);
  qsort(sorted, n, sizeof *sorted, compare_frames);
  for (guint i = 0; i < n; i++) look_up_one(work, sorted[i]);
  g_free(sorted);
  g_hash_table_destroy(frames);
}

static void look_all_up(Attributing *work, guint32 event) {
  const GArray *samples = work->samples->samples;
  GHashTable *all = g_hash_table_new(frame_hash, frame_equal), *sampled = g_hash_table_new(frame_hash, frame_equal);
  for (guint i = 0; i < samples->len; i++) {
    const UiSample *sample = &g_array_index(samples, UiSample, i);
    const guint32 n = work->options->calls ? sample->count : 1;
    for (guint32 k = 0; k < n && sample->event == event; k++)
      g_hash_table_add(all, (gpointer)frame_of(work, sample, k));
  }
  look_frames_up(work, all, address_of);
  for (guint i = 0; i < samples->len; i++) {
    const UiSample *sample = &g_array_index(samples, UiSample, i);
    if (sample->event != event) continue;
    g_hash_table_add(sampled, (gpointer)frame_of(work, sample, first_known(work, sample)));
  }
  look_frames_up(work, sampled, sampled_address);
}

static void add_sample(Attributing *work, const UiSample *sample) {
  const guint32 from = first_known(work, sample);
  Address *address = sampled_address(work, frame_of(work, sample, from));
  work->result->samples += sample->samples;
  address->samples += sample->samples;
  add_parts(work, address, sample->samples, true, sample, from);
}

/* What samples of an address have whatever their calls are. */
static void add_address(Attributing *work, const Address *address) {
  if (address->samples == 0) return;
  if (address->parts->len == 0)
    add_to_cell(work, address->place, UI_VARIABLE_NONE, (double)address->samples);
  else
    add_parts(work, address, address->samples, false, NULL, 0);
}

static gint compare_cells(gconstpointer a, gconstpointer b) {
  const UiAttributeCell *x = a, *y = b;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

static void collect(Attributing *work) {
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init(&iter, work->cells);
  while (g_hash_table_iter_next(&iter, &key, &value)) {
    const guint64 number = (guint64) * (const gint64 *)key;
    const UiAttributeCell cell = {(guint32)(number >> 32), (guint32)number, *(const double *)value};
    g_array_append_val(work->result->cells, cell);
  }
  g_array_sort(work->result->cells, compare_cells);
  for (guint i = 0; i < work->result->cells->len; i++) {
    const UiAttributeCell *cell = &g_array_index(work->result->cells, UiAttributeCell, i);
    if (cell->variable != UI_VARIABLE_NONE) work->result->attributed += cell->samples;
  }
}

UiAttribution *ui_attribute(const UiSamples *samples, guint32 event, UiUses *uses, UiUses *code,
                            const UiAttributeOptions *options, UiVariables *variables) {
  UiAttribution *result = g_new0(UiAttribution, 1);
  Attributing work = {samples, uses, code, options, variables, .result = result};
  result->places = g_array_new(FALSE, FALSE, sizeof(UiAttributePlace));
  result->cells = g_array_new(FALSE, FALSE, sizeof(UiAttributeCell));
  work.addresses = g_hash_table_new_full(frame_hash, frame_equal, g_free, address_free);
  work.places = g_hash_table_new_full(place_hash, place_equal, g_free, NULL);
  work.weights = g_hash_table_new_full(loop_hash, loop_equal, g_free, (GDestroyNotify)g_array_unref);
  work.cells = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  look_all_up(&work, event);
  for (guint i = 0; i < samples->samples->len; i++) {
    const UiSample *sample = &g_array_index(samples->samples, UiSample, i);
    if (sample->event == event) add_sample(&work, sample);
  }
  GHashTableIter iter;
  gpointer address;
  g_hash_table_iter_init(&iter, work.addresses);
  while (g_hash_table_iter_next(&iter, NULL, &address)) add_address(&work, address);
  collect(&work);
  g_hash_table_destroy(work.addresses);
  g_hash_table_destroy(work.places);
  g_hash_table_destroy(work.weights);
  g_hash_table_destroy(work.cells);
  return result;
}

void ui_attribution_free(UiAttribution *attribution) {
  if (attribution == NULL) return;
  g_array_unref(attribution->places);
  g_array_unref(attribution->cells);
  g_free(attribution);
}
