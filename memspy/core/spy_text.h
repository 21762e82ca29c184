/* spy_text.h: texts in the program's memory. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Copies a text, which ends with a 0, from the program's memory, and returns its length. Copies at most `bytes` bytes,
 * with the 0. If none of these bytes is the 0, returns `bytes`. If the text is unreadable, returns -1. */
SSizeT spy_text_copy(Addr from, HChar *to, SizeT bytes);
