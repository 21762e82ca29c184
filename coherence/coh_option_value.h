/* coh_option_value.h: the types of options: how a value is written, and where it is stored.
 *
 * A function that parses returns false if the value is wrong, and puts the allowed values into
 * allowed[COH_ALLOWED_MAX] as the rest of a sentence ("expected a number from 1 to 64").
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_config.h"

enum { COH_ALLOWED_MAX = 1024, COH_VALUE_MAX = 64 };

/* A text in text[size] that grows, is cut at the size, and always ends with a 0. */
typedef struct {
  char *text;
  size_t size, used;
} coh_words;

static inline coh_words coh_words_in(char *text, size_t size) {
  text[0] = '\0';
  return (coh_words){text, size, 0};
}
void coh_words_add(coh_words *words, const char *text);
void coh_words_number(coh_words *words, uint64_t number);

/* Returns whether two texts are the same. */
bool coh_same_text(const char *a, const char *b);

/* Parses a decimal number from `least` to `most`; a suffix K, M or G multiplies it by a power of 1024. */
bool coh_parse_number(const char *value, uint32_t least, uint32_t most, uint32_t *number, char *allowed);

/* Parses "yes" or "no". */
bool coh_parse_yes(const char *value, bool *yes, char *allowed);

/* Parses the name of a preset; *allowed lists the presets, and "or host". */
bool coh_parse_preset(const char *value, coh_config *machine, char *allowed);

/* Where a profile lists an option (coh_machine.def). */
typedef enum { COH_LIST_ALWAYS, COH_LIST_CHANGED, COH_LIST_GIVEN, COH_LIST_NEVER } coh_listing;

/* A row of a table of options. `set` parses a value and stores it in the struct that has the option's field; `write`
 * appends the stored value as it would be written. Both are NULL if the option's own code does this. */
typedef struct coh_option_row coh_option_row;
struct coh_option_row {
  const char *name, *value, *initial, *help; /* as --help shows them */
  coh_listing listed;
  unsigned needs; /* number of another option of the table, or COH_OPTION_NONE */
  bool (*set)(const coh_option_row *row, const char *value, void *fields, char *allowed);
  void (*write)(const coh_option_row *row, const void *fields, coh_words *to);
  size_t offset;        /* offset of the field, in bytes */
  uint64_t least, most; /* bounds of a number */
  const char *unit;     /* unit of a number; "": none */
};

/* The functions of each type. */
bool coh_set_number(const coh_option_row *row, const char *value, void *fields, char *allowed);
bool coh_set_long(const coh_option_row *row, const char *value, void *fields, char *allowed);
bool coh_set_yes(const coh_option_row *row, const char *value, void *fields, char *allowed);
bool coh_set_choice(const coh_option_row *row, const char *value, void *fields, char *allowed);
bool coh_set_geometry(const coh_option_row *row, const char *value, void *fields, char *allowed);
bool coh_set_tlb(const coh_option_row *row, const char *value, void *fields, char *allowed);
bool coh_set_entries(const coh_option_row *row, const char *value, void *fields, char *allowed);
bool coh_set_placement(const coh_option_row *row, const char *value, void *fields, char *allowed);
bool coh_set_prefetchers(const coh_option_row *row, const char *value, void *fields, char *allowed);
void coh_write_number(const coh_option_row *row, const void *fields, coh_words *to);
void coh_write_long(const coh_option_row *row, const void *fields, coh_words *to);
void coh_write_yes(const coh_option_row *row, const void *fields, coh_words *to);
void coh_write_choice(const coh_option_row *row, const void *fields, coh_words *to);
void coh_write_geometry(const coh_option_row *row, const void *fields, coh_words *to);
void coh_write_tlb(const coh_option_row *row, const void *fields, coh_words *to);
void coh_write_entries(const coh_option_row *row, const void *fields, coh_words *to);
void coh_write_placement(const coh_option_row *row, const void *fields, coh_words *to);
void coh_write_prefetchers(const coh_option_row *row, const void *fields, coh_words *to);

