/* spy_options.h: the tool's options. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_OPTIONS_H
#define MEMSPY_SPY_OPTIONS_H

#include "coherence/coh_sweep.h"
#include "fetch/fetch_config.h"
#include "memspy/core/spy_valgrind.h"
#include "memspy/setup/spy_counting.h"
#include "memspy/setup/spy_representatives.h"
#include "trace/trace_memory.h"

/* The simulated parts of the run, in instructions of the program. Without a period, phases and only_clocks: all of it.
 */
typedef struct {
  ULong period, length, warmup;
  UInt seed;
  const bin_representative *phases; /* by begin */
  UInt n_phases;
  const bin_stretch *stretches; /* stretches of the whole run, if known */
  UInt n_stretches;
  Bool only_clocks; /* no part: the run is executed as between samples, for the processors' clocks */
} spy_sampling;

static inline Bool spy_is_sampled(const spy_sampling *sampling) {
  return sampling->period != 0 || sampling->n_phases != 0 || sampling->only_clocks;
}

typedef struct {
  coh_config machine;
  spy_sampling sampling;
  spy_counting counting;
  const coh_sweep *sweep;                /* further machines; NULL: none */
  UInt sweep_by;                         /* keys of their cells: BIN_BY_...; 0: none */
  const HChar *const *machine_arguments; /* the machine's options as given, up to NULL */
  fetch_config fetches;                  /* size 0: fetches are not simulated */
  Bool collect_at_start;
  UInt n_toggles;
  const HChar *const *toggles; /* patterns of functions: of --trace-function if given, else of --toggle-collect */
  Bool trace_functions;        /* they are those of --trace-function */
  Bool trace_callees;          /* also trace their callees */
  Bool trace_at_start;
  ULong trace_skip;   /* references before the traced ones */
  ULong trace_events; /* number of traced references; 0: no limit */
  UInt trace_time;    /* seconds; 0: no limit */
  UInt quantum;       /* cycles */
  Bool simulated_time;
  UInt schedule_seed;    /* seed of schedule jitter; 0: only that which ends lockstep */
  Bool machine_visible;  /* the program sees the simulated machine (machine/) */
  Bool fixed_stack;      /* the main thread's stack begins at a fixed address */
  Bool valgrind_visible; /* the program can detect Valgrind */
  Bool instructions;     /* each referring instruction is a place of its own */
  Bool references;       /* references of instructions are recorded */
  Bool stack_vars;       /* slots of stack frames are bins */
  Bool fast;             /* hits can use fast paths */
  Bool helper;           /* a second host processor can simulate */
  UInt slack;            /* cycles */
  Bool run_ahead;        /* hits can be simulated before their turn */
  UInt hot_lines;        /* lines in the profile */
  ULong interval;        /* cycles; 0: none */
  UInt bin_depth;
  const HChar *out_file;               /* name format */
  const HChar *trace_file, *trace_log; /* name formats; NULL: none */
  const HChar *bbv_file;               /* name format; NULL: none */
  ULong bbv_interval;                  /* instructions, or cycles: */
  Bool bbv_cycles;
  Bool simulate;
  Bool progress; /* print progress on the terminal */
  Bool trace_scopes;
  UInt trace_window;  /* events */
  ULong trace_memory; /* bytes */
} spy_options;

/* Valgrind's hooks: takes one option (False: not the tool's), prints --help and --help-debug. */
Bool spy_options_take(const HChar *argument);
void spy_options_usage(void);
void spy_options_debug_usage(void);

/* Checks all options and fills in the rest. An invalid value ends the run with a message that names the option, the
 * value and the allowed values. */
void spy_options_settle(void);

/* Call when it is known whether the core or the tool chooses threads: checks values that need the tool to do so. */
void spy_options_check_slices(void);

/* The options, after spy_options_settle(). */
const spy_options *spy_options_get(void);

/* Names and values for the profile: name, value, name, value, ..., NULL. */
const HChar *const *spy_options_list(void);

#endif
