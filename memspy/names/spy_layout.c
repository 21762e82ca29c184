/* spy_layout.c: see spy_layout.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_layout.h"

#include <elf.h>
#include <stdint.h>

#include "memspy/core/spy_elf_layout.h"

/* A loaded object. */
typedef struct {
  HChar *path;
  Addr code;     /* address of the object's code in the core */
  Bool there;    /* seen by the current scan */
  Bool suspect;  /* the core's address may be wrong */
  Bool code_too; /* also for its code */
  Bool unique;   /* not suspect, but the file has variables that the core drops: those of the kind STB_GNU_UNIQUE */
  /* The fields below are set only if `suspect` or `unique`. */
  Bool placed;   /* all segments are mapped as the file says */
  uint64_t bias; /* run-time address minus link-time address; if not `placed`, the value that the core uses */
  Addr moved;    /* the difference between the core's address of code and its real address */
  spy_elf_layout file;
} object;

static XArray *objects;                          /* array of object * */
static UInt n_read, n_suspects, n_code_suspects; /* numbers of objects with has_file(), `suspect`, `code_too` */
static DiEpoch looked;                           /* the core's objects at the last scan */

static object *nth_object(Word i) { return *(object **)VG_(indexXA)(objects, i); }

/* Returns whether `file` of an object is set. */
static Bool has_file(const object *o) { return o->suspect || o->unique; }

/* ---- objects whose address in the core may be wrong ---- */

/* Returns whether the core's section at an address is the section of the object's file. */
static Bool agrees(const spy_elf_section *section, uint64_t bias) {
  const HChar *path;
  const Addr ends[] = {bias + section->start, bias + section->end - 1};
  return VG_(DebugInfo_sect_kind)(&path, ends[0]) == section->kind &&
         VG_(DebugInfo_sect_kind)(&path, ends[1]) == section->kind;
}

static Bool is_suspect(const spy_elf_layout *file, uint64_t bias) {
  if (spy_elf_layout_shares_pages(file, 0)) return True;
  for (Word i = 0; i < VG_(sizeXA)(file->sections); i++)
    if (!agrees(VG_(indexXA)(file->sections, i), bias)) return True;
  return False;
}

static void add_object(const DebugInfo *info, const HChar *path) {
  object *o = VG_(calloc)("spy.layout.object", 1, sizeof *o);
  o->path = VG_(strdup)("spy.layout.path", path);
  o->code = VG_(DebugInfo_get_text_avma)(info);
  o->bias = (uint64_t)VG_(DebugInfo_get_text_bias)(info);
  o->there = True;
  VG_(addToXA)(objects, &o);
  if (!spy_elf_layout_read(&o->file, path)) return;
  o->suspect = is_suspect(&o->file, o->bias);
  o->code_too = spy_elf_layout_shares_pages(&o->file, PF_X);
  if (o->suspect || o->file.is_gnu) spy_elf_layout_read_variables(&o->file, path, !o->suspect);
  o->unique = !o->suspect && VG_(sizeXA)(o->file.variables) > 0;
  if (!has_file(o)) spy_elf_layout_free(&o->file);
  n_read += has_file(o);
  n_suspects += o->suspect;
  n_code_suspects += o->code_too;
}

static void drop_object(Word i) {
  object *o = nth_object(i);
  VG_(removeIndexXA)(objects, i);
  if (has_file(o)) spy_elf_layout_free(&o->file);
  n_read -= has_file(o);
  n_suspects -= o->suspect;
  n_code_suspects -= o->code_too;
  VG_(free)(o->path);
  VG_(free)(o);
}

/* Returns whether an object's file is still the file at the object's path. (Another file can have replaced it.) */
static Bool is_its_file(const object *o) {
  struct vg_stat about;
  return !has_file(o) || sr_isError(VG_(stat)(o->path, &about)) ||
         (about.dev == o->file.device && about.ino == o->file.inode);
}

