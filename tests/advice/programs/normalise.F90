! normalise.F90: scales, shifts and sums three arrays, in one loop for each operation.
!
! Defect: four loops run over the same arrays, which do not fit into the first-level cache.
! Expert: fuse the loops of subroutine step over a, b and c.
! Remedy: with REPAIRED, one loop applies all operations to each element.
!
! SPDX-License-Identifier: GPL-2.0-or-later
module fields
  implicit none
  integer, parameter :: n = 40000
  real(8) :: a(n), b(n), c(n), total
contains
  subroutine step()
    integer :: i
#ifdef REPAIRED
    do i = 1, n
      a(i) = a(i) * 0.5d0 + 1
      b(i) = b(i) + a(i)
      c(i) = a(i) * b(i)
      total = total + c(i)
    end do
#else
    do i = 1, n
      a(i) = a(i) * 0.5d0 + 1
    end do
    do i = 1, n
      b(i) = b(i) + a(i)
    end do
    do i = 1, n
      c(i) = a(i) * b(i)
    end do
    do i = 1, n
      total = total + c(i)
    end do
#endif
  end subroutine
end module

program main
  use fields
  implicit none
  integer :: i
  do i = 1, n
    a(i) = mod(i, 10)
    b(i) = mod(i, 7)
    c(i) = 0
  end do
  total = 0
  do i = 1, 5
    call step()
  end do
  print '(F20.3)', total
end program
