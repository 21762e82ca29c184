/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_samples_parts.h: subcommands of memspy samples that take and read samples. */
#pragma once

#include "ui/base/ui_subcommand.h"

extern const UiSubcommand ui_samples_record_part; /* memspy samples record */
extern const UiSubcommand ui_samples_import_part; /* memspy samples import */
