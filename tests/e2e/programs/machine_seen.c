/* machine_seen.c: prints what a program can find out about its computer, one `name: value` per line. The names state
 * the method: calls, registers, files, and the ways to open a file. Without arguments it prints everything; `bound N`
 * prints on which processors threads are after one has bound itself to processor N; `again` reads files that change.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cpuid.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CPUS "/sys/devices/system/cpu"
#define NODES "/sys/devices/system/node"

enum { TEXT = 1 << 20, NAME = 512 };

static void print_line(const char *name, const char *text) {
  printf("%s: %.*s\n", name, (int)strcspn(text, "\n"), text);
}

/* Returns the whole text of a file descriptor, which it closes. */
static char *read_all(int fd) {
  static char text[TEXT];
  size_t n = 0;
  for (ssize_t m; fd >= 0 && n < TEXT - 1 && (m = read(fd, text + n, TEXT - 1 - n)) > 0;) n += (size_t)m;
  text[n] = '\0';
  if (fd >= 0) close(fd);
  return text;
}

static void print_file(const char *name, const char *path) { print_line(name, read_all(open(path, O_RDONLY))); }

static int compare(const void *a, const void *b) { return strverscmp(*(char *const *)a, *(char *const *)b); }

/* Prints the entries of a folder whose names are a word and a digit. */
static void print_folder(const char *name, DIR *folder, const char *word) {
  static char line[TEXT];
  char *names[256];
  size_t n = 0;
  line[0] = '\0';
  for (struct dirent *e; folder && n < 256 && (e = readdir(folder));)
    if (strncmp(e->d_name, word, strlen(word)) == 0 && strchr("0123456789", e->d_name[strlen(word)]))
      names[n++] = strdup(e->d_name);
  qsort(names, n, sizeof names[0], compare);
  for (size_t i = 0; i < n; i++) strcat(strcat(line, i ? " " : ""), names[i]);
  print_line(name, line);
  if (folder) closedir(folder);
}

/* ---- calls and registers ---- */

static unsigned apic_id(void) {
  unsigned a, b, c, d;
  __cpuid_count(0xb, 0, a, b, c, d);
  return d;
}

static int has_rdtscp(void) {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) && d >> 27 & 1;
}

static void print_places(const char *name) {
  unsigned processor, node, stamp = ~0u;
  cpu_set_t set;
  syscall(SYS_getcpu, &processor, &node, NULL);
  if (has_rdtscp()) __builtin_ia32_rdtscp(&stamp);
  sched_getaffinity(0, sizeof set, &set);
  printf("%s: cpu %d getcpu %u node %u apic %u rdtscp %u %u may %d\n", name, sched_getcpu(), processor, node, apic_id(),
         stamp & 0xfff, stamp >> 12, CPU_COUNT(&set));
}

/* The C library reports 0 or -1 for a cache that does not exist. */
static long value(int name) { return sysconf(name) < 0 ? 0 : sysconf(name); }

static void print_caches(void) {
  unsigned a, b, c, d;
  for (unsigned i = 0; __get_cpuid_count(4, i, &a, &b, &c, &d) && (a & 31) != 0; i++)
    printf("leaf 4, %u: level %u type %u size %llu ways %u line %u sharing %u cores %u\n", i, a >> 5 & 7, a & 31,
           (c + 1ULL) * ((b >> 22) + 1) * ((b & 0xfff) + 1), (b >> 22) + 1, (b & 0xfff) + 1, (a >> 14 & 0xfff) + 1,
           (a >> 26) + 1);
  __cpuid_count(0xb, 1, a, b, c, d);
  printf("leaf 11: shift %u cores %u\n", a, b);
  __cpuid(1, a, b, c, d);
  printf("leaf 1: numbers %u\n", b >> 16 & 255);
  printf("sysconf: %ld %ld\n", sysconf(_SC_NPROCESSORS_CONF), sysconf(_SC_NPROCESSORS_ONLN));
  printf("D1: %ld %ld %ld\n", value(_SC_LEVEL1_DCACHE_SIZE), value(_SC_LEVEL1_DCACHE_ASSOC),
         value(_SC_LEVEL1_DCACHE_LINESIZE));
  printf("L2: %ld %ld\n", value(_SC_LEVEL2_CACHE_SIZE), value(_SC_LEVEL2_CACHE_ASSOC));
  printf("L3: %ld %ld\n", value(_SC_LEVEL3_CACHE_SIZE), value(_SC_LEVEL3_CACHE_ASSOC));
}

