/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_samples_main.c: memspy samples: the table of its parts. */
#include "ui/attribute/attr_parts.h"
#include "ui/base/ui_subcommand.h"
#include "ui/samples/samples_parts.h"

static const UiSubcommand *const parts[] = {&samples_record_part, &samples_import_part, &attr_part, &attr_compare_part,
                                            NULL};

const UiSubcommand ui_samples_subcommand = {
    .name = "samples",
    .arguments = "record|import|attribute|compare ...",
    .summary = "take samples of misses and other events, import those of perf, and attribute them to data",
    .help =
        "A sample is the instruction and call stack at which an event counter stopped the program: a counter of the\n"
        "hardware, through perf, or the tool's own (memspy run --samples=EVENT:N), which counts simulated misses.\n"
        "memspy samples PART --help lists the options of each part.",
    .examples = (const char *const[]){"memspy run --samples=D1:1000 -- ./prog",
                                      "also takes a sample of every thousandth miss, into memspy.out.PID.samples",
                                      NULL},
    .parts = parts,
};
