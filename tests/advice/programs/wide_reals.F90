! wide_reals.F90: filters samples of 16 bits that are stored as real(8).
!
! Defect: the samples are integers between 0 and 255, so that real(8) fetches four (or eight) times the bytes required.
! Expert: the arrays are streamed and do not fit: a smaller type (real(4), integer(2)), or fewer passes.
! Remedy: with REPAIRED, samples are integer(2).
!
! SPDX-License-Identifier: GPL-2.0-or-later
module audio
  implicit none
  integer, parameter :: n = 100000
#ifdef REPAIRED
  integer(2) :: samples(n)
#else
  real(8) :: samples(n)
#endif
contains
  real(8) function energy(threshold)
    integer, intent(in) :: threshold
    integer :: i
    energy = 0
    do i = 1, n
      if (samples(i) > threshold) energy = energy + samples(i)
    end do
  end function
end module

program main
  use audio
  implicit none
  integer :: i
  real(8) :: total
  do i = 1, n
    samples(i) = int(mod(i * 7, 256), 2)
  end do
  total = 0
  do i = 1, 10
    total = total + energy(i * 10)
  end do
  print '(F20.1)', total
end program
