! recursion.f90: a recursive procedure of a module, and its caller.
! SPDX-License-Identifier: GPL-2.0-or-later
module work
  implicit none
  real :: field(1000)
contains
  recursive subroutine divide(low, high)
    integer, intent(in) :: low, high
    integer :: middle
    if (high - low < 10) then
      call relax(low, high)
    else
      middle = (low + high) / 2
      call divide(low, middle)
      call divide(middle + 1, high)
    end if
  end subroutine
  subroutine relax(low, high)
    integer, intent(in) :: low, high
    field(low:high) = field(low:high) * 0.5 + 1.0
  end subroutine
end module

program main
  use work
  implicit none
  integer :: i
  field = 0
  do i = 1, 4
    call divide(1, 1000)
  end do
  print *, sum(field) > 0
end program
