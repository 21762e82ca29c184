/* test_short_name.c: tests long names of code and data in narrow columns: which parts are omitted first.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"

static const struct {
  const char *name;
  unsigned width;
  const char *expected;
} cases[] = {
    {"double *.a", 10, "double *.a"},
    {"std::unordered_map<long int, std::vector<double>>.prices", 60,
     "std::unordered_map<long int, std::vector<double>>.prices"},
    {"std::unordered_map<long int, std::vector<double>>.prices", 50, "std::unordered_map<>.prices"},
    {"std::unordered_map<long int, std::vector<double>>.prices", 26, "unordered_map<>.prices"},
    {"std::unordered_map<long int, std::vector<double>>.prices", 14, "uno...>.prices"},
    {"std::unordered_map<long int, std::vector<double>>.prices", 7, "prices"},
    {"std::_Hashtable<int, int>::_M_insert(int const&, std::true_type)", 45, "std::_Hashtable<>::_M_insert()"},
    {"std::_Hashtable<int, int>::_M_insert(int const&, std::true_type)", 26, "_Hashtable<>::_M_insert()"},
    {"std::_Hashtable<int, int>::_M_insert(int const&, std::true_type)", 12, "_M_insert()"},
    {"shop::(anonymous namespace)::Thing::run()", 22, "shop::Thing::run()"},
    {"bool operator<(shop::Item const&, shop::Item const&)", 24, "bool operator<()"},
    {"Node *.root->right->left->left", 20, "Node *.root-...>left"},
    {"shop::Item *.inventory (fresh:12 < main:40)", 30, "Item *.inventory (fresh:...40)"},
    {"shop::Item *.inventory (fresh:12 < main:40)", 18, "Item *.inventory"},
    {"shop::Item *.inventory (fresh:12 < main:40)", 10, "inventory"},
    {"memset (memset-vec-unaligned-erms.S:141)", 26, "memset (memset-v....S:141)"},
};

int main(void) {
  unsigned failures = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    GString *out = g_string_new(NULL);
    ui_short_name_append(out, cases[i].name, cases[i].width);
    const bool good = strcmp(out->str, cases[i].expected) == 0 && ui_text_width(out->str) <= cases[i].width;
    if (!good) printf("FAILED: '%s' in %u: '%s'\n", cases[i].name, cases[i].width, out->str);
    failures += !good;
    g_string_free(out, TRUE);
  }
  return failures != 0;
}
