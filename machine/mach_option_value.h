/* mach_option_value.h: the types of options. A type defines how a value is parsed, written and stored.
 *
 * If a value is wrong, the function that parses it returns false, and writes the allowed values to
 * allowed[MACH_ALLOWED_MAX] as a clause ("expected a number from 1 to 64").
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

enum { MACH_ALLOWED_MAX = 1024, MACH_VALUE_MAX = 64 };

/* A text that is written to text[size]. It grows, is truncated at `size`, and always ends with a 0. */
typedef struct {
  char *text;
  size_t size, used;
} mach_words;

static inline mach_words mach_words_in(char *text, size_t size) {
  text[0] = '\0';
  return (mach_words){text, size, 0};
}
void mach_words_add(mach_words *words, const char *text);
void mach_words_number(mach_words *words, uint64_t number);

/* Appends a number, given in thousandths, as a decimal fraction without trailing zeros: 250 as "0.25". */
void mach_words_decimal(mach_words *words, uint64_t thousandths);

/* Returns whether two texts are the same. */
bool mach_same_text(const char *a, const char *b);

/* Parses a decimal number from `least` to `most`; a suffix K, M or G multiplies it by a power of 1024. */
bool mach_parse_number(const char *value, uint32_t least, uint32_t most, uint32_t *number, char *allowed);

/* Parses a decimal number with at most three digits after the point, and not above `most`. Returns false, and leaves
 * *thousandths unchanged, if the text is not such a number. */
bool mach_parse_decimal(const char *value, uint32_t most, uint32_t *thousandths);

/* Parses "yes" or "no". */
bool mach_parse_yes(const char *value, bool *yes, char *allowed);

/* Parses the name of a preset. If the name is wrong, writes the names of the presets, and "or host", to `allowed`. */
bool mach_parse_preset(const char *value, mach_config *machine, char *allowed);

/* When a profile lists the value of an option (mach_option_table.def). */
typedef enum { MACH_LIST_ALWAYS, MACH_LIST_CHANGED, MACH_LIST_GIVEN, MACH_LIST_NEVER } mach_listing;

/* A row of a table of options. `set` parses a value and stores it in the struct that has the option's field; `write`
 * appends the stored value as it would be written. Both are NULL if the type is OWN: then other code parses and writes
 * the value. */
typedef struct mach_option_row mach_option_row;
struct mach_option_row {
  const char *name, *value, *initial, *help; /* texts of the option, as --help shows them */
  mach_listing listed;
  unsigned needs; /* number of the option in the table without which this one has no effect, or MACH_OPTION_NONE */
  bool (*set)(const mach_option_row *row, const char *value, void *fields, char *allowed);
  void (*write)(const mach_option_row *row, const void *fields, mach_words *to);
  size_t offset;        /* offset of the field, in bytes */
  uint64_t least, most; /* bounds, if the value is a number; `most` of a list: its allowed members, as bits */
  const char *unit;     /* unit, if the value is a number; "": it has no unit */
};

