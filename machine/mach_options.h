/* SPDX-License-Identifier: GPL-2.0-or-later
 * mach_options.h: makes the description of a machine from the options of a command line and of a machine file.
 *
 * mach_options_take() stores the texts of options, and mach_options_settle() parses them, so that single options
 * override a preset or a machine file in any order. */
#pragma once

#include "machine/mach_host.h"
#include "machine/mach_option_value.h"

/* Returns the row of an option in the table. The option must be below MACH_OPTIONS. */
const mach_option_row *mach_option_get(mach_option option);

/* The source of a value: an argument of the command line, or a line of a machine file. */
typedef struct {
  const char *argument; /* the whole argument; for a line of a file, the name before the = */
  const char *file;     /* name of the machine file; NULL: the value is from the command line */
  uint32_t line;        /* line of the file, from 1 */
} mach_option_origin;

/* The first wrong option. */
typedef struct {
  mach_option_origin from;
  const char *value;
  char allowed[MACH_ALLOWED_MAX]; /* the reason of the error, or the allowed values, as a clause */
  char text[MACH_VALUE_MAX];      /* room for the text of `value`, if it is a value of the preset */
} mach_option_error;

/* The options that were given. All fields zero: no options. Texts that the caller stores here or passes must outlive
 * the struct. */
typedef struct {
  const mach_config *base; /* the machine to use if --machine is not given; NULL: the default preset */
  const char *base_name;   /* name of the machine `base` */
  bool whole;              /* the options describe the machine completely: windows add no other values */
  bool blocking; /* unless the user gives --processor, all processors are blocking, also those of `host_file` */
  bool later;    /* the machine is for a later simulation: accepts options of windows without windows */
  /* description of this computer; NULL: mach_options_settle() makes the description */
  const mach_config *host;
  /* name of the file with measurements of this computer, which --machine=host applies; NULL: there is none */
  const char *host_file;
  const char *given[MACH_OPTIONS];     /* indexed by option: the value on the command line; NULL: not given */
  const char *arguments[MACH_OPTIONS]; /* indexed by option: the whole argument on the command line */
  struct {
    mach_option_origin from;
    const char *value; /* value of the option; NULL: the value of the preset is used */
  } origins[MACH_OPTIONS];
  char *file, *host_text; /* contents of the machine file and of host_file; origins point into them */
} mach_options;

/* Stores an argument of the form --name=value. Returns false if the argument is not an option of a machine. */
bool mach_options_take(mach_options *options, const char *argument);

/* Sets *machine to the machine that the options describe. `reader` reads the machine file and the description of the
 * host; NULL: machine files are not allowed. On a wrong option, returns false and sets *error. */
bool mach_options_settle(mach_options *options, mach_file_reader *reader, mach_config *machine,
                         mach_option_error *error);

/* Appends the value that an option has in a machine to *to, in the form of the command line. Returns false if profiles
 * do not list the option. For example, profiles do not list machine files, or the latency of TLBs if the machine has no
 * TLBs. */
bool mach_option_text(const mach_options *options, const mach_config *machine, mach_option option, mach_words *to);

/* Returns whether the user gave an option, on the command line or in a machine file. The measurements of this computer
 * are not given by the user. */
bool mach_option_is_given(const mach_options *options, mach_option option);

/* Removes the prefetchers that the user did not give, for runs in which they are not allowed. */
void mach_options_drop_prefetchers(const mach_options *options, mach_config *machine);

/* As mach_options_drop_prefetchers(), for the bandwidths of memory and of each processor. */
void mach_options_drop_bandwidths(const mach_options *options, mach_config *machine);

/* Returns whether the field of an option has the default value in the option's row. The option must have a default, and
 * not be of type OWN. */
bool mach_option_is_initial(const mach_option_row *row, const void *fields);

/* Frees the memory that mach_options_settle() allocated. Its errors and texts become invalid. */
void mach_options_clear(mach_options *options);
