/* test_method.c: tests the options of attribution: methods, and distributions of skid.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "tests/check.h"
#include "tests/ui/close.h"
#include "ui/attribute/attr_method.h"
#include "ui/attribute/attr_skid.h"

static void check_bad_histogram(const char *text, const char *words) {
  g_autofree char *path = g_strdup("test_attribute_XXXXXX");
  GError *error = NULL;
  const int fd = g_mkstemp(path);
  CHECK(g_file_set_contents(path, text, -1, NULL));
  AttrSkid *skid = attr_skid_parse(path, &error);
  CHECK(skid == NULL && error != NULL && strstr(error->message, words) != NULL);
  g_clear_error(&error);
  attr_skid_free(skid);
  g_close(fd, NULL);
  g_unlink(path);
}

static void test_distributions(void) {
  AttrSkid *skid = attr_skid_gaussian(10, 4);
  double sum = 0, mean = 0, variance = 0;
  for (guint i = 0; i < skid->n; i++) {
    sum += skid->of[i];
    mean += i * skid->of[i];
    variance += (i - 10.0) * (i - 10.0) * skid->of[i];
  }
  CHECK(is_close(sum, 1) && fabs(mean - 10) < 1e-3 && fabs(variance - 4.08) < .02);
  attr_skid_free(skid);
  skid = attr_skid_parse("2,0", NULL);
  CHECK(skid != NULL && skid->n == 3 && skid->of[2] == 1);
  attr_skid_free(skid);
  /* A standard deviation with which half of the distribution is within one line: the paper's .25, .5 and .25, except
   * for the tails. */
  skid = attr_skid_parse("1,0.5495", NULL);
  CHECK(skid != NULL && fabs(skid->of[1] - .5) < .015 && fabs(skid->of[0] / skid->of[1] - .46) < .02);
  attr_skid_free(skid);
  check_bad_histogram("1 3\n2 many\n", ":2: expected a distance");
  check_bad_histogram("4096 3\n", ":1: expected a distance from 0 to 4095");
  check_bad_histogram("# nothing\n1 0\n", "is empty");
  GError *error = NULL;
  CHECK(attr_skid_parse("1,-1", &error) == NULL && error != NULL);
  g_clear_error(&error);
  CHECK(attr_skid_parse("5000,1", &error) == NULL && error != NULL);
  g_clear_error(&error);
}

static void test_histogram(void) {
  g_autofree char *path = g_strdup("test_attribute_XXXXXX");
  const int fd = g_mkstemp(path);
  CHECK(g_file_set_contents(path, "0 1 # none\n\n1 2\n2 1\n", -1, NULL));
  AttrSkid *skid = attr_skid_parse(path, NULL);
  CHECK(skid != NULL && skid->n == 3 && skid->of[0] == .25 && skid->of[1] == .5 && skid->of[2] == .25);
  attr_skid_free(skid);
  g_close(fd, NULL);
  g_unlink(path);
}

static void test_methods(void) {
  unsigned steps;
  GError *error = NULL;
  CHECK(attr_method_parse("raw", &steps, NULL) && steps == 0);
  CHECK(attr_method_parse("loop+skid", &steps, NULL) && steps == (ATTR_STEP_LOOP | ATTR_STEP_SKID));
  g_autofree char *text = attr_method_text(steps), *raw = attr_method_text(0);
  CHECK(strcmp(text, "skid+loop") == 0 && strcmp(raw, "raw") == 0);
  CHECK(!attr_method_parse("lop", &steps, &error) && strstr(error->message, "'loop'") != NULL);
  g_clear_error(&error);
  CHECK(!attr_method_parse("", &steps, &error));
  g_clear_error(&error);
}

int main(void) {
  test_distributions();
  test_histogram();
  test_methods();
  return check_failures != 0;
}
