/* put_records.h: writes records of a profile, for make_profile.
 *
 * All records go to one current writer, which keeps the descriptions of the kinds short.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "bins/bin_writer.h"

/* Sets the writer for all further records. The caller owns it. */
void put_into(bin_writer *writer);

/* As bin_writer_begin() and the functions after it, for the current writer. */
void put_begin(bin_record record);
void put_number(uint64_t number);
void put_string(const char *string);
void put_end(void);

/* Write a record with one text, a record with several numbers, and an option. */
void put_text(bin_record record, const char *text);
void put_numbers(bin_record record, const uint64_t *fields, size_t n);
void put_option(const char *name, const char *value);

/* PUT_NUMBERS(CALL, 1, 0x1173, 2) */
#define PUT_NUMBERS(record, ...)                                    \
  put_numbers(BIN_RECORD_##record, (const uint64_t[]){__VA_ARGS__}, \
              sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))
