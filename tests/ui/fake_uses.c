/* fake_uses.c: see fake_uses.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/fake_uses.h"

#include <string.h>

fake_instruction fake_code[FAKE_INSTRUCTIONS];
guint fake_instructions;
guint fake_asked;
static UsesShape *shapes[FAKE_SHAPES];
static guint n_shapes;

void fake_reset(void) {
  while (n_shapes > 0) uses_shape_free(shapes[--n_shapes]);
  memset(fake_code, 0, sizeof fake_code);
  fake_instructions = 0;
  fake_asked = 0;
}

guint64 fake_add(const UsesFunction *function, unsigned line) {
  fake_instruction *one = &fake_code[fake_instructions++];
  one->within[0] = function;
  one->lines[0] = line;
  one->depth = 1;
  one->label = (UsesLabel){"", "", 0};
  return fake_instructions;
}

const UsesShape *fake_shape(const UsesMachineInstruction *instructions, guint n) {
  UsesShape *shape = g_new0(UsesShape, 1);
  shape->instructions = g_array_new(FALSE, FALSE, sizeof(UsesMachineInstruction));
  g_array_append_vals(shape->instructions, instructions, n);
  shape->flow = uses_flow_new(shape->instructions, instructions[0].address);
  shapes[n_shapes++] = shape;
  return shape;
}

/* ---- functions ---- */

UsesFunction *fake_function(const char *name, const char *file) {
  UsesFunction *function = g_new0(UsesFunction, 1);
  function->name = name;
  function->file = file;
  function->data = g_array_new(FALSE, FALSE, sizeof(UsesData));
  function->accesses = g_array_new(FALSE, FALSE, sizeof(UsesAccess));
  function->instructions = g_array_new(FALSE, FALSE, sizeof(UsesInstruction));
  function->loops = g_array_new(FALSE, FALSE, sizeof(UsesLoop));
  function->lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
  function->calls = g_array_new(FALSE, FALSE, sizeof(UsesCall));
  function->parameters = g_array_new(FALSE, FALSE, sizeof(const char *));
  function->copies = g_array_new(FALSE, FALSE, sizeof(UsesCopy));
  return function;
}

void fake_function_free(UsesFunction *function) {
  g_array_unref(function->data);
  g_array_unref(function->accesses);
  g_array_unref(function->instructions);
  g_array_unref(function->loops);
  g_array_unref(function->lines);
  for (guint i = 0; i < function->calls->len; i++)
    g_free((guint32 *)g_array_index(function->calls, UsesCall, i).arguments);
  g_array_unref(function->calls);
  g_array_unref(function->parameters);
  g_array_unref(function->copies);
  g_free(function);
}

guint32 fake_data(UsesFunction *function, UsesKind kind, const char *name) {
  const UsesData data = {.kind = kind, .name = name, .owner = "", .file = "", .holders = {"", ""}};
  g_array_append_val(function->data, data);
  return function->data->len - 1;
}

void fake_access(UsesFunction *function, unsigned line, guint32 data, const char *text, bool write, guint64 address) {
  const UsesAccess access = {.data = data, .line = line, .text = text, .write = write, .address = address};
  const UsesInstruction instruction = {address, function->accesses->len};
  if (address != 0) g_array_append_val(function->instructions, instruction);
  g_array_append_val(function->accesses, access);
}

void fake_loop(UsesFunction *function, unsigned first, unsigned last, guint32 around) {
  const UsesLoop loop = {first, last, around};
  g_array_append_val(function->loops, loop);
}

void fake_call(UsesFunction *function, unsigned line, const char *callee, const guint32 *arguments, guint n) {
  const UsesCall call = {.line = line,
                         .callee = callee,
                         .n_arguments = n,
                         .arguments = g_memdup2(arguments, n * sizeof *arguments)};
  g_array_append_val(function->calls, call);
}

void fake_parameter(UsesFunction *function, const char *name) { g_array_append_val(function->parameters, name); }

void fake_copy(UsesFunction *function, const char *to, const char *from) {
  const UsesCopy copy = {to, from};
  g_array_append_val(function->copies, copy);
}

void fake_lines(UsesFunction *function, unsigned first, unsigned last) {
  function->first = first;
  function->last = last;
  for (unsigned line = first; line <= last; line++) g_array_append_val(function->lines, line);
}

/* ---- uses.h ---- */

Uses *uses_new(const char *commands, unsigned ways) {
  (void)commands;
  (void)ways;
  return NULL;
}

