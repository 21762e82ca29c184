/* check.h: a check for tests of single rules. It prints where it failed, and the test continues.
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

/* Checks that a body fails an assertion, with tests/coherence/plat_test.h. The memory that the body allocated until
 * then is lost. */
#define CHECK_ASSERTS(body, data) CHECK(!plat_test_try(body, data))
