/* spy_toggles.c: see spy_toggles.h.
 *
 * The body of an inlined function counts as a call.
 *
 * If no function of a pattern was called, the message contains the first of these reasons that applies: the compiler
 * has inlined the function everywhere; it exists, but was not called; it does not exist. In the last case, the message
 * lists the most similar names: those that contain the pattern, then those with the smallest edit distance.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_toggles.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_file.h"
#include "memspy/names/spy_inlines.h"
#include "memspy/names/spy_layout.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

enum { NAME_MOST = 256, HINT_MOST = 4 * NAME_MOST, LISTED = 3, COMPARED = 64 };

static Bool *called; /* indexed by pattern: whether a matching function was called; NULL: none was called yet */

/* ---- names ---- */

/* Returns the end of a name without its arguments: "ns::f(int) const" ends before "(int)". */
static SizeT without_arguments(const HChar *name) {
  SizeT n = VG_(strlen)(name), depth = 0;
  const HChar *last = VG_(strrchr)(name, ')');
  if (!last) return n;
  for (SizeT i = (SizeT)(last - name) + 1; i-- > 1;) {
    if (name[i] == ')') depth++;
    if (name[i] == '(' && --depth == 0) return i;
  }
  return n;
}

/* Stores a name without arguments and without the endings that a compiler or linker appends to it. */
static void cut_name(const HChar *name, HChar cut[NAME_MOST]) {
  SizeT n = without_arguments(name);
  if (n >= NAME_MOST) n = NAME_MOST - 1;
  VG_(memcpy)(cut, name, n);
  cut[n] = '\0';
  for (SizeT i = 1; i < n; i++)
    if (cut[i] == '.' || cut[i] == '@') cut[i] = '\0';
}

/* Returns the name of the procedure in the link name of a Fortran module's procedure; otherwise `name`. */
static const HChar *procedure_of(const HChar *name) {
  const HChar *module = name[0] == '_' && name[1] == '_' ? VG_(strstr)(name, "_MOD_") : NULL;
  return module ? module + 5 : name;
}

static Bool matches(const HChar *pattern, const HChar *name) {
  HChar cut[NAME_MOST];
  cut_name(name, cut);
  return VG_(string_match)(pattern, name) || VG_(string_match)(pattern, cut) ||
         VG_(string_match)(pattern, procedure_of(cut));
}

/* Returns whether a name matches a pattern. For each pattern that matches, records that a matching function was
 * called. */
static Bool is_called(const HChar *name) {
  const spy_options *options = spy_options_get();
  Bool found = False;
  if (!called) called = VG_(calloc)("spy.toggles", options->n_toggles, sizeof *called);
  for (UInt i = 0; i < options->n_toggles; i++) {
    if (!matches(options->toggles[i], name)) continue;
    found = called[i] = True;
  }
  return found;
}

Bool spy_is_toggle(Addr address) {
  const HChar *name;
  return spy_options_get()->n_toggles != 0 && spy_layout_entry(address, &name) && is_called(name);
}

Bool spy_is_toggle_body(UInt segment, Addr link) {
  const spy_options *options = spy_options_get();
  if (options->n_toggles == 0 || options->trace_functions) return False;
  const UInt object = bin_table_get_segment(spy_table, segment)->object;
  const HChar *name;
  for (UInt level = 0; (name = spy_inlined_name(object, link, level)); level++)
    if (is_called(name)) return True;
  return False;
}

/* ---- the reason why no function was called ---- */

/* Appends a text if there is room. */
static void append(HChar hint[HINT_MOST], const HChar *text) {
  const SizeT n = VG_(strlen)(hint);
  if (n + VG_(strlen)(text) < HINT_MOST) VG_(strcpy)(hint + n, text);
}

/* Adds the functions in which a function of that name is inlined. */
static Bool add_inlined(const HChar *pattern, HChar hint[HINT_MOST]) {
  UInt n = 0;
  for (UInt i = 0; i < bin_table_segments(spy_table) && n < LISTED; i++) {
    const bin_segment *segment = bin_table_get_segment(spy_table, i);
    if (segment->inlined_in == 0 || !matches(pattern, segment->name)) continue;
    append(hint, n++ == 0 ? "the compiler has inlined it in " : ", ");
    append(hint, bin_table_get_segment(spy_table, segment->inlined_in - 1)->name);
  }
  return n != 0;
}

/* The names that are most similar to a pattern. */
typedef struct {
  const HChar *pattern;
  Bool exists; /* a function matches */
  UInt n;
  struct {
    HChar name[NAME_MOST];
    UInt distance;
  } best[LISTED]; /* the most similar name first */
} nearest;

