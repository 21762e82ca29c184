/* spy_seen_files.c: see spy_seen_files.h.
 *
 * A table lists the entries of each folder. A walk follows a path through the table, part by part.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/machine/spy_seen_files.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_file.h"
#include "memspy/core/spy_platform.h"
#include "memspy/machine/spy_proc_files.h"
#include "memspy/machine/spy_topology.h"

typedef enum { CPUS, SMT, PROCESSOR, TOPOLOGY, CACHES, CACHE, NODES, NODE, BUS_CPUS, BUS_NODES, FOLDERS } folder_kind;

/* The position of a walk: a folder, with the processor, cache and node that it describes. */
typedef struct {
  folder_kind folder;
  UInt processor, cache, node;
} place;

static const struct {
  const HChar *path; /* path of the folder; NULL: the folder is an entry of another folder */
  Bool has_others;   /* the folder also contains the host's other entries */
} folders[FOLDERS] = {[CPUS] = {"/sys/devices/system/cpu", True},
                      [SMT] = {NULL, True},
                      [NODES] = {"/sys/devices/system/node", True},
                      [BUS_CPUS] = {"/sys/bus/cpu/devices", True},
                      [BUS_NODES] = {"/sys/bus/node/devices", True}};

/* ---- contents of files ---- */

static void list_line(XArray *text, ULong set) {
  spy_append_list(text, set);
  VG_(xaprintf)(text, "\n");
}

static void mask_line(XArray *text, ULong set, UInt bits) {
  spy_append_mask(text, set, bits);
  VG_(xaprintf)(text, "\n");
}

static void number_line(XArray *text, ULong number) { VG_(xaprintf)(text, "%llu\n", number); }

static ULong of_core(const place *p) { return 1ULL << p->processor; }
static ULong of_package(const place *p) { return spy_processors_of(spy_node_of(p->processor)); }

static void all_processors(XArray *t, const place *p) { list_line(t, spy_all_processors()), (void)p; }
static void all_nodes(XArray *t, const place *p) { list_line(t, spy_all_nodes()), (void)p; }
static void nothing(XArray *t, const place *p) { VG_(xaprintf)(t, "\n"), (void)p; }
static void zero(XArray *t, const place *p) { VG_(xaprintf)(t, "0\n"), (void)p; }
static void one(XArray *t, const place *p) { VG_(xaprintf)(t, "1\n"), (void)p; }
static void not_supported(XArray *t, const place *p) { VG_(xaprintf)(t, "notsupported\n"), (void)p; }
static void most_processors(XArray *t, const place *p) { number_line(t, MACH_MAX_PROCESSORS - 1), (void)p; }
static void core_number(XArray *t, const place *p) { number_line(t, spy_core_of(p->processor)); }
static void package_number(XArray *t, const place *p) { number_line(t, spy_node_of(p->processor)); }
static void core_list(XArray *t, const place *p) { list_line(t, of_core(p)); }
static void core_mask(XArray *t, const place *p) { mask_line(t, of_core(p), spy_processors_seen()); }
static void package_list(XArray *t, const place *p) { list_line(t, of_package(p)); }
static void package_mask(XArray *t, const place *p) { mask_line(t, of_package(p), spy_processors_seen()); }
static void node_list(XArray *t, const place *p) { list_line(t, spy_processors_of(p->node)); }
static void node_mask(XArray *t, const place *p) { mask_line(t, spy_processors_of(p->node), spy_processors_seen()); }

static void distances(XArray *t, const place *p) {
  for (UInt i = 0; i < spy_nodes_seen(); i++) VG_(xaprintf)(t, i == 0 ? "%u" : " %u", spy_distance(p->node, i));
  VG_(xaprintf)(t, "\n");
}

static spy_seen_cache cache_of(const place *p) {
  spy_seen_cache caches[SPY_SEEN_CACHES];
  spy_caches_seen(caches);
  return caches[p->cache];
}

