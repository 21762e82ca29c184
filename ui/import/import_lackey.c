/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_lackey.c: the text of valgrind --tool=lackey --trace-mem=yes.
 *
 *   I  ADDRESS,SIZE       an instruction; its references follow
 *    L ADDRESS,SIZE       a load; S: a store; M: both, of the same bytes
 *   SB ADDRESS            the start of a block (--trace-superblocks=yes)
 *
 * ADDRESS is hexadecimal, and SIZE decimal. Valgrind's own messages are in the same text; they begin with == or --. */
#include "ui/import/import_reader.h"
#include "ui/import/import_text.h"

/* Reads "ADDRESS,SIZE" and the end of the line. Returns the next line, or NULL. */
static inline const uint8_t *read_range(const uint8_t *at, uint64_t *address, uint32_t *size) {
  at = import_text_hexadecimal(at, address);
  if (G_UNLIKELY(at == NULL || *at != ',')) return NULL;
  at = import_text_decimal(at + 1, size);
  if (G_UNLIKELY(at == NULL || *size == 0 || *size > IMPORT_TRACE_SIZE)) return NULL;
  if (*at == '\r') at++;
  return *at == '\n' ? at + 1 : NULL;
}

/* Returns the kind of a reference line by its second byte; TRACE_KINDS: it is no such line. */
static inline trace_kind kind_of(uint8_t letter) {
  return letter == 'L' ? TRACE_READ : letter == 'S' ? TRACE_WRITE : letter == 'M' ? TRACE_MODIFY : TRACE_KINDS;
}

/* Returns whether the line is no record: empty, a message of Valgrind, or the start of a block. */
static bool is_other(const uint8_t *at) {
  return *at == '\n' || *at == '\r' || (at[0] == '=' && at[1] == '=') || (at[0] == '-' && at[1] == '-') ||
         (at[0] == 'S' && at[1] == 'B');
}

/* Reads the line at `at`. Returns the next line, or NULL if it is wrong. */
static inline const uint8_t *read_line(const ImportInput *input, ImportTrace *trace, const uint8_t *at) {
  uint64_t address;
  uint32_t size;
  const trace_kind kind = *at == ' ' ? kind_of(at[1]) : TRACE_KINDS;
  if (G_LIKELY(kind != TRACE_KINDS && at[2] == ' ')) {
    at = read_range(at + 3, &address, &size);
    if (G_LIKELY(at != NULL)) import_trace_reference(trace, kind, address, size);
  } else if (at[0] == 'I' && at[1] == ' ') {
    at = read_range(import_text_spaces(at + 2), &address, &size);
    if (G_LIKELY(at != NULL)) import_trace_instruction(trace, address);
  } else {
    at = is_other(at) ? import_text_next_line(input, at) : NULL;
  }
  return at;
}

ImportResult import_lackey(ImportInput *input, ImportTrace *trace, uint64_t turn, GError **error) {
  if (input->at == input->end && !import_input_lines(input, error)) return import_reader_end(*error);
  for (; turn != 0 && input->at != input->end; turn--) {
    input->line++;
    const uint8_t *next = read_line(input, trace, input->at);
    if (G_UNLIKELY(next == NULL)) {
      import_text_fail(input, "'I  ADDRESS,SIZE', or L, S or M after a space", error);
      return IMPORT_FAILED;
    }
    input->at = next;
  }
  return IMPORT_MORE;
}
