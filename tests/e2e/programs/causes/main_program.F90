! main_program.F90: a main program, compiled for OpenMP, has its arrays on the stack.
!
! SPDX-License-Identifier: GPL-2.0-or-later
program averages
  implicit none
  integer, parameter :: n = 40000, rounds = 4
  real(8) :: matrix(5, n), x(n)
  integer :: i, j, round
  matrix = 0.5d0
  x = 1
  do round = 1, rounds
    do j = 1, n
      do i = 1, 5
        x(j) = x(j) + matrix(i, j)
      end do
    end do
  end do
  print *, sum(x)
end program averages
