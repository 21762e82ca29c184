/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_vector-inl.h: functions that use vectors of 256 bits, in a file whose other functions do not.
 *
 * The compiler's header for these takes longer to read than most files of the tree to compile, so only files that use
 * them include this one. */
#pragma once

/* As in coh_cache-inl.h. */
#define _MM_MALLOC_H_INCLUDED
#define __MM_MALLOC_H
#include <immintrin.h>

#include "plat/plat.h"

/* For hosts with vectors of 256 bits. Functions of this kind are inlined into such functions alone. */
#define COH_WIDE __attribute__((target("avx2,bmi,bmi2")))
#define COH_WIDE_INLINE __attribute__((target("avx2,bmi,bmi2"), always_inline)) static inline
