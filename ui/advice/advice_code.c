/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_code.c: searches source lines for words, without parsing them. Therefore, a finding from the text is never
 * certain. */
#include "ui/advice/advice_code.h"

#include <string.h>

#include "ui/advice/advice_locks.h"
#include "ui/advice/advice_user_calls.h"
#include "ui/advice/advice_walk.h"
#include "ui/analysis/analysis_fields.h"
#include "ui/base/ui_text.h"

enum { LONGEST_LINE = 4096, LONGEST_FUNCTION = 16384 /* bytes */ };
enum {
  LOOKED_AT = 12 /* source lines */,
  SMALL_FUNCTION = 4 /* lines before the line with the misses */,
  OF_LINE = 20 /* at least a 20th of the cycles */,
  USED = 20 /* at least a 20th of the misses */
};

/* Returns how many of the hottest source lines, at most `most`, have a significant part of the bottleneck's cycles. */
static guint lines_that_matter(const AdviceTrouble *trouble, guint most) {
  guint n = 0;
  while (n < trouble->places->len && n < most && advice_place(trouble, n)->cycles * OF_LINE >= trouble->cycles) n++;
  return n;
}

/* Removes very long lines, which are generated code, because the time of some searches is quadratic in the length of a
 * line. */
static void forget_long_lines(const AnalysisSourceText *text) {
  for (guint i = 0; i < text->lines->len; i++) {
    char *line = text->lines->pdata[i];
    if (line == NULL || strlen(line) <= LONGEST_LINE) continue;
    g_free(line);
    text->lines->pdata[i] = NULL;
  }
}

const AnalysisSourceText *advice_text(const AdviceContext *context, uint32_t file) {
  AnalysisSourceText *text = g_hash_table_lookup(context->texts, GUINT_TO_POINTER(file));
  if (text == NULL) {
    text = analysis_source_text(context->view->profile, file, context->where);
    forget_long_lines(text);
    g_hash_table_insert(context->texts, GUINT_TO_POINTER(file), text);
  }
  return text;
}

AdviceSyntax advice_syntax(const char *path) {
  const char *dot = strrchr(path, '.');
  if (dot != NULL && g_ascii_strncasecmp(dot, ".f", 2) == 0) return ADVICE_SYNTAX_FORTRAN;
  return dot != NULL && strcmp(dot, ".rs") == 0 ? ADVICE_SYNTAX_RUST : ADVICE_SYNTAX_C;
}

GArray *advice_loops_at(const AdviceContext *context, uint32_t file, uint64_t line) {
  const AnalysisSourceText *source = advice_text(context, file);
  const char *text = line != 0 ? analysis_source_text_line(source, line) : NULL;
  /* Search the text before the last semicolon, because the end of a statement on this line also ends the loops around
   * it. */
  const char *end = text != NULL ? strrchr(text, ';') : NULL;
  const size_t column = end != NULL ? (size_t)(end - text) : text != NULL ? strlen(text) : 0;
  return advice_loops(source->lines, line, column, advice_syntax(context->view->profile->files[file].path));
}

const ProfileSegment *advice_function(const AdviceContext *context, uint32_t place) {
  const Profile *profile = context->view->profile;
  const ProfileSegment *segment = &profile->segments[profile->places[place].segment];
  while (segment->inlined_in != 0 && name_user_lines_is_library(profile->files[segment->file].path))
    segment = &profile->segments[segment->inlined_in - 1];
  return segment;
}

/* Returns whether the file is C++ by the ending of its name. Headers of the standard library have none. */
static bool is_cxx(const char *path) {
  static const char *const endings[] = {".cc",  ".cpp", ".cxx", ".c++", ".C",    ".CC",  ".cp",
                                        ".hh",  ".hpp", ".hxx", ".h++", ".H",    ".tcc", ".tpp",
                                        ".txx", ".ipp", ".inl", ".ixx", ".cppm", ".cu",  ".cuh"};
  if (strchr(profile_basename(path), '.') == NULL) return true;
  for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
    if (g_str_has_suffix(path, endings[i])) return true;
  return false;
}

/* Returns the path of the first file of the program that is in C or C++; NULL: none. */
static const char *own_file(const Profile *profile) {
  for (uint32_t f = 0; f < profile->n_files; f++) {
    const char *path = profile->files[f].path;
    if (g_path_is_absolute(path) && !name_user_lines_is_library(path) && (is_cxx(path) || g_str_has_suffix(path, ".c")))
      return path;
  }
  return NULL;
}

/* The ending of the file's name determines the language. For .c and .h, a function's name with arguments or templates
 * indicates C++. */
