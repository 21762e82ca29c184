! stages.f90: names stages of its run with the interfaces for Fortran.
!
! SPDX-License-Identifier: GPL-2.0-or-later
program stages
  use, intrinsic :: iso_c_binding, only: c_loc, c_size_t
  use memspy, only: memspy_name, memspy_stage_begin, memspy_stage_end, memspy_zero
  implicit none
  real(8), target :: work(1000)
  integer :: level
  character(20) :: name
  call fill(work)
  call memspy_zero()
  call memspy_name(c_loc(work), 4000_c_size_t, "first half")
  call memspy_stage_begin("solve")
  do level = 1, 2
    write (name, '(a, i0)') "level ", level
    call memspy_stage_begin(name)
    call fill(work)
    call memspy_stage_end(name)
  end do
  call memspy_stage_end("solve")
  print *, sum(work)
contains
  subroutine fill(x)
    real(8), intent(inout) :: x(:)
    integer :: i
    do i = 1, size(x)
      x(i) = i
    end do
  end subroutine
end program
