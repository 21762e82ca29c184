/* put_records.h: writes records of a profile, of which make_profile is made up.
 *
 * What is put goes to one writer, so that the descriptions of the kinds are short.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "bins/bin_writer.h"

/* Where records go from now on. The caller owns the writer. */
void put_into(bin_writer *writer);

/* As bin_writer_begin() and so on. */
void put_begin(bin_record record);
void put_number(uint64_t number);
void put_string(const char *string);
void put_end(void);

/* Records of one text, of one number after the other, and an option. */
void put_text(bin_record record, const char *text);
void put_numbers(bin_record record, const uint64_t *fields, size_t n);
void put_option(const char *name, const char *value);

/* PUT_NUMBERS(CALL, 1, 0x1173, 2) */
#define PUT_NUMBERS(record, ...)                                    \
  put_numbers(BIN_RECORD_##record, (const uint64_t[]){__VA_ARGS__}, \
              sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))
