! spmv_scatter.F90: multiplies a sparse matrix in columns (CSC) with a vector.
!
! Defect: each column adds to y at random rows, so that each element of y is a miss, and is written back.
! Expert: y is scattered to in the order of row: renumber the unknowns, or store the matrix by rows.
! Remedy: with REPAIRED, the rows of a column are near each other.
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
  integer :: j, k, step
  do j = 1, n
    first(j) = (j - 1) * near + 1
    x(j) = mod(j, 5)
    do k = 1, near
#ifdef REPAIRED
      row((j - 1) * near + k) = mod(j + k * 3, n) + 1
#else
      row((j - 1) * near + k) = int(mod((int(j, 8) + k * 3) * 7919, int(n, 8))) + 1
#endif
      a((j - 1) * near + k) = k
    end do
  end do
  first(n + 1) = n * near + 1
  do step = 1, 5
    call multiply()
  end do
  print *, sum(y)
end program
