/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_parts.h: subcommands of memspy samples that attribute samples and compare the results. */
#pragma once

#include "ui/base/ui_subcommand.h"

extern const UiSubcommand attr_part;         /* memspy samples attribute */
extern const UiSubcommand attr_compare_part; /* memspy samples compare */
