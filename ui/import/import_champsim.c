/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_champsim.c: ChampSim's traces: a record of 64 bytes for each instruction, without a header.
 *
 * The numbers of a record are little-endian. A reference that is 0 does not exist. The format has no sizes, and its
 * simulator uses one line for each reference. So each reference is to one byte.
 *
 * A call is a branch that reads and writes both the instruction pointer and the stack pointer. */
#include <string.h>

#include "ui/base/ui_champsim.h"
#include "ui/import/import_reader.h"

enum {
  DESTINATIONS = UI_CHAMPSIM_STORES,
  SOURCES = UI_CHAMPSIM_LOADS,
  STACK_POINTER = 6,
  INSTRUCTION_POINTER = 26,
  BYTES = 1,
  /* Records of ChampSim's option --cloudsuite, which have no header either. Two parts of such a record are not written,
   * and have the same bytes in all records of a file. */
  WIDE = 96,        /* bytes of a record */
  WIDE_FLAGS = 8,   /* where it has its two flags */
  WIDE_GAP = 18,    /* start of the first part, after the registers */
  WIDE_STORES = 24, /* end of the first part */
  WIDE_END = 90,    /* start of the second part, up to the end of the record */
  WIDE_CHECKED = 8  /* number of records that are checked for this form */
};

typedef struct {
  bool begun; /* a record was read */
  bool calls; /* the last instruction is a call */
} State;

static bool has(const uint8_t *registers, unsigned n, uint8_t number) { return memchr(registers, number, n) != NULL; }

static bool has_references(const UiChampsim *r) {
  uint64_t any = 0;
  for (unsigned i = 0; i < DESTINATIONS; i++) any |= r->stores[i];
  for (unsigned i = 0; i < SOURCES; i++) any |= r->loads[i];
  return any != 0;
}

static bool is_call(const UiChampsim *r) {
  return r->is_branch != 0 && has(r->read, SOURCES, INSTRUCTION_POINTER) && has(r->read, SOURCES, STACK_POINTER) &&
         has(r->written, DESTINATIONS, INSTRUCTION_POINTER) && has(r->written, DESTINATIONS, STACK_POINTER);
}

/* A load from an address to which the instruction also stores is a read-modify-write. */
static void put_loads(ImportTrace *trace, UiChampsim *r) {
  for (unsigned i = 0; i < SOURCES; i++) {
    if (r->loads[i] == 0) continue;
    trace_kind kind = TRACE_READ;
    for (unsigned j = 0; j < DESTINATIONS && kind == TRACE_READ; j++) {
      if (r->stores[j] != r->loads[i]) continue;
      kind = TRACE_MODIFY;
      r->stores[j] = 0;
    }
    import_trace_reference(trace, kind, GUINT64_FROM_LE(r->loads[i]), BYTES);
  }
}

static void put(ImportTrace *trace, State *state, UiChampsim *r) {
  import_trace_instruction(trace, GUINT64_FROM_LE(r->address));
  if (state->calls) import_trace_entry(trace, GUINT64_FROM_LE(r->address));
  state->calls = is_call(r);
  put_loads(trace, r);
  for (unsigned i = 0; i < DESTINATIONS; i++)
    if (r->stores[i] != 0) import_trace_reference(trace, TRACE_WRITE, GUINT64_FROM_LE(r->stores[i]), BYTES);
}

/* Returns whether the bytes can be a record, whose flags are 0 or 1. A file of zeros is no trace, but the address 0 of
 * a later instruction can mean that the address is unknown. */
static bool is_valid(const UiChampsim *r, const State *state) {
  return r->is_branch <= 1 && r->taken <= 1 && (state->begun || r->address != 0 || has_references(r));
}

static bool is_zero(const uint8_t *bytes, unsigned from, unsigned to) {
  for (; from < to; from++)
    if (bytes[from] != 0) return false;
  return true;
}

/* Returns whether the first records have the form of ChampSim's option --cloudsuite: each is valid in this form, and a
 * record of 64 bytes would have no address. */
static bool is_wide(const uint8_t *bytes, size_t n) {
  bool lacks_address = false;
  if (n < WIDE_CHECKED * WIDE) return false;
  for (const uint8_t *r = bytes; r < bytes + WIDE_CHECKED * WIDE; r += WIDE)
    if (is_zero(r, 0, WIDE_FLAGS) || r[WIDE_FLAGS] > 1 || r[WIDE_FLAGS + 1] > 1 ||
        memcmp(r + WIDE_GAP, bytes + WIDE_GAP, WIDE_STORES - WIDE_GAP) != 0 ||
        memcmp(r + WIDE_END, bytes + WIDE_END, WIDE - WIDE_END) != 0)
      return false;
  for (unsigned at = 0; at < WIDE_CHECKED * WIDE; at += sizeof(UiChampsim))
    lacks_address |= is_zero(bytes, at, at + WIDE_FLAGS);
  return lacks_address;
}

ImportResult import_champsim(ImportInput *input, ImportTrace *trace, uint64_t turn, GError **error) {
  State *state = (State *)input->state;
  if (!import_input_has(input, sizeof(UiChampsim), error)) {
    if (*error == NULL && input->at != input->end)
      import_input_fail(input, error, "the file ends within a record of %zu bytes", sizeof(UiChampsim));
    return import_reader_end(*error);
  }
  if (!state->begun && is_wide(input->at, (size_t)(input->end - input->at))) {
    import_input_fail(input, error,
                      "the records have 96 bytes (ChampSim's --cloudsuite); only those of 64 bytes can be read");
    return IMPORT_FAILED;
  }
  for (; turn != 0 && (size_t)(input->end - input->at) >= sizeof(UiChampsim); turn--) {
    UiChampsim record;
    memcpy(&record, input->at, sizeof record);
    if (!is_valid(&record, state)) {
      import_input_fail(input, error, "this is no record of ChampSim");
      return IMPORT_FAILED;
    }
    put(trace, state, &record);
    state->begun = true;
    input->at += sizeof record;
  }
  return IMPORT_MORE;
}