static ULong sharers(const place *p) { return cache_of(p).is_shared ? of_package(p) : of_core(p); }

static void cache_level(XArray *t, const place *p) { number_line(t, cache_of(p).level); }
static void cache_line(XArray *t, const place *p) { number_line(t, cache_of(p).line); }
static void cache_sets(XArray *t, const place *p) { number_line(t, cache_of(p).sets); }
static void cache_ways(XArray *t, const place *p) { number_line(t, cache_of(p).ways); }
static void cache_sharers(XArray *t, const place *p) { list_line(t, sharers(p)); }
static void cache_sharers_mask(XArray *t, const place *p) { mask_line(t, sharers(p), spy_processors_seen()); }

static void cache_number(XArray *t, const place *p) {
  number_line(t, cache_of(p).is_shared ? spy_node_of(p->processor) : p->processor);
}

static void cache_size(XArray *t, const place *p) {
  const spy_seen_cache cache = cache_of(p);
  VG_(xaprintf)(t, "%lluK\n", spy_cache_bytes(&cache) >> 10);
}

static void cache_type(XArray *t, const place *p) {
  static const HChar *const types[] =
      {[SPY_SEEN_DATA] = "Data", [SPY_SEEN_CODE] = "Instruction", [SPY_SEEN_UNIFIED] = "Unified"};
  VG_(xaprintf)(t, "%s\n", types[cache_of(p).type]);
}

/* Returns the value of a key in the host's /proc/meminfo, in kilobytes. */
static ULong host_memory(const HChar *key) {
  const HChar *wrong;
  HChar *text = spy_file_read("/proc/meminfo", 1 << 16, &wrong);
  const HChar *at = text ? VG_(strstr)(text, key) : NULL;
  ULong kilobytes = 0;
  if (at) {
    at += VG_(strlen)(key);
    while (*at == ' ') at++;
    kilobytes = VG_(strtoull10)(at, NULL);
  }
  if (text) VG_(free)(text);
  return kilobytes;
}

/* Each node has an equal part of the host's memory. */
static void memory_of_node(XArray *t, const place *p) {
  const ULong all = host_memory("MemTotal:") / spy_nodes_seen(), free = host_memory("MemFree:") / spy_nodes_seen();
  VG_(xaprintf)(t, "Node %u MemTotal:       %llu kB\n", p->node, all);
  VG_(xaprintf)(t, "Node %u MemFree:        %llu kB\n", p->node, free);
  VG_(xaprintf)(t, "Node %u MemUsed:        %llu kB\n", p->node, all - free);
}

/* ---- entries ---- */

/* Returns whether an entry with this number exists. If so, sets the number in *p. */
static Bool is_processor(place *p, UInt number) {
  p->processor = number;
  return number < spy_processors_seen();
}

static Bool is_node(place *p, UInt number) {
  p->node = number;
  return number < spy_nodes_seen();
}

static Bool is_cache(place *p, UInt number) {
  spy_seen_cache caches[SPY_SEEN_CACHES];
  p->cache = number;
  return number < spy_caches_seen(caches);
}

static Bool is_processor_of_node(place *p, UInt number) {
  return is_processor(p, number) && spy_node_of(number) == p->node;
}

static Bool is_node_of_processor(place *p, UInt number) {
  return is_node(p, number) && spy_node_of(p->processor) == number;
}

/* The first processor cannot be switched off, so it has no such file. */
static Bool can_be_taken_away(place *p, UInt number) {
  (void)number;
  return p->processor != 0;
}

typedef struct {
  folder_kind in;
  const HChar *name;                       /* name of the entry, in which # means a number */
  Bool (*is_there)(place *p, UInt number); /* whether the entry exists; NULL: it always exists */
  spy_seen_kind kind;
  folder_kind to;                               /* for SPY_SEEN_FOLDER, the folder that the entry is; for SPY_SEEN_LINK,
                                                   the target */
  void (*append)(XArray *text, const place *p); /* for SPY_SEEN_FILE: appends the text of the file */
} entry;

