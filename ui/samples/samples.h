/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples.h: samples of events, in memory: the interrupted instruction and its callers, with the number of samples. A
 * hardware counter or the simulated machine (--samples) takes the samples. Samples have no data addresses.
 *
 * A Samples that was read is checked, and constant. docs/samples-format.md describes the file. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#define SAMPLES_ERROR samples_error_quark()
GQuark samples_error_quark(void);
typedef enum {
  SAMPLES_ERROR_READ,   /* a file cannot be read, or perf cannot run */
  SAMPLES_ERROR_INVALID /* the file is not a file of samples, or was cut or altered */
} SamplesError;

/* Strings belong to the samples. They come from the sampled program, so they can be invalid UTF-8 and contain control
 * characters. */
typedef struct {
  const char *path; /* path of the file on the sampled computer, or where an import found it (--symfs); "[kernel]": the
                       kernel; "": unknown, as for code that was generated at run time */
  const char *build_id; /* hexadecimal; "": unknown */
} SamplesObject;

typedef struct {
  const char *name; /* the counter's name: "cache-misses", "D1" */
  guint64 period;   /* events per sample, the mean if it varied; 0: unknown */
} SamplesEvent;

/* An instruction: the interrupted one, or a call. */
typedef struct {
  guint32 object;
  guint64 address; /* link-time address; for a call, its last or another byte; the address at run time if the object is
                      unknown or the kernel */
} SamplesFrame;

/* Equal samples, at different times. Their frames are first .. first + count - 1 of Samples.frames, innermost first:
 * the first one is the interrupted instruction. */
typedef struct {
  guint32 event, process, thread; /* process and thread: the kernel's numbers, or the processor's number and 0 */
  guint32 first, count;           /* count: at least 1 */
  guint64 samples;                /* at least 1 */
} SamplesSample;

typedef struct {
  const char *command; /* "": unknown */
  GArray *events;      /* SamplesEvent; at least one */
  GArray *objects;     /* SamplesObject */
  GArray *frames;      /* SamplesFrame */
  GArray *samples;     /* SamplesSample */
  guint64 total;       /* samples of all events */
  GStringChunk *names;
} Samples;

/* Reads a file of samples. Returns NULL and sets *error, with file and line, if it is invalid. Free the result with
 * samples_free(). */
Samples *samples_read(const char *path, GError **error);

/* Writes a file of samples, which appears under its name when it is complete; path NULL: to standard output. Requires
 * at least one event. The bytes do not depend on the order of frames in memory. */
bool samples_write(const Samples *samples, const char *path, GError **error);

/* Makes an empty Samples. samples_free() accepts NULL. */
Samples *samples_new(void);
void samples_free(Samples *samples);