AdviceLanguage advice_language(const AdviceContext *context, const AdviceTrouble *trouble) {
  const Profile *profile = context->view->profile;
  const ProfilePlace *place = &profile->places[advice_place(trouble, 0)->place];
  const char *path = profile->files[place->file].path;
  if (g_str_has_suffix(path, ".S")) { /* a function of a library that the program calls */
    path = own_file(profile);
    return path == NULL ? ADVICE_LANGUAGE_OTHER : is_cxx(path) ? ADVICE_LANGUAGE_CXX : ADVICE_LANGUAGE_C;
  }
  if (is_cxx(path)) return ADVICE_LANGUAGE_CXX;
  if (!g_str_has_suffix(path, ".c") && !g_str_has_suffix(path, ".h")) return ADVICE_LANGUAGE_OTHER;
  return strpbrk(profile->segments[place->segment].name, "(<") == NULL ? ADVICE_LANGUAGE_C : ADVICE_LANGUAGE_CXX;
}

/* Sets lines[] to the source lines that the user can change, and returns their number. For code of a library, these are
 * the program's lines into which it was inlined, or which call it, at most NAME_USER_LINES_MOST, if their text is
 * available. Otherwise, the only line is that of the place itself. */
static guint lines_to_change(const AdviceContext *context, uint32_t place, NameUserLine *lines) {
  const ProfilePlace *record = &context->view->profile->places[place];
  const guint n = context->names != NULL ? name_table_lines_of(context->names, place, lines) : 0;
  guint known = 0;
  for (guint i = 0; i < n; i++)
    if (analysis_source_text_line(advice_text(context, lines[i].file), lines[i].line) != NULL)
      lines[known++] = lines[i];
  if (known == 0) lines[known++] = (NameUserLine){place, record->file, record->line};
  return known;
}

static bool is_call(const char *text, const char *function) {
  const char *at = text != NULL ? advice_walk_word(text, function) : NULL;
  return at != NULL && at[strlen(function)] == '(';
}

/* Returns the name of a function without its scope and its arguments. The caller owns the name. */
static char *bare_name(const char *name) {
  const size_t n = strcspn(name, "(<");
  size_t start = n;
  while (start > 0 && name[start - 1] != ':' && name[start - 1] != ' ') start--;
  return g_strndup(name + start, n - start);
}

static bool has_loops(const AdviceContext *context, uint32_t file, uint64_t line) {
  g_autoptr(GArray) loops = advice_loops_at(context, file, line);
  return loops->len != 0;
}

/* For a place in a small inlined function of the program without a loop around the place's line: finds the lines of the
 * calling function that call the small function in a loop and have executed code. Stores these lines in lines[], and
 * returns their number. */
static guint calls_of_inlined(const AdviceContext *context, uint32_t place, NameUserLine *lines) {
  const Profile *profile = context->view->profile;
  const ProfilePlace *record = &profile->places[place];
  const ProfileSegment *segment = &profile->segments[record->segment];
  const bool is_small = record->line >= segment->line && record->line <= segment->line + SMALL_FUNCTION;
  if (segment->inlined_in == 0 || !is_small || has_loops(context, record->file, record->line)) return 0;
  g_autofree char *name = bare_name(segment->name);
  guint n = 0;
  for (uint32_t p = 0; p < profile->n_places && n < NAME_USER_LINES_MOST && *name != '\0'; p++) {
    const ProfilePlace *call = &profile->places[p];
    if (call->segment + 1 != segment->inlined_in || call->line == 0) continue;
    if (!is_call(analysis_source_text_line(advice_text(context, call->file), call->line), name)) continue;
    if (has_loops(context, call->file, call->line)) lines[n++] = (NameUserLine){place, call->file, call->line};
  }
  return n;
}

/* Returns whether a loop around a line of the file calls the function. */
static bool has_call_in_loop(const AdviceContext *context, uint32_t file, const char *function) {
  const AnalysisSourceText *source = advice_text(context, file);
  for (guint i = 0; i < source->lines->len; i++)
    if (is_call(source->lines->pdata[i], function) && has_loops(context, file, i + 1)) return true;
  return false;
}

bool advice_is_called_in_loop(const AdviceContext *context, uint32_t segment) {
  const Profile *profile = context->view->profile;
  for (; profile->segments[segment].inlined_in != 0; segment = (uint32_t)profile->segments[segment].inlined_in - 1) {
    g_autofree char *name = bare_name(profile->segments[segment].name);
    const uint32_t file = profile->segments[profile->segments[segment].inlined_in - 1].file;
    if (*name != '\0' && has_call_in_loop(context, file, name)) return true;
  }
  return false;
}

/* As lines_to_change(), but replaces a line of a small inlined function by the lines that call this function in a
 * loop. */