/* clang-format off */
#define FILE_OF(in, name, append) {in, name, NULL, SPY_SEEN_FILE, FOLDERS, append}
/* clang-format on */
static const entry entries[] = {{CPUS, "cpu#", is_processor, SPY_SEEN_FOLDER, PROCESSOR, NULL},
                                FILE_OF(CPUS, "online", all_processors),
                                FILE_OF(CPUS, "possible", all_processors),
                                FILE_OF(CPUS, "present", all_processors),
                                FILE_OF(CPUS, "enabled", all_processors),
                                FILE_OF(CPUS, "offline", nothing),
                                FILE_OF(CPUS, "isolated", nothing),
                                FILE_OF(CPUS, "kernel_max", most_processors),
                                {CPUS, "smt", NULL, SPY_SEEN_FOLDER, SMT, NULL},
                                FILE_OF(SMT, "active", zero),
                                FILE_OF(SMT, "control", not_supported),
                                {PROCESSOR, "online", can_be_taken_away, SPY_SEEN_FILE, FOLDERS, one},
                                {PROCESSOR, "topology", NULL, SPY_SEEN_FOLDER, TOPOLOGY, NULL},
                                {PROCESSOR, "cache", NULL, SPY_SEEN_FOLDER, CACHES, NULL},
                                {PROCESSOR, "node#", is_node_of_processor, SPY_SEEN_LINK, NODE, NULL},
                                FILE_OF(TOPOLOGY, "physical_package_id", package_number),
                                FILE_OF(TOPOLOGY, "die_id", zero),
                                FILE_OF(TOPOLOGY, "core_id", core_number),
                                FILE_OF(TOPOLOGY, "thread_siblings", core_mask),
                                FILE_OF(TOPOLOGY, "thread_siblings_list", core_list),
                                FILE_OF(TOPOLOGY, "core_cpus", core_mask),
                                FILE_OF(TOPOLOGY, "core_cpus_list", core_list),
                                FILE_OF(TOPOLOGY, "core_siblings", package_mask),
                                FILE_OF(TOPOLOGY, "core_siblings_list", package_list),
                                FILE_OF(TOPOLOGY, "die_cpus", package_mask),
                                FILE_OF(TOPOLOGY, "die_cpus_list", package_list),
                                FILE_OF(TOPOLOGY, "package_cpus", package_mask),
                                FILE_OF(TOPOLOGY, "package_cpus_list", package_list),
                                {CACHES, "index#", is_cache, SPY_SEEN_FOLDER, CACHE, NULL},
                                FILE_OF(CACHE, "id", cache_number),
                                FILE_OF(CACHE, "level", cache_level),
                                FILE_OF(CACHE, "type", cache_type),
                                FILE_OF(CACHE, "size", cache_size),
                                FILE_OF(CACHE, "coherency_line_size", cache_line),
                                FILE_OF(CACHE, "ways_of_associativity", cache_ways),
                                FILE_OF(CACHE, "number_of_sets", cache_sets),
                                FILE_OF(CACHE, "physical_line_partition", one),
                                FILE_OF(CACHE, "shared_cpu_list", cache_sharers),
                                FILE_OF(CACHE, "shared_cpu_map", cache_sharers_mask),
                                {NODES, "node#", is_node, SPY_SEEN_FOLDER, NODE, NULL},
                                FILE_OF(NODES, "online", all_nodes),
                                FILE_OF(NODES, "possible", all_nodes),
                                FILE_OF(NODES, "has_cpu", all_nodes),
                                FILE_OF(NODES, "has_memory", all_nodes),
                                FILE_OF(NODES, "has_normal_memory", all_nodes),
                                FILE_OF(NODE, "cpulist", node_list),
                                FILE_OF(NODE, "cpumap", node_mask),
                                FILE_OF(NODE, "distance", distances),
                                FILE_OF(NODE, "meminfo", memory_of_node),
                                {NODE, "cpu#", is_processor_of_node, SPY_SEEN_LINK, PROCESSOR, NULL},
                                {BUS_CPUS, "cpu#", is_processor, SPY_SEEN_LINK, PROCESSOR, NULL},
                                {BUS_NODES, "node#", is_node, SPY_SEEN_LINK, NODE, NULL}};
