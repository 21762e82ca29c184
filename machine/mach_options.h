/* SPDX-License-Identifier: GPL-2.0-or-later
 * mach_options.h: the options that describe a machine, from a command line and a machine file, and the machine that
 * they describe.
 *
 * mach_options_take() stores the texts of options, and mach_options_settle() parses them, so that single options
 * override a preset or a machine file in any order. */
#pragma once

#include "machine/mach_host.h"
#include "machine/mach_option_value.h"

/* Returns the row of an option below MACH_OPTIONS. */
const mach_option_row *mach_option_get(mach_option option);

/* The source of a value: an argument of the command line, or a line of a machine file. */
typedef struct {
  const char *argument; /* the whole argument; in a file, the name before the = */
  const char *file;     /* name of the file; NULL: the command line */
  uint32_t line;        /* line of the file, from 1 */
} mach_option_origin;

/* The first wrong option. */
typedef struct {
  mach_option_origin from;
  const char *value;
  char allowed[MACH_ALLOWED_MAX]; /* the reason or the allowed values, as the rest of a sentence */
  char text[MACH_VALUE_MAX];      /* memory for `value`, if it is a value of the preset */
} mach_option_error;

/* The options that were given. All zero: none. Texts that the caller stores or passes must outlive the struct. */
typedef struct {
  const mach_config *base;             /* the machine if --machine is not given; NULL: the default preset */
  const char *base_name;               /* name of `base` */
  const mach_config *host;             /* description of this computer; NULL: mach_options_settle() makes it */
  const char *host_file;               /* measurements of this computer, which --machine=host adds; NULL: none */
  const char *given[MACH_OPTIONS];     /* values of the command line, or NULL */
  const char *arguments[MACH_OPTIONS]; /* whole arguments of the command line */
  struct {
    mach_option_origin from;
    const char *value; /* the value; NULL: the preset has the value */
  } origins[MACH_OPTIONS];
  char *file, *host_text; /* texts of the machine file and of host_file, into which origins point */
} mach_options;

/* Stores an argument of the form --name=value. Returns false if it is no option of a machine. */
bool mach_options_take(mach_options *options, const char *argument);

/* Sets *machine to the machine that the options describe. `reader` reads the machine file and the description of the
 * host; NULL: there is no machine file. Returns false if an option is wrong, and then sets *error. */
bool mach_options_settle(mach_options *options, mach_file_reader *reader, mach_config *machine,
                         mach_option_error *error);

/* Appends the value that an option has in a machine to *to, as on a command line. Returns false if profiles do not list
 * the option, as for a machine file, or for a latency of TLBs on a machine without TLBs. */
bool mach_option_text(const mach_options *options, const mach_config *machine, mach_option option, mach_words *to);

/* Returns whether the field of an option, which is not of type OWN, has the default value of its row. */
bool mach_option_is_initial(const mach_option_row *row, const void *fields);

/* Frees the memory of mach_options_settle(). Its errors and texts become invalid. */
void mach_options_clear(mach_options *options);