static guint lines_in_loops(const AdviceContext *context, uint32_t place, NameUserLine *lines) {
  const guint n = lines_to_change(context, place, lines);
  if (n != 1 || lines[0].line != context->view->profile->places[place].line) return n;
  const guint calls = calls_of_inlined(context, place, lines);
  return calls != 0 ? calls : lines_to_change(context, place, lines);
}

static bool is_to_consider(const AdviceTrouble *trouble, const AdviceTroublePlace *at, AdviceLines which) {
  const bool hot = at->cycles * OF_LINE >= trouble->cycles;
  if (which == ADVICE_LINES_REPLACED && at->counts.replacement * OF_LINE < trouble->counts.replacement) return false;
  return hot || (which != ADVICE_LINES_HOT && at->latency * OF_LINE >= trouble->latency);
}

guint advice_lines(const AdviceContext *context, const AdviceTrouble *trouble, AdviceLines which, guint most,
                   NameUserLine *lines, const AdviceTroublePlace **of) {
  guint n = 0;
  for (guint i = 0, considered = 0; i < trouble->places->len && considered < most; i++) {
    const AdviceTroublePlace *at = advice_place(trouble, i);
    if (!is_to_consider(trouble, at, which)) continue;
    considered++;
    const guint more = lines_in_loops(context, at->place, &lines[n]);
    for (guint k = 0; k < more && of != NULL; k++) of[n + k] = at;
    n += more;
  }
  return n;
}

static const char *text_at(const AdviceContext *context, const NameUserLine *line) {
  return line->line != 0 ? analysis_source_text_line(advice_text(context, line->file), line->line) : NULL;
}

bool advice_has_source(const AdviceContext *context, const AdviceTrouble *trouble) {
  const Profile *profile = context->view->profile;
  const uint32_t number = advice_place(trouble, 0)->place;
  const NameUserLine line = {number, profile->places[number].file, profile->places[number].line};
  const char *dot = strrchr(profile->files[line.file].path, '.');
  const bool assembler = dot != NULL && g_ascii_strcasecmp(dot, ".s") == 0;
  return !assembler && text_at(context, &line) != NULL;
}

static const char *const searches[] = {"lower_bound",      "upper_bound",     "binary_search",       "bsearch",
                                       "binary_search_by", "partition_point", "binary_search_by_key"};
static const char *const sorts[] = {"sort",    "stable_sort",   "partial_sort", "nth_element",     "qsort",
                                    "sort_by", "sort_unstable", "sort_by_key",  "sort_unstable_by"};

/* Returns whether the place of a call is in one of the `n` functions of libraries, which can be inlined. */
static bool is_inside(const Profile *profile, uint32_t place, const char *const *functions, size_t n) {
  uint64_t next = (uint64_t)profile->places[place].segment + 1;
  for (; next != 0; next = profile->segments[next - 1].inlined_in) {
    if (!name_user_lines_is_library_segment(profile, &profile->segments[next - 1])) break;
    g_autofree char *name = bare_name(profile->segments[next - 1].name);
    for (size_t k = 0; k < n; k++)
      if (strcmp(name, functions[k]) == 0) return true;
  }
  return false;
}

/* Returns whether one of the `n` functions of libraries calls the function of a context, directly or through other
 * functions of libraries. */
static bool is_called_by(const Profile *profile, uint32_t context, const char *const *functions, size_t n) {
  for (uint64_t next = (uint64_t)context + 1; next != 0;) {
    const ProfileContext *record = &profile->contexts[next - 1];
    if (record->place != 0 && is_inside(profile, (uint32_t)(record->place - 1), functions, n)) return true;
    next = record->caller;
    if (next != 0 &&
        !name_user_lines_is_library_segment(profile, &profile->segments[profile->contexts[next - 1].segment]))
      break;
  }
  return false;
}

/* Adds what calls the function of the bottleneck's hottest source line, such as bsearch() for a function that compares
 * elements. */
static void add_callers(const AdviceContext *context, const AdviceTrouble *trouble, AdviceCalled *called) {
  const Profile *profile = context->view->profile;
  const uint32_t segment = profile->places[advice_place(trouble, 0)->place].segment;
  uint64_t all = 0, searched = 0, sorted = 0;
  for (uint32_t i = 0; i < profile->n_context_cells; i++) {
    const ProfileContextCell *cell = &profile->context_cells[i];
    if (profile->places[cell->place].segment != segment) continue;
    if (context->groups->of_column[view_column(context->view, cell->bin)] != trouble->data) continue;
    const uint64_t misses = cell->read_misses + cell->write_misses;
    all += misses;
    if (is_called_by(profile, cell->context, searches, G_N_ELEMENTS(searches))) searched += misses;
    if (is_called_by(profile, cell->context, sorts, G_N_ELEMENTS(sorts))) sorted += misses;
  }
  called->searches |= searched * 2 > all;
  called->sorts |= sorted * 2 > all;
}

