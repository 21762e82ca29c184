/* ui_samples.h: samples of events in memory: which instruction was interrupted, in which calls, and how often. What a
 * counter of the computer gave, or the simulated machine (--samples); addresses of data are not among it.
 *
 * A UiSamples is what a file says, checked, and is not changed any more. See docs/samples-format.md for the file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SAMPLES_SAMPLES_H
#define UI_SAMPLES_SAMPLES_H

#include <glib.h>

/* Strings belong to the samples. They are bytes of the sampled program: not always valid UTF-8, and with any control
 * characters in them. */

typedef struct {
  const char *path;     /* of the file on the computer that was sampled; "": unknown, as of code made at run time */
  const char *build_id; /* hexadecimal; "": unknown */
} UiSamplesObject;

typedef struct {
  const char *name; /* as the counter calls it: "cache-misses", "D1" */
  guint64 period;   /* of so many events one was sampled; 0: unknown */
} UiSamplesEvent;

/* A place in a program: the instruction that was interrupted, or one that called. */
typedef struct {
  guint32 object;
  guint64 address; /* link-time; of a call, where it returns to minus 1 */
} UiSamplesFrame;

/* Samples that are the same in all but time. Frames first .. first + count - 1 of UiSamples.frames, innermost first:
 * the first one is the instruction that was interrupted. */
typedef struct {
  guint32 event, process, thread; /* process and thread: as the kernel numbered them, or processor's number and 0 */
  guint32 first, count;           /* count: at least 1 */
  guint64 samples;                /* at least 1 */
} UiSample;

typedef struct {
  const char *command; /* "": unknown */
  GArray *events;      /* UiSamplesEvent; at least one */
  GArray *objects;     /* UiSamplesObject */
  GArray *frames;      /* UiSamplesFrame */
  GArray *samples;     /* UiSample */
  guint64 total;       /* samples, of all events */
  GStringChunk *names;
} UiSamples;

/* Reads a file of samples. NULL: *error, with file and line. Free it with ui_samples_free(). */
UiSamples *ui_samples_read(const char *path, GError **error);

/* Samples without a sample in them, to be filled. */
UiSamples *ui_samples_new(void);

/* NULL is allowed. */
void ui_samples_free(UiSamples *samples);

#endif
