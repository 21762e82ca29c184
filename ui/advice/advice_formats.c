/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_formats.h"

#include <string.h>

#include "ui/base/ui_text.h"

char *advice_format_item(const View *view, ViewAxisKind axis, uint32_t rank) {
  return rank != ADVICE_NONE ? ui_text_unescaped(view_item(view, axis, rank)->name) : NULL;
}

void advice_format_gain(UiJson *json, const char *gain, const char *of_time, const AdviceFinding *advice,
                        const AdviceList *list) {
  if (advice->unbounded) {
    ui_json_null(json, gain);
    ui_json_null(json, of_time);
    return;
  }
  ui_json_number(json, gain, (uint64_t)advice->gain);
  ui_json_decimal(json, of_time, 100 * ui_text_ratio(advice->gain, list->busy), 1);
}

char *advice_format_path(const char *path) {
  if (!g_path_is_absolute(path)) return g_strdup(path);
  g_autofree char *folder = g_get_current_dir(), *plain = g_canonicalize_filename(path, "/");
  const size_t n = strlen(folder);
  const bool below = strncmp(plain, folder, n) == 0 && plain[n] == '/';
  return g_strdup(below ? plain + n + 1 : plain);
}

char *advice_format_message(const AdviceFinding *advice) {
  g_autofree char *finding = ui_text_unescaped(advice->finding), *remedy = ui_text_unescaped(advice->remedy);
  return *remedy != '\0' ? g_strdup_printf("%s What to do: %s", finding, remedy) : g_strdup(finding);
}
