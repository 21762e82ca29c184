/* spy_host_wait.h: waits of host threads for changes of a word. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* spy_host_wait() waits while a word has the given value, but at most `ms` milliseconds (negative: without limit). It
 * can return early. spy_host_wake() wakes all threads that wait for a change of a word. */
void spy_host_wait(volatile Int *word, Int value, Int ms);
void spy_host_wake(volatile Int *word);
