/* test_keys.c: tests key files, under the sanitizers. Names that are written to a file are read again, at any level of
 * data; names for data that a profile does not have stay in the file; a file with an error gives one error message with
 * its line; altered files cause no crash.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/names/name_level_names.h"
#include "ui/names/name_table.h"
#include "ui/view/view_keys.h"
#include "ui/view/view_select.h"

enum { ROUNDS = 300, ALTERED = 4000, SEED = 1992 };

static unsigned failures;

static void check(bool good, const char *what, const char *detail) {
  if (good) return;
  printf("FAILED: %s: %s\n", what, detail);
  failures++;
}

static ViewKeys *parse(const char *text, gsize length, GError **error) {
  g_autoptr(GBytes) bytes = g_bytes_new(text, length);
  return view_keys_parse(bytes, "k", error);
}

/* Returns all items of a view with their members, for comparison. The caller owns the result. */
static char *describe(const View *view) {
  GString *out = g_string_new(NULL);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    for (uint32_t number = 0; number < view->axes[axis].n_members; number++) {
      const ViewItem *item = view_item(view, axis, view->axes[axis].rank_of[number]);
      g_string_append_printf(out, "%u %u %s %u %" G_GUINT64_FORMAT "\n", axis, number, item->name, item->members->len,
                             item->counts.stall_cycles);
    }
  return g_string_free(out, FALSE);
}

/* Returns a name with characters that may cause problems in a file. */
static char *make_name(GRand *dice) {
  /* NOLINTBEGIN(misc-misleading-bidirectional): the test needs them */
  static const char *const parts[] = {
      "a",   "B",  ";",  "=",  "[",       "]",    "#",    " ",        "\\",           "\\x41",
      "\\s", "\t", "\n", "\r", "\033[2J", "\xff", "\xc3", "\xc3\xa4", "\xe2\x80\xae", "\xf0\x9f\x98\x80",
      "'",   "\"", ",",  "0",  "main"};
  /* NOLINTEND(misc-misleading-bidirectional) */
  GString *name = g_string_new(NULL);
  for (gint32 n = g_rand_int_range(dice, 1, 8); n > 0; n--)
    g_string_append(name, parts[g_rand_int_range(dice, 0, G_N_ELEMENTS(parts))]);
  return g_string_free(name, FALSE);
}

/* Renames and combines at random. */
static void change(View *view, GRand *dice) {
  for (gint32 n = g_rand_int_range(dice, 0, 12); n > 0; n--) {
    const ViewAxisKind axis = g_rand_boolean(dice) ? VIEW_DATA : VIEW_CODE;
    const uint32_t size = view_size(view, axis);
    g_autofree char *name = make_name(dice);
    g_autofree bool *picked = g_new0(bool, size);
    if (g_rand_int_range(dice, 0, 4) > 0) {
      view_rename(view, axis, (uint32_t)g_rand_int_range(dice, 0, (gint32)size), name);
      continue;
    }
    for (int i = 0; i < 3; i++) picked[g_rand_int_range(dice, 0, (gint32)size)] = true;
    view_combine(view, axis, picked, name);
  }
}

static void test_round_trip(const View *fresh, GRand *dice) {
  ViewKeys *none = view_keys_new();
  for (unsigned i = 0; i < ROUNDS; i++) {
    View *before = view_copy(fresh), *after = view_copy(fresh);
    change(before, dice);
    ViewKeys *keys = view_keys_collect(before, none);
    g_autofree char *text = view_keys_text(keys, fresh->profile);
    GError *error = NULL;
    ViewKeys *read = parse(text, strlen(text), &error);
    check(read != NULL, "round trip", error != NULL ? error->message : "");
    if (read == NULL) exit(1);
    change(after, dice); /* errors in names that already exist do not matter here */
    check(view_keys_apply(read, after) == read->entries->len, "round trip", "all names apply");
    g_autofree char *expected = describe(before), *found = describe(after);
    check(strcmp(expected, found) == 0, expected, found);
    ViewKeys *again = view_keys_collect(after, read);
    g_autofree char *text_again = view_keys_text(again, fresh->profile);
    check(strcmp(text, text_again) == 0, text, text_again);
    view_keys_free(keys);
    view_keys_free(read);
    view_keys_free(again);
    view_free(before);
    view_free(after);
  }
  view_keys_free(none);
}

#define HEAD "[memspy-keys]\nversion=1\n"

/* Names for data that the profile does not have, and rejected names, stay in the file; two names that are exchanged do
 * not conflict. */
