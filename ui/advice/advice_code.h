/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_code.h: analyses the source lines of a bottleneck, for example which fields of the data they use. Only the
 * files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_find.h"
#include "ui/advice/advice_loops.h"
#include "ui/analysis/analysis_source_text.h"

typedef enum { ADVICE_LANGUAGE_C, ADVICE_LANGUAGE_CXX, ADVICE_LANGUAGE_OTHER } AdviceLanguage;

/* Returns the function that contains a place. For inlined code of a library, this is the function of the program around
 * it; for other inlined code, it is the inlined function. */
const ProfileSegment *advice_function(const AdviceContext *context, uint32_t place);

/* The kinds of functions of libraries that have a bottleneck's misses. */
typedef struct {
  bool searches; /* functions that search by comparisons, such as std::lower_bound and bsearch */
  bool sorts;    /* functions that sort, such as std::sort and qsort */
} AdviceCalled;

/* Returns which functions of libraries have misses of the bottleneck, according to the text of its hottest source lines,
 * and according to the callers of the hottest one's function. The bottleneck must belong to a data group. */
AdviceCalled advice_called(const AdviceContext *context, const AdviceTrouble *trouble);

/* Returns the language of a bottleneck's hottest source line; ADVICE_LANGUAGE_OTHER: neither C nor C++. */
AdviceLanguage advice_language(const AdviceContext *context, const AdviceTrouble *trouble);

/* The source lines of a bottleneck to consider. */
typedef enum {
  ADVICE_LINES_HOT,      /* lines with a significant part of its cycles */
  ADVICE_LINES_FETCHING, /* also lines with a significant part of its latency: they fetch the data, even if no processor
                            waits for them */
  ADVICE_LINES_REPLACED  /* those of ADVICE_LINES_FETCHING with a significant part of its replacement misses */
} AdviceLines;

/* Stores the hottest source lines of a bottleneck that the user can change in lines[], and returns their number.
 * lines[] must have room for NAME_USER_LINES_MOST lines for each of the `most` hottest lines. of[i]: the bottleneck's
 * line for which lines[i] is stored; of: NULL: not needed. A line of a library that is inlined into several lines of
 * the program is the bottleneck's line for each of them. */
guint advice_lines(const AdviceContext *context, const AdviceTrouble *trouble, AdviceLines which, guint most,
                   NameUserLine *lines, const AdviceTroublePlace **of);

/* Returns the text of a source file. The context owns the text. */
const AnalysisSourceText *advice_text(const AdviceContext *context, uint32_t file);

/* Returns the syntax of loops in a source file, according to the ending of its name. */
AdviceSyntax advice_syntax(const char *path);

/* Returns the loops around a line of a file, innermost first (advice_loops.h). Owned by the caller. */
GArray *advice_loops_at(const AdviceContext *context, uint32_t file, uint64_t line);

/* Returns whether the source shows that a loop calls an inlined function, or an inlined function around it. */
bool advice_is_called_in_loop(const AdviceContext *context, uint32_t segment);

/* Returns whether the source text of the hottest line of a bottleneck is available, and is not that of an assembler. */
bool advice_has_source(const AdviceContext *context, const AdviceTrouble *trouble);

/* Returns whether several loops are around the hottest line of a bottleneck; false if its source is not available. */
bool advice_in_loops(const AdviceContext *context, const AdviceTrouble *trouble);

/* Returns whether malloc and free have more of the bottleneck's stall than each source line. */
bool advice_is_mostly_allocated(const AdviceTrouble *trouble);

/* Returns the number of the place in the program that allocates the bottleneck's data: the one on their call path
 * through which the fewest other data are allocated. ADVICE_NONE: no source text is available. */
uint32_t advice_allocation(const AdviceContext *context, const AdviceTrouble *trouble);

/* Adds quotes such as "matmul.c:12: c[i][j] += a[i][k] * b[k][j];" of the bottleneck's hottest lines, at most `most`, and
 * these lines to the finding. If no line of the program is known, quotes lines of libraries. If malloc and free have most
 * stall, first quotes the line that allocates the data. */
void advice_quote(const AdviceContext *context, const AdviceTrouble *trouble, unsigned most, AdviceFinding *advice);

/* As advice_quote(), but adds the program's lines that call the library code which takes the bottleneck's lock: the lines
 * that lock it themselves, or, if the lock is inside of a library, the lines that call this library. If the profile has
 * no such calls, adds lines that take a lock and contain the bottleneck's variable. */
void advice_quote_locks(const AdviceContext *context, const AdviceTrouble *trouble, unsigned most,
                        AdviceFinding *advice);

/* As advice_quote_locks(), but adds lines that call a function that sets memory. */
void advice_quote_sets(const AdviceContext *context, const AdviceTrouble *trouble, unsigned most,
                       AdviceFinding *advice);

/* The fields of the bottleneck's data that its lines use, or other lines of the same functions. */
typedef struct {
  GPtrArray *names; /* char *, in the order of the type, each member of the struct once; owned by this struct */
  guint fetching;   /* number of names that the bottleneck's own lines use */
  uint64_t bytes;   /* sum of the fields' sizes */
  bool reached;     /* the code reaches the struct by a pointer in other data: "entry->row->key" */
  bool counted;     /* the fields come from the offsets in the profile; otherwise, from the text of the lines */
} AdviceFields;

/* Returns the fields that the code uses. `names` is empty if the fields are unknown. The caller clears the result with
 * advice_fields_clear(). */
AdviceFields advice_fields(const AdviceContext *context, const AdviceTrouble *trouble);
void advice_fields_clear(AdviceFields *fields);

/* Returns whether code that can use other fields than `names` refers to each element of the bottleneck's data at least
 * once. If `names` is empty, this is the code of all functions except those of the hottest lines. The type of the data
 * must be known. */
bool advice_others_use(const AdviceContext *context, const AdviceTrouble *trouble, GPtrArray *names);

/* Returns the last word of the variable's name, such as "bodies" of "struct body *.bodies"; NULL: unknown. The caller
 * owns the word. */
char *advice_variable(const AdviceContext *context, uint32_t data);
