// names.cc: allocates in each way for which docs/naming.md has a row in its table for C++. Each block has a different
// size, by which test_names finds its bin.
//
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdio>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace shop {

struct Item {
  double price[13];
  char *label;
};

class Store {
 public:
  explicit Store(int n) : items_(new Item[n]), count_(n) {}
  ~Store() { delete[] items_; }
  void grow(int n) { totals_ = new float[n]; }
  Item *items_;
  float *totals_ = nullptr;
  int count_;
  static long *visits;
};

long *Store::visits;
Store *store;
std::vector<int> stock;

template <typename T>
struct Buffer {
  T *data;
  explicit Buffer(int n) { data = new T[n]; }
};

// A column has no data at the place of its base classes, which have none either.
struct Empty {};
template <typename T>
struct Expression : Empty {};
template <typename T>
struct Column : Expression<T> {
  T *cells;
  int n;
  explicit Column(int n) : cells(new T[n]), n(n) {}
  ~Column() { delete[] cells; }
};

} // namespace shop

struct Mesh {
  std::vector<double> points;
  std::string name;
};

static int hundreds[211];
static Mesh mesh;

// Prevents the compiler from removing a block.
static void touch(void *block, size_t bytes) {
  std::memset(block, 0, bytes);
  __asm__ volatile("" : : "r"(block) : "memory");
}

template <typename T>
static void keep(T &object) {
  __asm__ volatile("" : : "r"(&object) : "memory");
}

[[gnu::noinline]] static std::vector<double> make_curve(int n) {
  std::vector<double> curve(n);
  for (int i = 0; i < n; i++) curve[i] = i;
  return curve;
}

[[gnu::noinline]] static void operators() {
  int *numbers = new int[1001];
  touch(numbers, 1001 * sizeof *numbers);
  auto *item = new shop::Item;
  item->label = new char[1002];
  touch(item->label, 1002);
  keep(item);
  shop::store = new shop::Store(21);
  touch(shop::store->items_, 21 * sizeof(shop::Item));
  shop::store->grow(1003);
  touch(shop::store->totals_, 1003 * sizeof(float));
  shop::Store::visits = new long[1004];
  touch(shop::Store::visits, 1004 * sizeof(long));
  auto *buffer = new shop::Buffer<short>(1005);
  touch(buffer->data, 1005 * sizeof(short));
  keep(buffer);
  shop::Column<double> column(1015);
  keep(column);
  touch(column.cells, 1015 * sizeof(double));
  delete[] numbers;
}

[[gnu::noinline]] static void vectors() {
  std::vector<double> fixed(1006);
  touch(fixed.data(), 8);
  std::vector<char> grown;
  for (int i = 0; i < 3000; i++) grown.push_back(static_cast<char>(i));
  keep(grown);
  shop::stock.resize(1007);
  touch(shop::stock.data(), 8);
  mesh.points.reserve(1008);
  mesh.points.push_back(1);
  std::vector<std::vector<float>> grid(17, std::vector<float>(111));
  touch(grid[3].data(), 8);
  std::vector<double> curve = make_curve(1009);
  touch(curve.data(), 8);
}

[[gnu::noinline]] static void containers() {
  std::string text(1010, 'x');
  keep(text);
  mesh.name = std::string(1011, 'y');
  std::map<int, double> tree;
  for (int i = 0; i < 100; i++) tree[i] = i;
  keep(tree);
  std::list<short> chain;
  for (int i = 0; i < 100; i++) chain.push_back(static_cast<short>(i));
  keep(chain);
  std::unordered_map<int, char> hash;
  for (int i = 0; i < 100; i++) hash.emplace(i, 'z');
  keep(hash);
  std::deque<long> queue;
  for (int i = 0; i < 300; i++) queue.push_back(i);
  keep(queue);
}

[[gnu::noinline]] static void pointers() {
  std::unique_ptr<int[]> only(new int[1012]);
  touch(only.get(), 1012 * sizeof(int));
  auto made = std::make_unique<char[]>(1013);
  touch(made.get(), 1013);
  auto shared = std::make_shared<shop::Item>();
  keep(shared);
}

// Several containers in one line, and quoted text between them.
[[gnu::noinline]] static void one_line() {
  std::map<short, std::string> first;
  std::map<char, std::string> second;
  while (hundreds[first.size()] < 100) {
    hundreds[first.size()]++;
    first[1] = "one";
    second['2'] = "two";
  }
  keep(first);
  keep(second);
}

int main() {
  hundreds[7]++;
  operators();
  vectors();
  containers();
  pointers();
  one_line();
  std::printf("%d\n", hundreds[7]);
  return 0;
}
