/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_command_table.c: the table of all commands, with their handlers and their help. */
#include "ui/session/session_command_table.h"

#include "ui/session/session_handlers.h"

/* The rows of a topic must be consecutive, and the topics in the order of SessionTopic. */
/* clang-format off */
static const SessionCommand commands[] = {
    {"DisplayAll", SESSION_TOPIC_SHOW, session_handle_display_all, 0,
     {{SESSION_ARGUMENT_OPTION, "--fields", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "all statistics of a part of the matrix",
     "CODE and DATA each are a legend number, a name, a full name, a pattern with * and ?, a part of names (at least\n"
     "three letters), or a list of these separated by commas; the default is all. Names with spaces need quotes.\n"
     "--fields splits the references by the fields of the data's elements; this requires a profile made with\n"
     "--instructions=yes, and debug information with the types.",
     "DisplayAll 0 Matrix.Y,Matrix.Z", false},
    {"matrix", SESSION_TOPIC_SHOW, session_handle_matrix, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}},
     "the matrix, with at most N rows and columns",
     "Each number is the percentage of the total that the row's code has on the column's data; a dash is zero.\n"
     "\"more\" sums up rows and columns that do not fit and, unless N is given, those below 0.5% (set least).\n"
     "\"loader\" sums up those of the dynamic linker.",
     "matrix 5", false},
    {"processors", SESSION_TOPIC_SHOW, session_handle_processors, 0, {{0}},
     "work, stall and misses of each processor, and the imbalance",
     "Busy cycles are those of instructions and of their stall (Stall); in idle cycles no thread could run. The\n"
     "second table has percentages: misses of all references, stall of all busy cycles, and the causes of the stall.\n"
     "The causes are an estimate: a profile has misses by cause, but stall cycles as one sum. Imbalance is the\n"
     "greatest number of busy cycles divided by their mean.",
     "processors", true},
    {"curves", SESSION_TOPIC_SHOW, session_handle_curves, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}},
     "miss rates of the first N (20) data in caches of other sizes",
     "Miss rates of data on the machines of a sweep, whose file is given to the session: memspy --sweep=SWEEP FILE.\n"
     "memspy run --sweep=TERMS --sweep-by=bin writes it next to the profile; memspy replay --json writes it too.\n"
     "Data fit from the size on at which fewer than 1 % of their references miss, not counting the first use of each\n"
     "line. Data that are not in the sweep are omitted.",
     "curves 5", true},
    {"ranks", SESSION_TOPIC_SHOW, session_handle_ranks, 0,
     {{SESSION_ARGUMENT_OPTION, "--all", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "work, stall and misses of each rank of a message-passing program",
     "Requires a profile of memspy merge. For each rank: busy cycles in the program's own code (Work) and in the\n"
     "message-passing library (MPI), where it also waits; idle cycles, stall, references and misses; then their\n"
     "least, mean and greatest values, and the rank with the greatest. The code and the data in which ranks differ\n"
     "most follow. With CODE or DATA, shows the cycles, stall and misses of each rank there; * means all. If there\n"
     "are more than 16 ranks, lists those with the most work, unless --all is given. The profile has the counts of\n"
     "each rank for every function and every bin; for a function on a bin, only those of the 4,096 pairs with the\n"
     "most stall.",
     "ranks * Matrix.Y", false},
    {"phases", SESSION_TOPIC_SHOW, session_handle_phases, 0,
     {{0}},
     "the phases of a run sampled by phase, and their places",
     "The phases of the run (memspy phases), their weights, which are their shares of the run's instructions, and\n"
     "the simulated intervals that represent them: number, instructions before it, instructions in it. Then the run\n"
     "as a strip: each character stands for an equal part, and shows the phase with most of its instructions; the\n"
     "first column lists the phases' characters. The strip requires a file of phases that memspy wrote.",
     "phases", false},
    {"stages", SESSION_TOPIC_SHOW, session_handle_stages, 0,
     {{SESSION_ARGUMENT_WORD, "STAGE", SESSION_OPTIONAL, session_choice_stage}},
     "the stages that the program named, or the matrix of a stage",
     "A program names stages of its run, such as \"factor\" and \"solve\", with MEMSPY_STAGE_BEGIN (memspy.h). All% is\n"
     "the share of a stage with the stages inside it, Own% is the share without them. The next columns are the\n"
     "instructions, the misses, the simulated time from its beginnings to its ends, and the number of beginnings. The\n"
     "matrix has the stages as rows.\n"
     "With STAGE, a name or path such as \"factor / level 3\", or a pattern with * and ?, the rows are the functions,\n"
     "and only what happened in these stages counts; the percentages are still those of the whole run.",
     "stages solve", false},
    {"time", SESSION_TOPIC_SHOW, session_handle_time, 0,
     {{SESSION_ARGUMENT_OPTION, "--data", SESSION_OPTIONAL, NULL}},
     "the run over time: activity of each processor, and stall by function",
     "Strips from the start of the run to its end; each character stands for an equal part of its time. For each\n"
     "processor: its main activity then; before the strip, the share of its own time that it stalled on memory.\n"
     "Below are the functions with the most stall, or with --data the data bins: their share of all processors' time\n"
     "then, in tenths; before the strip, their share of the whole run. (all else) has all others and the stall that\n"
     "is not attributed: the profile has 256 pairs of a function and a bin, each from the time on when it was among\n"
     "the greatest.",
     "time --data", false},
    {"fullname", SESSION_TOPIC_SHOW, session_handle_fullname, 0,
     {{SESSION_ARGUMENT_ANY, "BIN", SESSION_ONCE, NULL}},
     "full names: call path and line of the allocation",
     "For code segments: file, line and object. BIN has the forms of CODE and DATA of DisplayAll.",
     "fullname 0", false},
    {"advice", SESSION_TOPIC_FIND, session_handle_advice, 0,
     {{SESSION_ARGUMENT_OPTION, "--rules", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "what the program stalls on, and what to change",
     "Each finding has the stall cycles that it explains, the source lines with most of them, how sure the cause is\n"
     "and why, how much a change can save at most, the supporting numbers, what to do, and the change as program\n"
     "text. Findings do not overlap; those that can save most come first, intrinsic ones last. CODE and DATA select\n"
     "a part of the matrix. --rules prints the rules, with their thresholds and sources.",
     "advice", true},
    {"what-if", SESSION_TOPIC_FIND, session_handle_what_if, 0, {{0}},
     "other data layouts that the findings suggest",
     "Each is a change that memspy what-if can make to a trace of the same program, with its finding's share of the\n"
     "stall, and the reason. `try` simulates them.",
     "what-if", true},
    {"try", SESSION_TOPIC_FIND, session_handle_try, 0,
     {{SESSION_ARGUMENT_ANY, "TRACE", SESSION_ONCE, NULL}, {SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}},
     "simulates the suggested layouts on a trace of the program",
     "TRACE is a file of memspy run --trace-file. It is simulated unchanged, and once for each of the first N\n"
     "changes (12) that its findings suggest; those that save most come first. docs/what-if.md lists the\n"
     "assumptions. From then on, `advice` shows with each finding the saving of its best change.",
     "try trace.1234", false},
    {"paths", SESSION_TOPIC_FIND, session_handle_paths, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}},
     "the N (30) call paths with the greatest cost, as a tree and a matrix",
     "Requires a profile with call paths (see --callers). For each call path: the percentage of the total with its callees\n"
     "(All%) and without (Own%), the number of calls, the function, and the place of the call. The metric is that of\n"
     "`sort`, if it is stall or a number of misses or references. Recursion is folded: a function that is already open\n"
     "is not listed again below itself, unless other functions were called meanwhile.\n"
     "If the metric is stall or a number of misses, a matrix of call paths and data follows. Its rows have the cost\n"
     "without callees. The cost of library code is attributed to the line of the program that calls it.",
     "paths 20", true},
    {"callers", SESSION_TOPIC_FIND, session_handle_callers, 0,
     {{SESSION_ARGUMENT_CODE, "CODE", SESSION_ONCE, NULL}, {SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}},
     "callers and callees of a function, and its call paths",
     "Requires a profile with call paths (see --callers). Each list has the N (10) rows with the greatest cost. All% is the\n"
     "cost of the calls with all functions below; each cost counts once, also with recursion. Calls of a function\n"
     "that was already open have no cost of their own.",
     "callers memcpy", true},
    {"source", SESSION_TOPIC_FIND, session_handle_source, 0,
     {{SESSION_ARGUMENT_CODE, "CODE", SESSION_ONCE, NULL}, {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "source of a function, with the counts of each line",
     "For each line: stall cycles and their share of the total, references, misses, the percentages of the misses\n"
     "that are first references, replacements and invalidations, and upgrades; for all data, or for DATA only.\n"
     "memspy looks for the source file where it was compiled, and in the folders of --source-path and `set\n"
     "source-path`.",
     "source BlkMultiply Matrix.Y", false},
    {"lines", SESSION_TOPIC_FIND, session_handle_lines, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "the N (10) hottest source lines of all code",
     "The columns are those of source.",
     "lines 5", false},
    {"evictors", SESSION_TOPIC_FIND, session_handle_evictors, 0,
     {{SESSION_ARGUMENT_VICTIM, "DATA|NAME", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL}},
     "which data evicted which data from the cache",
     "Rows are the data whose lines were replaced, columns the data whose lines replaced them; each number is the\n"
     "percentage of these replacement misses. With DATA: the misses of DATA, and those that DATA caused. With the\n"
     "NAME of a reference, or a pattern (see references): the references that evicted the lines that it had touched.",
     "evictors Matrix.Y", true},
    {"references", SESSION_TOPIC_FIND, session_handle_references, 0,
     {{SESSION_ARGUMENT_REFERENCE, "NAME", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}},
     "hits, misses and line use of each memory instruction",
     "The N (10) references with the most misses; requires a profile made with --references=yes. Hits, misses, their\n"
     "ratio; the share of hits to bytes that had been touched since their line was fetched (temporal); and the share\n"
     "of the lines fetched by the reference that was touched before their eviction (spatial use). The name of a\n"
     "reference, xz_Read_1, consists of its data, its operation, and its position among the instructions of its\n"
     "function. NAME can be a pattern with * and ?, or FUNCTION:NAME; then the references that evicted its lines\n"
     "follow. N can stand alone.",
     "references xz_Read_1", true},
    {"invalidators", SESSION_TOPIC_FIND, session_handle_invalidators, 0,
     {{SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL}},
     "which code's stores invalidated which lines",
     "Rows are the data whose lines were invalidated, columns the code whose stores invalidated them; each number is\n"
     "the percentage of these invalidation misses. With DATA: the misses of DATA; with CODE: the misses of CODE, and\n"
     "those that its stores caused.",
     "invalidators counters", true},
    {"sharing", SESSION_TOPIC_FIND, session_handle_sharing, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "the N (10) lines of memory that processors shared most",
     "Counts are sharing events: invalidation misses, misses that another processor's cache supplied, and upgrades.\n"
     "So the reads, writes and modifies (read-modify-write instructions) of a line are those that waited for another\n"
     "processor, not those that hit. Below each line stand the data to move to different lines. With DATA: only\n"
     "lines that hold some of it.",
     "sharing 3", true},
    {"fetches", SESSION_TOPIC_FIND, session_handle_fetches, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL}},
     "the N (10) functions and lines that missed most in the instruction caches",
     "Requires a profile made with --I1. For each function: misses of its instruction fetches, their share of all\n"
     "such misses, and their percentage of its instructions (Rate%); misses on lines that had never been in the\n"
     "cache, were evicted, or had their code changed; and the stall cycles. Below: the code that evicted the lines.\n"
     "A second table has source lines. With CODE: only that code.",
     "fetches 5", true},
    {"translation", SESSION_TOPIC_FIND, session_handle_translation, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "the N (10) bins and functions with the most stall for address translation",
     "Requires a profile made with --DTLB. For each bin and function: the stall cycles of its references for address\n"
     "translation, their share of all such cycles (Share%), and their percentage of its stall (Stall%); misses of the\n"
     "first TLB, and those that also missed in the second one and needed a page walk. With CODE and DATA: only these.",
     "translation 5", true},
    {"prefetching", SESSION_TOPIC_FIND, session_handle_prefetching, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "the N (10) bins and functions whose references caused the most prefetches",
     "Requires a profile made with --prefetch. For each bin and function: the lines that prefetchers fetched because\n"
     "of its references, and their share of all such lines (Share%); prefetched lines that its references used first\n"
     "(Covered: each saves a miss), and those that were still on their way (Late); lines that left the cache unused\n"
     "(Unused); and its misses on lines that a prefetch had evicted (Lost). With CODE and DATA: only these.",
     "prefetching 5", true},
    {"traffic", SESSION_TOPIC_FIND, session_handle_traffic, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "the N (10) bins and functions that moved most bytes between caches and memory",
     "Requires a profile made with --traffic=yes. For each bin and function: the bytes of lines filled into D1s (D1\n"
     "in), their share of all such bytes (Share%), and the bytes of modified lines that D1s wrote back (D1 out);\n"
     "these two for L2s; the bytes read from memory (Mem rd) and written to it (Mem wr); and the bytes that other\n"
     "processors' caches supplied (Transf). A write-back counts for the code that evicts the line, and for the data\n"
     "of that line. With CODE and DATA: only these.",
     "traffic 5", true},
    {"overlap", SESSION_TOPIC_FIND, session_handle_overlap, 0,
     {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_CODE, "CODE", SESSION_OPTIONAL, NULL},
      {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "the N (10) bins and functions with most cycles that processors overlapped with other work",
     "Requires a profile made without --processor=blocking. For each bin and function: the cycles of latencies for which the\n"
     "processor did not wait, their share of all such cycles (Share%), and the misses for which it did not wait at all.\n"
     "With CODE and DATA: only these.",
     "overlap 5", true},
    {"rename", SESSION_TOPIC_CHANGE, session_handle_rename, 2,
     {{SESSION_ARGUMENT_ANY, "OLD", SESSION_ONCE, NULL}, {SESSION_ARGUMENT_WORD, "NEW", SESSION_ONCE, NULL}},
     "gives a bin or code segment another name",
     "OLD is one bin or code segment. If both have the name, write data:OLD or code:OLD. A number is that of a bin.",
     "rename NewMatrix:31 Matrix.Y", false},
    {"combine", SESSION_TOPIC_CHANGE, session_handle_combine, 2,
     {{SESSION_ARGUMENT_WORD, "NEW", SESSION_ONCE, NULL}, {SESSION_ARGUMENT_ANY, "NAME", SESSION_MANY, NULL}},
     "makes one bin, or code segment, of several",
     "Each NAME has the forms of CODE and DATA of DisplayAll. NEW is the name of the result.",
     "combine Input Matrix.X Matrix.Y", false},
    {"sort", SESSION_TOPIC_CHANGE, session_handle_sort, 1,
     {{SESSION_ARGUMENT_WORD, "KEY", SESSION_OPTIONAL, session_choice_sort},
      {SESSION_ARGUMENT_WORD, "up|down", SESSION_OPTIONAL, session_choice_direction}},
     "ranks rows and columns by another key",
     "KEY is stall, misses, references, or a kind of these, such as read-misses, cold, replacement, invalidation or\n"
     "upgrades; the matrix then shows its shares. It can also be rate, the miss rate; mpki, the misses per 1000\n"
     "instructions (of the code; for data, of the program); or name. Without a KEY, lists all keys. The\n"
     "default is down, the most first; for names, up. A legend shows the rates, or misses per 1000 instructions, by\n"
     "which it is sorted.",
     "sort misses", false},
    {"filter", SESSION_TOPIC_CHANGE, session_handle_filter, 1,
     {{SESSION_ARGUMENT_WORD, "only|hide|off", SESSION_OPTIONAL, session_choice_filter},
      {SESSION_ARGUMENT_WORD, "CONDITION", SESSION_OPTIONAL, session_choice_condition},
      {SESSION_ARGUMENT_WORD, "code|data", SESSION_OPTIONAL, session_choice_axis}},
     "shows only some rows and columns, or hides some",
     "CONDITION is code:NAMES or data:NAMES, in the forms of DisplayAll; object:FILE, the code in a program or\n"
     "library; file:FILE, the code in a source file; kind:KIND, data: heap, static, stack, ...; rank:N, the code and\n"
     "data that this rank used (see ranks), with the counts of all ranks; or a limit for a key of sort, such as\n"
     "misses>=1000, stall<0.5% (of the total), rate>=10% or mpki>=2.5. A limit applies to rows and columns, unless\n"
     "code or data follows it. Each further filter narrows the others; filter off shows all again, and filter alone\n"
     "lists the filters. Percentages remain those of the total. In commands, patterns and defaults select only shown items;\n"
     "numbers and names also find hidden ones. Filters persist across levels: a column is hidden if everything in it\n"
     "is hidden.",
     "filter only stall>=1% data", false},
    {"level", SESSION_TOPIC_CHANGE, session_handle_level, 2,
     {{SESSION_ARGUMENT_WORD, "data|code", SESSION_OPTIONAL, session_choice_level_axis},
      {SESSION_ARGUMENT_WORD, "LEVEL", SESSION_OPTIONAL, session_choice_level},
      {SESSION_ARGUMENT_DATA, "DATA", SESSION_OPTIONAL, NULL}},
     "granularity of the data columns and the code rows",
     "Levels of data: type (a column for each struct or class, and for each other variable), variable (a column for\n"
     "each variable), path (a column for each call path of allocations; recursive calls count once), and block (as\n"
     "path, and a column for each size of blocks, in powers of two). With DATA, only those columns change, together\n"
     "with all others in the same column of LEVEL. Renamed and combined bins stay unchanged. Filters persist: a column\n"
     "is hidden if everything in it is hidden. level alone lists the number of columns of each level, and the share of\n"
     "the ten largest. A session starts at the finest level, other than block, at which the ten largest columns have at\n"
     "least three quarters of the share that they have at level type. Levels of code: inlined (rows of their own for\n"
     "inlined functions; a session starts with this level), and function (the code of inlined functions counts for the\n"
     "functions that contain it).",
     "level data path Node", false},
    {"undo", SESSION_TOPIC_CHANGE, session_handle_undo, 0, {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}},
     "undoes the last change, or the last N",
     "rename, combine, sort, filter, level, set and load make changes. All of them can be undone.", "undo", false},
    {"redo", SESSION_TOPIC_CHANGE, session_handle_redo, 0, {{SESSION_ARGUMENT_NUMBER, "N", SESSION_OPTIONAL, NULL}},
     "redoes the change that was undone last, or N", "This is possible until the next change.", "redo", false},
    {"save", SESSION_TOPIC_SESSION, session_handle_save, 0,
     {{SESSION_ARGUMENT_OPTION, "--force", SESSION_OPTIONAL, NULL}, {SESSION_ARGUMENT_FILE, "FILE", SESSION_OPTIONAL, NULL}},
     "keeps names and combinations for the next time",
     "Without a FILE, save writes PROGRAM.memspy-keys next to the profile. Sessions of all profiles of the program in\n"
     "that folder read it when they start; see docs/key-file.md. --force overwrites a file that was not loaded.",
     "save", false},
    {"load", SESSION_TOPIC_SESSION, session_handle_load, SESSION_CHANGES_ALWAYS,
     {{SESSION_ARGUMENT_FILE, "FILE", SESSION_OPTIONAL, NULL}},
     "loads names and combinations from a file",
     "They replace all names of the session. Without a FILE, loads the names saved last.",
     "load matmul.memspy-keys", false},
    {"set", SESSION_TOPIC_SESSION, session_handle_set, 2,
     {{SESSION_ARGUMENT_WORD, "NAME", SESSION_OPTIONAL, session_choice_setting},
      {SESSION_ARGUMENT_WORD, "VALUE", SESSION_OPTIONAL, session_choice_value}},
     "changes a setting, or lists all", "Without a VALUE, shows the setting NAME.", "set numbers count", false},
    {"help", SESSION_TOPIC_SESSION, session_handle_help, 0,
     {{SESSION_ARGUMENT_COMMAND, "COMMAND", SESSION_OPTIONAL, NULL}},
     "all commands, or one of them", NULL, "help DisplayAll", false},
    {"quit", SESSION_TOPIC_SESSION, session_handle_quit, 0, {{0}},
     "ends the session", "So does the end of input (Ctrl-D).", "quit", false},
    {.name = NULL},
};
/* clang-format on */

const SessionCommand *session_commands(void) { return commands; }