static object *find_object(const DebugInfo *info, const HChar *path) {
  for (Word i = 0; i < VG_(sizeXA)(objects); i++) {
    object *o = nth_object(i);
    if (o->code == VG_(DebugInfo_get_text_avma)(info) && VG_STREQ(o->path, path) && is_its_file(o)) return o;
  }
  return NULL;
}

void spy_layout_look(void) {
  const DiEpoch now = VG_(current_DiEpoch)();
  if (objects && now.n == looked.n) return;
  if (!objects) objects = VG_(newXA)(VG_(malloc), "spy.layout.objects", VG_(free), sizeof(object *));
  looked = now;
  for (Word i = 0; i < VG_(sizeXA)(objects); i++) nth_object(i)->there = False;
  for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info)) {
    const HChar *path = VG_(DebugInfo_get_filename)(info);
    if (!path || VG_(DebugInfo_get_text_size)(info) == 0) continue; /* not read by the core yet */
    object *o = find_object(info, path);
    if (o)
      o->there = True;
    else
      add_object(info, path);
  }
  for (Word i = VG_(sizeXA)(objects); i-- > 0;)
    if (!nth_object(i)->there) drop_object(i);
}

/* ---- position of such an object ---- */

/* Returns whether the first byte of a segment is mapped at the address of the file and the bias. */
static Bool is_mapped(const object *o, const spy_elf_segment *segment, uint64_t bias) {
  const Addr at = bias + segment->start;
  const NSegment *mapped = VG_(am_find_nsegment)(at);
  if (segment->file_bytes == 0) return True;
  return mapped && mapped->kind == SkFileC && mapped->dev == o->file.device && mapped->ino == o->file.inode &&
         (ULong)mapped->offset + (at - mapped->start) == segment->offset;
}

static Bool fits(const object *o, uint64_t bias) {
  for (Word i = 0; i < VG_(sizeXA)(o->file.segments); i++)
    if (!is_mapped(o, VG_(indexXA)(o->file.segments, i), bias)) return False;
  return True;
}

/* Finds the bias of an object: that of the core, or another bias with which the mapping of the code is the mapping of a
 * segment. */
static void place(object *o) {
  const NSegment *mapped = VG_(am_find_nsegment)(o->code);
  o->placed = fits(o, o->bias);
  for (Word i = 0; mapped && !o->placed && i < VG_(sizeXA)(o->file.segments); i++) {
    const spy_elf_segment *segment = VG_(indexXA)(o->file.segments, i);
    const uint64_t bias = mapped->start - (ULong)mapped->offset + segment->offset - segment->start;
    o->placed = fits(o, bias);
    if (!o->placed) continue;
    o->moved = o->bias - bias;
    o->bias = bias;
  }
}

/* Returns whether an address is in an object, or between its segments. */
static Bool is_in(const object *o, Addr address) {
  Addr low = ~(Addr)0, high = 0;
  for (Word i = 0; i < VG_(sizeXA)(o->file.segments); i++) {
    const spy_elf_segment *segment = VG_(indexXA)(o->file.segments, i);
    if (segment->start < low) low = segment->start;
    if (segment->start + segment->bytes > high) high = segment->start + segment->bytes;
  }
  const Addr start = VG_PGROUNDDN(o->bias + low);
  return address - start < VG_PGROUNDUP(o->bias + high) - start;
}

/* Returns the object that contains an address and whose file was read, or NULL if there is none. Some mappings of the
 * object can still be missing. */
static const object *read_object_at(Addr address) {
  for (Word i = 0; i < VG_(sizeXA)(objects); i++) {
    object *o = nth_object(i);
    if (!has_file(o)) continue;
    if (!o->placed) place(o);
    if (is_in(o, address)) return o;
  }
  return NULL;
}

/* Returns the object that contains an address and for which the core's address may be wrong, or NULL if there is
 * none. */
static const object *object_at(Addr address) {
  spy_layout_look();
  const object *o = n_suspects > 0 ? read_object_at(address) : NULL;
  return o && o->suspect ? o : NULL;
}

