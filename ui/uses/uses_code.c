/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_code.c: reads machine code. Machine code contains less information than a source: if an operand cannot be
 * resolved, it is an access to unknown data. Accesses to slots of the frame without a variable (saved and spilled
 * registers) are attributed to the instruction, but not to a line. */
#include "ui/uses/uses_code.h"

#include <string.h>

#include "bins/bin_slot.h"
#include "ui/names/name_frame.h"
#include "ui/uses/uses_allocators.h"

enum { LONGEST_TEXT = 80, MOST_ARGUMENTS = 6 };

/* The state while the code of a function is read, and the results. */
typedef struct {
  UsesReading reading;
  UsesMaker **makers; /* indexed by scope */
  GStringChunk *words;
  /* indexed by register: its value as an expression; NULL: the name of the register is used */
  const char *word[USES_REGISTERS];
  GArray *locals;    /* NameLocal: the variables of the called function */
  GHashTable *slots; /* maps a slot of the frame (bins/bin_slot.h) to its cell + 1 */
} Writing;

static const UsesMachineInstruction *instruction(const UsesReading *reading, guint32 i) {
  return &g_array_index(reading->shape->instructions, UsesMachineInstruction, i);
}

static const UsesCodeScope *scope_at(const UsesReading *reading, guint32 i) {
  return &g_array_index(reading->places->scopes, UsesCodeScope, i);
}

/* ---- lines ---- */

static unsigned *find_lines(const UsesCodeObject *object, const GArray *instructions) {
  unsigned *lines = g_new0(unsigned, instructions->len + 1);
  for (guint i = 0; i < instructions->len; i++) {
    Dwarf_Die unit;
    int line;
    const guint64 address = g_array_index(instructions, UsesMachineInstruction, i).address;
    Dwarf_Line *row = name_module_unit(object->module, address, &unit) ? dwarf_getsrc_die(&unit, address) : NULL;
    if (row != NULL && dwarf_lineno(row, &line) == 0 && line > 0) lines[i] = (unsigned)line;
  }
  return lines;
}

/* Returns the line of an instruction in a scope. This is the instruction's own line, or the line of the inlined call
 * that contains the instruction. Returns 0 if the instruction is not in the scope. */
static unsigned line_in(const UsesReading *reading, guint32 number, guint32 scope) {
  guint32 at = reading->scopes[number];
  unsigned line = reading->lines[number];
  while (at != scope) {
    if (at == USES_PLACES_NONE) return 0;
    line = scope_at(reading, at)->call_line;
    at = scope_at(reading, at)->around;
  }
  return line;
}

/* ---- expressions ---- */

static const char *keep(Writing *writing, GString *text) {
  if (text->len > LONGEST_TEXT) g_string_truncate(text, LONGEST_TEXT);
  const char *kept = g_string_chunk_insert_const(writing->words, text->str);
  g_string_free(text, TRUE);
  return kept;
}

static const char *word_of(const Writing *writing, int reg, guint64 pc) {
  const UsesPlaces *places = writing->reading.places;
  if (reg == USES_REGISTER_NONE) return "";
  if (writing->word[reg] != NULL) return writing->word[reg];
  const guint32 number = uses_places_in_register(places, reg, pc, 0);
  if (number == USES_PLACES_NONE) return uses_register_name(reg);
  const guint32 variable = g_array_index(places->places, UsesCodePlace, number).variable;
  const char *name = name_die_name(&g_array_index(places->variables, UsesCodeVariable, variable).die);
  return name != NULL ? name : uses_register_name(reg);
}

static void append_scaled(GString *text, const char *word, gint64 scale) {
  const bool apart = scale > 1 && strpbrk(word, "+-") != NULL;
  g_string_append_printf(text, apart ? "%s(%s)" : "%s%s", text->len > 0 ? "+" : "", word);
  if (scale > 1) g_string_append_printf(text, "*%" G_GINT64_FORMAT, scale);
}

static void append_number(GString *text, gint64 number) {
  if (number != 0) g_string_append_printf(text, "%s%" G_GINT64_FORMAT, number > 0 && text->len > 0 ? "+" : "", number);
}

/* Returns the address of an operand as an expression, such as "x+i*8+16". If the operand is a variable, returns its
 * path. */
