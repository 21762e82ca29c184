/* put_program.h: the code and the data of a profile: objects, files, functions, places, calls, scopes and bins.
 *
 * All are numbered from 0, in their order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdint.h>

/* Starts a program, without the records of the previous one. */
void put_program_start(void);
void put_program_end(void);

void put_object(const char *path);
void put_object_with(const char *path, const char *build_id, uint64_t bias);
void put_file(const char *path);
void put_segment(const char *name, unsigned object, unsigned file, uint64_t line);

/* Writes a line or an instruction of a segment. executed: number of executed instructions. */
void put_place(unsigned segment, unsigned file, uint64_t line, uint64_t executed);
void put_instruction(unsigned segment, unsigned file, uint64_t line, uint64_t address, uint64_t executed);

/* Return the number of places, the object that contains a place, and the instructions of all places. */
unsigned put_places(void);
unsigned put_object_of_place(unsigned place);
uint64_t put_instructions(void);

/* Writes a call at each place, with the number of the place. */
void put_calls(void);

/* Writes a scope. Its addresses: the first instruction, the lowest address, and the end of the highest one. */
void put_scope(const char *kind, uint64_t around, unsigned segment, unsigned file, uint64_t line,
               const uint64_t addresses[3]);

/* Writes a bin. frames: numbers of calls, ended by -1; NULL: none. */
void put_bin(const char *kind, const char *name, uint64_t bytes, uint64_t blocks, const int *frames);
#define PUT_FRAMES(...) ((const int[]){__VA_ARGS__, -1})
