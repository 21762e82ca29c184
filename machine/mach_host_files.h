/* mach_host_files.h: reads the files in the folder devices/system of a /sys.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Reads a file. Returns its text, ended by a 0 and allocated by plat_alloc(), which the caller frees. On an error,
 * returns NULL and sets *wrong to a message. */
typedef char *mach_file_reader(const char *name, const char **wrong);

/* A /sys: its folder, and the function that reads its files. */
typedef struct {
  const char *sys;
  mach_file_reader *reader;
} mach_host_source;

#define MACH_NO_NUMBER UINT32_MAX

enum { MACH_NUMBERS = 8192 };

/* A set of numbers below MACH_NUMBERS: hardware threads, or nodes of memory. */
typedef struct {
  uint64_t words[MACH_NUMBERS / 64];
} mach_numbers;

static inline bool mach_numbers_has(const mach_numbers *set, uint32_t number) {
  return number < MACH_NUMBERS && (set->words[number / 64] >> number % 64 & 1);
}

static inline void mach_numbers_add(mach_numbers *set, uint32_t number) {
  if (number < MACH_NUMBERS) set->words[number / 64] |= (uint64_t)1 << number % 64;
}

/* Returns how many numbers are in both sets, and sets *lowest to the lowest of these numbers. MACH_NO_NUMBER: there is
 * none. */
uint32_t mach_numbers_common(const mach_numbers *a, const mach_numbers *b, uint32_t *lowest);

/* A file: <sys>/devices/system/<folder><number><rest>. */
typedef struct {
  const char *folder;
  uint32_t number; /* MACH_NO_NUMBER: the name has no number */
  const char *rest;
} mach_host_file;

/* Returns the text of a file, or NULL if the file cannot be read. The caller frees the text with plat_free(). */
char *mach_host_text(const mach_host_source *from, const mach_host_file *file);

/* Returns the number at the start of a file, times 2^10, 2^20 or 2^30 if K, M or G follows. Returns 0 if the file
 * cannot be read, or contains no number. */
uint64_t mach_host_number(const mach_host_source *from, const mach_host_file *file);

/* Reads a set of numbers from a file that contains a list such as "0-3,8". Returns false, and the empty set, if the file
 * contains no number. */
bool mach_host_list(const mach_host_source *from, const mach_host_file *file, mach_numbers *set);

/* As mach_host_list(), but from a file that contains a mask: hexadecimal digits with commas. The last digit has the
 * lowest numbers. */
bool mach_host_mask(const mach_host_source *from, const mach_host_file *file, mach_numbers *set);
