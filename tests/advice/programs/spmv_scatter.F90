! spmv_scatter.F90: multiplies a sparse matrix in columns (CSC) with a vector.
!
! Defect: each column adds to y at random rows, so that each element of y is a miss, and is written back.
! Expert: y is scattered to in the order of row: renumber the unknowns, or store the matrix by rows.
! Remedy: with REPAIRED, the rows of successive columns are near each other.
!
! SPDX-License-Identifier: GPL-2.0-or-later
module sparse
  implicit none
  integer, parameter :: n = 20011, near = 8
  integer :: first(n + 1), row(n * near)
  real(8) :: a(n * near), x(n), y(n)
contains
  subroutine multiply()
    integer :: j, k
    y = 0
    do j = 1, n
      do k = first(j), first(j + 1) - 1
        y(row(k)) = y(row(k)) + a(k) * x(j)
      end do
    end do
  end subroutine
end module

program main
  use sparse
  implicit none
  integer :: j, k, step, other, kept, state
  integer :: number(0:n - 1)
  do j = 0, n - 1
    number(j) = j + 1
  end do
#ifndef REPAIRED
  state = 1
  do j = n - 1, 1, -1
    state = int(mod(int(state, 8) * 1664525 + 1013904223, 2147483647_8))
    other = mod(state / 256, j + 1)
    kept = number(j)
    number(j) = number(other)
    number(other) = kept
  end do
#endif
  do j = 1, n
    first(j) = (j - 1) * near + 1
    x(j) = mod(j, 5)
    do k = 1, near
      row((j - 1) * near + k) = number(mod(j + k * 331, n))
      a((j - 1) * near + k) = k
    end do
  end do
  first(n + 1) = n * near + 1
  do step = 1, 5
    call multiply()
  end do
  print *, sum(y)
end program
