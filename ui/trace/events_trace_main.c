/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_main.c: the command memspy trace, which shows the contents of a trace. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_choice.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/import/import.h"
#include "ui/trace/events_trace_cat.h"
#include "ui/trace/events_trace_info.h"
#include "ui/trace/events_trace_stat.h"

static const UiSubcommand info_part, cat_part, stat_part;

/* ---- memspy trace cat ---- */

static char *format_name, *kind_names;
static gint64 from, events = -1, processor = -1;
static gboolean places;
static const GOptionEntry cat_options[] = {
    {"format", 'f', 0, G_OPTION_ARG_STRING, &format_name, "Output format (plain)", "FORMAT"},
    {"from", 0, 0, G_OPTION_ARG_INT64, &from, "First event, by its number (0)", "N"},
    {"events", 0, 0, G_OPTION_ARG_INT64, &events, "At most N events (all)", "N"},
    {"processor", 0, 0, G_OPTION_ARG_INT64, &processor, "Only events of processor N", "N"},
    {"kinds", 0, 0, G_OPTION_ARG_STRING, &kind_names, "Only events of these kinds, as in read,write", "KIND[,KIND...]"},
    {"places", 0, 0, G_OPTION_ARG_NONE, &places, "Append the function and source line of each reference (plain)", NULL},
    G_OPTION_ENTRY_NULL};

static UiSubcommandValue format_at(unsigned i) {
  return (UiSubcommandValue){events_trace_format_name(i), events_trace_format_summary(i)};
}

static bool choose_format(EventsTraceChoice *choice) {
  unsigned format = EVENTS_TRACE_PLAIN;
  const bool good = format_name == NULL ||
                    ui_choice_find("trace cat", "format", format_name, events_trace_format_name, &format);
  choice->format = format;
  return good;
}

static const char *kind_name(unsigned i) { return i < TRACE_KINDS ? trace_kind_name((trace_kind)i) : NULL; }

static bool choose_kind(EventsTraceChoice *choice, const char *name) {
  unsigned kind;
  if (!ui_choice_find("trace cat", "kinds", name, kind_name, &kind)) return false;
  choice->kinds |= (uint64_t)1 << kind;
  return true;
}

static bool choose_kinds(EventsTraceChoice *choice) {
  choice->kinds = kind_names == NULL ? UINT64_MAX : 0;
  if (kind_names == NULL) return true;
  g_auto(GStrv) names = g_strsplit(kind_names, ",", -1);
  bool good = *names != NULL || choose_kind(choice, "");
  for (char **name = names; *name != NULL && good; name++) good = choose_kind(choice, *name);
  return good;
}

/* Returns whether a number is not negative or was not given. If it is negative, prints a message. */
static bool check_number(const char *option, gint64 value, gint64 absent) {
  if (value >= 0 || value == absent) return true;
  fprintf(stderr, "memspy trace cat: --%s: %" G_GINT64_FORMAT " is not 0 or more\n", option, value);
  return false;
}

static bool choose(EventsTraceChoice *choice) {
  *choice = (EventsTraceChoice){.places = places};
  if (!choose_format(choice) || !choose_kinds(choice) || !check_number("from", from, 0) ||
      !check_number("events", events, -1) || !check_number("processor", processor, -1))
    return false;
  choice->from = (uint64_t)from;
  choice->to = events < 0 ? UINT64_MAX : (uint64_t)from + (uint64_t)events;
  choice->processor = processor < 0 ? UINT64_MAX : (uint64_t)processor;
  return true;
}

