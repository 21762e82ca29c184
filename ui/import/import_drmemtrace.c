/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_drmemtrace.c: DynamoRIO's offline traces (drmemtrace), after drraw2trace: entries of 12 bytes.
 *
 * An entry has a type (2 bytes), a size (2 bytes) and an address or another value (8 bytes), little-endian. References
 * follow their instruction. A read and a write of the same bytes, one after the other in one instruction, are a
 * read-modify-write. A reference of size 0 (of xsave, for example) has an unknown size; it is to one byte here. The
 * last entry is a footer. Prefetches and flushes are skipped, and so are markers, except for time stamps (in
 * microseconds), which order several files. */
#include <string.h>

#include "ui/import/import_reader.h"

enum { ENTRY = 12, LENGTHS = 8 };

/* Types of entries, and of markers (in the entry's size). */
enum {
  TYPE_READ = 0,
  TYPE_WRITE = 1,
  TYPE_INSTRUCTION = 10,
  TYPE_DIRECT_CALL = 14,
  TYPE_INDIRECT_CALL = 15,
  TYPE_RETURN = 16,
  TYPE_BUNDLE = 17, /* more instructions: the value has their lengths */
  TYPE_HEADER = 25,
  TYPE_FOOTER = 26,
  TYPE_MARKER = 28,
  TYPE_NO_FETCH = 29, /* a further iteration of a string instruction */
  TYPE_MAYBE_FETCH = 30,
  TYPE_SYSENTER = 31,
  TYPE_TAKEN = 48,
  TYPE_UNTAKEN = 49,
  TYPES = 50,
  MARKER_KERNEL_EVENT = 0,
  MARKER_TIME = 2
};

/* The treatment of an entry. */
typedef enum { SKIP, REFERENCE, INSTRUCTION, BUNDLE, AGAIN, MARKER, FOOTER } Action;
static const uint8_t actions[TYPES] = {
    [TYPE_READ] = REFERENCE,          [TYPE_WRITE] = REFERENCE,      [TYPE_INSTRUCTION... TYPE_RETURN] = INSTRUCTION,
    [TYPE_BUNDLE] = BUNDLE,           [TYPE_MARKER] = MARKER,        [TYPE_NO_FETCH] = AGAIN,
    [TYPE_MAYBE_FETCH] = INSTRUCTION, [TYPE_SYSENTER] = INSTRUCTION, [TYPE_TAKEN] = INSTRUCTION,
    [TYPE_UNTAKEN] = INSTRUCTION,     [TYPE_FOOTER] = FOOTER};

typedef struct {
  uint16_t type, size;
  uint64_t value;
} Entry;

typedef struct {
  uint64_t next;     /* address after the last instruction */
  uint64_t read;     /* address of the last entry, a read that a write can complete */
  uint32_t bytes;    /* size of this read; 0: the last entry is no read */
  bool begun, ended; /* whether the header was read, and whether the footer was read */
  bool calls;        /* whether the last instruction is a call */
} State;
G_STATIC_ASSERT(sizeof(State) <= IMPORT_STATE);

static inline Entry entry_at(const uint8_t *at) {
  Entry e;
  memcpy(&e.type, at, 2);
  memcpy(&e.size, at + 2, 2);
  memcpy(&e.value, at + 4, 8);
  return (Entry){GUINT16_FROM_LE(e.type), GUINT16_FROM_LE(e.size), GUINT64_FROM_LE(e.value)};
}

/* Adds the read that waits for a write. */
static inline void put_read(ImportTrace *trace, State *state) {
  if (state->bytes != 0) import_trace_reference(trace, TRACE_READ, state->read, state->bytes);
  state->bytes = 0;
}

static inline void put_reference(ImportTrace *trace, State *state, const Entry *e) {
  const uint32_t size = MAX(e->size, 1);
  const bool completes = e->type == TYPE_WRITE && state->bytes == size && state->read == e->value;
  if (completes)
    state->bytes = 0;
  else
    put_read(trace, state);
  if (e->type == TYPE_WRITE) {
    import_trace_reference(trace, completes ? TRACE_MODIFY : TRACE_WRITE, e->value, size);
  } else {
    state->read = e->value;
    state->bytes = size;
  }
}

static inline void put_instruction(ImportTrace *trace, State *state, const Entry *e) {
  import_trace_instruction(trace, e->value);
  if (state->calls) import_trace_entry(trace, e->value);
  state->calls = e->type == TYPE_DIRECT_CALL || e->type == TYPE_INDIRECT_CALL;
  state->next = e->value + e->size;
}

static bool put_bundle(ImportTrace *trace, State *state, const Entry *e) {
  if (e->size > LENGTHS) return false;
  for (unsigned i = 0; i < e->size; i++) {
    import_trace_instruction(trace, state->next);
    state->next += (uint8_t)(e->value >> (8 * i));
  }
  return true;
}

/* Adds an entry. Returns whether it is valid. */
static inline bool put(ImportInput *input, ImportTrace *trace, State *state, const Entry *e) {
  const Action action = e->type < TYPES ? actions[e->type] : SKIP;
  if (action == REFERENCE) {
    put_reference(trace, state, e);
    return true;
  }
  put_read(trace, state);
  switch (action) {
    case INSTRUCTION: put_instruction(trace, state, e); break;
    case BUNDLE: return put_bundle(trace, state, e);
    case AGAIN: import_trace_again(trace, e->value); break;
    case MARKER:
      if (e->size == MARKER_TIME) input->time = e->value;
      if (e->size == MARKER_KERNEL_EVENT) state->calls = false; /* the next instruction belongs to a signal handler */
      break;
    case FOOTER: state->ended = true; break;
    default: return e->type < TYPES;
  }
  return true;
}

/* Checks the header. Its version is a small number, so that the shorter entries of 32-bit programs are detected. */
static bool check_header(ImportInput *input, State *state, GError **error) {
  enum { VERSIONS = 256 };
  const Entry header = entry_at(input->at);
  if (header.type != TYPE_HEADER)
    return import_input_fail(input, error, "this is no offline trace of drmemtrace (drraw2trace converts raw files)");
  if (header.value >= VERSIONS)
    return import_input_fail(input, error, "the trace is of a 32-bit program, or its version is unknown");
  return state->begun = true;
}

ImportResult import_drmemtrace(ImportInput *input, ImportTrace *trace, uint64_t turn, GError **error) {
  State *state = (State *)input->state;
  const uint64_t time = input->time;
  if (!import_input_has(input, ENTRY, error)) {
    if (*error == NULL && input->at != input->end)
      import_input_fail(input, error, "the file ends within an entry of %d bytes", ENTRY);
    if (*error == NULL && state->begun && !state->ended)
      import_input_fail(input, error, "the file ends without a footer: the trace is cut");
    put_read(trace, state);
    return import_reader_end(*error);
  }
  if (!state->begun && !check_header(input, state, error)) return IMPORT_FAILED;
  for (; turn != 0 && input->end - input->at >= ENTRY && (input->alone || input->time == time); turn--) {
    const Entry entry = entry_at(input->at);
    if (G_UNLIKELY(!put(input, trace, state, &entry))) {
      import_input_fail(input, error, "an entry has the type %u and the size %u", entry.type, entry.size);
      return IMPORT_FAILED;
    }
    input->at += ENTRY;
  }
  return IMPORT_MORE;
}
