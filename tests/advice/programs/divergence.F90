! divergence.F90: the divergence of a vector field on a grid.
!
! Defect: the loop over k, the last index, is the innermost one, but Fortran's first index is the contiguous one.
! Expert: loop order in subroutine divergence, arrays u, v, w and d; make i the innermost loop.
! Remedy: with REPAIRED, the loops are in the order k, j, i.
!
! SPDX-License-Identifier: GPL-2.0-or-later
module grid
  implicit none
  integer, parameter :: n = 56
  real(8), allocatable :: u(:,:,:), v(:,:,:), w(:,:,:), d(:,:,:)
contains
  subroutine divergence()
    integer :: i, j, k
#ifdef REPAIRED
    do k = 2, n
      do j = 2, n
        do i = 2, n
          d(i, j, k) = u(i, j, k) - u(i - 1, j, k) + v(i, j, k) - v(i, j - 1, k) + w(i, j, k) - w(i, j, k - 1)
        end do
      end do
    end do
#else
    do i = 2, n
      do j = 2, n
        do k = 2, n
          d(i, j, k) = u(i, j, k) - u(i - 1, j, k) + v(i, j, k) - v(i, j - 1, k) + w(i, j, k) - w(i, j, k - 1)
        end do
      end do
    end do
#endif
  end subroutine
end module

program main
  use grid
  implicit none
  integer :: i, j, k
  allocate(u(n, n, n), v(n, n, n), w(n, n, n), d(n, n, n))
  do k = 1, n
    do j = 1, n
      do i = 1, n
        u(i, j, k) = i * 2
        v(i, j, k) = j * i
        w(i, j, k) = k + j
        d(i, j, k) = 0
      end do
    end do
  end do
  call divergence()
  call divergence()
  print *, sum(d)
end program