static void test_kept(const View *fresh) {
  g_auto(GStrv) bins = view_keys_members(fresh, VIEW_DATA);
  View *view = view_copy(fresh);
  const char *name_0 = fresh->labels[VIEW_DATA].names[0], *name_1 = fresh->labels[VIEW_DATA].names[1];
  const char *name_2 = fresh->labels[VIEW_DATA].names[2];
  g_autofree char *text = g_strdup_printf(
      HEAD
      "[data a]\nname=%s\nmembers=%s;\n[data b]\nname=%s\nmembers=%s;gone;\n[data c]\nname=Absent\nmembers=gone 2;\n"
      "[code d]\nname=Gone\nmembers=nothing;no more\\;;\n[data e]\nname=%s\nmembers=%s;\n",
      name_1, bins[0], name_0, bins[1], name_2, bins[3]);
  ViewKeys *keys = parse(text, strlen(text), NULL);
  check(keys != NULL && keys->entries->len == 5, "kept", "it can be read");
  check(view_keys_apply(keys, view) == 2, "kept", "two names apply");
  check(strcmp(view_item(view, VIEW_DATA, view->axes[VIEW_DATA].rank_of[0])->name, name_1) == 0, "swapped", name_1);
  check(strcmp(view_item(view, VIEW_DATA, view->axes[VIEW_DATA].rank_of[1])->name, name_0) == 0, "swapped", name_0);
  check(((ViewKey *)g_ptr_array_index(keys->entries, 4))->refused, "refused", name_2);
  check(view_item(view, VIEW_DATA, view->axes[VIEW_DATA].rank_of[3])->given == NULL, "refused", "it has its own name");

  ViewKeys *saved = view_keys_collect(view, keys);
  g_autofree char *again = view_keys_text(saved, fresh->profile);
  check(saved->entries->len == 5, "all five are kept", again);
  check(strstr(again, ";gone;\n") != NULL, "an absent member is kept", again);
  check(strstr(again, "name=Absent\nmembers=gone 2;\n") != NULL, "an absent entry is kept", again);
  check(strstr(again, "members=nothing;no more\\;;\n") != NULL, "an absent code segment is kept", again);
  view_keys_free(saved);

  /* When rejected data get another name, their old name is removed. */
  view_rename(view, VIEW_DATA, view->axes[VIEW_DATA].rank_of[3], "Mine");
  saved = view_keys_collect(view, keys);
  g_autofree char *renamed = view_keys_text(saved, fresh->profile);
  g_autofree char *refused = g_strdup_printf("name=%s\n", name_2);
  check(strstr(renamed, "name=Mine\n") != NULL && strstr(renamed, refused) == NULL, "renamed after all", renamed);
  view_keys_free(saved);
  view_keys_free(keys);
  view_free(view);
}

/* The names of two call paths of one type apply to these two paths, whichever columns are shown in the meantime. */
static void test_levels(const View *fresh, const NameTable *names) {
  NameLevelNames *levels = name_level_names_new(fresh->profile, names);
  const ViewLevelGroups *types = &name_level_names_groups(levels)[VIEW_LEVEL_TYPE];
  View *view = view_copy(fresh);
  view_set_levels(view, name_level_names_groups(levels));
  uint32_t other = 0;
  while (types->same[other] == other) other++;
  view_rename(view, VIEW_DATA, view->axes[VIEW_DATA].rank_of[types->same[other]], "one");
  view_rename(view, VIEW_DATA, view->axes[VIEW_DATA].rank_of[other], "two");
  ViewKeys *none = view_keys_new(), *keys = view_keys_collect(view, none);
  g_autofree char *paths = describe(view);

  view_forget_names(view);
  view_set_level(view, NULL, VIEW_LEVEL_TYPE);
  check(view_keys_apply(keys, view) == 2, "levels", "two names apply");
  check(view_level(view) == VIEW_LEVEL_TYPE, "levels", "the level stays");
  ViewKeys *again = view_keys_collect(view, keys);
  g_autofree char *before = view_keys_text(keys, fresh->profile), *after = view_keys_text(again, fresh->profile);
  check(strcmp(before, after) == 0, before, after);
  view_set_level(view, NULL, VIEW_LEVEL_PATH);
  g_autofree char *found = describe(view);
  check(strcmp(paths, found) == 0, paths, found);
  view_keys_free(none);
  view_keys_free(keys);
  view_keys_free(again);
  view_free(view);
  name_level_names_free(levels);
}

