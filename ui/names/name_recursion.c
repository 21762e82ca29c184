/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_recursion.c: folds call paths, beginning at their outer end. If a function occurs in a path again, the frames
 * from its first occurrence on are removed. The tool cuts paths after --bin-depth frames. A path that was cut within a
 * recursion is joined to the folded path that begins with it, if there is exactly one such path. */
#include "ui/names/name_recursion.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_DEPTH = 12, NONE = 0, SEVERAL = G_MAXUINT32 };

/* A function in a path, and the call in this function. */
typedef struct {
  uint64_t segment;
  uint64_t line;    /* 0: unknown */
  uint64_t address; /* address of the call, if its line is unknown; otherwise 0 */
} Step;

typedef enum { PLAIN, RECURSIVE, CUT /* the path was cut within a recursion */ } Kind;

/* The folded call path of a bin. */
typedef struct {
  GArray *path; /* Step: the folded path; NULL: the bin has no path, or is already joined to another bin */
  Kind kind;
} Folded;

typedef struct {
  const Profile *profile;
  uint32_t depth;    /* maximum number of frames in a path */
  Folded *folded;    /* indexed by bin */
  uint32_t *same;    /* indexed by bin: number of a bin to which it is joined */
  GHashTable *whole; /* folded path (GBytes of Step) -> number of the first bin with this path, plus 1 */
  GHashTable *begin; /* prefix of an uncut path -> number of the first bin with this prefix, plus 1; or SEVERAL */
} Folding;

static uint32_t segment_of(const Profile *profile, const ProfileBin *bin, uint32_t frame) {
  return profile_frame_place(profile, bin, frame)->segment;
}

/* Returns whether two frames belong to one function. All unknown functions of an object have the same segment, so only
 * equal calls show that they are one function. */
static bool is_same_function(const Profile *profile, const ProfileBin *bin, uint32_t one, uint32_t other) {
  const uint32_t segment = segment_of(profile, bin, one);
  if (segment != segment_of(profile, bin, other)) return false;
  return strcmp(profile->segments[segment].name, "???") != 0 ||
         profile_frame(profile, bin, one) == profile_frame(profile, bin, other);
}

/* Returns the function and call of a frame. A compiler can inline a function into itself, so calls in the same line
 * count as one call. Without lines, each address is another call. */
static Step step_of(const Profile *profile, const ProfileBin *bin, uint32_t frame) {
  const uint64_t line = profile_frame_place(profile, bin, frame)->line;
  return (Step){segment_of(profile, bin, frame), line, line == 0 ? profile_frame(profile, bin, frame)->address : 0};
}

/* Folds the call path of a bin. The result contains an array with the kind of the bin, followed by the steps of
 * the path, the innermost first. It also contains the kind of the path. The caller owns the array. */
static Folded fold(const Folding *folding, const ProfileBin *bin) {
  const Profile *profile = folding->profile;
  g_autoptr(GArray) kept = g_array_new(FALSE, FALSE, sizeof(uint32_t)); /* indices of frames, the outermost first */
  bool recursive = false;
  for (uint32_t frame = bin->frames.count; frame-- > 0;) {
    for (guint i = 0; i < kept->len; i++)
      if (is_same_function(profile, bin, g_array_index(kept, uint32_t, i), frame)) {
        g_array_set_size(kept, i);
        recursive = true;
      }
    g_array_append_val(kept, frame);
  }
  GArray *path = g_array_new(FALSE, FALSE, sizeof(Step));
  const Step first = {.segment = g_str_hash(bin->kind)};
  g_array_append_val(path, first);
  for (guint i = kept->len; i-- > 0;) {
    const Step step = step_of(profile, bin, g_array_index(kept, uint32_t, i));
    g_array_append_val(path, step);
  }
  return (Folded){path, !recursive ? PLAIN : bin->frames.count >= folding->depth ? CUT : RECURSIVE};
}

static GBytes *first_of(const GArray *path, guint n) { return g_bytes_new(path->data, n * sizeof(Step)); }

static void add_beginnings(Folding *folding, const GArray *path, uint32_t number) {
  for (guint n = 2; n < path->len; n++) {
    GBytes *key = first_of(path, n);
    const bool known = g_hash_table_lookup(folding->begin, key) != NULL;
    const uint32_t value = known ? SEVERAL : number + 1;
    g_hash_table_insert(folding->begin, key, GUINT_TO_POINTER(value));
  }
}

