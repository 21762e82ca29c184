/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_find.h: finds the variable that names a bin, from its kind, its receivers and its call path. */
#pragma once

#include "ui/names/ui_finder.h"

/* The search, for ui_finder_new(). */
extern const UiFind ui_find;
