/* eigen_cg.cc: solves a symmetric system with Eigen's ConjugateGradient, whose matrix-vector products use OpenMP.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <omp.h>

#include <Eigen/IterativeLinearSolvers>
#include <cstdio>
#include <cstdlib>

#include "examples/solvers/solvers.h"

int main(int argc, char **argv) {
  enum { DEFAULT_ITERATIONS = 1000 };
  solvers_option options[] = {{"threads", "", 4},
                              {"iterations", "", DEFAULT_ITERATIONS},
                              {"storage", "rows columns", 0},
                              {"order", "given levels", 0},
                              {nullptr, nullptr, 0}};
  solvers_matrix m = solvers_matrix_make(solvers_arguments(argc, argv, options));
  if (options[3].value) {
    solvers_matrix renumbered = solvers_matrix_by_levels(&m);
    solvers_matrix_free(&m);
    m = renumbered;
  }
  double *right = solvers_right_side(&m);
  using stored_by_rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  using stored_by_columns = Eigen::SparseMatrix<double, Eigen::ColMajor>;
  stored_by_rows A = Eigen::Map<stored_by_rows>(m.rows, m.rows, m.start[m.rows], m.start, m.column, m.value);
  stored_by_columns columns = A;
  Eigen::VectorXd b = Eigen::Map<Eigen::VectorXd>(right, m.rows), x;
  omp_set_num_threads(options[0].value);
  auto solve = [&](auto &solver, const auto &matrix) {
    solver.setTolerance(1e-8);
    solver.setMaxIterations(options[1].value);
    solvers_begin("solve");
    solver.compute(matrix);
    x = solver.solve(b);
    solvers_end();
    std::printf("%ld iterations\n", static_cast<long>(solver.iterations()));
  };
  constexpr int both = Eigen::Lower | Eigen::Upper;
  if (options[2].value) {
    Eigen::ConjugateGradient<stored_by_columns, Eigen::Lower> solver;
    solve(solver, columns);
  } else {
    Eigen::ConjugateGradient<stored_by_rows, both> solver;
    solve(solver, A);
  }
  if (options[1].value == DEFAULT_ITERATIONS) solvers_check(&m, x.data());
  free(right);
  solvers_matrix_free(&m);
  return 0;
}
