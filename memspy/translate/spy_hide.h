/* spy_hide.h: hides Valgrind from the program. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Unless --valgrind-visible=yes: a block that ends in a client request is left before the request if that is
 * RUNNING_ON_VALGRIND. The answer is then 0, as without Valgrind. Other requests are made. Call after the block's last
 * record. */
void spy_hide_add_end(IRSB *out);
