/* spy_hide.h: the program does not see that it runs under Valgrind. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_HIDE_H
#define MEMSPY_SPY_HIDE_H

#include "memspy/core/spy_valgrind.h"

/* Unless --valgrind-visible=yes: a block that ends in a client request is left before the request if the program asks
 * whether it runs under Valgrind (RUNNING_ON_VALGRIND). The answer is then the one without Valgrind: 0. Other requests
 * are made. Add this after the block's last record. */
void spy_hide_add_end(IRSB *out);

#endif