static const char *sum_of(Writing *writing, const UsesMachineInstruction *at, const UsesOperand *operand,
                          const UsesWhere *where) {
  GString *text = g_string_new(NULL);
  const bool named = where->is_direct && where->cell != USES_CELL_NONE;
  if (named) {
    g_string_append(text, uses_cell_path(writing->reading.cells, where->cell));
  } else if (operand->base != USES_REGISTER_NONE) {
    append_scaled(text, word_of(writing, operand->base, at->address), 1);
  }
  if (operand->index != USES_REGISTER_NONE)
    append_scaled(text, word_of(writing, operand->index, at->address), operand->scale);
  if (!named) append_number(text, operand->at);
  return keep(writing, text);
}

static const char *text_of(Writing *writing, const UsesMachineInstruction *at, const UsesOperand *operand,
                           const UsesWhere *where) {
  const char *sum = sum_of(writing, at, operand, where);
  if (where->is_direct && operand->index == USES_REGISTER_NONE) return sum;
  GString *text = g_string_new("[");
  g_string_append_printf(text, "%s]", sum);
  return keep(writing, text);
}

/* Returns the new value of the register that an instruction sets, as an expression, or NULL if the value is not
 * followed. */
static const char *new_word(Writing *writing, const UsesMachineInstruction *at, const UsesWhere *where) {
  GString *text;
  switch (at->effect) {
    case USES_EFFECT_LOAD: return text_of(writing, at, &at->operands[0], where);
    case USES_EFFECT_ADDRESS: return sum_of(writing, at, &at->operands[0], where);
    case USES_EFFECT_COPY: return at->from != USES_REGISTER_NONE ? word_of(writing, at->from, at->address) : NULL;
    case USES_EFFECT_SCALE:
      text = g_string_new(NULL);
      append_scaled(text, word_of(writing, at->to, at->address), at->number);
      return keep(writing, text);
    case USES_EFFECT_ADD:
      if (at->subtracts && (at->from != USES_REGISTER_NONE || at->n_operands > 0)) return NULL;
      text = g_string_new(word_of(writing, at->to, at->address));
      if (at->from != USES_REGISTER_NONE) append_scaled(text, word_of(writing, at->from, at->address), 1);
      if (at->n_operands > 0) append_scaled(text, text_of(writing, at, &at->operands[0], where), 1);
      append_number(text, at->number);
      return keep(writing, text);
    default: return NULL;
  }
}

static void change_words(Writing *writing, const UsesMachineInstruction *at, const UsesWhere *where) {
  const char *word = at->to != USES_REGISTER_NONE ? new_word(writing, at, where) : NULL;
  for (int i = 0; i < USES_REGISTERS; i++)
    if (at->changed & 1U << i) writing->word[i] = NULL;
  if (word != NULL) writing->word[at->to] = word;
}

/* ---- accesses, calls ---- */

/* Returns the cell of a slot of the frame in which there is no variable at this instruction. As in the profiles of
 * runs, the name of the cell is that of the variables that the slot contains elsewhere in the function, or it is empty.
 * place: offset from the canonical frame address, in bytes. */
static UsesCell in_slot(Writing *writing, gint64 place) {
  UsesReading *reading = &writing->reading;
  const guint64 below = place < 0 ? bin_slot_below((guint64)-place) : 0;
  gpointer key = (gpointer)below;
  const guint32 known = GPOINTER_TO_UINT(g_hash_table_lookup(writing->slots, key));
  if (known != 0) return known - 1;
  g_autoptr(GString) names = g_string_new(NULL);
  if (below != 0) name_frame_in(writing->locals, below, names);
  const UsesData data = {.kind = USES_STACK,
                         .name = g_string_chunk_insert_const(writing->words, names->str),
                         .owner = scope_at(reading, 0)->name,
                         .file = "",
                         .scalar = true,
                         .holders = {"", ""}};
  const UsesCell cell = uses_cell_variable(reading->cells, &data);
  g_hash_table_insert(writing->slots, key, GUINT_TO_POINTER(cell + 1));
  return cell;
}