static bool calls_any(const char *text, const char *const *functions, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (is_call(text, functions[k])) return true;
  return false;
}

/* Returns whether the data are an array or an ordered container of C++: equal_range() then searches by comparisons. In
 * other containers, it looks up a hash. */
static bool are_ordered(const AdviceDataGroup *data) {
  static const char *const ordered[] = {"vector<", "deque<", "map<", "set<", "multimap<", "multiset<"};
  if (data->type == NULL) return false;
  if (strchr(data->name, '<') == NULL) return true;
  const char *name = data->name + (g_str_has_prefix(data->name, "nodes of ") ? strlen("nodes of ") : 0);
  for (size_t i = 0; i < G_N_ELEMENTS(ordered); i++)
    if (g_str_has_prefix(name, "std::") && g_str_has_prefix(name + strlen("std::"), ordered[i])) return true;
  return false;
}

AdviceCalled advice_called(const AdviceContext *context, const AdviceTrouble *trouble) {
  const Profile *profile = context->view->profile;
  NameUserLine lines[LOOKED_AT * NAME_USER_LINES_MOST];
  const AdviceTroublePlace *of[G_N_ELEMENTS(lines)];
  const bool ordered = are_ordered(advice_data(context->groups, trouble->data));
  AdviceCalled called = {false, false};
  const guint n = advice_lines(context, trouble, ADVICE_LINES_HOT, LOOKED_AT, lines, of);
  for (guint i = 0; i < n; i++) {
    if (!name_user_lines_is_library(profile->files[profile->places[of[i]->place].file].path)) continue;
    const char *text = text_at(context, &lines[i]);
    called.searches |= calls_any(text, searches, G_N_ELEMENTS(searches)) || (ordered && is_call(text, "equal_range"));
    called.sorts |= calls_any(text, sorts, G_N_ELEMENTS(sorts));
  }
  add_callers(context, trouble, &called);
  return called;
}

/* Returns the text of a function in C, C++ or Rust: the lines up to a closing brace with the indentation of the
 * function's first line. NULL: not available. The caller owns the text. */
static char *function_text(const AdviceContext *context, const ProfileSegment *segment) {
  const AnalysisSourceText *source = advice_text(context, segment->file);
  const char *first = segment->line != 0 ? analysis_source_text_line(source, segment->line) : NULL;
  if (first == NULL || advice_syntax(context->view->profile->files[segment->file].path) == ADVICE_SYNTAX_FORTRAN)
    return NULL;
  const size_t indent = strspn(first, " \t");
  GString *text = g_string_new(first);
  for (uint64_t n = segment->line + 1; text->len < LONGEST_FUNCTION; n++) {
    const char *line = analysis_source_text_line(source, n);
    if (line == NULL) break;
    g_string_append_printf(text, "\n%s", line);
    if (strspn(line, " \t") == indent && line[indent] == '}') return g_string_free(text, FALSE);
  }
  g_string_free(text, TRUE);
  return NULL;
}

/* Returns the text of a place's source line, without surrounding blanks. If the debug information has no line for the
 * place, returns the text of its function. NULL: not available. The caller owns the text. */
static char *line_at(const AdviceContext *context, uint32_t place) {
  const Profile *profile = context->view->profile;
  NameUserLine lines[NAME_USER_LINES_MOST];
  lines_to_change(context, place, lines);
  if (lines[0].line == 0) return function_text(context, &profile->segments[profile->places[place].segment]);
  const char *text = text_at(context, &lines[0]);
  return text != NULL ? g_strstrip(g_strdup(text)) : NULL;
}

bool advice_in_loops(const AdviceContext *context, const AdviceTrouble *trouble) {
  NameUserLine lines[NAME_USER_LINES_MOST];
  lines_to_change(context, advice_place(trouble, 0)->place, lines);
  if (text_at(context, &lines[0]) == NULL) return false;
  g_autoptr(GArray) loops = advice_loops_at(context, lines[0].file, lines[0].line);
  return loops->len > 1;
}

static bool is_of_library(const AdviceContext *context, const NameUserLine *line) {
  return name_user_lines_is_library(context->view->profile->files[line->file].path);
}

/* Adds a source line to the quotes of the finding. Adds each line only once, although several library lines can be
 * inlined into it. A line of a library is not added to the lines of the finding, because users cannot change it. */
