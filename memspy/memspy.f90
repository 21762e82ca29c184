! memspy.f90: the requests of memspy.h for Fortran. Compile this file and memspy_calls.c together with the program.
! memspy.h(3) describes the requests. Names can have spaces at their ends, which are removed.
! SPDX-License-Identifier: GPL-2.0-or-later
module memspy
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char, c_ptr, c_size_t
  implicit none
  private
  public :: memspy_start, memspy_stop, memspy_trace_start, memspy_trace_stop, memspy_zero, memspy_dump
  public :: memspy_name, memspy_unname, memspy_stage_begin, memspy_stage_end

  interface
    subroutine memspy_start() bind(c, name="memspy_call_start")
    end subroutine
    subroutine memspy_stop() bind(c, name="memspy_call_stop")
    end subroutine
    subroutine memspy_trace_start() bind(c, name="memspy_call_trace_start")
    end subroutine
    subroutine memspy_trace_stop() bind(c, name="memspy_call_trace_stop")
    end subroutine
    subroutine memspy_zero() bind(c, name="memspy_call_zero")
    end subroutine
    subroutine memspy_unname(start) bind(c, name="memspy_call_unname")
      import :: c_ptr
      type(c_ptr), value :: start
    end subroutine
    function call_dump(label) result(done) bind(c, name="memspy_call_dump")
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: label(*)
      integer(c_int) :: done
    end function
    subroutine call_name(start, bytes, name) bind(c, name="memspy_call_name")
      import :: c_char, c_ptr, c_size_t
      type(c_ptr), value :: start
      integer(c_size_t), value :: bytes
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine call_stage_begin(name) bind(c, name="memspy_call_stage_begin")
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine call_stage_end(name) bind(c, name="memspy_call_stage_end")
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
  end interface

contains

  ! Returns whether the tool wrote a profile.
  logical function memspy_dump(label)
    character(*), intent(in) :: label
    memspy_dump = call_dump(trim(label)//c_null_char) /= 0
  end function

  ! The range begins at c_loc() of a variable with the attribute target.
  subroutine memspy_name(start, bytes, name)
    type(c_ptr), intent(in) :: start
    integer(c_size_t), intent(in) :: bytes
    character(*), intent(in) :: name
    call call_name(start, bytes, trim(name)//c_null_char)
  end subroutine

  subroutine memspy_stage_begin(name)
    character(*), intent(in) :: name
    call call_stage_begin(trim(name)//c_null_char)
  end subroutine

  subroutine memspy_stage_end(name)
    character(*), intent(in) :: name
    call call_stage_end(trim(name)//c_null_char)
  end subroutine
end module
