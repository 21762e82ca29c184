/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_gem5.c: packets that gem5's MemTraceProbe recorded at a port, as messages of Protocol Buffers.
 *
 * The file begins with the bytes "gem5". A header and packets follow; each is a message after its length. A packet has
 * the fields tick 1, command 2, address 3, size 4, flags 5, identifier 6 and program counter 7. Commands have the numbers
 * of gem5 24, as older versions number the commands after WriteResp differently and do not record their version.
 *
 * Packets of instruction fetches, prefetches, write-backs, uncached memory and responses are no references. The format
 * does not contain instructions, so each reference counts as one instruction. */
#include <string.h>

#include "ui/import/import_reader.h"

enum { MAGIC = 0x356d6567, MOST = 1 << 16 }; /* MOST: bytes of a message */

enum { FLAG_FETCH = 0x100, FLAG_UNCACHED = 0x400, FLAG_PREFETCH = 0x1000000 };

/* The kind of reference of each command. NONE: the packet is no reference. */
enum { NONE, READ, WRITE, MODIFY, COMMANDS = 64 };
static const uint8_t commands[COMMANDS] = {
    [1] = READ,    /* ReadReq */
    [4] = WRITE,   /* WriteReq */
    [16] = WRITE,  /* WriteLineReq */
    [17] = WRITE,  /* UpgradeReq */
    [18] = WRITE,  /* SCUpgradeReq */
    [22] = WRITE,  /* ReadExReq: fetches a line to store to it */
    [24] = READ,   /* ReadCleanReq */
    [25] = READ,   /* ReadSharedReq */
    [26] = READ,   /* LoadLockedReq */
    [27] = WRITE,  /* StoreCondReq */
    [30] = READ,   /* LockedRMWReadReq */
    [32] = WRITE,  /* LockedRMWWriteReq */
    [34] = MODIFY, /* SwapReq */
};
static const uint8_t kinds[] = {[READ] = TRACE_READ, [WRITE] = TRACE_WRITE, [MODIFY] = TRACE_MODIFY};

enum { TICK = 1, COMMAND, ADDRESS, SIZE, FLAGS, IDENTIFIER, COUNTER, FIELDS };
enum { REQUIRED = 1 << TICK | 1 << COMMAND };

typedef struct {
  uint64_t fields[FIELDS]; /* indexed by field number */
  unsigned given;          /* bits of the fields that the message has */
} Packet;

typedef struct {
  bool begun;
} State;

/* ---- Protocol Buffers ---- */

/* Reads a number of more than 8 bytes. Returns the byte after it, or NULL. */
static const uint8_t *read_long_number(const uint8_t *at, const uint8_t *end, uint64_t *number) {
  uint64_t sum = 0;
  for (unsigned shift = 0; at < end && shift < 64; shift += 7, at++) {
    sum |= (uint64_t)(*at & 127) << shift;
    if (*at >= 128) continue;
    *number = sum;
    return at + 1;
  }
  return NULL;
}

/* Reads a number of variable length. Returns the byte after it, or NULL. A number of up to 8 bytes is read at once:
 * IMPORT_INPUT_SLACK bytes can be read after the end. */
static inline const uint8_t *read_number(const uint8_t *at, const uint8_t *end, uint64_t *number) {
  const uint64_t tops = 0x8080808080808080;
  uint64_t word;
  if (G_UNLIKELY(at == end)) return NULL;
  *number = *at;
  if (*at < 128) return at + 1;
  memcpy(&word, at, sizeof word);
  word = GUINT64_FROM_LE(word);
  const uint64_t last = ~word & tops; /* the top bits of bytes that end a number */
  if (G_UNLIKELY(last == 0)) return read_long_number(at, end, number);
  const uint8_t *after = at + __builtin_ctzll(last) / 8 + 1;
  word &= (last ^ (last - 1)) & ~tops;
  word = (word & 0x007f007f007f007f) | (word & 0x7f007f007f007f00) >> 1;
  word = (word & 0x00003fff00003fff) | (word & 0x3fff00003fff0000) >> 2;
  *number = (word & 0x0fffffff) | (word & 0x0fffffff00000000) >> 4;
  return after <= end ? after : NULL;
}

