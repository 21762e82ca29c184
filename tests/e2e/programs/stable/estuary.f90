! Automatic arrays of one line, and components of polymorphic variables. SPDX-License-Identifier: GPL-2.0-or-later
module rivers
  implicit none
  type :: river
    integer :: mouth = 1
  end type
  type, extends(river) :: canal
    real(4), allocatable :: lock(:)
  end type
  type, extends(canal) :: ditch
    integer, allocatable :: weed(:)
  end type
contains
  subroutine flow(n, sum_of)
    integer, intent(in) :: n
    real(8), intent(inout) :: sum_of
    real(8) :: salt(n), mud(n + 50), reeds(n, 3)
    integer :: i
    do i = 1, n
      salt(i) = i * sum_of
      mud(i) = salt(i) + i
      reeds(i, 1:3) = mud(i)
    end do
    sum_of = sum_of + salt(n) + mud(7) + reeds(n / 2, 2)
  end subroutine
end module
program estuary
  use rivers
  implicit none
  real(8) :: total
  class(river), allocatable :: water
  total = 1
  call flow(10000, total)
  allocate (ditch :: water)
  select type (water)
  type is (ditch)
    allocate (water%lock(5000))
    water%lock = real(total)
    allocate (water%weed(7000))
    water%weed = 2
    total = total + water%lock(9) + water%weed(8)
  end select
  print *, total
end program
