// copies.cc: pointers in objects that get their addresses from other pointers, for test_uses.
//
// SPDX-License-Identifier: GPL-2.0-or-later

namespace shop {
struct Item {
  int price;
};

struct Shelf {
  Item *items, *more;
};

class Store {
 public:
  explicit Store(Item *items);
  void set(Item *items);
  void fill(Shelf &shelf, Item *&where) const;

 private:
  Item *items_;
};

__attribute__((noinline)) Store::Store(Item *items) : items_(items) {}
__attribute__((noinline)) void Store::set(Item *items) { items_ = items; }
__attribute__((noinline)) void Store::fill(Shelf &shelf, Item *&where) const {
  shelf.items = items_;
  shelf.more = where;
}

// Two methods with the same name that are inlined into one function.
struct Cart {
  Item *bought;
  int n;
  void put(Item *taken) {
    bought = taken;
    n += taken->price;
  }
};
struct Till {
  Item *last;
  int sum;
  void put(Item *sold) {
    last = sold;
    sum += sold->price;
  }
};
__attribute__((noinline)) void put_both(Cart &cart, Till &till, const Shelf &shelf) {
  cart.put(shelf.items);
  till.put(shelf.more);
}

// An object of a class with a destructor is passed and returned by its address.
struct Guard {
  Item *held;
  ~Guard() { held = nullptr; }
};
__attribute__((noinline)) int take(Guard guard, Item *item) { return guard.held->price + item->price; }
__attribute__((noinline)) Guard guard(Item *item, Item *other) { return Guard{item->price > 0 ? item : other}; }
__attribute__((noinline)) int call_take(const Shelf &shelf) { return 1 + take(Guard{shelf.items}, shelf.more); }
__attribute__((noinline)) int call_guard(const Shelf &shelf) { return guard(shelf.items, shelf.more).held->price; }
} // namespace shop

__attribute__((noinline)) int restock(shop::Store *store, const shop::Shelf &shelf) {
  store->set(shelf.items);
  return shelf.more->price;
}

int main(int argc, char **) {
  shop::Item items[9] = {};
  shop::Item *where = items + argc;
  shop::Shelf shelf = {items, items};
  shop::Store store(items);
  store.fill(shelf, where);
  shop::Cart cart = {};
  shop::Till till = {};
  shop::put_both(cart, till, shelf);
  return restock(&store, shelf) + shop::call_take(shelf) + shop::call_guard(shelf) + cart.n + till.sum;
}