static void add_quote(const AdviceContext *context, AdviceFinding *advice, const NameUserLine *line) {
  const char *text = text_at(context, line);
  if (text == NULL) return;
  g_autofree char *plain = g_strstrip(g_strdup(text)), *printable = ui_text_source(plain);
  g_autofree char *file = ui_text_escaped(profile_basename(context->view->profile->files[line->file].path));
  g_autofree char *quote = g_strdup_printf("%s:%" G_GUINT64_FORMAT ": %s", file, line->line, printable);
  const AdviceLine at = {line->file, line->line};
  if (g_ptr_array_find_with_equal_func(advice->quotes, quote, g_str_equal, NULL)) return;
  g_ptr_array_add(advice->quotes, g_steal_pointer(&quote));
  if (!is_of_library(context, line)) g_array_append_val(advice->lines, at);
}

bool advice_is_mostly_allocated(const AdviceTrouble *trouble) {
  return trouble->allocation > advice_place(trouble, 0)->cycles;
}

/* Returns the number of bins of other data that the source line of the place allocates, too, as if one function allocates
 * all blocks. */
static guint others_allocated(const AdviceContext *context, uint32_t place, uint32_t data) {
  const Profile *profile = context->view->profile;
  const ProfilePlace *one = &profile->places[place];
  guint others = 0;
  for (uint32_t b = 0; b < profile->n_bins; b++) {
    const ProfileBin *bin = &profile->bins[b];
    if (bin->frames.count == 0 || context->groups->of_column[view_column(context->view, b)] == data) continue;
    bool is_other = false;
    for (uint32_t f = 0; f < bin->frames.count; f++) {
      const ProfilePlace *other = &profile->places[profile_frame(profile, bin, f)->place];
      is_other |= other->file == one->file && other->line == one->line;
    }
    others += is_other;
  }
  return others;
}

uint32_t advice_allocation(const AdviceContext *context, const AdviceTrouble *trouble) {
  const Profile *profile = context->view->profile;
  const ProfileBin *bin = &profile->bins[advice_data(context->groups, trouble->data)->bin];
  uint32_t best = ADVICE_NONE;
  guint fewest = 0;
  for (uint32_t f = 0; f < bin->frames.count; f++) {
    NameUserLine lines[NAME_USER_LINES_MOST];
    const uint32_t place = profile_frame(profile, bin, f)->place;
    if (lines_to_change(context, place, lines) != 1 || is_of_library(context, lines)) continue;
    if (text_at(context, &lines[0]) == NULL) continue;
    const guint others = others_allocated(context, place, trouble->data);
    if (best != ADVICE_NONE && others >= fewest) continue;
    best = place;
    fewest = others;
  }
  return best;
}

/* Quotes the program's line that allocates the bottleneck's data, directly or through other functions. */
static void quote_allocation(const AdviceContext *context, const AdviceTrouble *trouble, AdviceFinding *advice) {
  const uint32_t place = advice_allocation(context, trouble);
  NameUserLine lines[NAME_USER_LINES_MOST];
  if (place != ADVICE_NONE && lines_to_change(context, place, lines) != 0) add_quote(context, advice, &lines[0]);
}

/* Quotes the bottleneck's hottest lines: either only lines of libraries, or only other lines. */
static void quote_lines(const AdviceContext *context, const AdviceTrouble *trouble, unsigned most, bool of_library,
                        AdviceFinding *advice) {
  const guint n = lines_that_matter(trouble, most);
  for (guint i = 0; i < n; i++) {
    NameUserLine lines[NAME_USER_LINES_MOST];
    const guint n_lines = lines_to_change(context, advice_place(trouble, i)->place, lines);
    for (guint k = 0; k < n_lines; k++)
      if (is_of_library(context, &lines[k]) == of_library) add_quote(context, advice, &lines[k]);
  }
}

void advice_quote(const AdviceContext *context, const AdviceTrouble *trouble, unsigned most, AdviceFinding *advice) {
  if (advice_is_mostly_allocated(trouble)) quote_allocation(context, trouble, advice);
  quote_lines(context, trouble, most, false, advice);
  if (advice->quotes->len == 0 && trouble->rule == ADVICE_RULE_GROWTH) quote_allocation(context, trouble, advice);
  if (advice->quotes->len == 0) quote_lines(context, trouble, most, true, advice);
}

/* Returns whether the line calls a function that sets memory. */
static bool sets_in_text(const char *line) {
  static const char *const words[] = {"memset", "calloc", "bzero", "fill", "fill_n", "assign", "resize"};
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
    const char *at = advice_walk_word(line, words[i]);
    if (at != NULL && at[strlen(words[i])] == '(') return true;
  }
  return false;
}

