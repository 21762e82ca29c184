/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_objects.h: the object files that perf's samples name, and their link-time addresses.
 *
 * A file is searched under its path, in the folder of --symfs if there is one. If it is missing or has another build
 * id, it is searched by build id in perf's cache (~/.debug) and in /usr/lib/debug/.build-id. A file that is not found
 * is an object too. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct SamplesPerfObjects SamplesPerfObjects;
typedef struct SamplesPerfObject SamplesPerfObject;

/* symfs: a folder; NULL: none. Free the result with samples_perf_objects_free(). */
SamplesPerfObjects *samples_perf_objects_new(const char *symfs);
void samples_perf_objects_free(SamplesPerfObjects *objects);

/* Sets the build id (hexadecimal) of the file at `path` from now on. If the path had another one, it becomes a new
 * object. */
void samples_perf_objects_identify(SamplesPerfObjects *objects, const char *path, const char *build_id);

/* Reads the output of `perf buildid-list`: the build ids of many files. name: its name in messages. */
bool samples_perf_objects_take_list(SamplesPerfObjects *objects, const char *name, const char *text, GError **error);

/* Returns the object of the `n` bytes at `path`. Owned by `objects`. */
SamplesPerfObject *samples_perf_objects_get(SamplesPerfObjects *objects, const char *path, gsize n);

/* Returns whether both objects have the same path; one can be a newer build. */
bool samples_perf_object_has_path_of(const SamplesPerfObject *object, const SamplesPerfObject *other);

/* The first returns the path where the file was found, or else its path in the samples. The second returns its build
 * id; "": unknown. */
const char *samples_perf_object_path(const SamplesPerfObject *object);
const char *samples_perf_object_build_id(SamplesPerfObject *object);

/* Returns the link-time address of code at an offset of the file. If the file was not found, or has only debug
 * information, the result is the offset itself: in most files that linkers make, the two are equal. Returns false if
 * the offset is not in code. */
bool samples_perf_object_at_offset(SamplesPerfObject *object, guint64 offset, guint64 *address);

/* A mapping of a part of a file. */
typedef struct {
  guint64 start, offset; /* its address, and the offset in the file */
} SamplesPerfMapped;

/* Returns the link-time address of data at address `run_time`, if one of the object's segments contains it, initialised
 * or not. `mapped` is a mapping of the object's code. Returns false if no segment does, or if the file was not found. */
bool samples_perf_object_at_data(SamplesPerfObject *object, const SamplesPerfMapped *mapped, guint64 run_time,
                                 guint64 *address);

/* Returns whether the object has a fixed load address and `address` is in its code. */
bool samples_perf_object_is_fixed_at(SamplesPerfObject *object, guint64 address);

/* Returns the link-time address at `offset` bytes from the symbol named by the `n` bytes at `symbol`. Returns false if
 * the symbol is unknown. */
bool samples_perf_object_at_symbol(SamplesPerfObject *object, const char *symbol, gsize n, guint64 offset,
                                   guint64 *address);

/* Returns whether the file was found. */
bool samples_perf_object_is_found(SamplesPerfObject *object);
