// shop.cc: uses of data in C++, for test_uses.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <map>
#include <memory>
#include <vector>

namespace shop {
struct Item {
  int price;
  Item *next;
};
class Store {
 public:
  explicit Store(int n) : items_(new Item[n]), n_(n) {}
  int total() const {
    int sum = 0;
    for (int i = 0; i < n_; i++) sum += items_[i].price;
    return sum;
  }
  Item &at(int i) { return items_[i]; }

 private:
  Item *items_;
  int n_;
};
std::vector<int> stock;
} // namespace shop

template <typename T>
T twice(const T *data, int n) {
  T sum = 0;
  for (int i = 0; i < n; i++) sum += data[i] * 2;
  return sum;
}

double sum_vector(const std::vector<double> &v) {
  double sum = 0;
  for (size_t i = 0; i < v.size(); i++) sum += v[i];
  for (double d : v) sum += d;
  return sum;
}

int references(int n) {
  std::vector<int> local(n);
  int numbers[4] = {1, 2, 3, 4};
  int &r = numbers[2];
  r = n;
  for (auto it = local.begin(); it != local.end(); ++it) *it += r;
  local[3] = shop::stock[n];
  return local[n];
}

int main(int argc, char **) {
  shop::Store store(argc);
  std::unique_ptr<int[]> p(new int[10]);
  std::vector<double> curve(argc);
  p[2] = argc;
  int q[4] = {0};
  return store.total() + (int)sum_vector(curve) + references(argc) + twice(q, 4) + p[2] + store.at(0).price;
}
