/* spy_plat.h: what the tool adds to coherence/plat.h. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_PLAT_H
#define MEMSPY_SPY_PLAT_H

/* plat_settle() calls `function`. */
void spy_plat_settle_by(void (*function)(void));

#endif