/* Adds those lines of a file that is_one() accepts and that contain `word`. */
static void add_lines(const AdviceContext *context, AdviceFinding *advice, uint32_t file, bool (*is_one)(const char *),
                      const char *word, unsigned most) {
  const AnalysisSourceText *text = advice_text(context, file);
  for (guint i = 0; i < text->lines->len && advice->quotes->len < most; i++) {
    const char *line = text->lines->pdata[i];
    const NameUserLine at = {0, file, i + 1};
    if (line != NULL && is_one(line) && advice_walk_word(line, word) != NULL) add_quote(context, advice, &at);
  }
}

/* Quotes the lines that call the library code of a bottleneck, by decreasing stall. is_one: accepts the text of a line;
 * NULL: lines with any word. */
static void quote_callers(const AdviceContext *context, const GArray *calls, bool (*is_one)(const char *),
                          unsigned most, AdviceFinding *advice) {
  for (guint i = 0; i < calls->len; i++) {
    const NameUserCall *call = &g_array_index(calls, AdviceUserCall, i).call;
    for (guint k = 0; k < call->n && advice->quotes->len < most; k++) {
      const char *text = text_at(context, &call->lines[k]);
      if (text != NULL && (is_one != NULL ? is_one(text) : strpbrk(text, G_CSET_a_2_z G_CSET_A_2_Z) != NULL))
        add_quote(context, advice, &call->lines[k]);
    }
  }
}

/* Quotes lines with calls of library code: those in the profile that is_one() accepts; if there are none, the others in
 * the profile; if there are none, lines of any file that is_one() accepts, with the variable. */
static void quote_calls(const AdviceContext *context, const AdviceTrouble *trouble, AdviceIsCode *is_code,
                        bool (*is_one)(const char *), unsigned most, AdviceFinding *advice) {
  const Profile *profile = context->view->profile;
  g_autoptr(GArray) calls = advice_user_calls(context, trouble, is_code);
  g_autofree char *variable = advice_variable(context, trouble->data);
  quote_callers(context, calls, is_one, most, advice);
  if (advice->quotes->len == 0) quote_callers(context, calls, NULL, most, advice);
  const bool search = advice->quotes->len == 0 && variable != NULL;
  for (uint32_t f = 0; f < profile->n_files && search && advice->quotes->len < most; f++)
    if (!name_user_lines_is_library(profile->files[f].path)) add_lines(context, advice, f, is_one, variable, most);
  if (advice->quotes->len == 0) quote_lines(context, trouble, most, false, advice);
}

void advice_quote_locks(const AdviceContext *context, const AdviceTrouble *trouble, unsigned most,
                        AdviceFinding *advice) {
  quote_calls(context, trouble, advice_user_calls_lock, advice_locks_in_text, most, advice);
}

void advice_quote_sets(const AdviceContext *context, const AdviceTrouble *trouble, unsigned most,
                       AdviceFinding *advice) {
  quote_calls(context, trouble, advice_user_calls_set, sets_in_text, most, advice);
}

char *advice_variable(const AdviceContext *context, uint32_t data) {
  const AdviceDataGroup *group = advice_data(context->groups, data);
  if (group->type == NULL && group->heap) return NULL;
  const char *name = group->type != NULL && *group->type->variable != '\0'
                         ? group->type->variable
                         : context->view->labels[VIEW_DATA].brief[group->bin];
  if (*name == '\0' && !group->heap) name = context->view->profile->bins[group->bin].name;
  const char *end = name + strlen(name);
  while (end > name && !g_ascii_isalnum(end[-1]) && end[-1] != '_') end--;
  const char *start = end;
  while (start > name && (g_ascii_isalnum(start[-1]) || start[-1] == '_')) start--;
  /* Skip a number that the compiler appended to the name of a static variable in a function. */
  if (start > name && start[-1] == '.' && strspn(start, "0123456789") >= (size_t)(end - start)) {
    end = start - 1;
    for (start = end; start > name && (g_ascii_isalnum(start[-1]) || start[-1] == '_');) start--;
  }
  return start < end && !g_ascii_isdigit(*start) ? g_strndup(start, (gsize)(end - start)) : NULL;
}

/* ---- elements ---- */

/* ---- fields ---- */

/* Returns the length of the struct's direct member in a field's name. For "position[1].x", this is the length of
 * "position". */
static size_t member_length(const char *name) { return strcspn(name, ".[ :"); }

static bool is_arrow(const char *line, const char *at) { return at >= line + 2 && at[-1] == '>' && at[-2] == '-'; }

/* Returns whether the source line uses the member, as in ".mass", "->mass", or "%mass" (Fortran). Sets *reached if the
 * code reaches the struct by a pointer that is a member itself, such as `row` in "->row->key". */