static int run_cat(int n, char **args) {
  ui_subcommand_options(&n, &args, &cat_part);
  EventsTraceChoice choice;
  if (!choose(&choice)) return UI_EXIT_USAGE;
  GError *error = NULL;
  EventsTraceFile *file = events_trace_file_open(args[1], &error);
  if (file == NULL) return ui_subcommand_fail(error);
  events_trace_file_warn(file);
  const bool good = events_trace_cat(file, &choice, STDOUT_FILENO, &error);
  events_trace_file_close(file);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

static const UiSubcommand cat_part = {
    .name = "cat",
    .arguments = "TRACE",
    .summary = "print the events of a trace, one per line",
    .help =
        "A plain line has the processor, the kind of event, its address or other value, its size in bytes, the\n"
        "address of the instruction, and the number of the event in the trace, counted from 0; numbers that begin with\n"
        "0x are hexadecimal. If the event enters or leaves a function or loop, its name and source line follow. Output\n"
        "for Dinero has references only; a read-modify-write gives two lines. In the formats lackey and champsim, an\n"
        "instruction without references has the address of the next instruction with one.",
    .options = cat_options,
    .listed_option = "format",
    .listed_value = format_at,
    .examples = (const char *const[]){"memspy trace cat --events=20 --places mm.trace", "the first events",
                                      "memspy trace cat --format=din mm.trace | dineroIV -informat d ...",
                                      "input for another simulator", NULL},
    .least = 1,
    .most = 1,
    .main = run_cat,
};

/* ---- memspy trace info, memspy trace stat ---- */

static gboolean as_json;
static gint top = 20;
/* clang-format off */
#define JSON_OPTION {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL}
/* clang-format on */

/* Prints the report of the subcommand `part`: info or stat. */
static int print_counts(const UiSubcommand *part, const char *path) {
  GError *error = NULL;
  EventsTraceFile *file = events_trace_file_open(path, &error);
  EventsTraceCounts *counts = file != NULL ? events_trace_counts_new(file, &error) : NULL;
  UiOutput output;
  bool good = counts != NULL && ui_output_start(&output, NULL, &error);
  if (good) {
    events_trace_file_warn(file);
    const Screen screen = screen_for(STDOUT_FILENO);
    GString *text = g_string_new(NULL);
    if (as_json)
      (part == &info_part ? events_trace_info_json : events_trace_stat_json)(file, counts, output.file);
    else if (part == &info_part)
      events_trace_info_text(file, counts, &screen, text);
    else
      events_trace_stat_text(file, counts, &screen, (uint32_t)top, text);
    fwrite(text->str, 1, text->len, output.file);
    g_string_free(text, TRUE);
    good = ui_output_finish(&output, &error);
  }
  if (counts != NULL) events_trace_counts_free(counts);
  events_trace_file_close(file);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

static const GOptionEntry info_options[] = {JSON_OPTION, G_OPTION_ENTRY_NULL};

static int run_info(int n, char **args) {
  ui_subcommand_options(&n, &args, &info_part);
  return print_counts(&info_part, args[1]);
}

static const UiSubcommand info_part = {
    .name = "info",
    .arguments = "TRACE",
    .summary = "show the contents of a trace",
    .help = "Prints the program that was traced, the number of events of each kind, and the parts of the file.",
    .options = info_options,
    .examples = (const char *const[]){"memspy trace info mm.trace", "the program, its events, and the file", NULL},
    .least = 1,
    .most = 1,
    .main = run_info,
};

static const GOptionEntry stat_options[] = {
    {"top", 0, 0, G_OPTION_ARG_INT, &top, "At most N source lines; 0: all (20)", "N"},
    JSON_OPTION,
    G_OPTION_ENTRY_NULL};

static int run_stat(int n, char **args) {
  ui_subcommand_options(&n, &args, &stat_part);
  if (top < 0) {
    fprintf(stderr, "memspy trace stat: --top: %d is not 0 or more\n", top);
    return UI_EXIT_USAGE;
  }
  return print_counts(&stat_part, args[1]);
}

static const UiSubcommand stat_part = {
    .name = "stat",
    .arguments = "TRACE",
    .summary = "show how well a trace is compressed, and each source line of it",
    .help =
        "An RSD is a sequence of events with a constant stride. A PRSD repeats an RSD or PRSD. An IAD is a single,\n"
        "irregular event. The ratio divides 16 bytes per event (its address and its number) by the bytes in the file.\n"
        "Source lines are sorted by their bytes in the file, largest first.",
    .options = stat_options,
    .examples = (const char *const[]){"memspy trace stat mm.trace", "the lines whose events are irregular", NULL},
    .least = 1,
    .most = 1,
    .main = run_stat,
};

static const UiSubcommand *const parts[] = {&info_part, &cat_part, &stat_part, &import_subcommand, NULL};

const UiSubcommand ui_trace_subcommand = {
    .name = "trace",
    .arguments = "info|cat|stat|import ...",
    .summary = "show the contents of a trace of a program's references, or import a trace",
    .help = "The tool writes a trace with --trace-file. memspy trace PART --help lists the options of each part.",
    .examples = (const char *const[]){"memspy run --trace-file=mm.trace -- ./mm; memspy trace info mm.trace",
                                      "write a trace, and show its contents", NULL},
    .parts = parts,
};
