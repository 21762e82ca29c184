/* spy_part.c: see spy_part.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_part.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

struct spy_part {
  spy_part *next; /* next open file */
  Int fd;
  HChar *name;      /* name of the file, as given */
  HChar *temporary; /* temporary name of the file until it is complete; NULL: the file is written in place */
};

static spy_part *parts; /* all open files */

enum { PERMISSIONS = 0666, MASK_UNCHANGED = -1 };
static Int mask = MASK_UNCHANGED; /* if the program has changed the mask of permissions: the mask before the first
                                     change; else MASK_UNCHANGED */

void spy_part_umask(UInt before) {
  if (mask == MASK_UNCHANGED) mask = (Int)before;
}

Bool spy_part_is_special(const HChar *name) {
  struct vg_stat there;
  return !sr_isError(VG_(stat)(name, &there)) && !VKI_S_ISREG(there.mode) && !VKI_S_ISDIR(there.mode);
}

static HChar *joined(const HChar *name, const HChar *suffix) {
  HChar *longer = VG_(malloc)("spy.part.name", VG_(strlen)(name) + VG_(strlen)(suffix) + 1);
  VG_(sprintf)(longer, "%s%s", name, suffix);
  return longer;
}

/* Returns the target of a link: the name `name`, relative to the link's directory. Takes ownership of `name`; the
 * caller frees the result. */
static HChar *target_of(HChar *name, const HChar *link) {
  const HChar *slash = VG_(strrchr)(name, '/');
  HChar *target = link[0] == '/' || !slash ? VG_(strdup)("spy.part.name", link) : NULL;
  if (!target) {
    const SizeT directory = (SizeT)(slash - name) + 1;
    target = VG_(malloc)("spy.part.name", directory + VG_(strlen)(link) + 1);
    VG_(memcpy)(target, name, directory);
    VG_(strcpy)(target + directory, link);
  }
  VG_(free)(name);
  return target;
}

/* Returns the name after following all links. The target need not exist. Takes ownership of `name`; the caller frees
 * the result. */
static HChar *followed(HChar *name) {
  enum { LINKS_MOST = 40, BYTES = 4096 };
  HChar link[BYTES];
  for (UInt i = 0; i < LINKS_MOST; i++) {
    const SSizeT n = VG_(readlink)(name, link, sizeof link - 1);
    if (n <= 0) break;
    link[n] = '\0';
    name = target_of(name, link);
  }
  return name;
}

static Bool is_one(const HChar *name, const HChar *other) {
  struct vg_stat a, b;
  return !sr_isError(VG_(stat)(name, &a)) && !sr_isError(VG_(stat)(other, &b)) && a.dev == b.dev && a.ino == b.ino;
}

/* VG_(dirname) has a single static result. */
static Bool has_one_folder(const HChar *name, const HChar *other) {
  HChar *folder = VG_(strdup)("spy.part.folder", VG_(dirname)(name));
  const Bool same = is_one(folder, VG_(dirname)(other));
  VG_(free)(folder);
  return same;
}

static Bool is_there(const HChar *name) {
  struct vg_stat there;
  return !sr_isError(VG_(stat)(name, &there));
}

Bool spy_part_is_same(const HChar *name, const HChar *other) {
  if (spy_part_is_special(name)) return False;
  if (is_there(name) || is_there(other)) return is_one(name, other);
  HChar *target = followed(VG_(strdup)("spy.part.name", name)),
        *other_target = followed(VG_(strdup)("spy.part.name", other));
  HChar *last = VG_(strdup)("spy.part.name", VG_(basename)(target));
  const Bool same = VG_STREQ(last, VG_(basename)(other_target)) && has_one_folder(target, other_target);
  VG_(free)(last);
  VG_(free)(other_target);
  VG_(free)(target);
  return same;
}

static HChar *temporary_name(const HChar *name) {
  HChar suffix[24];
  HChar *target = followed(VG_(strdup)("spy.part.name", name));
  VG_(sprintf)(suffix, ".part%d", VG_(getpid)());
  HChar *temporary = joined(target, suffix);
  VG_(free)(target);
  return temporary;
}

spy_part *spy_part_create(const HChar *name, Int *error) {
  HChar *temporary = spy_part_is_special(name) ? NULL : temporary_name(name);
  const SysRes opened = VG_(open)(temporary ? temporary : name, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_TRUNC, PERMISSIONS);
  const Int fd = sr_isError(opened) ? -1 : VG_(safe_fd)((Int)sr_Res(opened));
  *error = sr_isError(opened) ? (Int)sr_Err(opened) : fd < 0 ? VKI_EMFILE : 0;
  if (fd < 0) {
    VG_(free)(temporary);
    return NULL;
  }
  if (temporary && mask != MASK_UNCHANGED)
    spy_core_syscall(SPY_SYS_FCHMOD, (UWord)fd, PERMISSIONS & ~(UWord)mask, 0, 0, 0, 0);
  spy_part *part = VG_(malloc)("spy.part", sizeof *part);
  *part = (spy_part){parts, fd, VG_(strdup)("spy.part.name", name), temporary};
  parts = part;
  return part;
}

Bool spy_part_can_cut(const spy_part *part) { return part->temporary != NULL; }

Int spy_part_write(spy_part *part, const void *bytes, ULong n) {
  const HChar *at = bytes;
  while (n > 0) {
    const Int written = VG_(write)(part->fd, at, n < 1 << 30 ? (Int)n : 1 << 30);
    if (written == -VKI_EINTR) continue;
    if (written <= 0) return written < 0 ? -written : VKI_ENOSPC;
    at += written;
    n -= (ULong)written;
  }
  return 0;
}

Int spy_part_cut(spy_part *part, ULong size) {
  const Word result = spy_core_syscall(SPY_SYS_FTRUNCATE, (UWord)part->fd, size, 0, 0, 0, 0);
  if (result < 0) return (Int)-result;
  return VG_(lseek)(part->fd, (Off64T)size, VKI_SEEK_SET) < 0 ? VKI_EIO : 0;
}

static Int rename_part(const spy_part *part, const HChar *suffix) {
  HChar *name = followed(joined(part->name, suffix));
  const Word result = spy_core_syscall(SPY_SYS_RENAME, (UWord)part->temporary, (UWord)name, 0, 0, 0, 0);
  VG_(free)(name);
  return (Int)-result;
}

Int spy_part_close(spy_part *part, Bool good, const HChar *suffix) {
  Int error = 0;
  if (part->temporary && good) error = rename_part(part, suffix);
  if (part->temporary && (!good || error != 0)) VG_(unlink)(part->temporary);
  spy_part_leave(part);
  return error;
}

Int spy_part_remove(const HChar *name) { return VG_(unlink)(name); }

void spy_part_leave(spy_part *part) {
  spy_part **at = &parts;
  while (*at != part) at = &(*at)->next;
  *at = part->next;
  VG_(close)(part->fd);
  VG_(free)(part->name);
  VG_(free)(part->temporary);
  VG_(free)(part);
}

void spy_part_drop_all(void) {
  while (parts) spy_part_close(parts, False, "");
}

void spy_part_leave_all(void) {
  while (parts) spy_part_leave(parts);
}

UInt spy_part_descriptors(Int *descriptors, UInt most) {
  UInt n = 0;
  for (const spy_part *part = parts; part && n < most; part = part->next) descriptors[n++] = part->fd;
  return n;
}
