/* spy_options.h: the tool's options. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_OPTIONS_H
#define MEMSPY_SPY_OPTIONS_H

#include "coherence/coh_sweep.h"
#include "fetch/fetch_config.h"
#include "memspy/core/spy_valgrind.h"
#include "memspy/setup/spy_counting.h"
#include "memspy/setup/spy_representatives.h"
#include "trace/trace_memory.h"

/* Which parts of the run are simulated, in instructions of the program. Neither a period nor phases, nor only clocks:
 * all of it. */
typedef struct {
  ULong period, length, warmup;
  UInt seed;
  const bin_representative *phases; /* by where they begin */
  UInt n_phases;
  const bin_stretch *stretches; /* of the whole run, if they are known */
  UInt n_stretches;
  Bool only_clocks; /* no part of it: it is run as between samples, for the processors' clocks */
} spy_sampling;

static inline Bool spy_is_sampled(const spy_sampling *sampling) {
  return sampling->period != 0 || sampling->n_phases != 0 || sampling->only_clocks;
}

typedef struct {
  coh_config machine;
  spy_sampling sampling;
  spy_counting counting;
  const coh_sweep *sweep;                /* machines beside it; NULL: none */
  UInt sweep_by;                         /* what their misses are told apart by: BIN_BY_...; 0: nothing */
  const HChar *const *machine_arguments; /* its options, as they were given, ended by NULL */
  fetch_config fetches;                  /* no size: they are not simulated */
  Bool collect_at_start;
  UInt n_toggles;
  const HChar *const
      *toggles;         /* patterns of functions: of --toggle-collect or, if there are any, of --trace-function */
  Bool trace_functions; /* the latter */
  Bool trace_callees;   /* what they call, too */
  Bool trace_at_start;
  ULong trace_skip;   /* references before the trace */
  ULong trace_events; /* references in it; 0: no matter how many */
  UInt trace_time;    /* seconds; 0: no matter */
  UInt quantum;       /* cycles */
  Bool simulated_time;
  UInt schedule_seed;    /* of differences in when threads go on; 0: none beyond those that end spinning in step */
  Bool machine_visible;  /* the program sees the simulated machine (machine/) */
  Bool fixed_stack;      /* the main thread's stack begins where it always does */
  Bool valgrind_visible; /* the program is told that it runs under Valgrind */
  Bool instructions;     /* are places of their own, where they refer to memory */
  Bool references;       /* of instructions are kept */
  Bool stack_vars;       /* slots of stack frames are bins */
  Bool fast;             /* hits may take short ways */
  Bool helper;           /* a second processor of the host may simulate */
  UInt slack;            /* cycles */
  Bool run_ahead;        /* hits may be simulated before their turn */
  UInt hot_lines;        /* lines in the profile */
  ULong interval;        /* cycles; 0: there are no intervals */
  UInt bin_depth;
  const HChar *out_file;               /* as given: not expanded */
  const HChar *trace_file, *trace_log; /* the same; NULL: none */
  const HChar *bbv_file;               /* the same */
  ULong bbv_interval;                  /* instructions, or cycles: */
  Bool bbv_cycles;
  Bool simulate;
  Bool progress; /* is shown on the terminal */
  Bool trace_scopes;
  UInt trace_window;  /* events */
  ULong trace_memory; /* bytes */
} spy_options;

/* Valgrind's hooks: takes one option (False: not ours), prints --help and --help-debug. */
Bool spy_options_take(const HChar *argument);
void spy_options_usage(void);
void spy_options_debug_usage(void);

/* Checks all that were taken and fills in the rest. A wrong value ends the run with a message that names the
 * option, the value and what is allowed. */
void spy_options_settle(void);

/* When it is known who chooses which thread runs: the same for values that ask for the tool to do so. */
void spy_options_check_slices(void);

/* The options in force; after spy_options_settle(). */
const spy_options *spy_options_get(void);

/* Their names and values for the profile: name, value, name, value, ..., NULL. */
const HChar *const *spy_options_list(void);

#endif