#undef FILE_OF

enum { ENTRIES = sizeof entries / sizeof entries[0], NUMBERS = 64 };

static Bool has_number(const entry *e) { return e->name[VG_(strlen)(e->name) - 1] == '#'; }

/* Returns whether the n bytes at `name` are the name of an entry. Sets *number to the number in the name. */
static Bool is_name_of(const entry *e, const HChar *name, SizeT n, UInt *number) {
  const SizeT fixed = VG_(strlen)(e->name) - has_number(e);
  *number = 0;
  if (n < fixed || VG_(strncmp)(name, e->name, fixed) != 0) return False;
  if (!has_number(e)) return n == fixed;
  for (SizeT i = fixed; i < n; i++) {
    if (!VG_(isdigit)(name[i]) || *number > 100000) return False;
    *number = 10 * *number + (UInt)(name[i] - '0');
  }
  return n == fixed + 1 || (n > fixed && name[fixed] != '0');
}

/* Finds an entry of a folder by its name, and moves the place to it. */
static spy_seen_kind step(place *p, const HChar *name, SizeT n, const entry **found) {
  UInt number;
  for (UInt i = 0; i < ENTRIES; i++) {
    if (entries[i].in != p->folder || !is_name_of(&entries[i], name, n, &number)) continue;
    *found = &entries[i];
    if (entries[i].is_there && !entries[i].is_there(p, number)) return SPY_SEEN_ABSENT;
    if (entries[i].kind != SPY_SEEN_FILE) p->folder = entries[i].to;
    return entries[i].kind;
  }
  return folders[p->folder].has_others ? SPY_SEEN_OF_HOST : SPY_SEEN_ABSENT;
}

/* ---- paths ---- */

