/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_commands.c: One table holds all commands: what runs them, and what help shows. */
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
     "letters at least), or a list of these with commas. Without them, all code or data are meant. Names with spaces\n"
     "need quotes. --fields splits the references by the fields of the data's elements; this requires a profile that was\n"
     "made with --instructions=yes, and debug information with the types.",
     "DisplayAll 0 Matrix.Y,Matrix.Z", false},
    {"matrix", UI_TOPIC_SHOW, ui_handle_matrix, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "the matrix, with at most N rows and columns",
     "Each number is the share of the row's code on the column's data in the total, in percent; a dash stands for none\n"
     "at all. \"more\" sums up rows and columns that do not fit and, unless N is given, those below 0.5% (set least).\n"
     "\"loader\" sums up those of the dynamic linker.",
     "matrix 5", false},
    {"processors", UI_TOPIC_SHOW, ui_handle_processors, 0, {{0}},
     "what each processor did, and how even that is",
     "Busy cycles are those of instructions and of their stall (Stall); in idle cycles no thread could run. Below, in\n"
     "percent: misses of all references, stall of all busy cycles, and the causes of the stall. The causes are an\n"
     "estimate: a profile has misses by cause, but stall cycles as one sum. Imbalance is the greatest number of busy\n"
     "cycles over their mean.",
     "processors", true},
    {"curves", UI_TOPIC_SHOW, ui_handle_curves, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "how often data miss in caches of other sizes, the first N (20)",
     "Miss rates of data on the machines of a sweep, whose file is given to the session: memspy --sweep=SWEEP FILE. It is\n"
     "what memspy run --sweep=TERMS --sweep-by=bin leaves beside the profile, or what memspy replay --json writes.\n"
     "Data fit from the size on from which fewer than 1 % of their references miss, but for the first use of each line.\n"
     "Data that the sweep does not know are left out.",
     "curves 5", true},
    {"ranks", UI_TOPIC_SHOW, ui_handle_ranks, 0,
     {{UI_ARGUMENT_OPTION, "--all", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL}, {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "what each rank of a message-passing program did",
     "Of a profile that memspy merge made: for each rank its busy cycles in the program's own code (Work) and in the\n"
     "message-passing library (MPI), where it also waits; then idle cycles, stall, references and misses; their least,\n"
     "mean and greatest, and which rank has that. Below are the code and the data in which ranks differ most. With CODE\n"
     "or DATA, the cycles, stall and misses of each rank there; * means all. Of more than 16 ranks those with the most\n"
     "work are listed, unless --all is given. What a rank did in each function and on each bin is all in the profile; in\n"
     "a function on a bin it is for the 4,096 pairs with the most stall.",
     "ranks * Matrix.Y", false},
    {"phases", UI_TOPIC_SHOW, ui_handle_phases, 0,
     {{0}},
     "of a run sampled by phase: its phases, and which is where",
     "The phases of the run (memspy phases), their weights, which are their shares of the run's instructions, and the\n"
     "intervals that were simulated and represent them: number, instructions before it, instructions in it. Then the run\n"
     "as a strip, each character as much of it, and the phase that has most of that; the first column has the phases'\n"
     "characters. A file of phases that memspy did not write may not say which phase is where.",
     "phases", false},
    {"time", UI_TOPIC_SHOW, ui_handle_time, 0,
     {{UI_ARGUMENT_OPTION, "--data", UI_OPTIONAL, NULL}},
     "of a run in intervals: what each processor did when, and who stalled",
     "The run from its begin to its end, each character as much of its time. Of each processor\n"
     "what it did most then; ahead of that, which part of its own time it waited for memory. Below are the functions\n"
     "that waited most, or with --data the data bins: the part of all processors' time that the function waited then, in\n"
     "tenths, and ahead of that, in the whole run. (all else) is of all others, and of what is not known to be of these:\n"
     "the profile tells of 256 pairs of a function and a bin, each from when on it was one of the greatest.",
     "time --data", false},
    {"fullname", UI_TOPIC_SHOW, ui_handle_fullname, 0,
     {{UI_ARGUMENT_ANY, "BIN", UI_ONCE, NULL}},
     "full names: call path and line of the allocation",
     "Also for code segments: their file, line and object. Takes what DisplayAll takes.",
     "fullname 0", false},
    {"advice", UI_TOPIC_FIND, ui_handle_advice, 0,
     {{UI_ARGUMENT_OPTION, "--rules", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL}, {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "what the program stalls on, and what to change",
     "Each finding has the stall cycles that it explains, the source lines with most of them, how sure the cause is and\n"
     "why, how much can be won at most, the numbers behind it, what to do, and the change as program text. Findings do not\n"
     "overlap; those with the most to win come first, and intrinsic ones last. CODE and DATA choose a part of the matrix.\n"
     "--rules prints the rules, with their thresholds and sources.",
     "advice", true},
    {"what-if", UI_TOPIC_FIND, ui_handle_what_if, 0, {{0}},
     "what other layouts of data the findings suggest",
     "Each is a change that memspy what-if makes of a trace of the same program, with the share of the stall that its\n"
     "finding has, and why. `try` tries them.",
     "what-if", true},
    {"try", UI_TOPIC_FIND, ui_handle_try, 0,
     {{UI_ARGUMENT_ANY, "TRACE", UI_ONCE, NULL}, {UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "what they would win: tries them on a trace of the program",
     "TRACE is a file of memspy run --trace-file. It is simulated as it was, and once for each of the first N changes (12)\n"
     "that its findings suggest; those that win most are first. docs/what-if.md says what is assumed. From then on,\n"
     "`advice` says with each finding what the best of its changes wins.",
     "try trace.1234", false},
    {"source", UI_TOPIC_FIND, ui_handle_source, 0,
     {{UI_ARGUMENT_CODE, "CODE", UI_ONCE, NULL}, {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "source of a function, with what each line does",
     "For each line: its stall cycles and their share of the total, references, misses, how many percent of the misses\n"
     "are first references, replacements and invalidations, and upgrades; of all data, or of DATA only. memspy looks for\n"
     "the source file where it was compiled, and in the folders of --source-path and `set source-path`.",
     "source BlkMultiply Matrix.Y", false},
    {"lines", UI_TOPIC_FIND, ui_handle_lines, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}, {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "the N (10) hottest source lines of all code",
     "The columns are those of source.",
     "lines 5", false},
    {"evictors", UI_TOPIC_FIND, ui_handle_evictors, 0,
     {{UI_ARGUMENT_VICTIM, "DATA|NAME", UI_OPTIONAL, NULL}, {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL}},
     "which data pushed which out of the cache",
     "Rows are the data whose lines were replaced, columns the data whose lines came instead; each number is the\n"
     "percentage of these replacement misses. With DATA, those of DATA, and those that DATA caused. With the NAME of a\n"
     "reference, or a pattern (see references), the references that pushed out the lines that it had touched.",
     "evictors Matrix.Y", true},
    {"references", UI_TOPIC_FIND, ui_handle_references, 0,
     {{UI_ARGUMENT_REFERENCE, "NAME", UI_OPTIONAL, NULL}, {UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "what each memory instruction found in the cache",
     "The N (10) references with the most misses, of a profile that was made with --references=yes: hits, misses, their\n"
     "ratio; how many of the hits were to bytes that had been touched since their line came in (temporal); and how much\n"
     "of the lines that the reference brought in was touched before they were pushed out (spatial use). The name of a\n"
     "reference, xz_Read_1, has its data, what it does, and its position among the instructions of its function. NAME may\n"
     "be a pattern with * and ?, or FUNCTION:NAME; the references that pushed its lines out follow. N may stand alone.",
     "references xz_Read_1", true},
    {"invalidators", UI_TOPIC_FIND, ui_handle_invalidators, 0,
     {{UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}, {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL}},
     "whose stores took which lines away",
     "Rows are the data whose lines were invalidated, columns the code whose stores did that; each number is the\n"
     "percentage of these invalidation misses. With DATA, those of DATA; with CODE, those that CODE had, and those\n"
     "that its stores caused.",
     "invalidators counters", true},
    {"sharing", UI_TOPIC_FIND, ui_handle_sharing, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}, {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "the N (10) lines of memory that processors shared most",
     "Counts are events of sharing: misses because the line was invalidated, misses that another processor's cache\n"
     "supplied, and upgrades. So the reads, writes and modifies (read-modify-write instructions) of a line are those that\n"
     "waited for another processor, not those that hit. Below each line, memspy says which data should lie in different\n"
     "lines. With DATA, only lines that hold some of it.",
     "sharing 3", true},
    {"fetches", UI_TOPIC_FIND, ui_handle_fetches, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}, {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL}},
     "the N (10) functions and lines that missed most in the instruction caches",
     "For each function, of a profile that was made with --I1: how many of its instruction fetches missed, their share of\n"
     "all such misses, and their percentage of its instructions (Rate%); how many of these lines had never been in the\n"
     "cache, were pushed out, or had their code changed; and the stall cycles. Below: which code pushed the lines out, and\n"
     "the same for source lines. With CODE, only that code.",
     "fetches 5", true},
    {"translation", UI_TOPIC_FIND, ui_handle_translation, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "the N (10) bins and functions that waited most for the translation of addresses",
     "For each bin and function, of a profile that was made with --DTLB: the cycles that its references waited for the\n"
     "translation of addresses, their share of all such cycles (Share%), and their percentage of its stall (Stall%); how\n"
     "many pages the first TLB did not have, and how many of these the second one did not have either, so that a walk had\n"
     "to find them. With CODE and DATA, only these.",
     "translation 5", true},
    {"prefetching", UI_TOPIC_FIND, ui_handle_prefetching, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "the N (10) bins and functions whose references made prefetchers fetch most",
     "For each bin and function, of a profile that was made with --prefetch: the lines that its references made the\n"
     "prefetchers fetch, and their share of all such lines (Share%); how many lines its references were the first to use\n"
     "(Covered: each is a miss less), and how many of these they had to wait for (Late); how many of the lines left the\n"
     "cache before they were used (Unused); and its misses of lines that a prefetch had pushed out (Lost). With CODE and\n"
     "DATA, only these.",
     "prefetching 5", true},
    {"traffic", UI_TOPIC_FIND, ui_handle_traffic, 0,
     {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_CODE, "CODE", UI_OPTIONAL, NULL},
      {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "the N (10) bins and functions that moved most bytes between caches and memory",
     "For each bin and function, of a profile that was made with --traffic=yes: the bytes of lines that D1s took in (D1 in),\n"
     "and their share of all such bytes (Share%), and of modified lines that they wrote back (D1 out); the same of L2s; the\n"
     "bytes that memory supplied (Mem rd), and that were written to it (Mem wr); and those that other processors' caches\n"
     "supplied (Transf). The code that makes a line leave pays for writing it back, and the data are those of that line.\n"
     "With CODE and DATA, only these.",
     "traffic 5", true},
    {"rename", UI_TOPIC_CHANGE, ui_handle_rename, 2,
     {{UI_ARGUMENT_ANY, "OLD", UI_ONCE, NULL}, {UI_ARGUMENT_WORD, "NEW", UI_ONCE, NULL}},
     "gives a bin or code segment another name",
     "OLD is one bin or code segment. If both have the name, write data:OLD or code:OLD. A number is that of a bin.",
     "rename NewMatrix:31 Matrix.Y", false},
    {"combine", UI_TOPIC_CHANGE, ui_handle_combine, 2,
     {{UI_ARGUMENT_WORD, "NEW", UI_ONCE, NULL}, {UI_ARGUMENT_ANY, "NAME", UI_MANY, NULL}},
     "makes one bin, or code segment, of several",
     "Each NAME is what DisplayAll takes. NEW is the name of all together.",
     "combine Input Matrix.X Matrix.Y", false},
    {"sort", UI_TOPIC_CHANGE, ui_handle_sort, 1,
     {{UI_ARGUMENT_WORD, "KEY", UI_OPTIONAL, ui_choice_sort},
      {UI_ARGUMENT_WORD, "up|down", UI_OPTIONAL, ui_choice_direction}},
     "ranks rows and columns by another key",
     "KEY is stall, misses, references, or a kind of these, such as read-misses, cold, replacement, invalidation or\n"
     "upgrades, whose shares the matrix then shows; or rate, the miss rate; or name. Without a KEY, lists all. The\n"
     "default is down, the most first; for names, it is up.",
     "sort misses", false},
    {"filter", UI_TOPIC_CHANGE, ui_handle_filter, 1,
     {{UI_ARGUMENT_WORD, "only|hide|off", UI_OPTIONAL, ui_choice_filter},
      {UI_ARGUMENT_WORD, "CONDITION", UI_OPTIONAL, ui_choice_condition},
      {UI_ARGUMENT_WORD, "code|data", UI_OPTIONAL, ui_choice_axis}},
     "shows only some rows and columns, or hides some",
     "CONDITION is code:NAMES or data:NAMES, with what DisplayAll takes; object:FILE, of the code in a program or\n"
     "library; file:FILE, of the code in a source file; kind:KIND, of data: heap, static, stack, ...; rank:N, of what that\n"
     "rank ran and missed on (see ranks), with the numbers of all ranks; or an amount by a key of sort, such as\n"
     "misses>=1000, stall<0.5% (of the total) or rate>=10%. An amount applies to rows and columns, unless code or data\n"
     "follows it. Each further filter narrows the others; filter off shows all again, and filter alone lists the\n"
     "filters. Percentages remain those of the total. In commands, patterns and defaults mean only what is shown;\n"
     "numbers and names also find what is hidden. A column of another level is hidden if all it takes in is.",
     "filter only stall>=1% data", false},
    {"level", UI_TOPIC_CHANGE, ui_handle_level, 2,
     {{UI_ARGUMENT_WORD, "data", UI_OPTIONAL, ui_choice_level_axis},
      {UI_ARGUMENT_WORD, "LEVEL", UI_OPTIONAL, ui_choice_level},
      {UI_ARGUMENT_DATA, "DATA", UI_OPTIONAL, NULL}},
     "how finely data are told apart",
     "LEVEL is type: a column for each struct or class, and what is none by variable; variable: for each variable;\n"
     "path: for each call path of allocations, recursion folded; or block: for each size of blocks (powers of two)\n"
     "too. With DATA, only those columns are opened or closed; what one column of LEVEL takes in comes along. What was\n"
     "renamed or combined stays as it is. What was filtered out stays so: a column is hidden if all that it takes in\n"
     "is. level alone says how many columns each level has, and how much the ten largest of them explain. A session\n"
     "starts at the finest level but block at which those have three quarters of what they have at level type.",
     "level data path Node", false},
    {"undo", UI_TOPIC_CHANGE, ui_handle_undo, 0, {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "takes the last change, or the last N, back",
     "Changes are those of rename, combine, sort, filter, level, set and load. All of them can be undone.", "undo", false},
    {"redo", UI_TOPIC_CHANGE, ui_handle_redo, 0, {{UI_ARGUMENT_NUMBER, "N", UI_OPTIONAL, NULL}},
     "makes the change that was undone last, or N, again", "This is possible until the next change.", "redo", false},
    {"save", UI_TOPIC_SESSION, ui_handle_save, 0,
     {{UI_ARGUMENT_OPTION, "--force", UI_OPTIONAL, NULL}, {UI_ARGUMENT_FILE, "FILE", UI_OPTIONAL, NULL}},
     "keeps names and combinations for the next time",
     "Without a FILE, save writes PROGRAM.memspy-keys beside the profile. Sessions of all profiles of the program in that\n"
     "folder read it when they begin; see docs/key-file.md. --force overwrites a file that was not loaded.",
     "save", false},
    {"load", UI_TOPIC_SESSION, ui_handle_load, UI_CHANGES_ALWAYS,
     {{UI_ARGUMENT_FILE, "FILE", UI_OPTIONAL, NULL}},
     "takes names and combinations from a file",
     "They replace all that were given. Without a FILE, load takes those that were saved last.",
     "load matmul.memspy-keys", false},
    {"set", UI_TOPIC_SESSION, ui_handle_set, 2,
     {{UI_ARGUMENT_WORD, "NAME", UI_OPTIONAL, ui_choice_setting},
      {UI_ARGUMENT_WORD, "VALUE", UI_OPTIONAL, ui_choice_value}},
     "changes a setting, or lists all", "Without a VALUE, shows the setting NAME.", "set numbers count", false},
    {"help", UI_TOPIC_SESSION, ui_handle_help, 0,
     {{UI_ARGUMENT_COMMAND, "COMMAND", UI_OPTIONAL, NULL}},
     "all commands, or one of them", NULL, "help DisplayAll", false},
    {"quit", UI_TOPIC_SESSION, ui_handle_quit, 0, {{0}},
     "ends the session", "So does the end of input (Ctrl-D).", "quit", false},
    {.name = NULL},
};
/* clang-format on */

const UiCommand *ui_commands(void) { return commands; }
