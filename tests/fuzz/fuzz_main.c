/* fuzz_main.c: damages inputs of a reader, and reads them: no input may crash the reader, and it must not accept
 * altered numbers.
 *
 *   fuzz_readers [--inputs=N] [--seed=N] [--first=N] [--seconds=N] READER FILE...
 *
 * FILEs are valid inputs. Input number i depends only on READER, FILEs, the seed and i: --first=i --inputs=1 reads it
 * again. If the files have a checksum, every second input gets a correct one, so that the code after the check is
 * tested; the other inputs must be rejected, or have the same data as their FILE. An input that fails is written to
 * READER.input in the working folder. --seconds=N ends after that time instead of after a number of inputs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "bins/bin_format.h"
#include "tests/fuzz/fuzz.h"

/* Functions of the sanitizers. (Not every compiler has their headers.) */
size_t __sanitizer_get_current_allocated_bytes(void);
void __sanitizer_set_death_callback(void (*callback)(void));
void __sanitizer_set_report_fd(void *fd);
const char *__asan_default_options(void);

/* Options of the sanitizers: short call stacks of blocks, and few freed blocks that are kept: twice as many inputs are
 * tested in the same time. */
const char *__asan_default_options(void) { return "quarantine_size_mb=4:malloc_context_size=8"; }

enum {
  HANG = 60,        /* seconds of processor time for one input: far more than any input needs */
  GROWTH_MOST = 64, /* bytes per input by which memory may grow on average: names that are interned */
  GROWTH_ANYWAY = 8 << 20
};

static const FuzzReader *const readers[] = {
    &fuzz_profile, &fuzz_trace, &fuzz_samples, &fuzz_vectors,   &fuzz_phases, &fuzz_sweep,  &fuzz_curves,   &fuzz_tried,
    &fuzz_budgets, &fuzz_keys,  &fuzz_machine, &fuzz_histogram, &fuzz_script, &fuzz_change, &fuzz_database,
#define FORMAT(name, summary) &fuzz_##name,
#include "ui/import/import_readers.def"
    &fuzz_symbols};

/* The options. */
static gint64 inputs = 1000, seed = 1, first, seconds;
static const GOptionEntry options[] = {
    {"inputs", 0, 0, G_OPTION_ARG_INT64, &inputs, "Read N inputs (1000)", "N"},
    {"seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Of the numbers by chance (1)", "N"},
    {"first", 0, 0, G_OPTION_ARG_INT64, &first, "Number of the first input (0)", "N"},
    {"seconds", 0, 0, G_OPTION_ARG_INT64, &seconds, "End after N seconds instead", "N"},
    G_OPTION_ENTRY_NULL};

/* The current input, for reports. */
static const FuzzReader *reader;
static GByteArray *input;
static gint64 number;
static int report = STDERR_FILENO; /* the standard error with which the program was started */

/* ---- reports ---- */

/* Writes the input to a file, and prints how to read it again. Signal handlers call it, too. */
static void write_input(const char *what) {
  char name[64];
  if (input == NULL) return;
  g_snprintf(name, sizeof name, "%s.input", reader->name);
  const int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const bool written = fd >= 0 && write(fd, input->data, input->len) == (ssize_t)input->len;
  dprintf(report, "FAILED: %s: %s; --seed=%lld --first=%lld --inputs=1 %s reads it again%s%s\n", reader->name, what,
          (long long)seed, (long long)number, reader->name, written ? "; the input is in " : "", written ? name : "");
}

void fuzz_fail(const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_autofree char *message = g_strdup_vprintf(format, list);
  va_end(list);
  write_input(message);
  _exit(1);
}

static void died(void) { write_input("a sanitizer ended it"); }

static void handle(int signal_number) {
  write_input(signal_number == SIGPROF ? "it takes too long" : "an assertion failed");
  _exit(1);
}

bool fuzz_check_result(bool result, GError *error) {
  if (result == (error != NULL)) fuzz_fail(result ? "a result and an error" : "neither a result nor an error");
  if (error == NULL) return true;
  if (*error->message == '\0' || strchr(error->message, '\n') != NULL)
    fuzz_fail("the error is not one line: %s", error->message);
  g_error_free(error);
  return false;
}

/* ---- inputs ---- */

const char *fuzz_path(const GByteArray *bytes) {
  static int file = -1;
  static char path[64];
  if (file < 0) {
    file = memfd_create("input", MFD_CLOEXEC);
    g_snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  }
  if (ftruncate(file, 0) != 0 || pwrite(file, bytes->data, bytes->len, 0) != (ssize_t)bytes->len) abort();
  return path;
}

void fuzz_seal_lines(GByteArray *bytes, const char *mark) {
  const size_t n_mark = strlen(mark);
  guint last = bytes->len;
  uint64_t lines = 0;
  for (guint at = 0; at < bytes->len; at++) {
    if (at > 0 && bytes->data[at - 1] != '\n') continue;
    if (bytes->len - at >= n_mark && memcmp(bytes->data + at, mark, n_mark) == 0) last = at;
  }
  g_byte_array_set_size(bytes, last);
  if (last > 0 && bytes->data[last - 1] != '\n') g_byte_array_append(bytes, (const guint8 *)"\n", 1);
  for (guint at = 0; at < bytes->len; at++) lines += bytes->data[at] == '\n';
  g_autofree char *end = g_strdup_printf("%s%" G_GUINT64_FORMAT " %016" G_GINT64_MODIFIER "x\n", mark, lines,
                                         bin_format_hash(BIN_FORMAT_HASH, (const char *)bytes->data, bytes->len));
  g_byte_array_append(bytes, (const guint8 *)end, (guint)strlen(end));
}