/* Joins the bin `number` to the bin with the same folded path. Returns false if there is none. */
static bool join_known(Folding *folding, const GArray *path, uint32_t number) {
  g_autoptr(GBytes) key = first_of(path, path->len);
  const uint32_t known = GPOINTER_TO_UINT(g_hash_table_lookup(folding->whole, key));
  if (known != NONE) folding->same[number] = known - 1;
  return known != NONE;
}

static void join_recursive(Folding *folding, const GArray *path, uint32_t number) {
  if (join_known(folding, path, number)) return;
  g_hash_table_insert(folding->whole, first_of(path, path->len), GUINT_TO_POINTER(number + 1));
  add_beginnings(folding, path, number);
}

/* Joins a bin with a cut path to the bin with the only path that begins with it, or else to a bin with an equal cut
 * path. */
static void join_cut(Folding *folding, const GArray *path, uint32_t number) {
  g_autoptr(GBytes) key = first_of(path, path->len);
  const uint32_t known = GPOINTER_TO_UINT(g_hash_table_lookup(folding->begin, key));
  if (known != NONE && known != SEVERAL)
    folding->same[number] = known - 1;
  else if (!join_known(folding, path, number))
    g_hash_table_insert(folding->whole, g_bytes_ref(key), GUINT_TO_POINTER(number + 1));
}

static bool has_path(const ProfileBin *bin) {
  return bin->frames.count > 0 && (strcmp(bin->kind, "heap") == 0 || strcmp(bin->kind, "mmap") == 0);
}

/* Folds the call paths of all bins that are not joined yet. Returns whether at least one path is recursive. */
static bool fold_all(Folding *folding) {
  const Profile *profile = folding->profile;
  bool recursive = false;
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    if (folding->same[i] != i || !has_path(&profile->bins[i])) continue;
    folding->folded[i] = fold(folding, &profile->bins[i]);
    recursive |= folding->folded[i].kind != PLAIN;
  }
  return recursive;
}

/* Joins the bins whose paths are of this kind. Paths without recursion are joined only to paths of other kinds. */
static void join_all(Folding *folding, Kind kind) {
  for (uint32_t i = 0; i < folding->profile->n_bins; i++) {
    const GArray *path = folding->folded[i].path;
    if (path == NULL || folding->folded[i].kind != kind) continue;
    if (kind == RECURSIVE)
      join_recursive(folding, path, i);
    else if (kind == CUT)
      join_cut(folding, path, i);
    else
      join_known(folding, path, i);
  }
}

/* Chooses the bin that represents joined bins, which is the first one with the shortest call path. */
static void choose_shortest(const Folding *folding, uint32_t *same) {
  const ProfileBin *bins = folding->profile->bins;
  const uint32_t n = folding->profile->n_bins;
  g_autofree uint32_t *chosen = g_new(uint32_t, (gsize)n + 1);
  for (uint32_t i = 0; i < n; i++) {
    while (same[same[i]] != same[i]) same[i] = same[same[i]];
    chosen[i] = G_MAXUINT32;
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t *best = &chosen[same[i]];
    if (*best == G_MAXUINT32 || bins[i].frames.count < bins[*best].frames.count) *best = i;
  }
  for (uint32_t i = 0; i < n; i++) same[i] = chosen[same[i]];
}

uint32_t *name_recursion_join(const Profile *profile, uint32_t *same) {
  const char *depth = profile_option(profile, "bin-depth");
  if (same == NULL) {
    same = g_new(uint32_t, (gsize)profile->n_bins + 1);
    for (uint32_t i = 0; i < profile->n_bins; i++) same[i] = i;
  }
  Folding folding = {.profile = profile,
                     .depth = depth != NULL ? (uint32_t)strtoul(depth, NULL, 10) : DEFAULT_DEPTH,
                     .folded = g_new0(Folded, (gsize)profile->n_bins + 1),
                     .same = same,
                     .whole = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL),
                     .begin = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL)};
  if (fold_all(&folding)) {
    join_all(&folding, RECURSIVE);
    join_all(&folding, CUT);
    join_all(&folding, PLAIN);
    choose_shortest(&folding, same);
  }
  for (uint32_t i = 0; i < profile->n_bins; i++)
    if (folding.folded[i].path != NULL) g_array_unref(folding.folded[i].path);
  g_free(folding.folded);
  g_hash_table_destroy(folding.whole);
  g_hash_table_destroy(folding.begin);
  return same;
}