void uses_free(Uses *uses) { (void)uses; }

char **uses_notes(const Uses *uses) {
  (void)uses;
  return g_new0(char *, 1);
}

static const fake_instruction *instruction_at(guint64 address) {
  return address - 1 < fake_instructions ? &fake_code[address - 1] : NULL;
}

const UsesFunction *uses_around(Uses *uses, const char *object, const char *build_id, guint64 address, unsigned depth,
                                unsigned *line) {
  (void)uses;
  (void)object;
  (void)build_id;
  const fake_instruction *one = instruction_at(address);
  fake_asked++;
  if (one == NULL || depth >= one->depth) return NULL;
  *line = one->lines[depth];
  return one->within[depth];
}

const UsesFunction *uses_at(Uses *uses, const char *object, const char *build_id, guint64 address, unsigned *line) {
  return uses_around(uses, object, build_id, address, 0, line);
}

UsesLabel uses_label(Uses *uses, const char *object, const char *build_id, guint64 address) {
  (void)uses;
  (void)object;
  (void)build_id;
  const fake_instruction *one = instruction_at(address);
  return one != NULL ? one->label : (UsesLabel){"", "", 0};
}

char *uses_static(Uses *uses, const char *object, const char *build_id, guint64 address) {
  (void)uses;
  (void)object;
  (void)build_id;
  return g_strdup_printf("static %" G_GUINT64_FORMAT, address);
}

UsesKind uses_fixed(Uses *uses, const char *object, const char *build_id, guint64 address, char **name) {
  (void)uses;
  (void)object;
  (void)build_id;
  const fake_instruction *one = instruction_at(address);
  *name = one != NULL ? g_strdup(one->fixed) : NULL;
  if (*name != NULL) return USES_STATIC;
  return one != NULL && one->is_stack ? USES_STACK : USES_UNKNOWN;
}

guint uses_before(Uses *uses, const char *object, const char *build_id, guint64 address, guint far, guint n,
                  UsesBefore *before) {
  (void)uses;
  (void)object;
  (void)build_id;
  const fake_instruction *one = instruction_at(address);
  guint stored = 0;
  for (guint i = 0; one != NULL && i < one->n_before && stored < n; i++)
    if (one->before[i].distance <= far) before[stored++] = one->before[i];
  return stored;
}

const UsesShape *uses_shape(Uses *uses, const char *object, const char *build_id, guint64 address) {
  (void)uses;
  (void)object;
  (void)build_id;
  for (guint i = 0; i < n_shapes; i++)
    if (uses_flow_instruction(shapes[i]->instructions, address) != USES_FLOW_NONE) return shapes[i];
  return NULL;
}

guint32 uses_argument(const UsesFunction *function, unsigned line, const char *callee, unsigned argument) {
  for (guint i = 0; i < function->calls->len; i++) {
    const UsesCall *call = &g_array_index(function->calls, UsesCall, i);
    if (call->line == line && strcmp(call->callee, callee) == 0 && argument < call->n_arguments)
      return call->arguments[argument];
  }
  return USES_NONE;
}

/* Inner loops have larger numbers than the loops that contain them. */
guint32 uses_loop(const UsesFunction *function, unsigned line) {
  guint32 innermost = USES_NONE;
  for (guint i = 0; i < function->loops->len; i++) {
    const UsesLoop *loop = &g_array_index(function->loops, UsesLoop, i);
    if (line >= loop->first && line <= loop->last) innermost = i;
  }
  return innermost;
}

GArray *uses_loop_lines(const UsesFunction *function, guint32 loop) {
  const UsesLoop *of = &g_array_index(function->loops, UsesLoop, loop);
  GArray *lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
  for (guint i = 0; i < function->lines->len; i++) {
    const unsigned line = g_array_index(function->lines, unsigned, i);
    if (line >= of->first && line <= of->last) g_array_append_val(lines, line);
  }
  return lines;
}

Profile *fake_profile(void) {
  Profile *profile = profile_new();
  const ProfileObject object = {"/bin/prog", "", 0};
  const ProfileFile file = {"/src/prog.c"};
  const ProfileSegment segment = {.name = "main", .line = 1};
  g_array_append_val(profile->rows[BIN_RECORD_OBJECT], object);
  g_array_append_val(profile->rows[BIN_RECORD_FILE], file);
  g_array_append_val(profile->rows[BIN_RECORD_SEGMENT], segment);
  return profile;
}
