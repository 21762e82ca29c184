/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_identities.h: the identities that counts obey, by the table coh_counts.def. */
#pragma once

#include <stdbool.h>

#include "coherence/coh_counts.h"

/* What is wrong with counts, of models or of others, which the caller frees; NULL: nothing. */
char *ui_check_identities(const coh_counts *counts, bool of_models);
