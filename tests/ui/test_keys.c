/* test_keys.c: key files, under the sanitizers: names go into one and come back, at any level of data; what a profile
 * has nothing for stays; a file with something wrong in it gives one error with its line; whatever is altered does no
 * harm.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/model/ui_keys.h"
#include "ui/model/ui_select.h"
#include "ui/names/ui_level_names.h"
#include "ui/names/ui_names.h"

enum { ROUNDS = 300, ALTERED = 4000, SEED = 1992 };

static unsigned failures;

static void check(bool good, const char *what, const char *detail) {
  if (good) return;
  printf("FAILED: %s: %s\n", what, detail);
  failures++;
}

static UiKeys *parse(const char *text, gsize length, GError **error) {
  g_autoptr(GBytes) bytes = g_bytes_new(text, length);
  return ui_keys_parse(bytes, "k", error);
}

/* All items of a view with their members, to compare. Owned by the caller. */
static char *describe(const UiView *view) {
  GString *out = g_string_new(NULL);
  for (unsigned axis = 0; axis < UI_AXES; axis++)
    for (uint32_t number = 0; number < view->axes[axis].n_members; number++) {
      const UiItem *item = ui_view_item(view, axis, view->axes[axis].rank_of[number]);
      g_string_append_printf(out, "%u %u %s %u %" G_GUINT64_FORMAT "\n", axis, number, item->name, item->members->len,
                             item->counts.stall_cycles);
    }
  return g_string_free(out, FALSE);
}

/* A name with all that may be awkward in a file. */
static char *make_name(GRand *dice) {
  /* NOLINTBEGIN(misc-misleading-bidirectional): that is tested, too */
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
static void change(UiView *view, GRand *dice) {
  for (gint32 n = g_rand_int_range(dice, 0, 12); n > 0; n--) {
    const UiAxisKind axis = g_rand_boolean(dice) ? UI_DATA : UI_CODE;
    const uint32_t size = ui_view_size(view, axis);
    g_autofree char *name = make_name(dice);
    g_autofree bool *picked = g_new0(bool, size);
    if (g_rand_int_range(dice, 0, 4) > 0) {
      ui_view_rename(view, axis, (uint32_t)g_rand_int_range(dice, 0, (gint32)size), name);
      continue;
    }
    for (int i = 0; i < 3; i++) picked[g_rand_int_range(dice, 0, (gint32)size)] = true;
    ui_view_combine(view, axis, picked, name);
  }
}

static void test_round_trip(const UiView *fresh, GRand *dice) {
  UiKeys *none = ui_keys_new();
  for (unsigned i = 0; i < ROUNDS; i++) {
    UiView *before = ui_view_copy(fresh), *after = ui_view_copy(fresh);
    change(before, dice);
    UiKeys *keys = ui_keys_of_view(before, none);
    g_autofree char *text = ui_keys_text(keys, fresh->profile);
    GError *error = NULL;
    UiKeys *read = parse(text, strlen(text), &error);
    check(read != NULL, "round trip", error != NULL ? error->message : "");
    if (read == NULL) exit(1);
    change(after, dice); /* what is there is of no concern */
    check(ui_keys_apply(read, after) == read->entries->len, "round trip", "all names apply");
    g_autofree char *expected = describe(before), *found = describe(after);
    check(strcmp(expected, found) == 0, expected, found);
    UiKeys *again = ui_keys_of_view(after, read);
    g_autofree char *text_again = ui_keys_text(again, fresh->profile);
    check(strcmp(text, text_again) == 0, text, text_again);
    ui_keys_free(keys);
    ui_keys_free(read);
    ui_keys_free(again);
    ui_view_free(before);
    ui_view_free(after);
  }
  ui_keys_free(none);
}

#define HEAD "[memspy-keys]\nversion=1\n"

/* What a profile has nothing for, and names that are refused, stay in the file; two names that change places do not
 * get in each other's way. */
static void test_kept(const UiView *fresh) {
  g_auto(GStrv) bins = ui_keys_members(fresh, UI_DATA);
  UiView *view = ui_view_copy(fresh);
  const char *name_0 = fresh->labels[UI_DATA].names[0], *name_1 = fresh->labels[UI_DATA].names[1];
  const char *name_2 = fresh->labels[UI_DATA].names[2];
  g_autofree char *text = g_strdup_printf(
      HEAD
      "[data a]\nname=%s\nmembers=%s;\n[data b]\nname=%s\nmembers=%s;gone;\n[data c]\nname=Absent\nmembers=gone 2;\n"
      "[code d]\nname=Gone\nmembers=nothing;no more\\;;\n[data e]\nname=%s\nmembers=%s;\n",
      name_1, bins[0], name_0, bins[1], name_2, bins[3]);
  UiKeys *keys = parse(text, strlen(text), NULL);
  check(keys != NULL && keys->entries->len == 5, "kept", "it can be read");
  check(ui_keys_apply(keys, view) == 2, "kept", "two names apply");
  check(strcmp(ui_view_item(view, UI_DATA, view->axes[UI_DATA].rank_of[0])->name, name_1) == 0, "swapped", name_1);
  check(strcmp(ui_view_item(view, UI_DATA, view->axes[UI_DATA].rank_of[1])->name, name_0) == 0, "swapped", name_0);
  check(((UiKey *)g_ptr_array_index(keys->entries, 4))->refused, "refused", name_2);
  check(ui_view_item(view, UI_DATA, view->axes[UI_DATA].rank_of[3])->given == NULL, "refused", "it has its own name");

  UiKeys *saved = ui_keys_of_view(view, keys);
  g_autofree char *again = ui_keys_text(saved, fresh->profile);
  check(saved->entries->len == 5, "all five are kept", again);
  check(strstr(again, ";gone;\n") != NULL, "an absent member is kept", again);
  check(strstr(again, "name=Absent\nmembers=gone 2;\n") != NULL, "an absent entry is kept", again);
  check(strstr(again, "members=nothing;no more\\;;\n") != NULL, "an absent code segment is kept", again);
  ui_keys_free(saved);

  /* Once what was refused is called otherwise, the old name for it is gone. */
  ui_view_rename(view, UI_DATA, view->axes[UI_DATA].rank_of[3], "Mine");
  saved = ui_keys_of_view(view, keys);
  g_autofree char *renamed = ui_keys_text(saved, fresh->profile);
  g_autofree char *refused = g_strdup_printf("name=%s\n", name_2);
  check(strstr(renamed, "name=Mine\n") != NULL && strstr(renamed, refused) == NULL, "renamed after all", renamed);
  ui_keys_free(saved);
  ui_keys_free(keys);
  ui_view_free(view);
}

/* Names of two call paths of one type apply to these two, whichever columns are shown meanwhile. */
static void test_levels(const UiView *fresh, const UiNames *names) {
  UiLevelNames *levels = ui_level_names_new(fresh->profile, names);
  const UiLevelGroups *types = &ui_level_names_groups(levels)[UI_LEVEL_TYPE];
  UiView *view = ui_view_copy(fresh);
  ui_view_set_levels(view, ui_level_names_groups(levels));
  uint32_t other = 0;
  while (types->same[other] == other) other++;
  ui_view_rename(view, UI_DATA, view->axes[UI_DATA].rank_of[types->same[other]], "one");
  ui_view_rename(view, UI_DATA, view->axes[UI_DATA].rank_of[other], "two");
  UiKeys *none = ui_keys_new(), *keys = ui_keys_of_view(view, none);
  g_autofree char *paths = describe(view);

  ui_view_forget_names(view);
  ui_view_set_level(view, NULL, UI_LEVEL_TYPE);
  check(ui_keys_apply(keys, view) == 2, "levels", "two names apply");
  check(ui_view_level(view) == UI_LEVEL_TYPE, "levels", "the level stays");
  UiKeys *again = ui_keys_of_view(view, keys);
  g_autofree char *before = ui_keys_text(keys, fresh->profile), *after = ui_keys_text(again, fresh->profile);
  check(strcmp(before, after) == 0, before, after);
  ui_view_set_level(view, NULL, UI_LEVEL_PATH);
  g_autofree char *found = describe(view);
  check(strcmp(paths, found) == 0, paths, found);
  ui_keys_free(none);
  ui_keys_free(keys);
  ui_keys_free(again);
  ui_view_free(view);
  ui_level_names_free(levels);
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
    UiKeys *keys = parse(cases[i].text, strlen(cases[i].text), &error);
    check(keys == NULL, "no error", cases[i].text);
    if (keys == NULL) check(strcmp(error->message, cases[i].error) == 0, cases[i].error, error->message);
    ui_keys_free(keys);
    g_clear_error(&error);
  }
  GError *error = NULL;
  check(parse(HEAD "\0", sizeof HEAD, &error) == NULL && g_str_has_prefix(error->message, "k:"), "a NUL byte",
        "an error");
  g_error_free(error);
}

