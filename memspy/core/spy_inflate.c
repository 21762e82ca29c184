/* spy_inflate.c: see spy_inflate.h.
 *
 * The name of a file is the checksum of the compressed content. A file has a header, the checksum of the content, and the
 * content. A file that does not have this form, is no regular file, or belongs to another user, is ignored.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_inflate.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "plat/plat_digest.h"

/* As in ui/base/ui_cache.c: "memspy-cache 1 ", 64 digits and a newline. */
enum { HEADER = 15 + 64 + 1, SUM = PLAT_DIGEST_WORDS * sizeof(uint64_t) };
enum { PATH_MOST = 4096, FEWEST = 1 << 14 /* smaller contents are not kept */ };

static HChar folder[PATH_MOST]; /* "": no cache is used */

void spy_inflate_use_cache(void) {
  const HChar *cache = VG_(getenv)("XDG_CACHE_HOME"), *home = VG_(getenv)("HOME");
  if (cache && cache[0] == '/')
    VG_(snprintf)(folder, sizeof folder, "%s/memspy", cache);
  else if (home && home[0] == '/')
    VG_(snprintf)(folder, sizeof folder, "%s/.cache/memspy", home);
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
  HChar header[HEADER];
  uint64_t sum[PLAT_DIGEST_WORDS], found[PLAT_DIGEST_WORDS];
  if (VG_(fstat)(fd, &about) != 0 || !VKI_S_ISREG(about.mode) || about.uid != (UInt)VG_(geteuid)()) return False;
  if (about.size != (Long)HEADER + SUM + (Long)n) return False;
  if (!read_all(fd, header, HEADER) || !read_all(fd, sum, SUM) || !read_all(fd, to, n)) return False;
  plat_digest(to, n, found);
  return VG_(memcmp)(found, sum, SUM) == 0;
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
  VG_(sprintf)(path, "%s/section%s", folder, digits);
  const Int fd = open_file(path);
  if (fd < 0) return False;
  const Bool good = read_file(fd, to, n);
  VG_(close)(fd);
  return good;
}

SizeT __wrap_tinfl_decompress_mem_to_mem(void *to, SizeT room, const void *from, SizeT bytes, Int flags) {
  if (folder[0] != '\0' && bytes >= FEWEST && take_kept(to, room, from, bytes)) return room;
  return __real_tinfl_decompress_mem_to_mem(to, room, from, bytes, flags);
}
