/* spy_hide.h: hides Valgrind from the program. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Makes the client request RUNNING_ON_VALGRIND return 0, as without Valgrind. If the block ends in a client request,
 * adds code that compares the request with RUNNING_ON_VALGRIND, and leaves the block before this request. Other
 * requests are executed. With --valgrind-visible=yes, adds nothing. Call it after the block's last record. */
void spy_hide_add_end(IRSB *out);
