/* ui_perf_objects.h: the files that samples of perf name: what is link-time in them.
 *
 * A file is looked for under its path, behind the folder of --symfs if there is one, and, where that has another build
 * id or is not there, under its build id: in perf's own cache (~/.debug) and in /usr/lib/debug/.build-id. A file that
 * cannot be found is an object nevertheless.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SAMPLES_PERF_OBJECTS_H
#define UI_SAMPLES_PERF_OBJECTS_H

#include <glib.h>
#include <stdbool.h>

typedef struct UiPerfObjects UiPerfObjects;
typedef struct UiPerfObject UiPerfObject;

/* `symfs`: a folder; NULL: none. Free with ui_perf_objects_free(). */
UiPerfObjects *ui_perf_objects_new(const char *symfs);
void ui_perf_objects_free(UiPerfObjects *objects);

/* From now on the file of that path has that build id (hexadecimal): if it had another one, it is another object. */
void ui_perf_objects_identify(UiPerfObjects *objects, const char *path, const char *build_id);

/* Takes what `perf buildid-list` printed: the same of many. `name` stands for it in messages. */
bool ui_perf_objects_take_list(UiPerfObjects *objects, const char *name, const char *text, GError **error);

/* The object of the `n` bytes at `path`. Owned by `objects`. */
UiPerfObject *ui_perf_objects_get(UiPerfObjects *objects, const char *path, gsize n);

/* Whether both are files of the same path, which may have been built anew. */
bool ui_perf_object_has_path_of(const UiPerfObject *object, const UiPerfObject *other);

/* Where it was found, or else its path; its build id; "": unknown. */
const char *ui_perf_object_path(const UiPerfObject *object);
const char *ui_perf_object_build_id(UiPerfObject *object);

/* The link-time address of a byte of the file, of code. Where the file could not be found, or has debug information
 * only, the offset itself: so it is in files as linkers make them as a rule. Returns false when no code is there. */
bool ui_perf_object_at_offset(UiPerfObject *object, guint64 offset, guint64 *address);

/* Whether a link-time address that holds at run time, too, is in its code: never in what may be loaded anywhere. */
bool ui_perf_object_is_fixed_at(UiPerfObject *object, guint64 address);

/* The link-time address so far behind the symbol of the `n` bytes at `symbol`. Returns false when that is not known. */
bool ui_perf_object_at_symbol(UiPerfObject *object, const char *symbol, gsize n, guint64 offset, guint64 *address);

/* Whether the file was found. */
bool ui_perf_object_is_found(UiPerfObject *object);

#endif
