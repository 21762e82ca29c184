/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_skid.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "ui/base/ui_input.h"
#include "ui/base/ui_text.h"

enum { WIDTHS = 4 }; /* the distribution ends at this number of standard deviations above the mean */

/* ---- a distribution ---- */

static AttrSkid *skid_new(guint n) {
  AttrSkid *skid = g_new0(AttrSkid, 1);
  skid->n = n;
  skid->of = g_new0(double, n);
  return skid;
}

void attr_skid_free(AttrSkid *skid) {
  if (skid == NULL) return;
  g_free(skid->of);
  g_free(skid);
}

/* Normalises the probabilities to sum 1. Returns false if all are 0. */
static bool normalise(AttrSkid *skid) {
  double sum = 0;
  for (guint i = 0; i < skid->n; i++) sum += skid->of[i];
  for (guint i = 0; i < skid->n && sum > 0; i++) skid->of[i] /= sum;
  return sum > 0;
}

/* Returns the cumulative distribution function of a Gaussian distribution. */
static double below(double x, double mean, double deviation) { return erfc((mean - x) / (deviation * M_SQRT2)) / 2; }

AttrSkid *attr_skid_gaussian(double mean, double variance) {
  const double deviation = sqrt(variance), end = ceil(mean + WIDTHS * deviation);
  AttrSkid *skid = skid_new((guint)MIN(end, ATTR_SKID_FURTHEST) + 1);
  for (guint i = 0; i < skid->n; i++) {
    const double at = i;
    skid->of[i] = deviation > 0 ? below(at + 0.5, mean, deviation) - below(at - 0.5, mean, deviation)
                                : at == MIN(floor(mean + 0.5), skid->n - 1);
  }
  if (!normalise(skid)) skid->of[0] = 1;
  return skid;
}

/* ---- parsing ---- */

/* Parses a number of at least 0 that is followed by one of the characters of `ends`, and advances *text. */
static bool take_number(const char **text, const char *ends, double *number) {
  char *end;
  if (!g_ascii_isdigit(**text) && **text != '.') return false;
  errno = 0;
  *number = g_ascii_strtod(*text, &end);
  if (errno != 0 || !isfinite(*number) || (*end != '\0' && strchr(ends, *end) == NULL)) return false;
  *text = end;
  return true;
}

static bool is_gaussian(const char *text, double *mean, double *variance) {
  return take_number(&text, ",", mean) && *text++ == ',' && take_number(&text, "", variance) && *text == '\0';
}

/* Parses a line of a histogram, without its comment. */
static bool take_line(char *line, GArray *histogram) {
  double distance, count;
  const char *text = g_strstrip(line);
  if (*text == '\0') return true;
  if (!take_number(&text, " \t", &distance) || distance > ATTR_SKID_FURTHEST || distance != floor(distance))
    return false;
  text += strspn(text, " \t");
  if (!take_number(&text, "", &count)) return false;
  if (histogram->len <= (guint)distance) g_array_set_size(histogram, (guint)distance + 1);
  g_array_index(histogram, double, (guint)distance) += count;
  return true;
}

static AttrSkid *read_histogram(const char *path, GError **error) {
  g_autofree char *text = NULL, *printable = ui_text_escaped(path);
  gsize n;
  text = ui_input_read(path, &ui_input_text, &n, error);
  if (text == NULL) {
    g_prefix_error(error, "bad option --skid=%s: it is neither MEAN,VARIANCE nor a histogram: ", printable);
    return NULL;
  }
  g_autoptr(GArray) histogram = g_array_new(FALSE, TRUE, sizeof(double));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    lines[i][strcspn(lines[i], "#")] = '\0';
    if (take_line(lines[i], histogram)) continue;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s:%u: expected a distance from 0 to %d and how often it was seen", printable, i + 1,
                ATTR_SKID_FURTHEST);
    return NULL;
  }
  AttrSkid *skid = skid_new(histogram->len);
  if (histogram->len > 0) memcpy(skid->of, histogram->data, histogram->len * sizeof(double));
  if (normalise(skid)) return skid;
  attr_skid_free(skid);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: the histogram is empty", printable);
  return NULL;
}

AttrSkid *attr_skid_parse(const char *text, GError **error) {
  double mean, variance;
  if (!is_gaussian(text, &mean, &variance)) return read_histogram(text, error);
  if (mean <= ATTR_SKID_FURTHEST) return attr_skid_gaussian(mean, variance);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "bad option --skid=%s: expected a mean of at most %d",
              text, ATTR_SKID_FURTHEST);
  return NULL;
}
