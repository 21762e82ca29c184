// rebuild.cc: data of several kinds. The program is changed and built again between two runs.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdlib>
#include <map>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

struct Node {
  long key;
  Node *left, *right;
  double weight;
};

struct Matrix {
  long rows, columns;
  double *nz;
};

static Node *root;
static Matrix A, B;
static long table[4096];
static std::map<long, double> prices;
static std::vector<long> history;

static double *fresh(long n) { return static_cast<double *>(malloc(n * sizeof(double))); }

static Node *insert(Node *at, long key) {
  if (at == nullptr) {
    at = new Node{key, nullptr, nullptr, 1.0};
    return at;
  }
  if (key < at->key)
    at->left = insert(at->left, key);
  else
    at->right = insert(at->right, key);
  return at;
}

// insert-here
static double sum(const double *values, long n) {
  double all = 0;
  for (long i = 0; i < n; i++) all += values[i];
  return all;
}

static double fill(double *values, long n) {
  for (long i = 0; i < n; i++) values[i] = double(i);
  return sum(values, n);
}

int main() {
  // and-here
  A.nz = fresh(6000);
  B.nz = fresh(9000);
  double all = fill(A.nz, 6000) + fill(B.nz, 9000);
  all += fill(static_cast<double *>(malloc(8 * 5000)), 5000);
  // and-there
  all += fill(static_cast<double *>(malloc(8 * 7000)), 7000);
  double *work = fresh(4000);
  all += fill(work, 4000);
  for (long i = 0; i < 300; i++) root = insert(root, i * 7919 % 1000);
  for (long i = 0; i < 500; i++) {
    prices[i * 31 % 997] += 1.5;
    history.push_back(i);
    table[i * 8 % 4096]++;
  }
  const pid_t child = fork();
  if (child == 0) _exit(fill(fresh(3000), 3000) < 0);
  waitpid(child, nullptr, 0);
  return all < 0;
}