static void note_access(Writing *writing, guint32 number, const UsesOperand *operand, const UsesWhere *where) {
  const UsesReading *reading = &writing->reading;
  const UsesMachineInstruction *at = instruction(reading, number);
  UsesMaker *maker = writing->makers[reading->scopes[number]];
  const unsigned line = reading->lines[number];
  if (where->is_address || where->is_constant) return;
  if (uses_typed_slot_number(reading->typed, where->object) != USES_SLOT_NONE) {
    const UsesCell cell = in_slot(writing, where->place);
    if (operand->read) uses_maker_spilled(maker, cell, line, false, at->address);
    if (operand->write) uses_maker_spilled(maker, cell, line, true, at->address);
    return;
  }
  const char *text = text_of(writing, at, operand, where);
  if (operand->read) uses_maker_access(maker, where->object, line, text, false, at->address);
  if (operand->write) uses_maker_access(maker, where->object, line, text, true, at->address);
}

/* Records the stack access of a push or pop as an access to a slot without a variable. */
static void note_saved(Writing *writing, guint32 number) {
  enum { NO_VARIABLE = 0 };
  const UsesReading *reading = &writing->reading;
  const UsesMachineInstruction *at = instruction(reading, number);
  uses_maker_spilled(writing->makers[reading->scopes[number]], in_slot(writing, NO_VARIABLE), reading->lines[number],
                     at->pushes, at->address);
}

static void note_call(Writing *writing, guint32 number, const UsesRegisters *registers) {
  const UsesReading *reading = &writing->reading;
  const UsesMachineInstruction *at = instruction(reading, number);
  const char *callee = uses_image_callee(reading->object->image, at);
  gint8 handed[MOST_ARGUMENTS];
  UsesCell targets[MOST_ARGUMENTS];
  guint n = 0;
  if (callee == NULL) return;
  const guint most = uses_places_handed_over(reading->object->module, at->has_target ? at->target : 0, handed,
                                             MOST_ARGUMENTS);
  for (guint i = 0; i < MOST_ARGUMENTS; i++) {
    targets[i] = i < most ? uses_registers_target(reading, registers, handed[i], at->address)
                          : (UsesCell)USES_CELL_NONE;
    if (uses_typed_slot_number(reading->typed, targets[i]) != USES_SLOT_NONE) targets[i] = USES_CELL_NONE;
    if (targets[i] != USES_CELL_NONE) n = i + 1;
  }
  uses_maker_call(writing->makers[reading->scopes[number]], reading->lines[number], callee, false, targets, n);
  if (!uses_allocates_there(callee)) return;
  const UsesCodeScope *scope = scope_at(reading, reading->scopes[number]);
  uses_cell_point(reading->cells, targets[0], uses_cell_block(reading->cells, scope->file, reading->lines[number]));
}

/* Records that variables get the values of registers. According to the debug information, each of these variables
 * starts to be in its register at an address in [address, end). */
static void note_variables(Writing *writing, guint64 address, guint64 end, const UsesRegisters *registers) {
  const UsesReading *reading = &writing->reading;
  const GArray *places = reading->places->places;
  for (guint32 i = uses_places_from(reading->places, address); i < places->len; i++) {
    const UsesCodePlace *place = &g_array_index(places, UsesCodePlace, i);
    if (place->low >= end) return;
    if (place->reg == USES_REGISTER_NONE || place->is_indirect) continue;
    const UsesCell target = registers->target[place->reg], variable = uses_typed_local(reading->typed, place);
    if (target != USES_CELL_NONE && uses_typed_target(reading->typed, variable) != USES_CELL_NONE)
      uses_cell_point(reading->cells, variable, target);
  }
}

static void read_instruction(Writing *writing, guint32 number, UsesRegisters *registers) {
  UsesReading *reading = &writing->reading;
  const UsesMachineInstruction *at = instruction(reading, number);
  UsesWhere where[USES_OPERANDS];
  note_variables(writing, at->address, at->address + at->bytes, registers);
  for (guint8 i = 0; i < at->n_operands; i++) {
    const UsesOperand *operand = &at->operands[i];
    where[i] = uses_registers_where(reading, at, operand, registers, operand->read || operand->write);
    if (operand->read || operand->write) note_access(writing, number, operand, &where[i]);
  }
  if (at->pushes || at->pops) note_saved(writing, number);
  if (at->flow == USES_FLOW_CALL) note_call(writing, number, registers);
  if (at->effect == USES_EFFECT_STORE && at->is_wide && uses_registers_slot(reading, where[0].cell) == USES_FOLLOWED &&
      uses_typed_target(reading->typed, where[0].cell) != USES_CELL_NONE)
    uses_cell_point(reading->cells, where[0].cell, uses_registers_target(reading, registers, at->from, at->address));
  change_words(writing, at, &where[0]);
  uses_registers_step(reading, number, registers);
}

