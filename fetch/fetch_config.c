/* SPDX-License-Identifier: GPL-2.0-or-later
 * fetch_config.c: the names of the techniques. */
#include "fetch/fetch_config.h"

/* FETCH_TECHNIQUE_WORDS repeats the names of the table. A missing name makes the lengths differ. */
enum {
  WORDS_OF_TABLE = sizeof(""
#define TECHNIQUE(symbol, name, help) "|" name
#include "fetch/fetch_technique.def"
#undef TECHNIQUE
                          ),
  WORDS_OF_OPTION = sizeof "|" FETCH_TECHNIQUE_WORDS
};
_Static_assert((int)WORDS_OF_TABLE == (int)WORDS_OF_OPTION, "the words of the option are the names of the table");

const char *fetch_technique_name(fetch_technique technique) {
  static const char *const names[FETCH_TECHNIQUES] = {
#define TECHNIQUE(symbol, name, help) name,
#include "fetch/fetch_technique.def"
#undef TECHNIQUE
  };
  return (unsigned)technique < FETCH_TECHNIQUES ? names[technique] : NULL;
}
