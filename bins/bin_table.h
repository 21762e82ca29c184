/* bin_table.h: the names of objects, files, code segments, places, calls and data bins, each stored once.
 *
 * A code segment is a function, or the inlined body of a function inside another function. A place is a source line of
 * a function. A call is a call instruction or a store instruction that is part of the description of a bin. A data bin
 * is a variable, or all blocks that were allocated at one point along one call path (section 5.2.2 of the paper).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { BIN_UNKNOWN, BIN_HEAP, BIN_STATIC, BIN_STACK, BIN_MMAP, BIN_RANGE, BIN_TLS, BIN_KINDS } bin_kind;

/* Returns the word for a kind of bin in profiles: "unknown", "heap", ... */
const char *bin_kind_name(bin_kind kind);

/* Numbers of records are dense from 0. Bin 0 is `unknown`. */
typedef uint32_t bin_id;
enum { BIN_ID_UNKNOWN = 0 };

typedef struct {
  const char *path;
  const char *build_id; /* hexadecimal; "": unknown */
  uint64_t bias;        /* run-time address minus link-time address of the object's code and data, modulo 2^64 */
} bin_object;

typedef struct {
  const char *name;
  uint32_t object, file; /* numbers of the records */
  uint32_t line;         /* 0: unknown */
  uint32_t inlined_in;   /* number of the segment that contains this inlined function, + 1; 0: the segment is not
                            inlined */
} bin_segment;

typedef struct {
  uint32_t segment, file; /* numbers of the records */
  uint32_t line;          /* 0: unknown */
  uint32_t function;      /* number of the enclosing segment that is not inlined: it owns the stack frame */
  uint64_t address;       /* link-time address of one instruction; 0: the place is the whole source line */
  uint64_t instructions;  /* executed there */
  uint32_t stage;         /* number of the stage in which the place is executed + 1; 0: outside of all stages */
  uint32_t code;          /* number of the place of the same code outside of all stages */
} bin_place;

/* The `stage` of places of uncounted code (bin_account_tell_uncounted()). This stage has no record,
 * and is never the current one. */
#define BIN_STAGE_UNCOUNTED 0xffffffffu

/* A stage: a part of the run that the program named. Stages form a tree: a stage that begins inside another stage
 * differs from a stage of the same name that begins elsewhere. */
typedef struct {
  uint32_t outer; /* number of the stage inside which this one begins + 1; 0: none */
  const char *name;
  uint64_t begun;  /* how often it began */
  uint64_t cycles; /* sum of the times from each beginning to its end */
} bin_stage;

typedef struct {
  uint32_t object;
  uint64_t address; /* link-time address: for a call, the return address minus 1; for a store, the address of the
                       instruction */
  uint32_t place;
} bin_code;

/* A location in which the address of a new block of a bin was stored. */
typedef struct {
  bin_id target;   /* the bin that contains the location */
  uint32_t call;   /* the storing instruction */
  uint64_t offset; /* distance in bytes from the start of the target's block or variable; in a stack, distance below the
                      frame's CFA */
  uint64_t inside; /* offset of the stored address from the start of the new block */
} bin_receiver;

/* The location of the variable of a static or thread-local bin. */
typedef struct {
  uint32_t object;
  uint64_t address; /* link-time address; for a thread-local variable, the offset in the object's TLS segment */
  uint64_t bytes;
} bin_variable;

/* The slot of a stack bin (bin_slot.h). */
typedef struct {
  uint32_t segment;
  uint64_t below; /* distance of the slot's first byte from the canonical frame address; 0: unknown */
} bin_slot;

/* A function, or a natural loop of a function. */
typedef struct {
  bool is_loop;
  uint32_t around;  /* for a loop, number of the enclosing scope + 1; 0: the scope is a function */
  uint32_t segment; /* segment of the function */
  uint32_t file, line;
  uint64_t address;   /* link-time address, in the segment's object, of the first instruction; for a loop, the first
                       instruction of its header */
  uint64_t low, high; /* link-time addresses; the scope is within [low, high) */
} bin_scope;

