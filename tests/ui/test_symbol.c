/* test_symbol.c: tests the names of variables that symbols stand for, as compilers of C++, Rust and Fortran write them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "tests/check.h"
#include "ui/names/name_symbol.h"

static const struct {
  const char *symbol, *name;
} symbols[] = {{"table", "table"},
               {"cache.0", "cache"},
               {"cache.1.lto_priv.3", "cache"},
               {"_ZL5table", "table"},
               {"_ZN4shop5stockE", "shop::stock"},
               {"_ZZ4mainE5table", "table"},
               {"_ZN4rust5STOCK17h0123456789abcdefE", "rust::STOCK"},
               {"__grid_MOD_field", "field"},
               {"_ZDC5north5southE", "[north, south]"},
               {"_ZN6inlandDC4deep7shallowEE", "inland::[deep, shallow]"},
               /* static bindings, by GCC 14 */
               {"_ZDCL5northL5southE", "[north, south]"},
               {"_ZN6inlandDCL4deepL7shallowEE", "inland::[deep, shallow]"},
               /* not valid */
               {"_ZDCL5north", "_ZDCL5north"},
               {"_ZDCE", "_ZDCE"},
               {"_Z", "_Z"}};

int main(void) {
  for (size_t i = 0; i < G_N_ELEMENTS(symbols); i++) {
    g_autofree char *name = name_symbol_variable(symbols[i].symbol);
    if (strcmp(name, symbols[i].name) != 0) printf("%s: %s\n", symbols[i].symbol, name);
    CHECK(strcmp(name, symbols[i].name) == 0);
  }
  return check_failures != 0;
}
