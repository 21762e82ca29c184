/* ui_share.c: see ui_share.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/cluster/ui_share.h"

#include <string.h>

#include "ui/base/ui_text.h"

bool ui_share_parse(const char *text, UiShare *share, GError **error) {
  *share = (UiShare){1, 1};
  if (text == NULL) return true;
  g_auto(GStrv) numbers = g_strsplit(text, "/", 2);
  guint64 number, of;
  if (g_strv_length(numbers) == 2 && g_ascii_string_to_unsigned(numbers[1], 10, 1, UI_SHARES_MOST, &of, NULL) &&
      g_ascii_string_to_unsigned(numbers[0], 10, 1, of, &number, NULL)) {
    *share = (UiShare){(unsigned)number, (unsigned)of};
    return true;
  }
  g_autofree char *printable = ui_text_escaped(text);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "--share=%s: expected NUMBER/SHARES, as in 1/8 to 8/8; there may be %d shares", printable,
              UI_SHARES_MOST);
  return false;
}

bool ui_share_has(UiShare share, unsigned i) { return i % share.of == share.number - 1; }

bool ui_share_within(UiShare share, unsigned thing, unsigned n, UiShare *own) {
  const unsigned number = share.number - 1;
  *own = (UiShare){1, 1};
  if (n >= share.of) return ui_share_has(share, thing);
  *own = (UiShare){number / n + 1, (share.of - thing + n - 1) / n};
  return number % n == thing;
}

unsigned ui_share_begin(UiShare share, unsigned n) { return (unsigned)((uint64_t)(share.number - 1) * n / share.of); }
