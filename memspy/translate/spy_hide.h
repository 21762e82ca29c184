/* spy_hide.h: hides Valgrind from the program. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* For a block that ends in a client request: adds code that leaves the block before the request if the request is
 * RUNNING_ON_VALGRIND. So the answer is 0, as without Valgrind. Other requests are made. With --valgrind-visible=yes,
 * adds nothing. Call it after the block's last record. */
void spy_hide_add_end(IRSB *out);