static bool uses_member(const char *line, const char *member, bool *reached) {
  bool used = false;
  for (const char *at = line; (at = advice_walk_word(at, member)) != NULL; at += strlen(member)) {
    if (at == line || !(at[-1] == '.' || at[-1] == '%' || is_arrow(line, at))) continue;
    used = true;
    if (!is_arrow(line, at)) continue;
    const char *pointer = at - 2;
    while (pointer > line && advice_walk_is_word(pointer[-1])) pointer--;
    *reached |= pointer < at - 2 && (is_arrow(line, pointer) || (pointer > line && pointer[-1] == '.'));
  }
  return used;
}

static void add_field(AdviceFields *fields, const NameField *field) {
  const size_t n = member_length(field->name);
  const char *last = fields->names->len != 0 ? fields->names->pdata[fields->names->len - 1] : NULL;
  fields->bytes += field->size;
  if (n != 0 && (last == NULL || strlen(last) != n || strncmp(last, field->name, n) != 0))
    g_ptr_array_add(fields->names, g_strndup(field->name, n));
}

/* Adds the fields that the code uses according to the offsets in the profile. Leaves `counted` false if too many misses
 * cannot be attributed to a single field. */
static void count_fields(const AdviceContext *context, const AdviceDataGroup *group, AdviceFields *fields) {
  AnalysisFields *split = analysis_fields_split(context->view, context->names, context->focus, group->bin);
  const uint64_t misses = profile_counts_misses(&split->counts);
  fields->counted = split->state == ANALYSIS_FIELDS_SPLIT && misses != 0 &&
                    profile_counts_misses(&split->several) + profile_counts_misses(&split->unknown) < misses / USED;
  for (guint i = 0; fields->counted && i < split->fields->len; i++) {
    const AnalysisFieldCounts *field = &g_array_index(split->fields, AnalysisFieldCounts, i);
    /* Compare references instead of misses: a field can have no misses of its own if another field is in the same cache
     * line. */
    if (field->field != NULL &&
        profile_counts_references(&field->counts) > profile_counts_references(&split->counts) / USED)
      add_field(fields, field->field);
  }
  analysis_fields_free(split);
}

/* Returns the text of the bottleneck's hottest lines. GPtrArray of char *, owned by the caller. */
static GPtrArray *texts_of_lines(const AdviceContext *context, const AdviceTrouble *trouble) {
  const guint n = lines_that_matter(trouble, LOOKED_AT);
  GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < n; i++) {
    char *text = line_at(context, advice_place(trouble, i)->place);
    if (text != NULL) g_ptr_array_add(texts, text);
  }
  return texts;
}

/* Returns the function of the program that contains a place. For a place in a function of a library, this is the
 * function with the call. */
static gpointer user_function(const AdviceContext *context, uint32_t place) {
  NameUserLine lines[NAME_USER_LINES_MOST];
  lines_to_change(context, place, lines);
  return (gpointer)advice_function(context, lines[0].place);
}

/* Returns the functions that use the data, but hardly miss: they use elements that other functions have fetched. The
 * caller destroys the set. */
static GHashTable *hitting_functions(const AdviceContext *context, const AdviceTrouble *trouble) {
  const Profile *profile = context->view->profile;
  GHashTable *hits = g_hash_table_new(NULL, NULL);
  g_autoptr(GHashTable) counts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const ProfileCell *cell = &profile->cells[c];
    if (context->groups->of_column[view_column(context->view, cell->bin)] != trouble->data) continue;
    gpointer function = user_function(context, cell->place);
    ProfileCounts *sum = g_hash_table_lookup(counts, function);
    if (sum == NULL) g_hash_table_insert(counts, function, sum = g_new0(ProfileCounts, 1));
    profile_counts_add(sum, &cell->counts);
  }
  GHashTableIter iter;
  gpointer function, sum;
  g_hash_table_iter_init(&iter, counts);
  while (g_hash_table_iter_next(&iter, &function, &sum))
    if (profile_counts_misses(sum) * USED < profile_counts_references(sum)) g_hash_table_add(hits, function);
  return hits;
}

/* Adds the functions of the bottleneck's hottest lines to a set. */
static void add_hottest_functions(const AdviceContext *context, const AdviceTrouble *trouble, GHashTable *functions) {
  const guint n = lines_that_matter(trouble, LOOKED_AT);
  for (guint i = 0; i < n; i++) g_hash_table_add(functions, user_function(context, advice_place(trouble, i)->place));
}

/* Adds the text of other lines that often use the data: lines of the same functions, and lines of other functions if
 * these hardly miss. Such lines use other fields of the elements that the hottest lines have fetched. For example, the
 * hottest lines call a function with an element. */
