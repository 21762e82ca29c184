! inlines.f90: a procedure of a module that the compiler inlines.
! SPDX-License-Identifier: GPL-2.0-or-later
module grid
  implicit none
  real(8) :: cells(2000)
contains
  subroutine relax(n)
    integer, intent(in) :: n
    integer :: i
    do i = 2, n - 1
      cells(i) = 0.25d0 * cells(i - 1) + 0.5d0 * cells(i)
    end do
  end subroutine relax
end module grid

program inlines
  use grid
  implicit none
  integer :: step
  cells = 1.0d0
  do step = 1, 3
    call relax(2000)
  end do
  print *, cells(1000)
end program inlines
