/* bin_profile_parts.h: the parts of a profile, which bin_profile.c writes one after the other, and the functions that
 * the parts share. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "bins/bin_kept.h"
#include "bins/bin_profile_info.h"
#include "bins/bin_writer.h"

/* A profile that is being written. */
typedef struct {
  bin_account *account;
  const bin_cells *cells; /* NULL: write only the tables */
  const bin_table *table;
  const bin_profile_info *info;
  bin_writer *out;
  bin_kept kept;
} bin_profile_output;

/* ---- records ---- */

/* Write a record with one field. */
void bin_profile_text_record(const bin_profile_output *p, bin_record record, const char *text);
void bin_profile_number_record(const bin_profile_output *p, bin_record record, uint64_t number);

/* Adds the number that an object, file, segment, place, call or bin has in the profile to the record. */
void bin_profile_add_number_of(const bin_profile_output *p, bin_record record, uint32_t number);

/* Adds the numbers of a place and a bin to the record. */
void bin_profile_add_pair(const bin_profile_output *p, uint32_t place, bin_id bin);

/* Adds the counts that all machines have to the record. */
void bin_profile_add_counts(const bin_profile_output *p, const coh_counts *counts);

/* The first function returns the number of records of a kind in the profile; `all` is the number in the table. The
 * second returns the number that one of these records has in the table. */
uint32_t bin_profile_count_of(const bin_profile_output *p, bin_record record, uint32_t all);
uint32_t bin_profile_record_at(const bin_profile_output *p, bin_record record, uint32_t i);

/* Returns a processor's counts for the profile. The counts of references are 0 if the profile has only tables. */
bin_processor_counts bin_profile_counts_of(const bin_profile_output *p, uint32_t processor);

/* ---- order ---- */

/* Returns the numbers 0 .. n - 1 in the order of `before`; the caller frees them. */
uint32_t *bin_profile_sorted(const void *closure, uint32_t n,
                             bool (*before)(const void *closure, uint32_t a, uint32_t b));

/* Returns whether record `a` of the table comes before record `b` in the profile. Records that the profile does not
 * have come last. */
bool bin_profile_is_before(const bin_profile_output *p, bin_record record, uint32_t a, uint32_t b);

/* Returns whether cell `a` comes before cell `b` in the profile. The closure is a bin_profile_output. */
bool bin_profile_cell_before(const void *closure, uint32_t a, uint32_t b);

/* ---- parts: the functions write nothing if the account does not have the part ---- */

/* Writes the stages, code, data and, if the profile has only tables, the scopes. */
void bin_profile_put_tables(const bin_profile_output *p);

void bin_profile_put_processors(const bin_profile_output *p);

/* Writes the cells and, of a sampled run, their counts by batch. */
void bin_profile_put_cells(const bin_profile_output *p);

void bin_profile_put_spreads(const bin_profile_output *p);

/* Writes the counts of the optional models, except their totals. */
void bin_profile_put_models(const bin_profile_output *p);

/* Writes the totals of all counts. */
void bin_profile_put_totals(const bin_profile_output *p);

/* Writes the evictors and invalidators of the cells' lines. */
void bin_profile_put_evictors(const bin_profile_output *p);

/* Writes the references, and the references that evicted their lines. */
void bin_profile_put_references(const bin_profile_output *p);

void bin_profile_put_fetches(const bin_profile_output *p);

/* Writes the evictors of the lines of instructions. */
void bin_profile_put_fetch_evictors(const bin_profile_output *p, const bin_tally *tally);

/* Writes the totals of sharing, and the lines with the most events. */
void bin_profile_put_sharing(const bin_profile_output *p);

void bin_profile_put_timeline(const bin_profile_output *p);
void bin_profile_put_contexts(const bin_profile_output *p);