static UInt smaller(UInt a, UInt b) { return a < b ? a : b; }

/* Returns the number of edits between the first COMPARED characters of two names: insertions, deletions, replacements,
 * and swaps of neighbours. */
static UInt edit_distance(const HChar *a, const HChar *b) {
  UInt rows[3][COMPARED + 1]; /* indexed by number of the character of `a`, modulo 3 */
  const UInt n = smaller((UInt)VG_(strlen)(b), COMPARED);
  UInt i = 0;
  for (UInt j = 0; j <= n; j++) rows[0][j] = j;
  for (i = 1; i <= COMPARED && a[i - 1]; i++) {
    UInt *row = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
    row[0] = i;
    for (UInt j = 1; j <= n; j++) {
      row[j] = smaller(before[j - 1] + (a[i - 1] != b[j - 1]), smaller(before[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = smaller(row[j], earlier[j - 2] + 1);
    }
  }
  return rows[(i - 1) % 3][n];
}

static UInt distance_of(const HChar *pattern, const HChar *name) {
  const SizeT n = VG_(strlen)(pattern);
  if (n >= 3 && VG_(strcasestr)(name, pattern)) return 1;
  const SizeT length = VG_(strlen)(name), most = n / 3 + 1;
  if (length > n + most || n > length + most) return COMPARED;
  const UInt distance = edit_distance(pattern, name);
  return distance <= most && distance < n ? 1 + distance : COMPARED;
}

static void offer(nearest *list, const HChar *name) {
  HChar cut[NAME_MOST];
  if (matches(list->pattern, name)) list->exists = True;
  cut_name(name, cut);
  const HChar *plain = procedure_of(cut);
  const UInt distance = distance_of(list->pattern, plain);
  if (distance >= COMPARED || list->exists) return;
  for (UInt i = 0; i < list->n; i++)
    if (VG_STREQ(list->best[i].name, plain)) return;
  UInt at = list->n < LISTED ? list->n++ : LISTED;
  for (; at > 0 && list->best[at - 1].distance > distance; at--)
    if (at < LISTED) list->best[at] = list->best[at - 1];
  if (at == LISTED) return;
  VG_(strcpy)(list->best[at].name, plain);
  list->best[at].distance = distance;
}

/* Returns whether an object is the tool itself: the core's list of objects includes it. */
static Bool is_tool(const DebugInfo *info) {
  return (Addr)is_tool - VG_(DebugInfo_get_text_avma)(info) < VG_(DebugInfo_get_text_size)(info);
}

/* Adds those functions of an object that are similar to the pattern. */
static void offer_object(nearest *list, const DebugInfo *info) {
  for (Int i = 0; i < VG_(DebugInfo_syms_howmany)(info); i++) {
    spy_core_addresses at;
    UInt bytes;
    const HChar *name, *readable;
    Bool is_code;
    VG_(DebugInfo_syms_getidx)(info, i, &at, &bytes, &name, NULL, &is_code, NULL, NULL);
    if (!is_code || !name) continue;
    VG_(demangle)(True, False, name, &readable);
    offer(list, readable);
  }
}

/* Adds the reason for which no function of a pattern was called. */
static void explain(const HChar *pattern, HChar hint[HINT_MOST]) {
  static nearest list;
  hint[0] = '\0';
  if (add_inlined(pattern, hint)) return;
  list = (nearest){.pattern = pattern};
  for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info))
    if (!is_tool(info)) offer_object(&list, info);
  for (UInt i = 0; i < bin_table_segments(spy_table); i++) offer(&list, bin_table_get_segment(spy_table, i)->name);
  if (list.exists) return append(hint, "the program has such a function, and did not call it");
  append(hint, "the program has no such function");
  for (UInt i = 0; i < list.n; i++) {
    append(hint, i == 0 ? "; similar names: " : ", ");
    append(hint, list.best[i].name);
  }
}

void spy_toggles_report(void) {
  const spy_options *options = spy_options_get();
  HChar hint[HINT_MOST];
  for (UInt i = 0; i < options->n_toggles; i++) {
    const HChar *pattern = options->toggles[i];
    const Bool was_called = called && called[i];
    if (was_called)
      hint[0] = '\0';
    else
      explain(pattern, hint);
    if (spy_file_report_function(was_called, pattern, hint) || was_called) continue;
    VG_(umsg)("no function of --%s=%s was called: %s\n", spy_options_toggle_name(), pattern, hint);
  }
}
