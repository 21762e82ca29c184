! names.f90: allocates in each way for which docs/naming.md has a row in its table for Fortran. Each block has a
! different size, by which test_names finds its bin.
!
! SPDX-License-Identifier: GPL-2.0-or-later

module grid
  implicit none
  real(8), allocatable :: field(:,:)
  integer :: steps(331)
  type particle
    real(8) :: place(3)
    real(4), allocatable :: trace(:)
  end type particle
  type(particle), target :: probe
  type(particle), allocatable :: swarm(:)
end module grid

subroutine work(n)
  use grid
  implicit none
  integer, intent(in) :: n
  real(8), allocatable :: a(:), b(:)
  real(4), pointer :: view(:)
  real(8) :: u(100), v(50)
  common /shared/ u, v
  integer :: i

  allocate(a(1001 * n), b(1002 * n))
  allocate(field(31 * n, 33))
  allocate(view(1003 * n))
  allocate(probe%trace(1004 * n))
  allocate(swarm(17 * n))
  do i = 1, 17
    allocate(swarm(i)%trace(101 * n))
    swarm(i)%trace = i
  end do
  a = 1
  b = 2
  field = 3
  view = 4
  probe%trace = 5
  u = 6
  v = 7
  steps(n) = 8
  print *, sum(a), sum(b), sum(field), sum(view), sum(probe%trace), sum(u), sum(v), steps(n), swarm(3)%trace(2)
  deallocate(view)
end subroutine work

program names
  implicit none
  call work(1)
end program names
