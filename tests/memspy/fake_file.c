/* fake_file.c: see fake_file.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/fake_file.h"

#include "tests/memspy/fake_libc.h"
#include "tests/memspy/trial.h"

enum { FILES = 4 };

struct spy_file {
  fake_file file;
};

static spy_file files[FILES];
static UInt n_files;

const fake_file *fake_file_find(const HChar *name) {
  for (UInt i = 0; i < n_files; i++)
    if (files[i].file.name == name) return &files[i].file;
  return NULL;
}

spy_file *spy_file_open(const HChar *kind, const HChar *option, const HChar *format) {
  (void)kind, (void)option;
  if (n_files == FILES) trial_fail("too many files");
  files[n_files].file.name = format;
  return &files[n_files++];
}

Bool spy_file_write(spy_file *f, const void *bytes, ULong n) {
  fake_file *file = &f->file;
  while (file->n + n > file->room) {
    file->room = 2 * file->room + 4096;
    file->bytes = fake_realloc(file->bytes, file->room);
  }
  fake_copy(file->bytes + file->n, bytes, n);
  file->n += n;
  return True;
}

Bool spy_file_can_cut(const spy_file *f) {
  (void)f;
  return True;
}

Bool spy_file_cut(spy_file *f, ULong size) {
  f->file.n = size;
  return True;
}

Bool spy_file_has_failed(const spy_file *f) {
  (void)f;
  return False;
}

Bool spy_file_close(spy_file *f, Bool good, const HChar *suffix) {
  (void)suffix;
  f->file.closed = good;
  return good;
}

void spy_file_leave(spy_file *f) { (void)f; }

Bool spy_file_cannot_run(const HChar *path) {
  (void)path;
  return False;
}
