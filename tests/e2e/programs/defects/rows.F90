! rows.F90: scales a matrix, which is stored by columns, by rows. With REPAIRED, by columns.
!
! SPDX-License-Identifier: GPL-2.0-or-later
program rows
  implicit none
  integer, parameter :: n = 700
  real(8), allocatable :: field(:, :)
  integer :: i, j, sweep
  allocate(field(n, n))
  field = 1
  do sweep = 1, 3
#ifdef REPAIRED
    do j = 1, n
      do i = 1, n
#else
    do i = 1, n
      do j = 1, n
#endif
        field(i, j) = field(i, j) * 1.5d0
      end do
    end do
  end do
  print *, field(7, 7)
end program