/* A byte altered, or the end cut off: an error with a line, or names. */
static void test_altered(const UiView *fresh, GRand *dice) {
  UiView *view = ui_view_copy(fresh);
  while (ui_view_item(view, UI_DATA, 0)->given == NULL) change(view, dice);
  UiKeys *none = ui_keys_new(), *all = ui_keys_of_view(view, none);
  g_autofree char *text = ui_keys_text(all, fresh->profile);
  const gint32 length = (gint32)strlen(text);
  unsigned good = 0;
  for (unsigned i = 0; i < ALTERED; i++) {
    g_autofree char *bytes = g_memdup2(text, (gsize)length);
    const gint32 at = g_rand_int_range(dice, 0, length);
    const bool cut = g_rand_int_range(dice, 0, 4) == 0;
    if (!cut) bytes[at] = (char)g_rand_int_range(dice, 0, 256);
    GError *error = NULL;
    UiKeys *keys = parse(bytes, (gsize)(cut ? at : length), &error);
    if (keys != NULL) {
      ui_keys_apply(keys, view);
      good++;
    } else {
      check(g_str_has_prefix(error->message, "k:") && strchr(error->message, '\n') == NULL, "altered", error->message);
    }
    ui_keys_free(keys);
    g_clear_error(&error);
  }
  printf("altered: %u of %d could be read\n", good, ALTERED);
  check(good > ALTERED / 20 && good < ALTERED, "altered", "not plausible");
  ui_keys_free(all);
  ui_keys_free(none);
  ui_view_free(view);
}

int main(int n, char **args) {
  setlocale(LC_CTYPE, "C.UTF-8");
  const char *top = getenv("top_srcdir");
  g_autofree char *path = g_build_filename(top != NULL ? top : ".", "docs", "profile-sample.memspy", NULL);
  UiProfile *profile = ui_profile_load(n > 1 ? args[1] : path, NULL);
  if (profile == NULL) {
    printf("FAILED: %s cannot be read\n", path);
    return 1;
  }
  UiNames *names = ui_names_new(profile, false);
  UiView *view = ui_view_new(profile, ui_names_labels(names));
  GRand *dice = g_rand_new_with_seed(SEED);
  test_round_trip(view, dice);
  test_kept(view);
  test_levels(view, names);
  test_wrong();
  test_altered(view, dice);
  g_rand_free(dice);
  ui_view_free(view);
  ui_names_free(names);
  ui_profile_free(profile);
  return failures != 0;
}
