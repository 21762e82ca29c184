/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_identities.h: checks the identities between counts that coh_counts.def defines. */
#pragma once

#include <stdbool.h>

#include "coherence/coh_counts.h"

/* Checks either the identities of optional models, or all other identities. Returns NULL, or a message that the caller
 * frees. */
char *profile_check_identities(const coh_counts *counts, bool of_models);
