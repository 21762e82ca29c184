/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_din.c: Dinero's text formats. A line has either of these forms, and can end with a comment:
 *
 *   LABEL ADDRESS         Dinero III: 0 a read, 1 a write, 2 an instruction fetch, 3 a reference of unknown type (read
 *                         here), 4 a flush of the cache (skipped). A reference is to the word of 4 bytes at ADDRESS.
 *   TYPE ADDRESS SIZE     Dinero IV: r a read, w a write, i an instruction fetch, m a miscellaneous reference (read
 *                         here), c and v commands to the cache (skipped)
 *
 * Numbers are hexadecimal, with or without 0x. Some traces have no instruction fetches. Then each reference counts as an
 * instruction; otherwise, a reference belongs to the instruction that was fetched last. */
#include "ui/import/import_reader.h"
#include "ui/import/import_text.h"

/* The kind of a record. */
typedef enum { WRONG, READ, WRITE, FETCH, SKIP } Record;
static const uint8_t records[256] = {
    ['0'] = READ, ['1'] = WRITE, ['2'] = FETCH, ['3'] = READ,  ['4'] = SKIP,  ['r'] = READ,
    ['R'] = READ, ['w'] = WRITE, ['W'] = WRITE, ['i'] = FETCH, ['I'] = FETCH, ['m'] = READ,
    ['M'] = READ, ['c'] = SKIP,  ['C'] = SKIP,  ['v'] = SKIP,  ['V'] = SKIP};

enum { WORD = 4 }; /* number of bytes to which a record of Dinero III refers */

typedef struct {
  bool fetches; /* there was an instruction fetch */
} State;

/* Reads a number after white space. Returns the position after the number, or NULL. */
static inline const uint8_t *read_number(const uint8_t *at, uint64_t *number) {
  if (*at != ' ' && *at != '\t') return NULL;
  at = import_text_spaces(at);
  if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) at += 2;
  at = import_text_hexadecimal(at, number);
  return at != NULL && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') ? at : NULL;
}

static void put(ImportTrace *trace, State *state, Record record, uint64_t address, uint32_t size) {
  if (record == FETCH) {
    state->fetches = true;
    import_trace_instruction(trace, address);
  } else if (record != SKIP) {
    if (!state->fetches) import_trace_instruction(trace, 0);
    import_trace_reference(trace, record == READ ? TRACE_READ : TRACE_WRITE, address, size);
  }
}

/* Reads the line at `at`. Returns the next line, or NULL if it is wrong. */
static inline const uint8_t *read_line(const ImportInput *input, ImportTrace *trace, State *state, const uint8_t *at) {
  uint64_t address, size = WORD;
  at = import_text_spaces(at);
  const Record record = records[*at];
  const bool has_size = *at > '9';
  if (*at == '\n') return at + 1;
  at = record != WRONG ? read_number(at + 1, &address) : NULL;
  if (at != NULL && has_size) at = read_number(at, &size);
  if (at == NULL || size > IMPORT_TRACE_SIZE || (size == 0 && record != SKIP && record != FETCH)) return NULL;
  if (!has_size) address &= ~(uint64_t)(WORD - 1);
  put(trace, state, record, address, (uint32_t)size);
  return G_LIKELY(*at == '\n') ? at + 1 : import_text_next_line(input, at);
}

ImportResult import_din(ImportInput *input, ImportTrace *trace, uint64_t turn, GError **error) {
  State *state = (State *)input->state;
  if (input->at == input->end && !import_input_lines(input, error)) return import_reader_end(*error);
  for (; turn != 0 && input->at != input->end; turn--) {
    input->line++;
    const uint8_t *next = read_line(input, trace, state, input->at);
    if (G_UNLIKELY(next == NULL)) {
      import_text_fail(input, "'LABEL ADDRESS' with a label from 0 to 4, or 'TYPE ADDRESS SIZE'", error);
      return IMPORT_FAILED;
    }
    input->at = next;
  }
  return IMPORT_MORE;
}