/* The maximum number of a bin's receivers that contain the start of a block, and the maximum number of those that
 * contain an address more than BIN_AT_START bytes inside a block. (The length of an array can be stored before the
 * array.) */
enum { BIN_RECEIVERS = 8, BIN_RECEIVERS_INSIDE = 24, BIN_AT_START = 64 };

typedef struct {
  bin_kind kind;
  const char *name; /* "" if the frames determine the name */
  uint64_t bytes;   /* total number of bytes in all blocks of the run */
  uint64_t blocks;
  uint32_t n_frames;
  const uint32_t *frames; /* calls of the call path, innermost first */
  uint32_t n_key;
  const uint64_t *key;            /* numbers that distinguish the bin from others of the same kind and name */
  const bin_variable *variable;   /* NULL: none, or unknown */
  uint32_t n_receivers, n_inside; /* n_inside: number of receivers that contain an address inside a block */
  bin_receiver *receivers;        /* in the order in which the addresses were stored */
} bin_data;

typedef struct bin_table bin_table;

/* Makes a table that holds bin 0 only; free with bin_table_free(). */
bin_table *bin_table_new(void);
void bin_table_free(bin_table *table);

/* Each of the next functions finds or makes a record, and returns its number. Strings are copied. bin_table_inlined()
 * returns the segment of an inlined function; its argument `inlined_in` is the number of the segment that contains this
 * function. */
uint32_t bin_table_object(bin_table *table, const char *path);
uint32_t bin_table_file(bin_table *table, const char *path);
uint32_t bin_table_segment(bin_table *table, const char *name, uint32_t object, uint32_t file, uint32_t line);
uint32_t bin_table_inlined(bin_table *table, const char *name, uint32_t object, uint32_t file, uint32_t line,
                           uint32_t inlined_in);
uint32_t bin_table_place(bin_table *table, uint32_t segment, uint32_t file, uint32_t line, uint64_t address);
uint32_t bin_table_call(bin_table *table, uint32_t object, uint64_t address, uint32_t place);
uint32_t bin_table_stage(bin_table *table, uint32_t outer, const char *name);

/* Makes a stage the current one; `stage` is its number + 1; 0: no stage. Only bin_account_enter() calls this function,
 * since the account has to forget cells of the stage before. */
void bin_table_enter(bin_table *table, uint32_t stage);

/* Finds or makes a place of a profile, with its stage. Also makes the place of the same code outside of all stages. The
 * function, the instructions and the code of *place are not used. */
uint32_t bin_table_restore_place(bin_table *table, const bin_place *place);

/* Returns the number of the current stage + 1; 0: no stage. */
uint32_t bin_table_entered(const bin_table *table);

/* bin_table_staged() returns the place of `place`'s code in the current stage. For an uncounted place, which has no
 * stage, it returns the place itself. bin_table_uncounted() returns the uncounted place of this code. Both make the
 * place if it does not exist. */
uint32_t bin_table_staged(bin_table *table, uint32_t place);
uint32_t bin_table_uncounted(bin_table *table, uint32_t place);

/* Returns whether bin_table_stage() would find a stage. */
bool bin_table_has_stage(const bin_table *table, uint32_t outer, const char *name);

/* The first function counts a beginning of a stage. The second sets the cycles of a stage. */
void bin_table_count_stage(bin_table *table, uint32_t stage);
void bin_table_time_stage(bin_table *table, uint32_t stage, uint64_t cycles);

/* Finds or makes a scope. The scope's key is its kind, enclosing scope, object and address. */
uint32_t bin_table_scope(bin_table *table, const bin_scope *scope);

/* Sets the build ID and the bias of an object. The string is copied. */
void bin_table_set_object(bin_table *table, uint32_t object, const char *build_id, uint64_t bias);

/* Finds or makes a bin. The bin's key is its kind, name and `key`: the code addresses of a call path, or the address of
 * a variable. A bin that exists keeps its frames. */
bin_id bin_table_bin(bin_table *table, bin_kind kind, const char *name, const uint64_t *key, uint32_t n_key,
                     const uint32_t *frames, uint32_t n_frames);

