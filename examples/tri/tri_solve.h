/* tri_solve.h: the solvers of figure 4 and figure 5 of the paper, and that of figure 5 without Ready.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef EXAMPLES_TRI_TRI_SOLVE_H
#define EXAMPLES_TRI_TRI_SOLVE_H

#include "examples/tri/tri_system.h"

/* Computes all rows, in the order of their numbers. */
void SolveSequential(const tri_matrix *M, const double *b, double *x);

/* Computes the rows of a processor; waits for Ready[j] before each use of x[j]. (Original, step 1.) */
void SolveReady(const tri_system *system, int processor);

/* Computes the rows of a processor; waits until x[j] is a number before each use. (Steps 2 and 3.) */
void SolveNaN(const tri_system *system, int processor);

#endif
