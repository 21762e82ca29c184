! Arrays whose sizes are known on entry to a procedure. SPDX-License-Identifier: GPL-2.0-or-later
module tides
  implicit none
contains
  real(8) function height(n)
    integer, intent(in) :: n
    real(8) :: level(n)
    integer :: i
    do i = 1, n
      level(i) = i
    end do
    height = sum(level)
  end function
end module
program coast
  use tides
  implicit none
  real(8) :: all(700), half(300)
  integer :: i
  common /bay/ all, half
  !$omp threadprivate(/bay/)
  do i = 1, 700
    all(i) = i
  end do
  half = 2
  print *, height(15000) + all(7) + half(3)
end program
