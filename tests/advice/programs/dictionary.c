/* dictionary.c: looks up words in a sorted array of pointers to words.
 *
 * Defect: each comparison of bsearch() reads a pointer, and then the characters of a word anywhere on the heap.
 * Expert: the words are reached by pointers, in random order: store the first characters (or a hash) with the pointer, or
 *   give each word a number.
 * Remedy: with REPAIRED, the array contains the number at the end of each word; the numbers have the order of the
 * words.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 9000, QUERIES = 30000 };

struct entry {
#ifdef REPAIRED
  long number;
#endif
  char *word;
};

static struct entry entries[WORDS];

static int by_word(const void *a, const void *b) {
#ifdef REPAIRED
  const long x = ((const struct entry *)a)->number, y = ((const struct entry *)b)->number;
  return (x > y) - (x < y);
#else
  return strcmp(((const struct entry *)a)->word, ((const struct entry *)b)->word);
#endif
}

int main(void) {
  for (long i = 0; i < WORDS; i++) {
    const long place = i * 7919 % WORDS;
    char text[48];
    snprintf(text, sizeof text, "word-of-a-long-list-%06ld", place);
    entries[place].word = strdup(text);
#ifdef REPAIRED
    entries[place].number = place;
#endif
  }
  unsigned state = 5;
  long sum = 0;
  for (int q = 0; q < QUERIES; q++) {
    state = state * 1664525 + 1013904223;
    const struct entry wanted = entries[(state >> 7) % WORDS];
    const struct entry *found = bsearch(&wanted, entries, WORDS, sizeof *entries, by_word);
    sum += found - entries;
  }
  printf("%ld\n", sum);
  return 0;
}
