/* bin_table.h: the names of things: objects, files, code segments, places, calls and data bins, each once.
 *
 * A code segment is a function. A place is a source line within one. A call is an instruction that
 * calls or stores, as far as bins tell of it. A data bin is a variable, or all
 * blocks allocated at one point along one call path (section 5.2.2 of the paper).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_TABLE_H
#define BINS_BIN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { BIN_UNKNOWN, BIN_HEAP, BIN_STATIC, BIN_STACK, BIN_MMAP, BIN_RANGE, BIN_TLS, BIN_KINDS } bin_kind;

/* The word for a kind in profiles: "unknown", "heap", ... */
const char *bin_kind_name(bin_kind kind);

/* Numbers of records are dense from 0. Bin 0 is `unknown`. */
typedef uint32_t bin_id;
enum { BIN_ID_UNKNOWN = 0 };

typedef struct {
  const char *path;
  const char *build_id; /* hexadecimal; "": unknown */
  uint64_t bias;        /* run-time address minus link-time address, modulo 2^64 */
} bin_object;

typedef struct {
  const char *name;
  uint32_t object, file; /* numbers */
  uint32_t line;         /* 0: unknown */
} bin_segment;

typedef struct {
  uint32_t segment, file; /* numbers */
  uint32_t line;          /* 0: unknown */
  uint64_t address;       /* link-time, of the one instruction that this is; 0: a whole line */
  uint64_t instructions;  /* executed there */
} bin_place;

typedef struct {
  uint32_t object;
  uint64_t address; /* link-time: of a call, where it returns to minus 1; of a store, its own */
  uint32_t place;
} bin_code;

/* Where the address of a new block of a bin was stored. */
typedef struct {
  bin_id target;   /* stored into */
  uint32_t call;   /* the storing instruction */
  uint64_t offset; /* from the start of the target's block or variable; in a stack, bytes below the frame's CFA */
  uint64_t inside; /* bytes behind the start of the block to which the address leads */
} bin_receiver;

/* Where the variable lies that a static or thread-local bin is. */
typedef struct {
  uint32_t object;
  uint64_t address; /* link-time; of a thread-local one, offset in the object's TLS segment */
  uint64_t bytes;
} bin_variable;

/* The part of a function's frame that a stack bin is (bin_slot.h). */
typedef struct {
  uint32_t segment;
  uint64_t below; /* bytes from its first byte up to the canonical frame address; 0: unknown */
} bin_slot;

/* A function, or a natural loop of one. */
typedef struct {
  bool is_loop;
  uint32_t around;  /* number of the scope right around a loop + 1; 0: a function */
  uint32_t segment; /* the function that the code is of */
  uint32_t file, line;
  uint64_t address;   /* link-time, of its first instruction, in the segment's object; a loop: of its header */
  uint64_t low, high; /* likewise: all of it is in [low, high) */
} bin_scope;

/* Receivers that a bin is told of at most: of its blocks, and of addresses further inside of them than BIN_AT_START.
 * (An array's length may stand before it.) */
enum { BIN_RECEIVERS = 8, BIN_RECEIVERS_INSIDE = 24, BIN_AT_START = 64 };

typedef struct {
  bin_kind kind;
  const char *name; /* "" when the frames name it */
  uint64_t bytes;   /* of all blocks ever */
  uint64_t blocks;
  uint32_t n_frames;
  const uint32_t *frames; /* calls of the call path, innermost first */
  uint32_t n_key;
  const uint64_t *key;            /* what tells it from others of its kind and name */
  const bin_variable *variable;   /* NULL: none, or unknown */
  uint32_t n_receivers, n_inside; /* of the receivers, those of addresses inside */
  bin_receiver *receivers;        /* as they were seen */
} bin_data;

typedef struct bin_table bin_table;

/* Makes a table that holds bin 0 only; free with bin_table_free(). */
bin_table *bin_table_new(void);
void bin_table_free(bin_table *table);

/* Each finds the record or makes it, and returns its number. Strings are copied. */
uint32_t bin_table_object(bin_table *table, const char *path);
uint32_t bin_table_file(bin_table *table, const char *path);
uint32_t bin_table_segment(bin_table *table, const char *name, uint32_t object, uint32_t file, uint32_t line);
uint32_t bin_table_place(bin_table *table, uint32_t segment, uint32_t file, uint32_t line, uint64_t address);
uint32_t bin_table_call(bin_table *table, uint32_t object, uint64_t address, uint32_t place);