/* Returns the object that contains an address and of which the core lacks variables, or NULL if there is none. */
static const object *unique_at(Addr address) {
  spy_layout_look();
  const object *o = n_read > n_suspects ? read_object_at(address) : NULL;
  return o && o->unique && o->placed ? o : NULL;
}

/* ---- look-ups ---- */

Bool spy_layout_is_own(Addr address) {
  const object *o = object_at(address);
  for (Word i = 0; o && i < VG_(sizeXA)(o->file.segments); i++) {
    const spy_elf_segment *segment = VG_(indexXA)(o->file.segments, i);
    const Addr start = VG_PGROUNDDN(o->bias + segment->start);
    if (address - start < VG_PGROUNDUP(o->bias + segment->start + segment->bytes) - start) return True;
  }
  return False;
}

Bool spy_layout_is_complete(Addr address) {
  const object *o = object_at(address);
  return !o || o->placed;
}

/* As spy_layout_variable(), with the file of an object; NULL: there is none. */
static Bool find_in_file(const object *o, Addr address, const HChar **name, Addr *start) {
  const spy_elf_variable *v = o && o->placed ? spy_elf_layout_variable(&o->file, address - o->bias) : NULL;
  if (!v || v->start > address - o->bias) return False;
  *name = v->name;
  *start = o->bias + v->start;
  return True;
}

Bool spy_layout_variable(Addr address, const HChar **name, Addr *start) {
  PtrdiffT offset;
  const object *o = object_at(address);
  if (o) return find_in_file(o, address, name, start);
  if (!VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), address, name, &offset))
    return find_in_file(unique_at(address), address, name, start);
  *start = address - (Addr)offset;
  return True;
}

Bool spy_layout_has_more(Addr address) { return unique_at(address) != NULL; }

Addr spy_layout_next(Addr address, Addr end) {
  const object *suspect = object_at(address), *o = suspect ? suspect : unique_at(address);
  const spy_elf_variable *v = o && o->placed ? spy_elf_layout_variable(&o->file, address - o->bias) : NULL;
  return v && o->bias + v->start < end ? o->bias + v->start : end;
}

VgSectKind spy_layout_kind(Addr address, const HChar **path) {
  const object *o = object_at(address);
  if (!o) return VG_(DebugInfo_sect_kind)(path, address);
  *path = o->path;
  for (Word i = 0; o->placed && i < VG_(sizeXA)(o->file.sections); i++) {
    const spy_elf_section *section = VG_(indexXA)(o->file.sections, i);
    if (address - o->bias >= section->start && address - o->bias < section->end) return section->kind;
  }
  return Vg_SectUnknown;
}

Addr spy_layout_border(Addr address, Addr end) {
  const object *o = object_at(address);
  for (Word i = 0; o && i < VG_(sizeXA)(o->file.sections); i++) {
    const spy_elf_section *section = VG_(indexXA)(o->file.sections, i);
    const Addr borders[] = {o->bias + section->start, o->bias + section->end};
    for (UInt b = 0; b < 2; b++)
      if (borders[b] > address && borders[b] < end) end = borders[b];
  }
  return end;
}

Addr spy_layout_code(Addr address) {
  const object *o = n_code_suspects > 0 ? object_at(address) : NULL;
  if (!o || !o->code_too) return address;
  return o->placed ? address + o->moved : 0;
}

Addr spy_layout_text(const DebugInfo *info) {
  const Addr code = VG_(DebugInfo_get_text_avma)(info);
  if (n_code_suspects == 0) return code;
  const object *o = find_object(info, VG_(DebugInfo_get_filename)(info));
  return o ? code - o->moved : code;
}

Bool spy_layout_entry(Addr address, const HChar **name) {
  return VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), spy_layout_code(address), name);
}

Bool spy_layout_bias(Addr address, uint64_t *bias) {
  const object *o = object_at(address);
  if (o) *bias = o->bias;
  return o != NULL;
}
