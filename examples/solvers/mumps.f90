! mumps.f90: solves a symmetric system with MUMPS, which eliminates by fronts in one workspace, id%S.
!
! SPDX-License-Identifier: GPL-2.0-or-later
program mumps
  use iso_c_binding
  implicit none
  include 'mpif.h'
  include 'dmumps_struc.h'

  ! solvers_matrix of solvers.h
  type, bind(c) :: solvers_matrix
    integer(c_int) :: rows
    type(c_ptr) :: start, column, value
    logical(c_bool) :: symmetric
  end type

  interface
    function solvers_matrix_make(name) bind(c) result(matrix)
      import
      character(kind=c_char), intent(in) :: name(*)
      type(solvers_matrix) :: matrix
    end function
    function solvers_right_side(matrix) bind(c) result(b)
      import
      type(solvers_matrix), intent(in) :: matrix
      type(c_ptr) :: b
    end function
    subroutine solvers_begin(stage) bind(c)
      import
      character(kind=c_char), intent(in) :: stage(*)
    end subroutine
    subroutine solvers_end() bind(c)
    end subroutine
    subroutine solvers_check(matrix, x) bind(c)
      import
      type(solvers_matrix), intent(in) :: matrix
      real(c_double), intent(in) :: x(*)
    end subroutine
  end interface

  type(solvers_matrix) :: matrix
  type(dmumps_struc) :: id
  real(c_double), pointer :: b(:)
  integer :: error

  call mpi_init(error)
  matrix = solvers_matrix_make(argument(command_argument_count()) // c_null_char)
  call c_f_pointer(solvers_right_side(matrix), b, [matrix%rows])
  id%comm = mpi_comm_world
  id%sym = merge(2, 0, logical(matrix%symmetric))
  id%par = 1
  id%job = -1
  call dmumps(id)
  id%icntl(1:4) = [6, 0, 0, 1]
  id%icntl(7) = ordering()
  call set_matrix(id, matrix)
  allocate (id%rhs(id%n))
  id%rhs = b
  id%job = 1
  call solvers_begin('analyze' // c_null_char)
  call dmumps(id)
  call solvers_end()
  id%job = 2
  call solvers_begin('factor' // c_null_char)
  call dmumps(id)
  call solvers_end()
  id%job = 3
  call solvers_begin('solve' // c_null_char)
  call dmumps(id)
  call solvers_end()
  if (id%infog(1) < 0) then
    print '(a, i0)', 'mumps: error ', id%infog(1)
    error stop
  end if
  call solvers_check(matrix, id%rhs)
  id%job = -2
  call dmumps(id)
  call mpi_finalize(error)

contains

  ! Argument `n` of the command line.
  function argument(n) result(text)
    integer, intent(in) :: n
    character(:), allocatable :: text
    integer :: length
    call get_command_argument(n, length=length)
    allocate (character(length) :: text)
    call get_command_argument(n, text)
  end function

  ! The value of icntl(7) for the option --ordering=amd, metis or natural.
  integer function ordering()
    integer :: row
    character(:), allocatable :: option
    option = '--ordering=amd'
    if (command_argument_count() == 2) option = argument(1)
    select case (option)
    case ('--ordering=amd')
      ordering = 0
    case ('--ordering=metis')
      ordering = 5
    case ('--ordering=natural')
      ordering = 1
      allocate (id%perm_in(matrix%rows))
      id%perm_in = [(row, row=1, matrix%rows)]
    case default
      print '(a)', 'usage: mumps [--ordering=amd|metis|natural] MATRIX'
      error stop 2
    end select
  end function

  ! Passes the elements to MUMPS: of a symmetric matrix, those on or below the diagonal.
  subroutine set_matrix(id, matrix)
    type(dmumps_struc), intent(inout) :: id
    type(solvers_matrix), intent(in) :: matrix
    integer(c_int), pointer :: start(:), column(:)
    real(c_double), pointer :: value(:)
    integer :: row, j, n

    call c_f_pointer(matrix%start, start, [matrix%rows + 1])
    call c_f_pointer(matrix%column, column, [start(matrix%rows + 1)])
    call c_f_pointer(matrix%value, value, [start(matrix%rows + 1)])
    id%n = matrix%rows
    allocate (id%irn(size(value)), id%jcn(size(value)), id%a(size(value)))
    n = 0
    do row = 1, matrix%rows
      do j = start(row) + 1, start(row + 1)
        if (matrix%symmetric .and. column(j) + 1 > row) cycle
        n = n + 1
        id%irn(n) = row
        id%jcn(n) = column(j) + 1
        id%a(n) = value(j)
      end do
    end do
    id%nnz = n
  end subroutine
end program
