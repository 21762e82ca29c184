// employees.cc: computes the mean age of the employees of a vector, through accessors.
//
// Defect: an Employee has two strings and an array, of which mean_age() uses age_ only: 4 of 112 bytes.
// Expert: class Employee has cold members; keep the ages in a vector of their own.
// Remedy: with REPAIRED, the ages are in a vector of their own.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <string>
#include <vector>

class Employee {
 public:
  Employee(const std::string &name, const std::string &room, int age) : name_(name), room_(room), age_(age) {}
  int age() const { return age_; }
  const std::string &room() const { return room_; }

 private:
  std::string name_, room_;
  double salaries_[5] = {};
  int age_;
};

static std::vector<Employee> employees;
static std::vector<int> ages;

static double mean_age() {
  long sum = 0;
#ifdef REPAIRED
  for (int age : ages) sum += age;
#else
  for (const Employee &e : employees) sum += e.age();
#endif
  return static_cast<double>(sum) / static_cast<double>(employees.size());
}

int main() {
  employees.reserve(8000);
  for (int i = 0; i < 8000; i++) {
    employees.emplace_back("Name", "R" + std::to_string(i % 50), 20 + i % 45);
#ifdef REPAIRED
    ages.push_back(20 + i % 45);
#endif
  }
  double sum = 0;
  for (int i = 0; i < 15; i++) sum += mean_age();
  std::printf("%g %s\n", sum, employees[7].room().c_str());
}
