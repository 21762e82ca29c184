/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_options.h: the options that describe a machine, from a command line and a machine file, and the machine that they
 * describe.
 *
 * coh_options_take() stores the texts of options, and coh_options_settle() parses them, so that single options override
 * a preset or a machine file in any order. */
#pragma once

#include "coherence/coh_host.h"
#include "coherence/coh_option_value.h"

/* Returns the row of an option below COH_OPTIONS. */
const coh_option_row *coh_option_get(coh_option option);

/* The source of a value: an argument of the command line, or a line of a machine file. */
typedef struct {
  const char *argument; /* the whole argument; in a file, the name before the = */
  const char *file;     /* NULL: the command line */
  uint32_t line;        /* line of the file, from 1 */
} coh_option_origin;

/* The first wrong option. */
typedef struct {
  coh_option_origin from;
  const char *value;
  char allowed[COH_ALLOWED_MAX]; /* the reason or the allowed values, as the rest of a sentence */
  char text[COH_VALUE_MAX];      /* memory for `value` if it is the preset's */
} coh_option_error;

/* The given options. All zero: none. Texts that the caller stores or passes must outlive it. */
typedef struct {
  const coh_config *base;             /* the machine if --machine is not given; NULL: the default preset */
  const char *base_name;              /* name of `base` */
  const coh_config *host;             /* description of this computer; NULL: coh_options_settle() makes it */
  const char *given[COH_OPTIONS];     /* values of the command line, or NULL */
  const char *arguments[COH_OPTIONS]; /* whole arguments of the command line */
  struct {
    coh_option_origin from;
    const char *value; /* NULL: the preset's */
  } origins[COH_OPTIONS];
  char *file; /* text of the machine file, into which origins point */
} coh_options;

/* Stores an argument of the form --name=value. Returns false if it is no option of a machine. */
bool coh_options_take(coh_options *options, const char *argument);

/* Sets *machine to the machine that the options describe. `reader` reads the machine file and the description of the
 * host; NULL: there is no machine file. Returns false if an option is wrong, and then sets *error. */
bool coh_options_settle(coh_options *options, coh_file_reader *reader, coh_config *machine, coh_option_error *error);

/* Appends the value that an option has in a machine to *to, as on a command line. Returns false if profiles do not list
 * the option, as for a machine file, or for a latency of TLBs on a machine without TLBs. */
bool coh_option_text(const coh_options *options, const coh_config *machine, coh_option option, coh_words *to);

/* Returns whether the field of an option, which is not of type OWN, has the default value of its row. */
bool coh_option_is_initial(const coh_option_row *row, const void *fields);

/* Frees the memory of coh_options_settle(). Its errors and texts become invalid. */
void coh_options_clear(coh_options *options);
