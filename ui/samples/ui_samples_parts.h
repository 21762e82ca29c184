/* ui_samples_parts.h: parts of memspy samples: samples taken and read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SAMPLES_SAMPLES_PARTS_H
#define UI_SAMPLES_SAMPLES_PARTS_H

#include "ui/base/ui_subcommand.h"

extern const UiSubcommand ui_samples_record_part; /* memspy samples record */
extern const UiSubcommand ui_samples_import_part; /* memspy samples import */

#endif
