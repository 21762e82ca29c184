/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples.h: samples of events, in memory: the interrupted instruction and its callers, with the number of samples. A
 * hardware counter or the simulated machine (--samples) takes the samples. Some counters also report the data that the
 * instruction accessed (SamplesAccess).
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
  const char *name; /* name of the counter, such as "cache-misses" or "D1" */
  guint64 period;   /* events per sample; 0: unknown. If the period varied, there is an event for each period */
} SamplesEvent;

/* An instruction: the interrupted one, or a call. */
typedef struct {
  guint32 object;
  guint64 address; /* link-time address; for a call, that of its last or another byte. If the object is unknown or is
                      the kernel: the address at run time */
} SamplesFrame;

/* The kinds of data that a sampled instruction can access. samples_words.def contains their words in a file of samples.
 * */
typedef enum {
#define DATA_KIND(symbol, word, help) SAMPLES_DATA_##symbol,
#include "ui/samples/samples_words.def"
  SAMPLES_DATA_KINDS
} SamplesDataKind;

typedef enum {
#define OPERATION(symbol, word, help) SAMPLES_##symbol,
#include "ui/samples/samples_words.def"
  SAMPLES_OPERATIONS
} SamplesOperation;

/* The cache or memory that supplied the data. */
typedef enum {
#define SOURCE(symbol, word, help) SAMPLES_FROM_##symbol,
#include "ui/samples/samples_words.def"
  SAMPLES_SOURCES
} SamplesSource;

/* Returns the word that the file contains for a kind, an operation or a source. */
const char *samples_data_word(SamplesDataKind kind);
const char *samples_operation_word(SamplesOperation operation);
const char *samples_source_word(SamplesSource source);

/* Data that samples access. */
typedef struct {
  SamplesDataKind kind;
  guint32 object;       /* static: the object; mapping: the file; else the object "" */
  guint64 address;      /* static: link-time address; mapping: start of the mapping; unknown: address at run time;
                           otherwise 0 */
  guint32 first, count; /* heap: the call path of the allocation, innermost first, in Samples.frames; else none */
} SamplesData;

/* The access of a sample. */
typedef struct {
  guint32 data; /* number in Samples.data, plus 1; 0: the counter does not report accesses */
  SamplesOperation operation;
  SamplesSource source;
  bool remote;   /* another node supplied the data */
  bool modified; /* another processor's cache held the line modified */
} SamplesAccess;

/* Equal samples, at different times. Their frames are first .. first + count - 1 of Samples.frames, innermost first:
 * the first one is the interrupted instruction. */
typedef struct {
  guint32 event, process, thread; /* process and thread: the kernel's numbers, or the processor's number and 0 */
  guint32 first, count;           /* count: at least 1 */
  guint64 samples;                /* number of equal samples, at least 1 */
  SamplesAccess access;
  guint64 latency; /* sum of the latencies of these accesses in cycles; 0: unknown */
} SamplesSample;

typedef struct {
  const char *command; /* "": unknown */
  GArray *events;      /* SamplesEvent; at least one. samples_add_event() appends */
  GArray *first_event; /* guint32, indexed by event: index of the first event with the same name */
  GArray *objects;     /* SamplesObject */
  GArray *frames;      /* SamplesFrame */
  GArray *data;        /* SamplesData */
  GArray *samples;     /* SamplesSample */
  guint64 total;       /* samples of all events */
  GStringChunk *names;
  GHashTable *events_by_name; /* indexed by name in `names`: number of the first event + 1 */
} Samples;

/* Reads a file of samples. Returns NULL and sets *error, with file and line, if it is invalid. Free the result with
 * samples_free(). */
Samples *samples_read(const char *path, GError **error);

/* Writes a file of samples, which appears under its name when it is complete; path NULL: to standard output. Requires
 * at least one event. The bytes do not depend on the order of frames in memory. */
bool samples_write(const Samples *samples, const char *path, GError **error);

/* Appends an event. Returns its number. */
guint32 samples_add_event(Samples *samples, const char *name, guint64 period);

/* Returns the number of the first event that has the name of event number i. */
guint32 samples_first_event(const Samples *samples, guint32 i);

/* Returns whether a sample is of the event with number `first` (samples_first_event()), whatever its period. */
bool samples_is_of(const Samples *samples, const SamplesSample *sample, guint32 first);

/* Returns the events for which a group of samples stands, at least one for each sample. */
double samples_events(const Samples *samples, const SamplesSample *sample);

/* The periods of an event. */
typedef struct {
  guint64 samples;
  double events, squares; /* sum of the periods of the samples, and sum of the squares of these periods */
  double mean;            /* mean period, at least 1 */
  bool is_known, varies;  /* some period is known; not all periods are equal */
} SamplesPeriods;

SamplesPeriods samples_periods(const Samples *samples, guint32 first);

/* Makes an empty Samples. samples_free() accepts NULL. */
Samples *samples_new(void);
void samples_free(Samples *samples);