static void test_wrong(void) {
  static const struct {
    const char *text, *error;
  } cases[] = {
      {"", "k:1: it is no key file: it has no group [memspy-keys]"},
      {"[other]\nx=1\n", "k:1: it is no key file: it has no group [memspy-keys]"},
      {"# x\nname=1\n", "k:2: it is neither a group, as [data 1], nor KEY=VALUE in one"},
      {HEAD "\n\nnonsense\n", "k:5: it is neither a group, as [data 1], nor KEY=VALUE in one"},
      {"[memspy-keys]\n", "k:1: version is missing, and this memspy reads 1"},
      {"\n[memspy-keys]\nprogram=x\nversion=2\n", "k:4: version is 2, and this memspy reads 1"},
      {HEAD "label=x\n", "k:3: 'label' is no key of [memspy-keys]"},
      {HEAD "[stack 1]\nname=a\n", "k:3: a group is [data NUMBER] or [code NUMBER], not [stack 1]"},
      {HEAD "[data 1]\nname=a\ncolour=b\nmembers=x;\n", "k:5: 'colour' is no key of [data 1]"},
      {HEAD "[data 1]\nmembers=x;\n", "k:3: [data 1] needs a name, which is no number"},
      {HEAD "[data 1]\nmembers=x;\nname=\n", "k:5: [data 1] needs a name, which is no number"},
      {HEAD "[data 1]\nmembers=x;\nname=17\n", "k:5: [data 1] needs a name, which is no number"},
      {HEAD "[data 1]\nname=\\q\nmembers=x;\n", "k:4: [data 1] needs a name, which is no number"},
      {HEAD "[data 1]\nname=a\n", "k:3: [data 1] needs members, a list with ';' after each"},
      {HEAD "[data 1]\nname=a\nmembers=\n", "k:5: [data 1] needs members, a list with ';' after each"},
      {HEAD "[data 1]\nname=a\nmembers=x;y;x;\n", "k:5: 'x' has two names"},
      {HEAD "[data 1]\nname=a\nmembers=x;\n[data 2]\nname=b\nmembers=x;\n", "k:8: 'x' has two names"},
      {HEAD "[data 1]\nname=a\nmembers=x;\n[data 2]\nname=a\nmembers=y;\n", "k:7: the name 'a' is there twice"},
      {HEAD "[data 1]\nname=a\nmembers=x;\n [data 1]\nname=b\nmembers=y;\n", "k:6: 'data 1' is there twice"},
      {HEAD "[data 1]\nname=a\nname=b\nmembers=x;\n", "k:5: 'name' is there twice"},
      {HEAD "# \xff\n", "k:3: it is not in UTF-8"},
      {HEAD "[\033[2J]\n", "k:3: it is neither a group, as [data 1], nor KEY=VALUE in one"},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    GError *error = NULL;
    ViewKeys *keys = parse(cases[i].text, strlen(cases[i].text), &error);
    check(keys == NULL, "no error", cases[i].text);
    if (keys == NULL) check(strcmp(error->message, cases[i].error) == 0, cases[i].error, error->message);
    view_keys_free(keys);
    g_clear_error(&error);
  }
  GError *error = NULL;
  check(parse(HEAD "\0", sizeof HEAD, &error) == NULL && g_str_has_prefix(error->message, "k:"), "a NUL byte",
        "an error");
  g_error_free(error);
}

/* A changed byte, or a truncated file: the reader gives an error with a line, or names. */
static void test_altered(const View *fresh, GRand *dice) {
  View *view = view_copy(fresh);
  while (view_item(view, VIEW_DATA, 0)->given == NULL) change(view, dice);
  ViewKeys *none = view_keys_new(), *all = view_keys_collect(view, none);
  g_autofree char *text = view_keys_text(all, fresh->profile);
  const gint32 length = (gint32)strlen(text);
  unsigned good = 0;
  for (unsigned i = 0; i < ALTERED; i++) {
    g_autofree char *bytes = g_memdup2(text, (gsize)length);
    const gint32 at = g_rand_int_range(dice, 0, length);
    const bool cut = g_rand_int_range(dice, 0, 4) == 0;
    if (!cut) bytes[at] = (char)g_rand_int_range(dice, 0, 256);
    GError *error = NULL;
    ViewKeys *keys = parse(bytes, (gsize)(cut ? at : length), &error);
    if (keys != NULL) {
      view_keys_apply(keys, view);
      good++;
    } else {
      check(g_str_has_prefix(error->message, "k:") && strchr(error->message, '\n') == NULL, "altered", error->message);
    }
    view_keys_free(keys);
    g_clear_error(&error);
  }
  printf("altered: %u of %d could be read\n", good, ALTERED);
  check(good > ALTERED / 20 && good < ALTERED, "altered", "not plausible");
  view_keys_free(all);
  view_keys_free(none);
  view_free(view);
}

int main(int n, char **args) {
  setlocale(LC_CTYPE, "C.UTF-8");
  const char *top = getenv("top_srcdir");
  g_autofree char *path = g_build_filename(top != NULL ? top : ".", "docs", "profile-sample.memspy", NULL);
  Profile *profile = profile_load(n > 1 ? args[1] : path, NULL);
  if (profile == NULL) {
    printf("FAILED: %s cannot be read\n", path);
    return 1;
  }
  NameTable *names = name_table_new(profile, false);
  View *view = view_new(profile, name_table_labels(names));
  GRand *dice = g_rand_new_with_seed(SEED);
  test_round_trip(view, dice);
  test_kept(view);
  test_levels(view, names);
  test_wrong();
  test_altered(view, dice);
  g_rand_free(dice);
  view_free(view);
  name_table_free(names);
  profile_free(profile);
  return failures != 0;
}