/* Skips a field of another type than a number. Returns the byte after it, or NULL. */
static const uint8_t *skip_field(const uint8_t *at, const uint8_t *end, unsigned type) {
  enum { FIXED_64 = 1, BYTES = 2, FIXED_32 = 5 };
  uint64_t n = type == FIXED_64 ? 8 : 4;
  if (type == BYTES)
    at = read_number(at, end, &n);
  else if (type != FIXED_64 && type != FIXED_32)
    return NULL;
  return at != NULL && n <= (uint64_t)(end - at) ? at + n : NULL;
}

/* Reads the numbers of a message. Returns whether the message is valid. */
static bool read_packet(const uint8_t *at, const uint8_t *end, Packet *packet) {
  *packet = (Packet){.given = 0};
  while (at != NULL && at < end) {
    uint64_t tag;
    at = read_number(at, end, &tag);
    if (at == NULL) return false;
    const uint64_t field = tag >> 3;
    if ((tag & 7) != 0) {
      at = skip_field(at, end, tag & 7);
      continue;
    }
    uint64_t number;
    at = read_number(at, end, &number);
    if (field == 0 || field >= FIELDS) continue;
    packet->fields[field] = number;
    packet->given |= 1u << field;
  }
  return at != NULL;
}

/* ---- packets ---- */

static bool is_reference(const Packet *packet) {
  return commands[packet->fields[COMMAND]] != NONE &&
         (packet->fields[FLAGS] & (FLAG_FETCH | FLAG_UNCACHED | FLAG_PREFETCH)) == 0;
}

static const char *put(ImportTrace *trace, const Packet *packet) {
  if ((packet->given & REQUIRED) != REQUIRED) return "the packet has no tick or no command";
  if (packet->fields[COMMAND] >= COMMANDS) return "the packet has an unknown command";
  if (!is_reference(packet)) return NULL;
  if (!(packet->given & 1 << ADDRESS)) return "the packet has no address";
  if (packet->fields[SIZE] == 0 || packet->fields[SIZE] > IMPORT_TRACE_SIZE) return "the packet has a wrong size";
  import_trace_instruction(trace, packet->fields[COUNTER]);
  import_trace_reference(trace, (trace_kind)kinds[commands[packet->fields[COMMAND]]], packet->fields[ADDRESS],
                         (uint32_t)packet->fields[SIZE]);
  return NULL;
}

/* ---- the file ---- */

/* Sets [*begin, *end) to the next message. input->at remains at the length of the message. Returns false at the end of
 * the file, or with *error set. */
static inline bool next_message(ImportInput *input, const uint8_t **begin, const uint8_t **end, GError **error) {
  enum { LENGTH = 10 }; /* bytes of the longest number */
  uint64_t n;
  if (!import_input_has(input, LENGTH, error) && (*error != NULL || input->at == input->end)) return false;
  const uint8_t *at = read_number(input->at, input->end, &n);
  if (at == NULL || n > MOST) return import_input_fail(input, error, "the length of a message is wrong");
  const size_t whole = (size_t)(at - input->at) + n;
  if (!import_input_has(input, whole, error))
    return *error != NULL ? false : import_input_fail(input, error, "the file ends within a message");
  *end = input->at + whole;
  *begin = *end - n;
  return true;
}

static bool read_header(ImportInput *input, State *state, GError **error) {
  const uint8_t *begin = NULL, *end = NULL;
  const bool whole = import_input_has(input, 4, error);
  if (!whole && *error != NULL) return false;
  if (!whole || memcmp(input->at, "gem5", 4) != 0)
    return import_input_fail(input, error, "this is no packet trace of gem5");
  input->at += 4;
  if (!next_message(input, &begin, &end, error))
    return *error != NULL ? false : import_input_fail(input, error, "the trace has no header");
  input->at = end;
  return state->begun = true;
}

ImportResult import_gem5(ImportInput *input, ImportTrace *trace, uint64_t turn, GError **error) {
  State *state = (State *)input->state;
  const uint8_t *begin = NULL, *end = NULL;
  if (!state->begun && !read_header(input, state, error)) return IMPORT_FAILED;
  for (const uint64_t time = input->time; turn != 0 && (input->alone || input->time == time); turn--) {
    Packet packet;
    if (!next_message(input, &begin, &end, error)) return import_reader_end(*error);
    const char *wrong = read_packet(begin, end, &packet) ? put(trace, &packet) : "the packet is damaged";
    if (wrong != NULL) {
      import_input_fail(input, error, "%s", wrong);
      return IMPORT_FAILED;
    }
    input->time = packet.fields[TICK];
    input->at = end;
  }
  return IMPORT_MORE;
}