/* The columns `value` and those from `set` on, by type. A file with such a table defines COH_FIELDS, the struct that
 * has the fields. */
#define COH_TEXT(number) COH_TEXT_OF(number)
#define COH_TEXT_OF(number) #number
#define COH_VALUE_OWN(text) text
#define COH_VALUE_NUMBER(field, least, most, unit) COH_TEXT(least) ".." COH_TEXT(most)
#define COH_VALUE_CYCLES(field) "CYCLES"
#define COH_VALUE_YES(field) "yes|no"
#define COH_VALUE_CHOICE(type, field, words) words
#define COH_VALUE_GEOMETRY(field) "SIZE,WAYS,LINE"
#define COH_VALUE_CACHE(field) "SIZE,WAYS,LINE|none"
#define COH_VALUE_TLB(field, page) "ENTRIES,WAYS,PAGE|none"
#define COH_VALUE_ENTRIES(field) "ENTRIES,WAYS|none"
#define COH_VALUE_PLACEMENT(field, node) "first-touch|round-robin|node:N"
#define COH_VALUE_PREFETCHERS(field) "LIST|none"

/* Types of other tables than the machine's, which memspy/setup/spy_options.def describes. */
#define COH_VALUE_LONG(field, least, exponent, unit) COH_TEXT(least) "..10^" COH_TEXT(exponent)
#define COH_VALUE_SIZE(field, least, most) COH_TEXT(least) "M.." COH_TEXT(most) "M"
#define COH_VALUE_FILE(field) "FILE"
#define COH_VALUE_FILE_IN(field) "FILE"
#define COH_VALUE_NUMBER_IN(field, least, most, unit) COH_VALUE_NUMBER(field, least, most, unit)
#define COH_VALUE_CHOICE_IN(field, words) words
#define COH_VALUE_CACHE_OR_PRESET_IN(field) "SIZE,WAYS,LINE|preset|none"

#define COH_AT(field) .offset = offsetof(COH_FIELDS, field)
#define COH_TYPE_OWN(text) .set = NULL
#define COH_TYPE_NUMBER(field, low, high, of) \
  .set = coh_set_number, .write = coh_write_number, COH_AT(field), .least = low, .most = high, .unit = of
#define COH_TYPE_LONG(field, low, exponent, of) \
  .set = coh_set_long, .write = coh_write_long, COH_AT(field), .least = low, .most = (uint64_t)1e##exponent, .unit = of
#define COH_TYPE_SIZE(field, low, high) COH_TYPE_NUMBER(field, (uint64_t)low << 20, (uint64_t)high << 20, "bytes")
#define COH_TYPE_CYCLES(field) COH_TYPE_NUMBER(field, 0, COH_MAX_LATENCY, "cycles")
#define COH_TYPE_YES(field) .set = coh_set_yes, .write = coh_write_yes, COH_AT(field)
#define COH_TYPE_CHOICE(type, field, words) .set = coh_set_choice, .write = coh_write_choice, COH_AT(field)
#define COH_TYPE_GEOMETRY(field) .set = coh_set_geometry, .write = coh_write_geometry, COH_AT(field)
#define COH_TYPE_CACHE(field) COH_TYPE_GEOMETRY(field)
#define COH_TYPE_TLB(field, page) .set = coh_set_tlb, .write = coh_write_tlb, COH_AT(field)
#define COH_TYPE_ENTRIES(field) .set = coh_set_entries, .write = coh_write_entries, COH_AT(field)
#define COH_TYPE_PLACEMENT(field, node) .set = coh_set_placement, .write = coh_write_placement, COH_AT(field)
#define COH_TYPE_PREFETCHERS(field) .set = coh_set_prefetchers, .write = coh_write_prefetchers, COH_AT(field)