/* Prints each processor's number, as a thread that is bound there finds it out. */
static void print_every_processor(void) {
  for (int i = 0; i < sysconf(_SC_NPROCESSORS_ONLN); i++) {
    char name[32];
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(i, &one);
    snprintf(name, sizeof name, "on %d", i);
    if (sched_setaffinity(0, sizeof one, &one) != 0) perror("sched_setaffinity");
    print_places(name);
  }
}

/* ---- files ---- */

static void print_status(const char *path) {
  for (char *line = strtok(read_all(open(path, O_RDONLY)), "\n"); line; line = strtok(NULL, "\n"))
    if (strstr(line, "s_allowed")) printf("%s %s\n", path, line);
}

static void print_cpuinfo(void) {
  static const char *const keys[] = {"processor", "physical id", "siblings", "core id", "cpu cores", "apicid"};
  char *text = strdup(read_all(open("/proc/cpuinfo", O_RDONLY)));
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    printf("cpuinfo %s:", keys[i]);
    for (char *at = text; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
      if (strncmp(at, keys[i], strlen(keys[i])) == 0 && strchr("\t", at[strlen(keys[i])]))
        printf("%.*s", (int)strcspn(strchr(at, ':') + 1, "\n"), strchr(at, ':') + 1);
    printf("\n");
  }
  free(text);
}

static void print_stat(void) {
  printf("stat:");
  for (char *line = strtok(read_all(open("/proc/stat", O_RDONLY)), "\n"); line; line = strtok(NULL, "\n"))
    if (strncmp(line, "cpu", 3) == 0) printf(" %.*s", (int)strcspn(line, " "), line);
  printf("\n");
}

static void print_sys(void) {
  static const char *const files[] = {CPUS "/online",
                                      CPUS "/possible",
                                      CPUS "/present",
                                      CPUS "/kernel_max",
                                      CPUS "/cpu0/topology/physical_package_id",
                                      CPUS "/cpu0/topology/core_id",
                                      CPUS "/cpu0/topology/core_cpus_list",
                                      CPUS "/cpu0/topology/package_cpus_list",
                                      CPUS "/cpu0/topology/package_cpus",
                                      CPUS "/cpu0/cache/index0/size",
                                      CPUS "/cpu0/cache/index0/shared_cpu_list",
                                      NODES "/online",
                                      NODES "/possible",
                                      NODES "/has_cpu",
                                      NODES "/node0/cpulist",
                                      NODES "/node0/cpumap",
                                      NODES "/node0/distance",
                                      NODES "/node0/meminfo"};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) print_file(files[i], files[i]);
  print_folder("cpus", opendir(CPUS), "cpu");
  print_folder("nodes", opendir(NODES), "node");
  print_folder("caches", opendir(CPUS "/cpu0/cache"), "index");
  print_folder("cpus of node 0", opendir(NODES "/node0"), "cpu");
  print_folder("node of cpu 0", opendir(CPUS "/cpu0"), "node");
}

/* ---- ways to a file ---- */

static void print_error(const char *name, int result) {
  print_line(name, result >= 0 ? "there" : errno == ENOENT ? "absent" : errno == EACCES ? "denied" : strerror(errno));
}

static void print_attributes(const char *path) {
  struct stat a, b, c, d;
  struct statx x;
  const int fd = open(path, O_RDONLY);
  const int fine = stat(path, &a) == 0 && lstat(path, &b) == 0 && fstat(fd, &c) == 0 &&
                   fstatat(fd, "", &d, AT_EMPTY_PATH) == 0 && statx(AT_FDCWD, path, 0, STATX_ALL, &x) == 0;
  const int same = fine && a.st_ino == b.st_ino && a.st_ino == c.st_ino && a.st_ino == d.st_ino &&
                   a.st_ino == x.stx_ino && a.st_mode == c.st_mode && a.st_mode == x.stx_mode && a.st_dev == c.st_dev;
  printf("attributes of %s: %s, %s\n", path,
         !fine                ? "fail"
         : S_ISDIR(a.st_mode) ? "folder"
                              : "file",
         same ? "same" : "differ");
  close(fd);
}

