/* copy_samples.c: reads a file of samples and writes it again, or damages it in many ways.
 *
 * copy_samples FROM TO
 * copy_samples --damaged FROM TO
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "ui/samples/samples.h"

static int fail(GError *error) {
  fprintf(stderr, "copy_samples: %s\n", error->message);
  g_error_free(error);
  return 1;
}

static int copy(const char *from, const char *to) {
  GError *error = NULL;
  Samples *samples = samples_read(from, &error);
  if (samples == NULL) return fail(error);
  const bool good = samples_write(samples, to, &error);
  samples_free(samples);
  return good ? 0 : fail(error);
}

/* Writes a damaged file, and reads it. */
static bool is_refused(const char *to, const char *bytes, gsize n) {
  GError *error = NULL;
  if (!g_file_set_contents(to, bytes, (gssize)n, NULL)) return false;
  Samples *samples = samples_read(to, &error);
  const bool refused = samples == NULL && error != NULL && strchr(error->message, ':') != NULL;
  g_clear_error(&error);
  samples_free(samples);
  return refused;
}

/* Cuts the file at each byte, and changes each byte. */
static int damage(const char *from, const char *to) {
  GError *error = NULL;
  g_autofree char *bytes = NULL;
  gsize n, refused = 0;
  if (!g_file_get_contents(from, &bytes, &n, &error)) return fail(error);
  for (gsize at = 0; at < n; at++) {
    refused += is_refused(to, bytes, at);
    bytes[at] ^= 1;
    refused += is_refused(to, bytes, n);
    bytes[at] ^= 1;
  }
  printf("%zu refused\n", refused);
  return 0;
}

int main(int n, char **args) {
  if (n == 4 && strcmp(args[1], "--damaged") == 0) return damage(args[2], args[3]);
  return n == 3 ? copy(args[1], args[2]) : 2;
}
