/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_cache.h: results that memspy computed, kept in files for later runs of memspy.
 *
 * The files are in $XDG_CACHE_HOME/memspy, or in ~/.cache/memspy. They can be removed at any time. Several processes can
 * use the cache at the same time. If the folder cannot be read or written, or a file in it is damaged, the cache behaves
 * as if it was empty. */
#pragma once

#include <glib.h>

#include "plat/plat_cache.h"

enum {
  UI_CACHE_MOST = 64 << 20,   /* maximum size of all entries in bytes */
  UI_CACHE_LARGEST = 16 << 20 /* maximum size of the content of an entry in bytes */
};

/* There are two kinds of keys: UI_CACHE_NAMES and UI_CACHE_NAMES_DIGITS hexadecimal digits in lower case, and
 * PLAT_CACHE_SECTION and PLAT_DIGEST_DIGITS such digits. The digits are those of a checksum. */
#define UI_CACHE_NAMES "names"
enum { UI_CACHE_NAMES_DIGITS = 64 };

/* Returns the content of the entry `key`; NULL: there is none. The caller frees the content with g_bytes_unref(). */
GBytes *ui_cache_find(const char *key);

/* Stores the content of the entry `key`, and then removes the entries that were not used for the longest time until all
 * entries take at most UI_CACHE_MOST bytes. Other files in the folder stay, and do not count. Does not store content that
 * is larger than UI_CACHE_LARGEST, or than a file of the process can be. */
void ui_cache_keep(const char *key, GBytes *content);
