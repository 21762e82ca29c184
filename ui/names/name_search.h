/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_search.h: finds the variable that names a bin, from its kind, its receivers and its call path. */
#pragma once

#include "ui/names/name_search_context.h"

/* The functions of the search, for name_search_context_new(). */
extern const NameSearch name_find;
