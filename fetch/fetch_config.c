/* fetch_config.c: the names of the techniques. SPDX-License-Identifier: GPL-2.0-or-later */
#include "fetch/fetch_config.h"

const char *fetch_technique_name(fetch_technique technique) {
  static const char *const names[FETCH_TECHNIQUES] = {
#define TECHNIQUE(symbol, name, help) name,
#include "fetch/fetch_technique.def"
#undef TECHNIQUE
  };
  return (unsigned)technique < FETCH_TECHNIQUES ? names[technique] : NULL;
}
