/* bin_profile.h: writes an account as a profile file. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "bins/bin_profile_info.h"
#include "bins/bin_sweep.h"
#include "bins/bin_writer.h"

/* Writes the profile to a sink. All sites must be flushed, and the counts after the last sample dropped. Returns false
 * if the sink failed. */
bool bin_profile_write(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure);

/* Writes only the tables of the profile: the profile contains no references, as if the machine had simulated none. It
 * contains the numbers of instructions and the clocks of the account. */
bool bin_profile_write_tables(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure);

/* As bin_profile_write_tables(), but selects and numbers the records for the sweep's cells (bin_kept_find()), since
 * names depend on the other records. */
bool bin_profile_write_swept(bin_account *account, const bin_profile_info *info, const bin_sweep_cells *cells,
                             unsigned by, bin_sink *sink, void *closure);
