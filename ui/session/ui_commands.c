/* ui_commands.c: see ui_commands.h. One table holds all commands: what runs them, and what help shows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/session/ui_commands.h"

#include "ui/session/ui_handlers.h"

/* The rows of a topic stand together, in the order of UiTopic. */
/* clang-format off */
static const UiCommand commands[] = {
    {"DisplayAll", UI_TOPIC_SHOW, ui_handle_display_all, 0,
     {{UI_ARGUMENT_OPTION, "--fields", UI_OPTIONAL, NULL}, {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "all statistics of a part of the matrix",
     "CODE and DATA each are a legend number, a name, a full name, a pattern with * and ?, a part of names (three\n"
     "letters at least), or a list of these with commas. What is left out is everything. Names with spaces need quotes.\n"
     "With --fields, how the references are spread over the fields of the data's elements: of a profile that was made\n"
     "with --instructions=yes, where the debugging information tells types.",
     "DisplayAll 0 Matrix.Y,Matrix.Z"},
    {"matrix", UI_TOPIC_SHOW, ui_handle_matrix, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "the matrix, with at most N rows and columns",
     "Each number is the percentage of the total that the code of the row and the data of the column have;\n"
     "a dash stands for none at all. What does not fit is summed up as \"more\", and so are, unless N is given, rows\n"
     "and columns with less than 0.5% (set least); those of the dynamic linker are summed up as \"loader\".",
     "matrix 5"},
    {"processors", UI_TOPIC_SHOW, ui_handle_processors, 0, {{0}},
     "what each processor did, and how even that is",
     "Busy are the cycles of instructions and of what they waited for (Stall), idle those without a thread that\n"
     "could run. Below: misses of all references, stall of all busy cycles, and what the stall was for, in percent; the\n"
     "last is an estimate: a profile tells misses by cause, and stall cycles in one. Imbalance is the greatest number of busy cycles over their mean.",
     "processors"},
    {"fullname", UI_TOPIC_SHOW, ui_handle_fullname, 0,
     {{UI_ARGUMENT_ANY, "BIN", UI_ONCE, NULL}},
     "full names: call path and line of the allocation",
     "Also for code segments: their file, line and object. Takes what DisplayAll takes.",
     "fullname 0"},
    {"advice", UI_TOPIC_FIND, ui_handle_advice, 0,
     {{UI_ARGUMENT_OPTION, "--rules", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL}, {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "what the stall time is spent on, and what to change",
     "Each finding: the stall cycles that it explains, the lines of source with most of it, how sure the cause is and why,\n"
     "how much can be won at most, the numbers behind it, what to do, and the change as program text. Findings do not\n"
     "overlap; those with the most to win come first, and those that are intrinsic last. Of CODE and DATA, or of\n"
     "everything. With --rules, what the rules are, with their thresholds and where they are from.",
     "advice"},
    {"source", UI_TOPIC_FIND, ui_handle_source, 0,
     {{UI_ARGUMENT_CODE, "CODE", UI_ONCE, NULL}, {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "source of a function, with what each line does",
     "For each line: its stall cycles and their share of the total, references, misses, how many percent of the misses\n"
     "are first references, replacements and invalidations, and upgrades; of all data, or of DATA only. The source is\n"
     "looked for where it was compiled, and where --source-path and `set source-path` say.",
     "source BlkMultiply Matrix.Y"},
    {"lines", UI_TOPIC_FIND, ui_handle_lines, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}, {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "the N (10) hottest source lines of all code",
     "The columns are those of source.",
     "lines 5"},
    {"evictors", UI_TOPIC_FIND, ui_handle_evictors, 0,
     {{UI_ARGUMENT_VICTIM, "DATA|NAME", UI_OPTIONAL, NULL}, {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL}},
     "which data pushed which out of the cache",
     "Rows are the data whose lines were replaced, columns the data whose lines came instead; each number is the\n"
     "percentage of these replacement misses. With DATA, those of DATA, and those that DATA caused. With the NAME of a\n"
     "reference, or a pattern (see references), the references that pushed out the lines that it had touched.",
     "evictors Matrix.Y"},
    {"references", UI_TOPIC_FIND, ui_handle_references, 0,
     {{UI_ARGUMENT_REFERENCE, "NAME", UI_OPTIONAL, NULL}, {UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "what each memory instruction found in the cache",
     "Of a profile that was made with --references=yes, the N (10) references with the most misses: hits, misses, their\n"
     "ratio; of the hits, how many were to what had been touched since its line came in (temporal); how much of the\n"
     "lines that the reference brought in was touched until they were pushed out (spatial use). A reference is called\n"
     "by its data, what it does and its position among the instructions of its function: xz_Read_1. NAME may be a\n"
     "pattern with * and ?, or FUNCTION:NAME; then the references that pushed its lines out follow. N may stand alone.",
     "references xz_Read_1"},
    {"invalidators", UI_TOPIC_FIND, ui_handle_invalidators, 0,
     {{UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}, {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL}},
     "whose stores took which lines away",
     "Rows are the data whose lines were invalidated, columns the code whose stores did that; each number is the\n"
     "percentage of these invalidation misses. With DATA, those of DATA; with CODE, those that CODE had, and those\n"
     "that its stores caused.",
     "invalidators counters"},
    {"sharing", UI_TOPIC_FIND, ui_handle_sharing, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}, {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "the N (10) lines of memory that processors shared most",
     "Counted are the events of sharing: misses because the line was invalidated, misses that another\n"
     "processor's cache supplied, and upgrades. So the reads, writes and modifies (read-modify-write\n"
     "instructions) of a line are those that had to wait for another processor, not those that hit. Below each\n"
     "line stands what should lie apart from what. With DATA, lines that hold some of it.",
     "sharing 3"},
    {"fetches", UI_TOPIC_FIND, ui_handle_fetches, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}, {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL}},
     "the N (10) functions and lines that missed most in the instruction caches",
     "Of a profile that was made with --I1: of each function, how many of its instructions were not in the cache when\n"
     "they were fetched, their share of all such misses, and how many percent of its instructions they are (Rate%); how many\n"
     "of their lines had never been there, were pushed out, or had their code changed; and the stall cycles. Below stands\n"
     "whose code pushed the lines out. Then the same of source lines. With CODE, of that code only.",
     "fetches 5"},
    {"rename", UI_TOPIC_CHANGE, ui_handle_rename, 2,
     {{UI_ARGUMENT_ANY, "OLD", UI_ONCE, NULL}, {UI_ARGUMENT_WORD, "NEW", UI_ONCE, NULL}},
     "gives a bin or code segment another name",
     "OLD is one bin or code segment; where both have the name, data:OLD or code:OLD tells which.\n"
     "A number is that of a bin.",
     "rename NewMatrix:31 Matrix.Y"},
    {"combine", UI_TOPIC_CHANGE, ui_handle_combine, 2,
     {{UI_ARGUMENT_WORD, "NEW", UI_ONCE, NULL}, {UI_ARGUMENT_ANY, "NAME", UI_MANY, NULL}},
     "makes one bin, or code segment, of several",
     "Each NAME is what DisplayAll takes. NEW is the name of the whole.",
     "combine Input Matrix.X Matrix.Y"},
    {"sort", UI_TOPIC_CHANGE, ui_handle_sort, 1,
     {{UI_ARGUMENT_WORD, "KEY", UI_OPTIONAL, ui_choice_sort},
      {UI_ARGUMENT_WORD, "up|down", UI_OPTIONAL, ui_choice_direction}},
     "ranks rows and columns by something else",
     "KEY is stall, misses, references, a kind of these, such as read-misses, cold, replacement, invalidation or\n"
     "upgrades, of which the matrix then shows the shares; or rate, the miss rate, or name. Without a KEY, lists\n"
     "all. down, the most first, is meant where nothing is said, but for names.",
     "sort misses"},
    {"filter", UI_TOPIC_CHANGE, ui_handle_filter, 1,
     {{UI_ARGUMENT_WORD, "only|hide|off", UI_OPTIONAL, ui_choice_filter},
      {UI_ARGUMENT_WORD, "CONDITION", UI_OPTIONAL, ui_choice_condition},
      {UI_ARGUMENT_WORD, "code|data", UI_OPTIONAL, ui_choice_axis}},
     "shows only some rows and columns, or hides some",
     "CONDITION is code:NAMES or data:NAMES, with what DisplayAll takes; object:FILE, of the code in a program or\n"
     "library; file:FILE, of the code in a source file; kind:KIND, of data: heap, static, stack, ...; or an amount of\n"
     "what sort knows, as misses>=1000, stall<0.5% (of the total) or rate>=10%. Amounts are those of rows and of\n"
     "columns, unless code or data stands behind them. Each further filter narrows what the others left; filter off\n"
     "shows all again, and filter alone says what is in force. Percentages stay those of the total. Patterns, and\n"
     "what is left out in commands, mean what is shown; numbers and names mean what is hidden, too.",
     "filter only stall>=1% data"},
    {"undo", UI_TOPIC_CHANGE, ui_handle_undo, 0, {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "takes the last change, or the last N, back",
     "Changes are those of rename, combine, sort, filter, set and load. There may be any number of them.", "undo"},
    {"redo", UI_TOPIC_CHANGE, ui_handle_redo, 0, {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "makes the change that was undone last, or N, again", "That is possible until the next change.", "redo"},
    {"save", UI_TOPIC_SESSION, ui_handle_save, 0,
     {{UI_ARGUMENT_OPTION, "--force", UI_OPTIONAL, NULL}, {UI_ARGUMENT_FILE, "FILE", UI_OPTIONAL, NULL}},
     "keeps names and combinations for the next time",
     "Without a FILE they go to PROGRAM.memspy-keys beside the profile, which sessions read by themselves, for all\n"
     "profiles of the program in that folder; see docs/key-file.md. With --force, overwrites what was not loaded.",
     "save"},
    {"load", UI_TOPIC_SESSION, ui_handle_load, UI_CHANGES_ALWAYS,
     {{UI_ARGUMENT_FILE, "FILE", UI_OPTIONAL, NULL}},
     "takes names and combinations from a file",
     "They take the place of all that were given. Without a FILE, they are those that were saved last.",
     "load matmul.memspy-keys"},
    {"set", UI_TOPIC_SESSION, ui_handle_set, 2,
     {{UI_ARGUMENT_WORD, "NAME", UI_OPTIONAL, ui_choice_setting},
      {UI_ARGUMENT_WORD, "VALUE", UI_OPTIONAL, ui_choice_value}},
     "changes a setting, or lists all", "Without a VALUE, shows the one called NAME.", "set numbers count"},
    {"help", UI_TOPIC_SESSION, ui_handle_help, 0,
     {{UI_ARGUMENT_COMMAND, "COMMAND", UI_OPTIONAL, NULL}},
     "all commands, or one of them", NULL, "help DisplayAll"},
    {"quit", UI_TOPIC_SESSION, ui_handle_quit, 0, {{0}},
     "ends the session", "So does the end of input (Ctrl-D).", "quit"},
    {.name = NULL},
};
/* clang-format on */

const UiCommand *ui_commands(void) { return commands; }