static void add_texts_of_functions(const AdviceContext *context, const AdviceTrouble *trouble, GPtrArray *texts) {
  const Profile *profile = context->view->profile;
  g_autoptr(GHashTable) functions = hitting_functions(context, trouble);
  add_hottest_functions(context, trouble, functions);
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const ProfileCell *cell = &profile->cells[c];
    if (context->groups->of_column[view_column(context->view, cell->bin)] != trouble->data) continue;
    if (profile_counts_references(&cell->counts) * USED < profile_counts_references(&trouble->counts)) continue;
    char *text = g_hash_table_contains(functions, user_function(context, cell->place)) ? line_at(context, cell->place)
                                                                                       : NULL;
    if (text != NULL) g_ptr_array_add(texts, text);
  }
}

/* Returns whether any of the texts first .. end - 1 uses the field. Sets *reached as uses_member() does. */
static bool texts_use(const GPtrArray *texts, guint first, guint end, const NameField *field, bool *reached) {
  g_autofree char *member = g_strndup(field->name, member_length(field->name));
  bool used = false;
  for (guint i = first; i < end && !used && *member != '\0'; i++) used = uses_member(texts->pdata[i], member, reached);
  return used;
}

/* Returns whether the text uses fields of the type, and all of them are in `names`. */
static bool uses_only(const char *text, const NameBinType *type, GPtrArray *names) {
  bool any = false, reached = false;
  for (uint32_t f = 0; f < type->n_fields; f++) {
    g_autofree char *member = g_strndup(type->fields[f].name, member_length(type->fields[f].name));
    if (*member == '\0' || !uses_member(text, member, &reached)) continue;
    if (!g_ptr_array_find_with_equal_func(names, member, g_str_equal, NULL)) return false;
    any = true;
  }
  return any;
}

/* Returns whether the code at a place is known to use only the fields in `names`. `functions` contains the functions of
 * the hottest lines. If `names` is empty, their code is known. */
static bool is_known_user(const AdviceContext *context, uint32_t place, const NameBinType *type, GPtrArray *names,
                          GHashTable *functions) {
  if (names->len == 0) return g_hash_table_contains(functions, user_function(context, place));
  g_autofree char *text = line_at(context, place);
  return text != NULL && uses_only(text, type, names);
}

bool advice_others_use(const AdviceContext *context, const AdviceTrouble *trouble, GPtrArray *names) {
  const Profile *profile = context->view->profile;
  const AdviceDataGroup *group = advice_data(context->groups, trouble->data);
  g_autoptr(GHashTable) functions = g_hash_table_new(NULL, NULL);
  g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL); /* by place: whether it is a known user */
  add_hottest_functions(context, trouble, functions);
  const uint64_t elements = group->touched / MAX(group->type->element_size, 1);
  uint64_t references = 0;
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const ProfileCell *cell = &profile->cells[c];
    gpointer place = GUINT_TO_POINTER(cell->place);
    if (context->groups->of_column[view_column(context->view, cell->bin)] != trouble->data) continue;
    if (!g_hash_table_contains(known, place))
      g_hash_table_insert(known, place,
                          GINT_TO_POINTER(is_known_user(context, cell->place, group->type, names, functions)));
    if (!GPOINTER_TO_INT(g_hash_table_lookup(known, place))) references += profile_counts_references(&cell->counts);
  }
  return references != 0 && references >= elements;
}

AdviceFields advice_fields(const AdviceContext *context, const AdviceTrouble *trouble) {
  AdviceFields fields = {.names = g_ptr_array_new_with_free_func(g_free)};
  const AdviceDataGroup *group = advice_data(context->groups, trouble->data);
  const NameBinType *type = group->type;
  if (type == NULL || type->n_fields < 2) return fields;
  count_fields(context, group, &fields);
  fields.fetching = fields.names->len;
  if (fields.counted) return fields;
  g_autoptr(GPtrArray) texts = texts_of_lines(context, trouble);
  const guint hottest = texts->len;
  add_texts_of_functions(context, trouble, texts);
  for (uint32_t f = 0; f < type->n_fields; f++) {
    const guint before = fields.names->len;
    const bool fetching = texts_use(texts, 0, hottest, &type->fields[f], &fields.reached);
    if (fetching || texts_use(texts, hottest, texts->len, &type->fields[f], &fields.reached))
      add_field(&fields, &type->fields[f]);
    if (fetching) fields.fetching += fields.names->len - before;
  }
  return fields;
}

void advice_fields_clear(AdviceFields *fields) { g_ptr_array_unref(fields->names); }
