/* damage_program.c: reads the names of a profile many times, each time from a program with different damage: its end is
 * missing, or some bytes are changed, mostly in its debug information. The build id does not change. For every damage,
 * all data must get names within MOST_SECONDS, without an error of the sanitizers.
 *
 *   damage_program PROFILE PROGRAM TIMES SEED
 *
 * PROFILE must be a profile of PROGRAM, a 64-bit ELF file. PROGRAM is overwritten; after a failure, it is the damaged
 * file that caused the failure.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <elf.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/names/name_table.h"
#include "ui/profile/profile.h"

enum { MOST_SECONDS = 20 }; /* limit for one damaged program */

typedef struct {
  uint64_t offset, size;
} Part;

/* Returns the sections from which names are read. */
static GArray *parts_of(const char *bytes, gsize n) {
  Elf64_Ehdr header;
  GArray *parts = g_array_new(FALSE, FALSE, sizeof(Part));
  if (n < sizeof header || memcmp(bytes, ELFMAG, SELFMAG) != 0) return parts;
  memcpy(&header, bytes, sizeof header);
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(const void *)(bytes + header.e_shoff);
  const char *names = bytes + sections[header.e_shstrndx].sh_offset;
  for (unsigned i = 1; i < header.e_shnum; i++) {
    const char *name = names + sections[i].sh_name;
    const Part part = {sections[i].sh_offset, sections[i].sh_size};
    if (part.size != 0 && (g_str_has_prefix(name, ".debug") || strcmp(name, ".eh_frame") == 0))
      g_array_append_val(parts, part);
  }
  return parts;
}

static char other_byte(GRand *dice) {
  static const char extremes[] = {0, 1, 0x7f, (char)0x80, (char)0xff};
  return g_rand_boolean(dice) ? extremes[g_rand_int_range(dice, 0, G_N_ELEMENTS(extremes))]
                              : (char)g_rand_int_range(dice, 0, 256);
}

/* Damages the copy. Returns its new length in bytes. */
static gsize damage(char *bytes, gsize n, const GArray *parts, GRand *dice) {
  static const gint32 amounts[] = {1, 1, 2, 5, 20, 200};
  const gint32 way = g_rand_int_range(dice, 0, 10);
  const gint32 amount = amounts[g_rand_int_range(dice, 0, G_N_ELEMENTS(amounts))];
  if (way == 0) return (gsize)g_rand_int_range(dice, 0, (gint32)n);
  for (gint32 i = 0; i < amount; i++) {
    const Part *part = &g_array_index(parts, Part, (guint)g_rand_int_range(dice, 0, (gint32)parts->len));
    const Part start = {0, sizeof(Elf64_Ehdr)}, all = {0, n};
    const Part chosen = way == 1 ? start : way == 2 ? all : *part;
    bytes[chosen.offset + (uint64_t)g_rand_int_range(dice, 0, (gint32)chosen.size)] = other_byte(dice);
  }
  return n;
}

/* Reads all names and types. Returns the number of bins with a type. */
static guint read_names(const Profile *profile) {
  guint typed = 0;
  alarm(MOST_SECONDS);
  NameTable *names = name_table_new(profile, true);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    if (*name_table_labels(names)[VIEW_DATA].names[i] == '\0') abort();
    const NameBinType *type = name_table_type(names, i);
    typed += type != NULL && type->element_size != 0;
  }
  name_table_free(names);
  alarm(0);
  return typed;
}

int main(int argc, char **argv) {
  g_autoptr(GError) error = NULL;
  Profile *profile = argc == 5 ? profile_load(argv[1], &error) : NULL;
  g_autofree char *bytes = NULL;
  gsize n;
  if (profile == NULL || !g_file_get_contents(argv[2], &bytes, &n, &error)) {
    fprintf(stderr, "damage_program: %s\n", error != NULL ? error->message : "PROFILE PROGRAM TIMES SEED");
    return 1;
  }
  g_autofree ProfileObject *objects = g_memdup2(profile->objects, profile->n_objects * sizeof *objects);
  for (uint32_t i = 0; i < profile->n_objects; i++) /* (the libraries would take most of the time) */
    if (strcmp(objects[i].path, argv[2]) != 0) objects[i].path = "";
  const ProfileObject *const all_objects = profile->objects;
  profile->objects = objects;
  const guint times = (guint)atoi(argv[3]), typed = read_names(profile);
  g_autoptr(GArray) parts = parts_of(bytes, n);
  g_autoptr(GRand) dice = g_rand_new_with_seed((guint32)atoi(argv[4]));
  g_autofree char *copy = g_malloc(n);
  guint fewer = 0;
  for (guint i = 0; i < times && parts->len != 0; i++) {
    memcpy(copy, bytes, n);
    const gsize left = damage(copy, n, parts, dice);
    if (!g_file_set_contents_full(argv[2], copy, (gssize)left, G_FILE_SET_CONTENTS_NONE, 0700, &error)) return 1;
    fewer += read_names(profile) < typed;
  }
  printf("%u of %u bins have a type; fewer in %u of %u damaged programs\n", typed, profile->n_bins, fewer, times);
  profile->objects = all_objects;
  profile_free(profile);
  return typed == 0 || fewer < times / 10 || fewer == times; /* otherwise nothing was damaged, or everything was */
}
