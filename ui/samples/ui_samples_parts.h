/* ui_samples_parts.h: subcommands of memspy samples that take and read samples.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SAMPLES_SAMPLES_PARTS_H
#define UI_SAMPLES_SAMPLES_PARTS_H

#include "ui/base/ui_subcommand.h"

extern const UiSubcommand ui_samples_record_part; /* memspy samples record */
extern const UiSubcommand ui_samples_import_part; /* memspy samples import */

#endif