/* The same of a scope, which is told from others by kind, scope around it, object and address. */
uint32_t bin_table_scope(bin_table *table, const bin_scope *scope);

/* Sets what else is known of an object. The string is copied. */
void bin_table_set_object(bin_table *table, uint32_t object, const char *build_id, uint64_t bias);

/* A bin is told from others by kind, name and key (code addresses of a call path, address of a variable).
 * The frames of a bin that is already there are kept. */
bin_id bin_table_bin(bin_table *table, bin_kind kind, const char *name, const uint64_t *key, uint32_t n_key,
                     const uint32_t *frames, uint32_t n_frames);

/* Sets the frames of a bin that was made without. */
void bin_table_set_frames(bin_table *table, bin_id bin, const uint32_t *frames, uint32_t n_frames);

/* Code in [low, high) was unloaded: the heap and mmap bins with such an address in their key are found no
 * more, so that code loaded there later gets bins of its own. */
void bin_table_retire_paths(bin_table *table, uint64_t low, uint64_t high);

/* The stack bin of a function. */
bin_id bin_table_stack(bin_table *table, uint32_t segment);

/* The stack bin that is a slot of a function's frame. */
bin_id bin_table_slot(bin_table *table, uint32_t segment, uint64_t below);

/* Tells which slot a bin is. False: it is none. */
bool bin_table_get_slot(const bin_table *table, bin_id bin, bin_slot *slot);

/* Sets where the variable lies that a bin is. The key of a static one is the address where it begins in the program. */
void bin_table_set_variable(bin_table *table, bin_id bin, const bin_variable *variable);

/* For a table that is read back from a profile, its records in their order. Objects, files, segments, places and calls
 * come back by the functions above; bins by the first one here, as a new bin even if there is an equal one. A stack bin
 * becomes that of the first segment of its name that asks for one, unless it is made a slot. */
bin_id bin_table_restore_bin(bin_table *table, bin_kind kind, const char *name, const uint32_t *frames,
                             uint32_t n_frames);
void bin_table_restore_slot(bin_table *table, bin_id bin, const bin_slot *slot);
void bin_table_restore_blocks(bin_table *table, bin_id bin, uint64_t bytes, uint64_t blocks);
void bin_table_restore_instructions(bin_table *table, uint32_t place, uint64_t instructions);

/* Sets where the variable of a static bin that was read back begins in the program, as far as that is known: if nothing
 * is yet, or of the same variable only a part that begins later. */
void bin_table_restore_start(bin_table *table, bin_id bin, uint64_t address);

/* Adds a receiver of a bin's blocks, unless it is known already or the bin has as many as there may be. What an
 * instruction stores into a bin again and again, as it fills an array, counts once if it leads inside. */
void bin_table_add_receiver(bin_table *table, bin_id bin, const bin_receiver *receiver);

/* Adds a block to what a bin ever held. */
void bin_table_add_block(bin_table *table, bin_id bin, uint64_t bytes);

/* Adds executed instructions to a place. */
void bin_table_add_instructions(bin_table *table, uint32_t place, uint64_t instructions);

/* Sets the instructions of all places to zero. */
void bin_table_zero(bin_table *table);

/* Records by number, valid until the next one is made, and how many there are. */
const bin_object *bin_table_get_object(const bin_table *table, uint32_t number);
const char *bin_table_get_file(const bin_table *table, uint32_t number);
const bin_segment *bin_table_get_segment(const bin_table *table, uint32_t number);
const bin_place *bin_table_get_place(const bin_table *table, uint32_t number);
const bin_code *bin_table_get_call(const bin_table *table, uint32_t number);
const bin_scope *bin_table_get_scope(const bin_table *table, uint32_t number);
const bin_data *bin_table_get_bin(const bin_table *table, bin_id bin);
uint32_t bin_table_objects(const bin_table *table);
uint32_t bin_table_files(const bin_table *table);
uint32_t bin_table_segments(const bin_table *table);
uint32_t bin_table_places(const bin_table *table);
uint32_t bin_table_calls(const bin_table *table);
uint32_t bin_table_scopes(const bin_table *table);
uint32_t bin_table_bins(const bin_table *table);

#endif
