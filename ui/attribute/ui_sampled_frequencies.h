/* ui_sampled_frequencies.h: how often control took each way through a function, as far as the shape of its code and
 * the places of samples tell.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_SAMPLED_FREQUENCIES_H
#define UI_ATTRIBUTE_SAMPLED_FREQUENCIES_H

#include "ui/attribute/ui_frequencies.h"

/* `samples`: that were taken at each instruction. Times are those of one call of the function. Free it with
 * ui_frequencies_free(). */
UiFrequencies *ui_sampled_frequencies_new(const UiShape *shape, const double *samples);

#endif
