/* coh_option_value.h: parses and prints option values.
 *
 * A function that parses returns false if the value is wrong, with the allowed values in allowed[COH_ALLOWED_MAX] as
 * the rest of a sentence ("expected a number from 1 to 64").
 * SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COHERENCE_COH_OPTION_VALUE_H
#define COHERENCE_COH_OPTION_VALUE_H

#include "coherence/coh_config.h"

enum { COH_ALLOWED_MAX = 1024, COH_VALUE_MAX = 64 };

/* A text in text[size], truncated if there is no more room, and always ended by a 0. */
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

/* Whether two texts are the same. */
bool coh_same_text(const char *a, const char *b);

/* A decimal number from `least` to `most`, optionally followed by K, M or G for powers of 1024. */
bool coh_parse_number(const char *value, uint32_t least, uint32_t most, uint32_t *number, char *allowed);

/* SIZE,WAYS,LINE; or "none" (size 0) if optional. */
bool coh_parse_geometry(const char *value, bool optional, coh_geometry *geometry, char *allowed);

/* ENTRIES,WAYS,PAGE (ENTRIES,WAYS if `page` is NULL), or "none" (no entries, and any page). */
bool coh_parse_tlb(const char *value, coh_entries *entries, uint64_t *page, char *allowed);

/* Names of prefetchers, each once, separated by commas, as COH_NEXT_LINE | ...; or "none" (0). */
bool coh_parse_prefetch(const char *value, uint32_t *prefetch, char *allowed);

/* yes or no. */
bool coh_parse_yes(const char *value, bool *yes, char *allowed);

/* first-touch, round-robin or node:N. */
bool coh_parse_placement(const char *value, coh_config *machine, char *allowed);

/* The name of a preset; the allowed values include "or host". */
bool coh_parse_preset(const char *value, coh_config *machine, char *allowed);

/* Prints these values. */
void coh_geometry_text(const coh_geometry *geometry, coh_words *to);
void coh_tlb_text(const coh_entries *entries, uint64_t page, coh_words *to); /* page 0: without one */
void coh_prefetch_text(uint32_t prefetch, coh_words *to);
void coh_placement_text(const coh_config *machine, coh_words *to);

#endif