static void read_blocks(Writing *writing) {
  const UsesFlow *flow = writing->reading.shape->flow;
  UsesRegisters *before = uses_registers_find(&writing->reading);
  for (guint32 i = 0; i < flow->blocks->len; i++) {
    const UsesFlowBlock *block = &g_array_index(flow->blocks, UsesFlowBlock, i);
    UsesRegisters registers = before[i];
    memset(writing->word, 0, sizeof writing->word);
    for (guint32 k = block->first; k < block->behind; k++) read_instruction(writing, k, &registers);
  }
  g_free(before);
}

/* ---- scopes ---- */

static void note_lines(Writing *writing) {
  const UsesReading *reading = &writing->reading;
  for (guint32 i = 0; i < reading->shape->instructions->len; i++) {
    unsigned line = reading->lines[i];
    for (guint32 scope = reading->scopes[i]; scope != USES_PLACES_NONE; scope = scope_at(reading, scope)->around) {
      uses_maker_line(writing->makers[scope], line);
      line = scope_at(reading, scope)->call_line;
    }
  }
}

static void note_parameters(Writing *writing) {
  const UsesReading *reading = &writing->reading;
  for (guint i = 0; i < reading->places->places->len; i++) {
    const UsesCodePlace *place = &g_array_index(reading->places->places, UsesCodePlace, i);
    const UsesCodeVariable *variable = &g_array_index(reading->places->variables, UsesCodeVariable, place->variable);
    if (variable->is_parameter)
      uses_maker_parameter(writing->makers[variable->scope], variable->number, uses_typed_local(reading->typed, place));
  }
}

/* Records each inlined function as a call by the function into which it was inlined. The arguments of the call are the
 * targets of the parameters. */
static void note_inlined(Writing *writing) {
  typedef UsesCell Targets[MOST_ARGUMENTS];
  const UsesReading *reading = &writing->reading;
  const GArray *scopes = reading->places->scopes, *places = reading->places->places;
  Targets *targets = g_new(Targets, scopes->len);
  memset(targets, USES_CELL_NONE & 255, scopes->len * sizeof *targets);
  for (guint i = 0; i < places->len; i++) {
    const UsesCodePlace *place = &g_array_index(places, UsesCodePlace, i);
    const UsesCodeVariable *variable = &g_array_index(reading->places->variables, UsesCodeVariable, place->variable);
    if (variable->is_parameter && variable->number < MOST_ARGUMENTS)
      targets[variable->scope][variable->number] = uses_typed_target(reading->typed,
                                                                     uses_typed_local(reading->typed, place));
  }
  for (guint32 i = 1; i < scopes->len; i++) {
    const UsesCodeScope *scope = scope_at(reading, i);
    guint n = MOST_ARGUMENTS;
    while (n > 0 && targets[i][n - 1] == USES_CELL_NONE) n--;
    uses_maker_call(writing->makers[scope->around], scope->call_line, scope->name, false, targets[i], n);
  }
  g_free(targets);
}

/* Returns the innermost scope that contains two scopes. */
static guint32 common_scope(const UsesReading *reading, guint32 a, guint32 b) {
  while (a != b) { /* enclosing scopes have smaller numbers */
    if (a > b)
      a = scope_at(reading, a)->around;
    else
      b = scope_at(reading, b)->around;
  }
  return a;
}

/* Returns the innermost scope that contains the head of a loop and all jumps back to it. Functions that are inlined
 * into the body of the loop are ignored. */
static guint32 scope_of_loop(const UsesReading *reading, const UsesFlowLoop *loop) {
  const GArray *blocks = reading->shape->flow->blocks;
  guint32 scope = reading->scopes[g_array_index(blocks, UsesFlowBlock, loop->head).first];
  for (guint i = 0; i < loop->ends->len; i++) {
    const guint32 end = g_array_index(loop->ends, guint32, i);
    scope = common_scope(reading, scope, reading->scopes[g_array_index(blocks, UsesFlowBlock, end).behind - 1]);
  }
  return scope;
}