static Bool begins_with(const HChar *path, const HChar *folder) {
  const SizeT n = VG_(strlen)(folder);
  return VG_(strncmp)(path, folder, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

/* Finds the folder with which a path begins. Returns False if there is none. */
static Bool begin_of(const HChar *path, place *p) {
  for (folder_kind i = 0; i < FOLDERS; i++) {
    if (!folders[i].path || !begins_with(path, folders[i].path)) continue;
    *p = (place){.folder = i};
    return True;
  }
  return False;
}

/* Writes the path of a link's target. */
static void write_target(HChar *path, const place *p) {
  if (p->folder == PROCESSOR)
    VG_(sprintf)(path, "%s/cpu%u", folders[CPUS].path, p->processor);
  else
    VG_(sprintf)(path, "%s/node%u", folders[NODES].path, p->node);
}

/* Replaces the part of `path` before `rest` by the target of a link. */
static Bool follow(HChar *path, const HChar *rest, const place *p) {
  HChar target[64];
  write_target(target, p);
  const SizeT n = VG_(strlen)(target), more = VG_(strlen)(rest);
  if (n + more + 1 > SPY_SEEN_PATH) return False;
  VG_(memmove)(path + n, rest, more + 1);
  VG_(memcpy)(path, target, n);
  return True;
}

/* Walks a path. Also returns the place and the entry of the path's last part. */
static spy_seen_kind walk(HChar *path, Bool follows, place *p, const entry **found) {
  *found = NULL;
  if (!begin_of(path, p)) return spy_is_proc_file(path) ? SPY_SEEN_FILE : SPY_SEEN_OF_HOST;
  const HChar *at = path + VG_(strlen)(folders[p->folder].path);
  spy_seen_kind kind = SPY_SEEN_FOLDER;
  while (*at) {
    const HChar *name = at + 1;
    const HChar *end = VG_(strchr)(name, '/');
    const SizeT n = end ? (SizeT)(end - name) : VG_(strlen)(name);
    kind = step(p, at + 1, n, found);
    at += 1 + n;
    if (kind == SPY_SEEN_LINK && (follows || *at)) {
      if (!follow(path, at, p)) return SPY_SEEN_ABSENT;
      return walk(path, follows, p, found);
    }
    if (kind == SPY_SEEN_OF_HOST || kind == SPY_SEEN_ABSENT) return kind;
    if (kind == SPY_SEEN_FILE && *at) return SPY_SEEN_ABSENT;
  }
  return kind;
}

static Bool host_has(const HChar *path, spy_seen_kind kind) {
  enum { TYPE = 0170000, FILE_TYPE = 0100000, FOLDER_TYPE = 0040000, LINK_TYPE = 0120000 };
  struct vki_stat status;
  if (spy_core_syscall(SPY_SYS_LSTAT, (UWord)path, (UWord)&status, 0, 0, 0, 0) != 0) return False;
  const UInt type = kind == SPY_SEEN_FILE ? FILE_TYPE : kind == SPY_SEEN_FOLDER ? FOLDER_TYPE : LINK_TYPE;
  return (status.st_mode & TYPE) == type;
}

spy_seen_kind spy_seen_find(HChar *path, Bool follows) {
  place p;
  const entry *found;
  const spy_seen_kind kind = walk(path, follows, &p, &found);
  if (kind == SPY_SEEN_FILE && !found && !host_has(path, kind)) return SPY_SEEN_OF_HOST;
  /* If the host does not have these folders, it has no processors to hide, so there are only the tool's entries. */
  if (kind == SPY_SEEN_FOLDER && (p.folder == BUS_CPUS || p.folder == BUS_NODES) && !host_has(path, kind))
    return SPY_SEEN_OF_HOST;
  return kind;
}

/* ---- contents ---- */

/* Appends a record of getdents64(2). The field `d_off` of a record is the position of the next record. */
static void append_entry(XArray *bytes, const HChar *folder, const HChar *name, UChar type) {
  enum { NAME = 19, LONGEST = 255 };
  ULong record[(NAME + LONGEST + 8) / 8] = {0};
  HChar path[SPY_SEEN_PATH];
  HChar *const at = (HChar *)record;
  if (VG_(strlen)(name) > LONGEST) return;
  const UShort n = (UShort)((NAME + VG_(strlen)(name) + 1 + 7) / 8 * 8);
  VG_(snprintf)(path, sizeof path, "%s/%s", folder, name);
  record[0] = spy_seen_inode(path);
  record[1] = (ULong)VG_(sizeXA)(bytes) + n;
  VG_(memcpy)(at + 16, &n, sizeof n);
  at[18] = (HChar)type;
  VG_(strcpy)(at + NAME, name);
  VG_(addBytesToXA)(bytes, record, n);
}

static UChar type_of(spy_seen_kind kind) {
  enum { FOLDER = 4, PLAIN = 8, LINK = 10 };
  return kind == SPY_SEEN_FOLDER ? FOLDER : kind == SPY_SEEN_LINK ? LINK : PLAIN;
}

static void append_own_entries(XArray *bytes, const HChar *path, const place *folder) {
  for (UInt i = 0; i < ENTRIES; i++) {
    const entry *e = &entries[i];
    if (e->in != folder->folder) continue;
    for (UInt number = 0; number < (has_number(e) ? NUMBERS : 1); number++) {
      place p = *folder;
      HChar name[32];
      if (e->is_there && !e->is_there(&p, number)) continue;
      VG_(strcpy)(name, e->name);
      if (has_number(e)) VG_(sprintf)(name + VG_(strlen)(name) - 1, "%u", number);
      append_entry(bytes, path, name, type_of(e->kind));
    }
  }
}

/* Appends the entries of the host's folder that are not entries of the tool. */
static void append_other_entries(XArray *bytes, const HChar *path, const place *folder) {
  enum { NAME = 19 };
  ULong buffer[1024];
  const SysRes opened = VG_(open)(path, VKI_O_RDONLY, 0);
  if (sr_isError(opened)) return;
  Word n;
  while ((n = spy_core_syscall(SPY_SYS_GETDENTS64, sr_Res(opened), (UWord)buffer, sizeof buffer, 0, 0, 0)) > 0)
    for (const HChar *at = (const HChar *)buffer; at < (const HChar *)buffer + n;) {
      UShort bytes_of;
      place p = *folder;
      const entry *found;
      const HChar *name = at + NAME;
      VG_(memcpy)(&bytes_of, at + 16, sizeof bytes_of);
      if (!VG_STREQ(name, ".") && !VG_STREQ(name, "..") &&
          step(&p, name, VG_(strlen)(name), &found) == SPY_SEEN_OF_HOST)
        append_entry(bytes, path, name, (UChar)at[18]);
      at += bytes_of;
    }
  VG_(close)((Int)sr_Res(opened));
}

/* The target is relative to the folder of the link. The depth of this folder is the number of slashes after the
 * first. */
static void append_target(XArray *bytes, const HChar *path, const place *p) {
  HChar target[64];
  write_target(target, p);
  for (const HChar *at = path + 1; VG_(strchr)(at, '/'); at = VG_(strchr)(at, '/') + 1) VG_(xaprintf)(bytes, "../");
  VG_(xaprintf)(bytes, "%s", target + 1);
}

XArray *spy_seen_contents(const HChar *path, spy_seen_kind kind) {
  HChar at[SPY_SEEN_PATH];
  place p;
  const entry *found;
  XArray *bytes = VG_(newXA)(VG_(malloc), "spy.seen", VG_(free), sizeof(HChar));
  VG_(strcpy)(at, path);
  walk(at, False, &p, &found);
  if (kind == SPY_SEEN_FOLDER) {
    enum { FOLDER = 4 };
    append_entry(bytes, path, ".", FOLDER);
    append_entry(bytes, path, "..", FOLDER);
    append_own_entries(bytes, path, &p);
    if (folders[p.folder].has_others) append_other_entries(bytes, path, &p);
  } else if (kind == SPY_SEEN_LINK) {
    append_target(bytes, path, &p);
  } else if (found) {
    found->append(bytes, &p);
  } else if (!spy_append_proc_file(bytes, path)) {
    VG_(deleteXA)(bytes);
    return NULL;
  }
  return bytes;
}

/* ---- attributes ---- */

const HChar *spy_seen_stand_in(const HChar *path, spy_seen_kind kind) {
  static const HChar *const alike[] = {[SPY_SEEN_FILE] = "/sys/devices/system/cpu/online",
                                       [SPY_SEEN_FOLDER] = "/sys/devices/system/cpu",
                                       [SPY_SEEN_LINK] = "/sys/bus/cpu/devices/cpu0"};
  if (host_has(path, kind)) return path;
  if (host_has(alike[kind], kind)) return alike[kind];
  return kind == SPY_SEEN_FOLDER ? "/proc" : kind == SPY_SEEN_FILE ? "/proc/version" : "/proc/self";
}

/* Returns the host's number, if the host has such a file; otherwise a hash of the path (Fowler, Noll and Vo). */
ULong spy_seen_inode(const HChar *path) {
  struct vki_stat status;
  if (spy_core_syscall(SPY_SYS_LSTAT, (UWord)path, (UWord)&status, 0, 0, 0, 0) == 0) return status.st_ino;
  ULong hash = 0xcbf29ce484222325ULL;
  for (; *path; path++) hash = (hash ^ (UChar)*path) * 0x100000001b3ULL;
  return hash >> 1 | 1;
}
