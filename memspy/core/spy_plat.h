/* spy_plat.h: extends plat/plat.h. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/* Makes plat_settle() call `function`. */
void spy_plat_settle_by(void (*function)(void));
