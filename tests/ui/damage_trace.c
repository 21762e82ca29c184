/* damage_trace.c: changes traces and tables in many ways, corrects their checksums, and opens them. No change may cause
 * a crash or an error of the sanitizers.
 *
 *   damage_trace ROUNDS FILE...             changes each file ROUNDS times; a file that is no trace is read as tables
 *   damage_trace --seeds FOLDER FILE...     writes files to start libFuzzer from
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "tests/coherence/dice.h"
#include "tests/ui/fuzz_trace.h"

/* Returns the bytes of a file after the byte that marks its kind for the target. The caller owns them. */
static uint8_t *read_marked(const char *path, gsize *size) {
  g_autofree char *contents = NULL;
  gsize n;
  if (!g_file_get_contents(path, &contents, &n, NULL)) g_error("%s: cannot be read", path);
  uint8_t *bytes = g_malloc(n + 1);
  bytes[0] = n >= 14 && memcmp(contents, "memspy-profile", 14) == 0 ? 2 : 0;
  memcpy(bytes + 1, contents, n);
  *size = n + 1;
  return bytes;
}

static void damage(const uint8_t *bytes, gsize size, dice *d) {
  g_autofree uint8_t *changed = g_malloc(size);
  memcpy(changed, bytes, size);
  const unsigned changes = dice_between(d, 1, 6);
  for (unsigned i = 0; i < changes; i++) {
    uint8_t *at = &changed[1 + dice_below(d, (uint32_t)size - 1)];
    *at = dice_chance(d, 30) ? 0xff : dice_chance(d, 30) ? (uint8_t)('0' + dice_below(d, 10)) : (uint8_t)dice_next(d);
  }
  LLVMFuzzerTestOneInput(changed, size - (dice_chance(d, 10) ? dice_below(d, (uint32_t)size) : 0));
}

int main(int n, char **args) {
  const bool seeds = n > 2 && strcmp(args[1], "--seeds") == 0;
  const unsigned rounds = n > 1 && !seeds ? (unsigned)atoi(args[1]) : 0;
  dice d = {1};
  for (int i = seeds ? 3 : 2; i < n; i++) {
    gsize size;
    g_autofree uint8_t *bytes = read_marked(args[i], &size);
    g_autofree char *name = seeds ? g_strdup_printf("%s/%d", args[2], i) : NULL;
    if (seeds && !g_file_set_contents(name, (const char *)bytes, (gssize)size, NULL))
      g_error("%s: cannot be written", name);
    for (unsigned round = 0; round < rounds; round++) damage(bytes, size, &d);
  }
  return 0;
}
