/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_parts.h: subcommands of memspy samples that take and read samples. */
#pragma once

#include "ui/base/ui_subcommand.h"

extern const UiSubcommand samples_record_part; /* memspy samples record */
extern const UiSubcommand samples_import_part; /* memspy samples import */
