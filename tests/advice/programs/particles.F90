! particles.F90: particles read the field of the cell in which they are.
!
! Defect: the particles are in random order, so that each reads another part of the field.
! Expert: field is gathered in the order of cell: sort the particles by cell.
! Remedy: with REPAIRED, the particles are sorted by cell.
!
! SPDX-License-Identifier: GPL-2.0-or-later
module plasma
  implicit none
  integer, parameter :: cells = 30000, count = 60000
  real(8) :: field(cells), speed(count)
  integer :: cell(count)
contains
  subroutine accelerate()
    integer :: p
    do p = 1, count
      speed(p) = speed(p) + field(cell(p)) * 0.01d0
    end do
  end subroutine
end module

program main
  use plasma
  implicit none
  integer :: p, step
  do p = 1, cells
    field(p) = mod(p, 11)
  end do
  do p = 1, count
    speed(p) = 0
#ifdef REPAIRED
    cell(p) = (p - 1) / 2 + 1
#else
    cell(p) = mod(int(mod(int(p, 8) * 7919, int(count, 8))), cells) + 1
#endif
  end do
  do step = 1, 8
    call accelerate()
  end do
  print '(F14.4)', sum(speed)
end program
