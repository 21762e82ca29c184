/* put_records.c: see put_records.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/profiles/put_records.h"

static bin_writer *into;

void put_into(bin_writer *writer) { into = writer; }

void put_begin(bin_record record) { bin_writer_begin(into, record); }

void put_number(uint64_t number) { bin_writer_number(into, number); }

void put_string(const char *string) { bin_writer_string(into, string); }

void put_end(void) { bin_writer_end(into); }

void put_text(bin_record record, const char *text) {
  put_begin(record);
  put_string(text);
  put_end();
}

void put_numbers(bin_record record, const uint64_t *fields, size_t n) {
  put_begin(record);
  for (size_t i = 0; i < n; i++) put_number(fields[i]);
  put_end();
}

void put_option(const char *name, const char *value) {
  put_begin(BIN_RECORD_OPTION);
  put_string(name);
  put_string(value);
  put_end();
}
