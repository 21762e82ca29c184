/* spy_inflate.c: see spy_inflate.h.
 *
 * A file is ignored if it does not have the form of a kept section (plat/plat_cache.h), is no regular file, or belongs
 * to another user.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_inflate.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "plat/plat_cache.h"

enum { PATH_MOST = 4096 };

static HChar folder[PATH_MOST]; /* "": no cache is used */

void spy_inflate_use_cache(void) {
  const HChar *below, *base = plat_cache_folder(VG_(getenv)("XDG_CACHE_HOME"), VG_(getenv)("HOME"), &below);
  if (base) VG_(snprintf)(folder, sizeof folder, "%s%s", base, below);
}

static Bool read_all(Int fd, void *to, SizeT n) {
  for (SizeT done = 0; done < n;) {
    const Int got = VG_(read)(fd, (HChar *)to + done, (Int)(n - done));
    if (got <= 0) return False;
    done += (SizeT)got;
  }
  return True;
}

/* Reads a file whose content has `n` bytes. Returns False if it is damaged. */
static Bool read_file(Int fd, void *to, SizeT n) {
  struct vg_stat about;
  HChar header[PLAT_CACHE_HEADER];
  uint64_t sum[PLAT_DIGEST_WORDS], found[PLAT_DIGEST_WORDS];
  if (VG_(fstat)(fd, &about) != 0 || !VKI_S_ISREG(about.mode) || about.uid != (UInt)VG_(geteuid)()) return False;
  if (about.size != (Long)PLAT_CACHE_HEADER + PLAT_DIGEST_BYTES + (Long)n) return False;
  if (!read_all(fd, header, PLAT_CACHE_HEADER) || !read_all(fd, sum, PLAT_DIGEST_BYTES) || !read_all(fd, to, n))
    return False;
  plat_digest(to, n, found);
  return VG_(memcmp)(found, sum, PLAT_DIGEST_BYTES) == 0;
}

/* Opens a file of the cache, which can also be a pipe or a terminal. Does not wait for the writer of a pipe. Returns a
 * negative number on failure. */
static Int open_file(const HChar *path) {
  return VG_(fd_open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK | SPY_OPEN_NO_TERMINAL | SPY_OPEN_NO_FOLLOW, 0);
}

/* Copies the kept content of `packed` to `to`. Returns False if it is not kept. */
static Bool take_kept(void *to, SizeT n, const void *packed, SizeT bytes) {
  uint64_t key[PLAT_DIGEST_WORDS];
  HChar path[PATH_MOST + PLAT_DIGEST_DIGITS + 16], digits[PLAT_DIGEST_DIGITS + 1];
  plat_digest(packed, bytes, key);
  plat_digest_spell(key, digits);
  VG_(sprintf)(path, "%s/" PLAT_CACHE_SECTION "%s", folder, digits);
  const Int fd = open_file(path);
  if (fd < 0) return False;
  const Bool good = read_file(fd, to, n);
  VG_(close)(fd);
  return good;
}

SizeT __wrap_tinfl_decompress_mem_to_mem(void *to, SizeT room, const void *from, SizeT bytes, Int flags) {
  if (folder[0] != '\0' && bytes >= PLAT_CACHE_SECTION_LEAST && take_kept(to, room, from, bytes)) return room;
  return __real_tinfl_decompress_mem_to_mem(to, room, from, bytes, flags);
}
