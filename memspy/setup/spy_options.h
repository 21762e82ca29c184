/* spy_options.h: the tool's options. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_config.h"
#include "memspy/core/spy_valgrind.h"
#include "memspy/setup/spy_counting.h"
#include "memspy/setup/spy_representatives.h"
#include "sweep/sweep_plan.h"
#include "trace/trace_memory.h"

/* The parts of the run that are simulated. Lengths are in instructions of the program. Without `period`, `phases` and
 * `only_clocks`, the whole run is simulated. */
typedef struct {
  ULong period, length, warmup;
  UInt seed;
  const bin_representative *phases; /* sorted by `begin` */
  UInt n_phases;
  const bin_stretch *stretches; /* stretches of the whole run, if they are known */
  UInt n_stretches;
  Bool only_clocks; /* whether no part is simulated: the whole run is executed as between samples, to advance the
                       processors' clocks */
} spy_sampling;

static inline Bool spy_is_sampled(const spy_sampling *sampling) {
  return sampling->period != 0 || sampling->n_phases != 0 || sampling->only_clocks;
}

/* The fields of options, by the types of spy_options.def. */
#define SPY_FIELD_OWN(text)
#define SPY_FIELD_NUMBER(field, least, most, unit) UInt field;
#define SPY_FIELD_NUMBER_IN(field, least, most, unit)
#define SPY_FIELD_LONG(field, least, exponent, unit) uint64_t field;
#define SPY_FIELD_SIZE(field, least, most) UInt field;
#define SPY_FIELD_YES(field) bool field;
#define SPY_FIELD_CHOICE(type, field, words) type field;
#define SPY_FIELD_CHOICE_IN(field, words)
#define SPY_FIELD_CACHE_OR_PRESET_IN(field)
#define SPY_FIELD_FILE(field) const HChar *field;
#define SPY_FIELD_FILE_IN(field)

/* The options in force. Names of files are as given, not expanded. */
typedef struct {
#define OPTION(symbol, name, type, initial, listed, needs, help) SPY_FIELD_##type
#include "memspy/setup/spy_options.def"
#undef OPTION
  mach_config machine;
  spy_sampling sampling;
  spy_counting counting;
  fetch_config fetches;                  /* if the geometry has no size, instruction fetches are not simulated */
  const sweep_plan *sweep;               /* machines in addition to `machine`; NULL: none */
  UInt sweep_by;                         /* keys (BIN_BY_...) by which the misses on these machines are counted; 0: no
                                            keys */
  const HChar *const *machine_arguments; /* the machine's options as given, terminated by NULL */
  ULong interval;                        /* length of intervals in cycles; 0: there are no intervals */
  UInt n_toggles;
  const HChar *const *toggles; /* patterns of functions, from --trace-function, --count or --toggle-collect */
  Bool trace_functions;        /* whether the patterns are from --trace-function */
  Bool counts_functions;       /* whether the patterns are from --count */
} spy_options;

/* Valgrind's hooks for options. _take() processes an option, and returns False if it is not an option of the tool. The
 * other two print the texts of --help and --help-debug. */
Bool spy_options_take(const HChar *argument);
void spy_options_usage(void);
void spy_options_debug_usage(void);

/* Checks all options, and sets those that follow from others. An invalid value ends the run with a message that names
 * the option, the value and the allowed values. */
void spy_options_settle(void);

/* If Valgrind chooses which thread runs, refuses values that require exact interleaving. Call when this is decided. */
void spy_options_check_slices(void);

/* Returns the options. Call after spy_options_settle(). */
const spy_options *spy_options_get(void);

/* Returns the name of the option from which `toggles` are: "toggle-collect", "count" or "trace-function". */
const HChar *spy_options_toggle_name(void);

/* Returns the names and values for the profile: name, value, name, value, ..., NULL. */
const HChar *const *spy_options_list(void);