/* The functions of each type for the fields `set` and `write` of a row. */
bool mach_set_number(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_decimal(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_bandwidth(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_long(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_yes(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_choice(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_geometry(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_tlb(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_entries(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_placement(const mach_option_row *row, const char *value, void *fields, char *allowed);
bool mach_set_prefetchers(const mach_option_row *row, const char *value, void *fields, char *allowed);
void mach_write_number(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_decimal(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_bandwidth(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_long(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_yes(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_choice(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_geometry(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_tlb(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_entries(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_placement(const mach_option_row *row, const void *fields, mach_words *to);
void mach_write_prefetchers(const mach_option_row *row, const void *fields, mach_words *to);

/* These macros give the field `value` of a row, and its fields from `set` on, for each type. A file that includes a
 * table of options defines MACH_FIELDS as the struct that has the options' fields. */
#define MACH_VALUE_OWN(text) text
#define MACH_VALUE_NUMBER(field, least, most, unit) MACH_TEXT(least) ".." MACH_TEXT(most)
#define MACH_VALUE_CYCLES(field) "CYCLES"
#define MACH_VALUE_DECIMAL(field, most, unit) "0.001.." MACH_TEXT(most)
#define MACH_VALUE_BANDWIDTH(field) "BYTES|none"
#define MACH_VALUE_YES(field) "yes|no"
#define MACH_VALUE_CHOICE(type, field, words) words
#define MACH_VALUE_GEOMETRY(field) "SIZE,WAYS,LINE"
#define MACH_VALUE_CACHE(field) "SIZE,WAYS,LINE|none"
#define MACH_VALUE_TLB(field, page) "ENTRIES,WAYS,PAGE|none"
#define MACH_VALUE_ENTRIES(field) "ENTRIES,WAYS|none"
#define MACH_VALUE_PLACEMENT(field, node) "first-touch|round-robin|node:N"
#define MACH_VALUE_PREFETCHERS(field, kinds) "LIST|none"

/* Types that are used only in tables other than the machine's. memspy/setup/spy_options.def describes them. */
#define MACH_VALUE_LONG(field, least, exponent, unit) MACH_TEXT(least) "..10^" MACH_TEXT(exponent)
#define MACH_VALUE_SIZE(field, least, most) MACH_TEXT(least) "M.." MACH_TEXT(most) "M"
#define MACH_VALUE_FILE(field) "FILE"
#define MACH_VALUE_FILE_IN(field) "FILE"
#define MACH_VALUE_NUMBER_IN(field, least, most, unit) MACH_VALUE_NUMBER(field, least, most, unit)
#define MACH_VALUE_CHOICE_IN(field, words) words
#define MACH_VALUE_CACHE_OR_PRESET_IN(field) "SIZE,WAYS,LINE|preset|none"

#define MACH_AT(field) .offset = offsetof(MACH_FIELDS, field)
#define MACH_TYPE_OWN(text) .set = NULL
#define MACH_TYPE_NUMBER(field, low, high, of) \
  .set = mach_set_number, .write = mach_write_number, MACH_AT(field), .least = low, .most = high, .unit = of
#define MACH_TYPE_LONG(field, low, exponent, of)                                                                \
  .set = mach_set_long, .write = mach_write_long, MACH_AT(field), .least = low, .most = (uint64_t)1e##exponent, \
  .unit = of
#define MACH_TYPE_SIZE(field, low, high) MACH_TYPE_NUMBER(field, (uint64_t)low << 20, (uint64_t)high << 20, "bytes")
#define MACH_TYPE_CYCLES(field) MACH_TYPE_NUMBER(field, 0, MACH_MAX_LATENCY, "cycles")
#define MACH_TYPE_DECIMAL(field, high, of) \
  .set = mach_set_decimal, .write = mach_write_decimal, MACH_AT(field), .most = high, .unit = of
#define MACH_TYPE_BANDWIDTH(field)                                                                      \
  .set = mach_set_bandwidth, .write = mach_write_bandwidth, MACH_AT(field), .most = MACH_MAX_BANDWIDTH, \
  .unit = "bytes per cycle"
#define MACH_TYPE_YES(field) .set = mach_set_yes, .write = mach_write_yes, MACH_AT(field)
#define MACH_TYPE_CHOICE(type, field, words) .set = mach_set_choice, .write = mach_write_choice, MACH_AT(field)
#define MACH_TYPE_GEOMETRY(field) .set = mach_set_geometry, .write = mach_write_geometry, MACH_AT(field)
#define MACH_TYPE_CACHE(field) MACH_TYPE_GEOMETRY(field)
#define MACH_TYPE_TLB(field, page) .set = mach_set_tlb, .write = mach_write_tlb, MACH_AT(field)
#define MACH_TYPE_ENTRIES(field) .set = mach_set_entries, .write = mach_write_entries, MACH_AT(field)
#define MACH_TYPE_PLACEMENT(field, node) .set = mach_set_placement, .write = mach_write_placement, MACH_AT(field)
#define MACH_TYPE_PREFETCHERS(field, kinds) \
  .set = mach_set_prefetchers, .write = mach_write_prefetchers, MACH_AT(field), .most = kinds
