/* eigen_lu.cc: solves a system with Eigen's SparseLU, or a symmetric one with SimplicialLDLT.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <cstdio>
#include <cstdlib>

#include "examples/solvers/solvers.h"

namespace {

using matrix = Eigen::SparseMatrix<double>;

template <typename Solver>
Eigen::VectorXd solve(const matrix &A, const Eigen::VectorXd &b) {
  Solver solver;
  solvers_begin("analyze");
  solver.analyzePattern(A);
  solvers_end();
  solvers_begin("factor");
  solver.factorize(A);
  solvers_end();
  solvers_begin("solve");
  Eigen::VectorXd x = solver.solve(b);
  solvers_end();
  return x;
}

} // namespace

int main(int argc, char **argv) {
  solvers_option options[] = {{"factor", "lu ldlt", 0}, {"ordering", "colamd amd", 0}, {nullptr, nullptr, 0}};
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  double *right = solvers_right_side(&m);
  using rows = Eigen::Map<Eigen::SparseMatrix<double, Eigen::RowMajor>>;
  matrix A = rows(m.rows, m.rows, m.start[m.rows], m.start, m.column, m.value);
  Eigen::VectorXd b = Eigen::Map<Eigen::VectorXd>(right, m.rows);
  Eigen::VectorXd x;
  if (options[0].value)
    x = solve<Eigen::SimplicialLDLT<matrix>>(A, b);
  else if (options[1].value)
    x = solve<Eigen::SparseLU<matrix, Eigen::AMDOrdering<int>>>(A, b);
  else
    x = solve<Eigen::SparseLU<matrix, Eigen::COLAMDOrdering<int>>>(A, b);
  solvers_check(&m, x.data());
  free(right);
  solvers_matrix_free(&m);
  return 0;
}