/* Sets the frames of a bin that has no frames yet. */
void bin_table_set_frames(bin_table *table, bin_id bin, const uint32_t *frames, uint32_t n_frames);

/* Removes the heap and mmap bins that have an address of [low, high) in their key from the index, because the code at
 * these addresses was unloaded. Code that is loaded there later gets bins of its own. */
void bin_table_retire_paths(bin_table *table, uint64_t low, uint64_t high);

/* Returns the stack bin of a function. */
bin_id bin_table_stack(bin_table *table, uint32_t segment);

/* Returns the stack bin of a slot of a function's frame. */
bin_id bin_table_slot(bin_table *table, uint32_t segment, uint64_t below);

/* Sets *slot to the slot of a bin. Returns false if the bin is not a slot. */
bool bin_table_get_slot(const bin_table *table, bin_id bin, bin_slot *slot);

/* Sets the variable that a bin describes. The key of a static bin is the run-time address of its variable. */
void bin_table_set_variable(bin_table *table, bin_id bin, const bin_variable *variable);

/* The next functions restore the records of a profile, in the order of the profile. Objects, files, segments, places
 * and calls are restored with the functions above. bin_table_restore_bin() makes a new bin, even if an equal one
 * exists. A restored stack bin belongs to the first segment of its name for which bin_table_stack() is called, unless
 * bin_table_restore_slot() makes it a slot. */
bin_id bin_table_restore_bin(bin_table *table, bin_kind kind, const char *name, const uint32_t *frames,
                             uint32_t n_frames);
void bin_table_restore_slot(bin_table *table, bin_id bin, const bin_slot *slot);
void bin_table_restore_blocks(bin_table *table, bin_id bin, uint64_t bytes, uint64_t blocks);
void bin_table_restore_instructions(bin_table *table, uint32_t place, uint64_t instructions);

/* Sets the run-time address of the variable of a restored static bin, unless a lower one is set. */
void bin_table_restore_start(bin_table *table, bin_id bin, uint64_t address);

/* Adds a receiver of a bin's blocks, unless the receiver exists already. If the bin has the maximum number of
 * receivers, a receiver outside of stacks replaces the last one on a stack; any other is not added. An instruction that
 * fills an array with addresses inside blocks of one bin counts as one receiver. */
void bin_table_add_receiver(bin_table *table, bin_id bin, const bin_receiver *receiver);

/* Adds one block, and its bytes, to a bin's counts. */
void bin_table_add_block(bin_table *table, bin_id bin, uint64_t bytes);

/* Adds a number of executed instructions to a place, in the current stage. */
void bin_table_add_instructions(bin_table *table, uint32_t place, uint64_t instructions);

/* Sets the instructions of all places, and the counts of all stages, to zero. */
void bin_table_zero(bin_table *table);

/* The first eight functions return the record with a number; the record is valid until the next record is made. The
 * others return the number of records of each kind. */
const bin_object *bin_table_get_object(const bin_table *table, uint32_t number);
const char *bin_table_get_file(const bin_table *table, uint32_t number);
const bin_segment *bin_table_get_segment(const bin_table *table, uint32_t number);
const bin_place *bin_table_get_place(const bin_table *table, uint32_t number);
const bin_code *bin_table_get_call(const bin_table *table, uint32_t number);
const bin_scope *bin_table_get_scope(const bin_table *table, uint32_t number);
const bin_stage *bin_table_get_stage(const bin_table *table, uint32_t number);
const bin_data *bin_table_get_bin(const bin_table *table, bin_id bin);
uint32_t bin_table_objects(const bin_table *table);
uint32_t bin_table_files(const bin_table *table);
uint32_t bin_table_segments(const bin_table *table);
bool bin_table_has_inlined(const bin_table *table); /* whether a segment is inlined */
uint32_t bin_table_places(const bin_table *table);
uint32_t bin_table_calls(const bin_table *table);
uint32_t bin_table_scopes(const bin_table *table);
uint32_t bin_table_stages(const bin_table *table);
uint32_t bin_table_bins(const bin_table *table);
