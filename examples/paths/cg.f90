! cg.f90: solves a system with the matrix of a five-point grid by conjugate gradients, for docs/call-paths.md. Several
! places call the functions for products of vectors and of the matrix.
!
! SPDX-License-Identifier: GPL-2.0-or-later
module sparse
  implicit none
  integer, parameter :: real64 = kind(1d0)
  type matrix
    integer :: rows
    integer, allocatable :: begin(:), column(:)
    real(real64), allocatable :: value(:), diagonal(:)
  end type
contains
  subroutine make_grid(a, side)
    type(matrix), intent(out) :: a
    integer, intent(in) :: side
    integer :: x, y, row, next
    a%rows = side * side
    allocate (a%begin(a%rows + 1), a%column(5 * a%rows), a%value(5 * a%rows), a%diagonal(a%rows))
    next = 1
    do y = 1, side
      do x = 1, side
        row = (y - 1) * side + x
        a%begin(row) = next
        if (y > 1) call put(row - side, -1d0)
        if (x > 1) call put(row - 1, -1d0)
        call put(row, 4.01d0)
        if (x < side) call put(row + 1, -1d0)
        if (y < side) call put(row + side, -1d0)
        a%diagonal(row) = 4.01d0
      end do
    end do
    a%begin(a%rows + 1) = next
  contains
    subroutine put(column, value)
      integer, intent(in) :: column
      real(real64), intent(in) :: value
      a%column(next) = column
      a%value(next) = value
      next = next + 1
    end subroutine
  end subroutine

  subroutine multiply(a, x, y)
    type(matrix), intent(in) :: a
    real(real64), intent(in) :: x(:)
    real(real64), intent(out) :: y(:)
    integer :: row, i
    real(real64) :: sum
    do row = 1, a%rows
      sum = 0
      do i = a%begin(row), a%begin(row + 1) - 1
        sum = sum + a%value(i) * x(a%column(i))
      end do
      y(row) = sum
    end do
  end subroutine

  real(real64) function product_of(x, y)
    real(real64), intent(in) :: x(:), y(:)
    integer :: i
    product_of = 0
    do i = 1, size(x)
      product_of = product_of + x(i) * y(i)
    end do
  end function

  subroutine add(x, factor, y)
    real(real64), intent(inout) :: x(:)
    real(real64), intent(in) :: factor, y(:)
    x = x + factor * y
  end subroutine

  ! The residual, computed from the solution as a check.
  real(real64) function error_of(a, x, b)
    type(matrix), intent(in) :: a
    real(real64), intent(in) :: x(:), b(:)
    real(real64), allocatable :: rest(:)
    allocate (rest(a%rows))
    call multiply(a, x, rest)
    rest = b - rest
    error_of = sqrt(product_of(rest, rest))
  end function

  subroutine solve(a, b, x, steps)
    type(matrix), intent(in) :: a
    real(real64), intent(in) :: b(:)
    real(real64), intent(out) :: x(:)
    integer, intent(in) :: steps
    real(real64), allocatable :: rest(:), direction(:), image(:), scaled(:)
    real(real64) :: old, new, length
    integer :: step
    allocate (rest(a%rows), direction(a%rows), image(a%rows), scaled(a%rows))
    x = 0
    rest = b
    direction = rest / a%diagonal
    old = product_of(rest, direction)
    do step = 1, steps
      call multiply(a, direction, image)
      length = old / product_of(direction, image)
      call add(x, length, direction)
      call add(rest, -length, image)
      scaled = rest / a%diagonal
      new = product_of(rest, scaled)
      direction = scaled + (new / old) * direction
      old = new
      if (mod(step, 10) == 0) print '(a, i4, es10.2)', 'step', step, error_of(a, x, b)
    end do
  end subroutine
end module

program cg
  use sparse
  implicit none
  type(matrix) :: a
  real(real64), allocatable :: b(:), x(:)
  call make_grid(a, 200)
  allocate (b(a%rows), x(a%rows))
  b = 1
  call solve(a, b, x, 40)
end program
