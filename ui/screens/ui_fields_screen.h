/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_fields_screen.h: the counts of data bins split by fields, as text. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/names/ui_names.h"
#include "ui/screens/ui_screen.h"

/* Appends a table of fields for each of the first few bins in focus that have references there. */
void ui_fields_screen(const UiScreen *screen, const UiView *view, const UiNames *names, const UiFocus *focus,
                      GString *out);