typedef struct {
  GByteArray *bytes;
  char *text; /* the data of the input as text */
} Seed;

static Seed *read_seeds(char **files, guint n) {
  Seed *seeds = g_new(Seed, n);
  for (guint i = 0; i < n; i++) {
    char *bytes;
    gsize size;
    GError *error = NULL;
    if (!g_file_get_contents(files[i], &bytes, &size, &error)) g_error("%s", error->message);
    seeds[i].bytes = g_byte_array_new_take((guint8 *)bytes, size);
    input = seeds[i].bytes;
    seeds[i].text = reader->read(input);
    if (seeds[i].text == NULL) fuzz_fail("%s is refused", files[i]);
  }
  return seeds;
}

/* Whether an input whose checksums were not corrected may have these data, though the seed from which it was made has
 * others. An input may consist entirely of parts of another seed. */
static bool may_say(const char *text, const Seed *of, const Seed *seeds, guint n) {
  for (guint i = 0; i < n; i++)
    if (strcmp(text, seeds[i].text) == 0) return true;
  return reader->may_differ != NULL && reader->may_differ(input, text, of->text);
}

/* Makes input number `number` of a seed, and reads it. Returns whether the reader accepted it. */
static bool read_one(const Seed *seeds, guint n) {
  FuzzDice dice = {(uint64_t)seed * 0x9e3779b97f4a7c15 + (uint64_t)number};
  const Seed *of = &seeds[fuzz_below(&dice, n)], *other = &seeds[fuzz_below(&dice, n)];
  g_byte_array_set_size(input, 0);
  g_byte_array_append(input, of->bytes->data, of->bytes->len);
  fuzz_mutate(input, other->bytes, &dice);
  const bool sealed = reader->seal != NULL && number % 2 == 0;
  if (sealed) reader->seal(input);
  g_autofree char *text = reader->read(input);
  if (text != NULL && reader->seal != NULL && !sealed && !may_say(text, of, seeds, n))
    fuzz_fail("it was altered, and is accepted: %s, not %s", text, of->text);
  return text != NULL;
}

/* Reads all inputs. Returns whether the use of memory stays within the limit. */
static bool read_all(const Seed *seeds, guint n) {
  const gint64 began = g_get_monotonic_time(), end = first + inputs, grown_from = first + inputs / 4;
  const struct itimerval bound = {.it_value = {.tv_sec = HANG}};
  size_t before = 0;
  gint64 accepted = 0;
  for (number = first; seconds != 0 ? g_get_monotonic_time() - began < seconds * G_USEC_PER_SEC : number < end;
       number++) {
    if (number == grown_from) before = __sanitizer_get_current_allocated_bytes();
    if (number % 64 == 0) setitimer(ITIMER_PROF, &bound, NULL);
    accepted += read_one(seeds, n);
  }
  const size_t after = __sanitizer_get_current_allocated_bytes();
  const double rate = (double)(number - first) / ((double)(g_get_monotonic_time() - began) / G_USEC_PER_SEC + 1e-9);
  dprintf(report, "%s: %lld inputs, %lld accepted, %.0f a second\n", reader->name, (long long)(number - first),
          (long long)accepted, rate);
  if (seconds != 0 || before == 0 || after < before + GROWTH_ANYWAY + GROWTH_MOST * (size_t)inputs) return true;
  dprintf(report, "FAILED: %s: memory grew by %zu bytes\n", reader->name, after - before);
  return false;
}

/* ---- the program ---- */

/* Discards the output that readers print themselves. */
static void silence(void) {
  report = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 100);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) dup2(null, fd);
  close(null);
  __sanitizer_set_report_fd((void *)(intptr_t)report);
}

static void watch(void) {
  const struct sigaction action = {.sa_handler = handle};
  sigaction(SIGABRT, &action, NULL);
  sigaction(SIGPROF, &action, NULL);
  __sanitizer_set_death_callback(died);
}

int main(int n, char **args) {
  setlocale(LC_ALL, "C.UTF-8");
  GOptionContext *context = g_option_context_new("READER FILE...");
  GError *error = NULL;
  g_option_context_add_main_entries(context, options, NULL);
  const bool good = g_option_context_parse(context, &n, &args, &error);
  g_option_context_free(context);
  for (guint i = 0; n > 2 && i < G_N_ELEMENTS(readers); i++)
    if (strcmp(readers[i]->name, args[1]) == 0) reader = readers[i];
  if (!good || reader == NULL) {
    fprintf(stderr, "fuzz_readers: %s\n", error != NULL ? error->message : "READER FILE... are missing; READERs are:");
    for (guint i = 0; i < G_N_ELEMENTS(readers); i++) fprintf(stderr, "  %s\n", readers[i]->name);
    return 2;
  }
  silence();
  watch();
  const guint n_seeds = (guint)n - 2;
  Seed *seeds = read_seeds(args + 2, n_seeds);
  input = g_byte_array_new();
  const bool all_well = read_all(seeds, n_seeds);
  for (guint i = 0; i < n_seeds; i++) {
    g_byte_array_unref(seeds[i].bytes);
    g_free(seeds[i].text);
  }
  g_free(seeds);
  g_byte_array_unref(g_steal_pointer(&input));
  return all_well ? 0 : 1;
}
