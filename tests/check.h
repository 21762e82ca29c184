/* check.h: what tests of single rules share: a check that says where it failed, and goes on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

static int check_failures;

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("FAILED: %s:%d: %s\n", __FILE__, __LINE__, #condition); \
      check_failures++;                                              \
    }                                                                \
  } while (0)

/* Checks that a body asserts, with tests/coherence/plat_test.h. What it allocated until then is lost. */
#define CHECK_ASSERTS(body, data) CHECK(!plat_test_try(body, data))
