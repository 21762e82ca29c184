/* steady.cc: like steady.c, in C++: initializers allocate before main().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <iostream>
#include <map>
#include <string>
#include <vector>

static std::vector<std::string> &all() {
  static std::vector<std::string> names;
  return names;
}

struct registered {
  explicit registered(const char *name) { all().push_back(name); }
};

static registered first("alpha"), second("a name that does not fit into the string itself");
static std::map<std::string, int> counts;
static int table[20000];

int main(int argc, char **argv) {
  for (int i = 0; i < 2000; i++) {
    counts["key" + std::to_string(i % 97)]++;
    table[i * 31 % 20000] = i;
  }
  std::vector<double> values(5000);
  for (size_t i = 0; i < values.size(); i++) values[i] = static_cast<double>(i);
  double sum = argc > 1 ? static_cast<double>(std::string(argv[1]).size()) : 0;
  for (double value : values) sum += value;
  std::cout << sum << " " << counts.size() << " " << all().size() << "\n";
}