static void print_ways(int last) {
  char path[NAME], link[NAME] = {0}, here[NAME];
  const int folder = open(CPUS, O_RDONLY | O_DIRECTORY), root = open("/", O_RDONLY | O_DIRECTORY);
  print_line("openat in the folder", read_all(openat(folder, "online", O_RDONLY)));
  print_line("openat in the root", read_all(openat(root, "sys/devices/system/cpu/online", O_RDONLY)));
  print_folder("fdopendir", fdopendir(dup(folder)), "cpu");
  print_line("a path with dots", read_all(open("/sys/./devices//system/cpu/cpu0/../online", O_RDONLY)));
  snprintf(path, sizeof path, NODES "/node0/cpu0/topology/core_id");
  print_file("through a link", path);
  print_error("access to the last", (snprintf(path, sizeof path, CPUS "/cpu%d", last), access(path, R_OK)));
  print_error("openat of the last", openat(folder, strrchr(path, '/') + 1, O_RDONLY));
  print_error("chdir to the last", chdir(path));
  print_line("opened there", read_all(open("topology/physical_package_id", O_RDONLY)));
  print_line("opened above", read_all(open("../online", O_RDONLY)));
  print_line("getcwd", getcwd(here, sizeof here) ? here : "");
  print_error("chdir to the root", chdir("/"));
  print_line("opened from the root", read_all(open("sys/devices/system/cpu/online", O_RDONLY)));
  print_attributes(path);
  print_attributes(CPUS "/online");
  print_attributes("/proc/cpuinfo");
  print_error("access behind the last", (snprintf(path, sizeof path, CPUS "/cpu%d", last + 1), access(path, F_OK)));
  print_error("open behind the last", open(path, O_RDONLY));
  print_error("writing", open(CPUS "/possible", O_WRONLY));
  print_error("a file as a folder", open(CPUS "/online", O_RDONLY | O_DIRECTORY));
  print_error("others are there",
              access(CPUS "/vulnerabilities", F_OK) == 0 ? openat(folder, "vulnerabilities", O_RDONLY) : 0);
  print_line("readlink", readlink(NODES "/node0/cpu0", link, sizeof link - 1) > 0 ? strrchr(link, '/') : "");
  const int fd = open(CPUS "/online", O_RDONLY);
  char *map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
  print_line("mmap", map == MAP_FAILED ? "" : map);
  fflush(stdout);
}

/* ---- what changes ---- */

static unsigned long busy(int fd) {
  char text[256] = {0};
  unsigned long user = 0, nice = 0;
  lseek(fd, 0, SEEK_SET);
  if (read(fd, text, sizeof text - 1) > 0) sscanf(text, "cpu %lu %lu", &user, &nice);
  return user + nice;
}

/* A program that keeps a file open reads it again. */
static void read_again(void) {
  const int fd = open("/proc/stat", O_RDONLY);
  const unsigned long before = busy(fd);
  for (int i = 0; i < 1000; i++) {
    for (volatile int k = 0; k < 100000; k++) continue;
    if (busy(fd) != before) break;
  }
  printf("read again: %s\n", busy(fd) != before ? "changed" : "the same");
}

/* ---- bound threads ---- */

static void *look(void *name) {
  print_places(name);
  return NULL;
}

static void start(const char *name) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, look, (void *)name) == 0) pthread_join(thread, NULL);
}

static void bind_threads(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) perror("sched_setaffinity");
  print_places("alone");
  start("its thread");
  print_places("after that");
  print_status("/proc/self/status");
  fflush(stdout);
  if (fork() == 0) {
    print_places("its child");
    fflush(stdout);
    _exit(0);
  }
  wait(NULL);
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "bound") == 0) {
    bind_threads(atoi(argv[2]));
  } else if (argc == 2 && strcmp(argv[1], "again") == 0) {
    read_again();
  } else {
    print_caches();
    print_sys();
    print_cpuinfo();
    print_stat();
    print_status("/proc/self/status");
    print_status("/proc/thread-self/status");
    print_ways((int)sysconf(_SC_NPROCESSORS_CONF) - 1);
    print_every_processor();
  }
  return 0;
}
