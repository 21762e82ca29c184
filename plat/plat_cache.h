/* plat_cache.h: where the cache for later runs is, and the form of its files. The command writes them
 * (ui/base/ui_cache.h), and the tool reads some of them (memspy/core/spy_inflate.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "plat/plat_digest.h"

/* The header of a file: this text, the digits of a checksum of the content, and a newline. The content follows. */
#define PLAT_CACHE_FIRST "memspy-cache 1 "
enum { PLAT_CACHE_SUM_DIGITS = 64, PLAT_CACHE_HEADER = sizeof PLAT_CACHE_FIRST - 1 + PLAT_CACHE_SUM_DIGITS + 1 };

/* A kept section of debug information. The name of its file is this text and the digits of the digest of the compressed
 * section. The content is the digest of the decompressed section, and that section. */
#define PLAT_CACHE_SECTION "section"
enum {
  PLAT_CACHE_SECTION_LEAST = 1 << 14 /* size of the smallest compressed section that is kept, in bytes */
};

/* Returns the value of an environment variable that, followed by *below, is the path of the cache's folder. `cache` and
 * `home` are the values of XDG_CACHE_HOME and HOME, or NULL. Relative paths are invalid. Returns NULL if there is no
 * cache. */
static inline const char *plat_cache_folder(const char *cache, const char *home, const char **below) {
  const bool has_cache = cache != NULL && *cache == '/';
  *below = has_cache ? "/memspy" : "/.cache/memspy";
  return has_cache ? cache : home != NULL && *home == '/' ? home : NULL;
}
