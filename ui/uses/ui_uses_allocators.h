/* ui_uses_allocators.h: functions that hand out blocks of memory, by their names.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_ALLOCATORS_H
#define UI_USES_ALLOCATORS_H

#include <stdbool.h>

/* Does a call of the function make the block that it returns? Functions whose name says so count: xmalloc, g_strdup. As
 * the source names it, or as symbols do. */
bool ui_uses_allocates(const char *function);

/* Does it store the address of the block where its first argument points to? */
bool ui_uses_allocates_there(const char *function);

/* Does it return its first argument? */
bool ui_uses_returns_first(const char *function);

/* Is it a method of C++'s library by which a container gets memory? */
bool ui_uses_grows(const char *method);

/* Is it a method of C++'s library that gives a place in what a container holds? */
bool ui_uses_gives_content(const char *method);

#endif
