/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_groups.h: forms groups for advice. A data group is one data structure of the program; a code group is a
 * function, the allocator or the dynamic linker. Only the files of ui/advice use this header. */
#pragma once

#include "ui/names/name_table.h"
#include "ui/profile/profile_machine.h"
#include "ui/view/view.h"

/* Columns that one finding is about: a variable, the parts of a container, or all blocks of a type. */
typedef struct {
  char *name;              /* name of the group, escaped for printing */
  uint32_t main;           /* rank on VIEW_DATA of the column with the largest latency of misses */
  uint32_t bin;            /* number in the profile of the first bin of the group's first column */
  uint32_t columns;        /* number of columns */
  bool known;              /* the data have the name of a variable or a type, not only that of the allocating
                              function */
  const NameBinType *type; /* type of `bin`; owned by the NameTable; NULL: unknown */
  bool linked;             /* elements have pointers to their own type: list, tree, chain */
  bool apart;              /* the data are many heap blocks, each of them small or one struct */
  bool heap, stack;
  uint32_t ranks;   /* number of ranks of a message-passing program that have the data; 1 for other programs */
  uint64_t bytes;   /* sum of the sizes of all blocks ever allocated, in all ranks; 0: unknown */
  uint64_t blocks;  /* number of blocks ever allocated, in all ranks; a variable counts as one block per rank */
  uint64_t touched; /* bytes in lines whose first reference in the run was to the data, at most `bytes`, as the mean of
                       the ranks; 0: none, or unknown. It is a lower bound of the touched bytes, because a block at the
                       address of a freed block has no first references. With prefetchers, it is an upper
                       bound instead: the first reference to a prefetched line is not a miss, so all used prefetched
                       lines are added, those that are fetched again several times */
  uint64_t most;    /* upper bound of the touched bytes, as the mean of the ranks: `touched`; for memory that other data
                       possibly used before, also the bytes in lines whose first reference was to other data of this
                       kind, at most `bytes`. 0: unknown */
  uint64_t extent;  /* upper bound of the bytes that the data occupy, as the mean of the ranks. This is the size of the
                       data for small blocks, because malloc touches many of their lines first, and for memory that
                       other data used before, because hardly any line then has a first reference. Otherwise, it is
                       `touched` */
  double fetches;   /* mean number of misses for each touched line; 0: unknown */
  bool at_least;    /* `fetches` is a lower bound, because not all lines have first references */
  double shared;    /* mean number of processors that fetch each line of the data; 0: unknown */
  ProfileCounts counts; /* sum of the counts of all columns, in the whole view */
  uint64_t latency;     /* latency of the misses of all columns */
  uint64_t
      prefetched; /* number of lines that prefetchers fetched and the program then used; a line can count repeatedly */
} AdviceDataGroup;

typedef enum {
  ADVICE_CODE_OWN,      /* one row */
  ADVICE_CODE_UNKNOWN,  /* the group is one row that has no function name */
  ADVICE_CODE_LOADER,   /* the group contains all rows of the dynamic linker */
  ADVICE_CODE_ALLOCATOR /* the group contains all rows of malloc, free and the functions that they call */
} AdviceCodeKind;

typedef struct {
  AdviceCodeKind kind;
  char *name;   /* name of the group, escaped for printing */
  bool copies;  /* whether the function copies or sets memory for its callers */
  bool locks;   /* whether the function takes or releases locks (advice_locks.h) */
  uint32_t row; /* rank on VIEW_CODE of the group's first row */
} AdviceCodeGroup;

typedef struct {
  GArray *data;        /* AdviceDataGroup: groups of columns */
  GArray *code;        /* AdviceCodeGroup: groups of rows */
  uint32_t *of_column; /* for each rank on VIEW_DATA: index into `data` of the column's group */
  uint32_t *of_row;    /* for each rank on VIEW_CODE: index into `code` of the row's group */
} AdviceGroups;

/* Divides the rows and columns of a view into groups. `names` (or NULL) supplies the types; `cache` describes the
 * first-level cache. The caller frees the groups with advice_groups_free(). */
AdviceGroups *advice_groups(const View *view, const NameTable *names, const ProfileCache *cache);
void advice_groups_free(AdviceGroups *groups);

/* Returns the latency of a cell's misses in cycles: the stall, and the cycles that a window overlapped. */
uint64_t advice_latency(const Profile *profile, const ProfileCell *cell);

/* Returns whether the function sets memory for its caller: memset or a similar function. */
bool advice_sets(const char *function);

/* Returns the bytes that malloc reserves for a block: it adds a word, and rounds the size up to a multiple of 16 bytes,
 * and to at least 32 bytes. */
static inline uint64_t advice_block_size(uint64_t bytes) { return MAX((bytes + 8 + 15) / 16 * 16, 32); }

/* Returns whether the lines that the program touches are less than a quarter of the data's memory. A block at the
 * address of a freed block has no first references, whether the freed block belonged to the same data or to others.
 * Therefore, the result is false for several blocks. It is also false if other data have so many first references that
 * their lines can be those of the data (`most`), and in a sampled run, in which `most` is unknown. */
bool advice_is_thin(const AdviceDataGroup *data);

/* Returns whether a field of the type is a pointer to that type. */
bool advice_is_link(const NameBinType *type, const NameField *field);

static inline const AdviceDataGroup *advice_data(const AdviceGroups *groups, uint32_t group) {
  return &g_array_index(groups->data, AdviceDataGroup, group);
}

static inline const AdviceCodeGroup *advice_code(const AdviceGroups *groups, uint32_t group) {
  return &g_array_index(groups->code, AdviceCodeGroup, group);
}

/* Returns whether the function copies or sets memory for its caller, as memcpy and memset do. The function of
 * std::vector that moves its elements to a larger block counts, too. */
bool advice_copies(const char *function);
