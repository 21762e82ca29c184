! partial_sums.F90: each thread of OpenMP adds to its own element of an array.
!
! Flags: -fopenmp
! Defect: the elements of partial are adjacent, so that all threads write to one line.
! Expert: false sharing in partial: use a reduction, or pad the array.
! Remedy: with REPAIRED, the loop has a reduction.
!
! SPDX-License-Identifier: GPL-2.0-or-later
module work
  implicit none
  integer, parameter :: n = 60000
  real(8) :: values(n)
  real(8), volatile :: partial(0:3)
end module

program main
  use omp_lib
  use work
  implicit none
  integer :: i, me
  real(8) :: total
  do i = 1, n
    values(i) = mod(i, 9)
  end do
  partial = 0
  total = 0
#ifdef REPAIRED
!$omp parallel do num_threads(4) reduction(+:total)
  do i = 1, n
    total = total + values(i)
  end do
!$omp end parallel do
#else
!$omp parallel num_threads(4) private(me)
  me = omp_get_thread_num()
!$omp do
  do i = 1, n
    partial(me) = partial(me) + values(i)
  end do
!$omp end do
!$omp end parallel
  total = sum(partial)
#endif
  print '(F14.2)', total
end program
