/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_options.h: the options that describe a machine: those of a command line, those of a machine file, and what
 * becomes of them.
 *
 * Options are kept as they were written and parsed in coh_options_settle(), so that a preset or machine file stands
 * below the single options whatever their order. */
#pragma once

#include "coherence/coh_host.h"
#include "coherence/coh_option_value.h"

/* A row of the table; option: below COH_OPTIONS. */
const coh_option_row *coh_option_get(coh_option option);

/* Where a value stands: an argument, or a line of a machine file. */
typedef struct {
  const char *argument; /* as it was given; in a file, the name before the = */
  const char *file;     /* NULL: on the command line */
  uint32_t line;
} coh_option_origin;

/* Why options are refused. */
typedef struct {
  coh_option_origin from;
  const char *value;
  char allowed[COH_ALLOWED_MAX]; /* or what else is the matter: the rest of a sentence */
  char text[COH_VALUE_MAX];      /* of a value that nobody wrote */
} coh_option_error;

/* All zero: nothing was given. Texts that are handed in must outlive it. */
typedef struct {
  const coh_config *base;             /* the machine where none is named; NULL: the default preset */
  const char *base_name;              /* and what it is called */
  const coh_config *host;             /* this computer, if it was described before; NULL: settling does */
  const char *given[COH_OPTIONS];     /* values of the command line, or NULL */
  const char *arguments[COH_OPTIONS]; /* the whole argument */
  struct {
    coh_option_origin from;
    const char *value; /* NULL: the preset's */
  } origins[COH_OPTIONS];
  char *file; /* text of the machine file, into which origins point */
} coh_options;

/* Takes an argument of the form --name=value. False: it is none of a machine's. */
bool coh_options_take(coh_options *options, const char *argument);

/* Makes the machine of all that was given. `reader` reads the machine file, and what is known of the host; NULL: there
 * is no machine file. False: something is wrong, *error tells. */
bool coh_options_settle(coh_options *options, coh_file_reader *reader, coh_config *machine, coh_option_error *error);

/* The value that an option has in a machine, as it would be written on a command line. False: it is not to be listed
 * (the name of a file, or of TLBs or prefetchers, where there are none). */
bool coh_option_text(const coh_options *options, const coh_config *machine, coh_option option, coh_words *to);

/* Whether the field of an option, which is not of type OWN, has the default value of its row. */
bool coh_option_is_initial(const coh_option_row *row, const void *fields);

/* Frees what coh_options_settle() took. Errors and texts of it are gone then. */
void coh_options_clear(coh_options *options);
