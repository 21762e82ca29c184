/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_vector-inl.h: support for functions that use vectors of 256 bits in a file whose other functions do not.
 *
 * The compiler needs more time to read its header for such vectors than to compile most source files. Therefore, only
 * source files that use the vectors include this header. */
#pragma once

/* These include guards keep out <stdlib.h>; see coh_cache-inl.h. */
#define _MM_MALLOC_H_INCLUDED
#define __MM_MALLOC_H
#include <immintrin.h>

#include "plat/plat.h"

/* Marks a function for hosts with vectors of 256 bits. Such a function is inlined only into functions with the same
 * mark. */
#define COH_WIDE __attribute__((target("avx2,bmi,bmi2")))
#define COH_WIDE_INLINE __attribute__((target("avx2,bmi,bmi2"), always_inline)) static inline