static void lines_of_loop(const UsesReading *reading, const UsesFlowLoop *loop, guint32 scope, UsesLoop *lines) {
  *lines = (UsesLoop){G_MAXUINT, 0, USES_NONE};
  for (guint i = 0; i < loop->blocks->len; i++) {
    const guint32 number = g_array_index(loop->blocks, guint32, i);
    const UsesFlowBlock *block = &g_array_index(reading->shape->flow->blocks, UsesFlowBlock, number);
    for (guint32 k = block->first; k < block->behind; k++) {
      const unsigned line = line_in(reading, k, scope);
      if (line == 0) continue;
      lines->first = MIN(lines->first, line);
      lines->last = MAX(lines->last, line);
    }
  }
}

static void note_loops(Writing *writing) {
  const UsesReading *reading = &writing->reading;
  const GArray *loops = reading->shape->flow->loops;
  guint32 *made = g_new(guint32, loops->len + 1), *scopes = g_new(guint32, loops->len + 1);
  for (guint32 i = 0; i < loops->len; i++) {
    const UsesFlowLoop *loop = &g_array_index(loops, UsesFlowLoop, i);
    UsesLoop lines;
    guint32 around = loop->around;
    scopes[i] = scope_of_loop(reading, loop);
    lines_of_loop(reading, loop, scopes[i], &lines);
    made[i] = USES_NONE;
    while (around != USES_FLOW_NONE && (scopes[around] != scopes[i] || made[around] == USES_NONE))
      around = g_array_index(loops, UsesFlowLoop, around).around;
    if (lines.last != 0)
      made[i] = uses_maker_loop(writing->makers[scopes[i]], lines.first, lines.last,
                                around != USES_FLOW_NONE ? made[around] : (guint32)USES_NONE);
  }
  g_free(made);
  g_free(scopes);
}

/* Returns the last line with code for each scope. The caller frees the array. */
static unsigned *last_lines(const UsesReading *reading) {
  unsigned *last = g_new(unsigned, reading->places->scopes->len);
  for (guint32 i = 0; i < reading->places->scopes->len; i++) last[i] = scope_at(reading, i)->line;
  for (guint32 i = 0; i < reading->shape->instructions->len; i++)
    last[reading->scopes[i]] = MAX(last[reading->scopes[i]], reading->lines[i]);
  return last;
}

static void begin(Writing *writing) {
  const UsesReading *reading = &writing->reading;
  const guint n = reading->places->scopes->len;
  writing->makers = g_new(UsesMaker *, n);
  writing->words = g_string_chunk_new(4096);
  Dwarf_Die function = scope_at(reading, 0)->die;
  writing->locals = name_frame_locals(reading->object->module, &function);
  writing->slots = g_hash_table_new(NULL, NULL);
  g_autofree unsigned *last = last_lines(reading);
  for (guint32 i = 0; i < n; i++) {
    const UsesCodeScope *scope = scope_at(reading, i);
    writing->makers[i] = uses_maker_new(reading->cells, USES_BY_CODE, scope->name, scope->file, scope->line, last[i]);
  }
}

static void free_function(gpointer function) { uses_function_free(function); }

GPtrArray *uses_code_read(const UsesCodeObject *object, const UsesPlaces *places, const UsesShape *shape) {
  GPtrArray *functions = g_ptr_array_new_with_free_func(free_function);
  UsesCellSet *cells = uses_cell_new();
  Writing writing = {.reading = {.object = object,
                                 .shape = shape,
                                 .places = places,
                                 .cells = cells,
                                 .typed = uses_typed_new(object->module, cells, places),
                                 .scopes = uses_places_scopes(places, shape->instructions),
                                 .lines = find_lines(object, shape->instructions),
                                 .blocks = g_hash_table_new(NULL, NULL)}};
  begin(&writing);
  read_blocks(&writing);
  note_lines(&writing);
  note_loops(&writing);
  note_parameters(&writing);
  note_inlined(&writing);
  uses_maker_copies(writing.makers[0]);
  for (guint32 i = 0; i < places->scopes->len; i++) g_ptr_array_add(functions, uses_maker_finish(writing.makers[i]));
  g_free(writing.makers);
  g_string_chunk_free(writing.words);
  g_array_unref(writing.locals);
  g_hash_table_destroy(writing.slots);
  g_free(writing.reading.scopes);
  g_free(writing.reading.lines);
  g_hash_table_destroy(writing.reading.blocks);
  uses_typed_free(writing.reading.typed);
  uses_cell_free(cells);
  return functions;
}
