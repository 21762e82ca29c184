/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_user_calls.h: finds the program's calls of the library code in which a bottleneck is, such as the calls that take a
 * lock. Only the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_find.h"
#include "ui/names/name_user_calls.h"

typedef struct {
  NameUserCall call;
  uint64_t stall; /* stall cycles of the library code that the call leads to, on the data of the bottleneck */
} AdviceUserCall;

/* Returns whether the code at a place is of the wanted kind. */
typedef bool AdviceIsCode(const AdviceContext *context, uint32_t place);

/* The next functions return whether the code at a place takes or releases locks, or sets memory. */
bool advice_user_calls_lock(const AdviceContext *context, uint32_t place);
bool advice_user_calls_set(const AdviceContext *context, uint32_t place);

/* Returns the program's calls that lead to library code of the wanted kind, as AdviceUserCall, by decreasing stall. Only the
 * stall on the bottleneck's data counts; if the bottleneck belongs to code, only the stall in this code. Calls with less
 * than a 20th of this stall are left out. Empty if the profile has no callers. The caller owns the array. */
GArray *advice_user_calls(const AdviceContext *context, const AdviceTrouble *trouble, AdviceIsCode *is_code);
