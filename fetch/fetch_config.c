/* fetch_config.c: the names of the techniques. SPDX-License-Identifier: GPL-2.0-or-later */
#include "fetch/fetch_config.h"

static const struct {
  const char *name, *help;
} techniques[FETCH_TECHNIQUES] = {
#define TECHNIQUE(symbol, name, help) {name, help},
#include "fetch/fetch_technique.def"
#undef TECHNIQUE
};

const char *fetch_technique_name(fetch_technique technique) {
  return (unsigned)technique < FETCH_TECHNIQUES ? techniques[technique].name : NULL;
}

const char *fetch_technique_help(fetch_technique technique) {
  return (unsigned)technique < FETCH_TECHNIQUES ? techniques[technique].help : NULL;
}
