! grid.f90: uses of data in Fortran, for test_uses.
!
! SPDX-License-Identifier: GPL-2.0-or-later
module grid
  implicit none
  real(8), allocatable :: field(:,:)
  real(8) :: weights(10)
contains
  subroutine relax(a, n, s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
    do i = 1, n
      s = s + a(i) * weights(mod(i, 10) + 1)
    end do
    do i = 1, n
      field(i, 1) = field(i, 2) + s
    end do
  end subroutine
end module
program main
  use grid
  real(8), allocatable :: local(:)
  real(8) :: s
  allocate(field(100, 100), local(100))
  field = 1
  local = 2
  weights = 3
  call relax(local, 100, s)
  print *, s
end program
