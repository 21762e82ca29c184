# SPDX-License-Identifier: GPL-2.0-or-later

# Rooms of the tool on the C library, with fakes of Valgrind's core. Which Valgrind the fakes stand for is all the same, as
# long as its headers are those that the tool is built with.
hosted_tool_cppflags = $(TOOL_CPPFLAGS) \
	-DEXACT_INTERLEAVING=1 -DSHADOW_ALLOC_REPORTS_ERRORS=$(SHADOW_ALLOC_REPORTS_ERRORS)
hosted_tool_cflags = $(AM_CFLAGS) $(TOOL_PLATFORM_CFLAGS) $(SANITIZE_CFLAGS)

check_LIBRARIES += tests/memspy/libhosted-tool.a
tests_memspy_libhosted_tool_a_SOURCES = $(memspy_hosted_sources)
tests_memspy_libhosted_tool_a_CPPFLAGS = $(hosted_tool_cppflags) -DVALGRIND_VERSION='"$(VALGRIND_VERSION)"'
tests_memspy_libhosted_tool_a_CFLAGS = $(hosted_tool_cflags)

# What the tests share.
check_LIBRARIES += tests/memspy/libtest-tool.a
tests_memspy_libtest_tool_a_SOURCES = \
	tests/memspy/fake_core.c \
	tests/memspy/fake_core.h \
	tests/memspy/fake_file.c \
	tests/memspy/fake_file.h \
	tests/memspy/fake_libc.c \
	tests/memspy/fake_libc.h \
	tests/memspy/fake_lists.c \
	tests/memspy/fake_rooms.c \
	tests/memspy/fake_rooms.h \
	tests/memspy/fake_sample.c \
	tests/memspy/fibers.c \
	tests/memspy/fibers.h \
	tests/memspy/guest.c \
	tests/memspy/guest.h \
	tests/memspy/naive_lanes.c \
	tests/memspy/naive_lanes.h \
	tests/memspy/naive_record.c \
	tests/memspy/naive_record.h \
	tests/memspy/trial.c \
	tests/memspy/trial.h
tests_memspy_libtest_tool_a_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_libtest_tool_a_CFLAGS = $(hosted_tool_cflags)

# A fake takes the place of the file that has what it fakes: the linker takes that from the first library, and of the others
# what is left to be found. (Names come twice where libraries need each other.)
hosted_tool_libraries = tests/memspy/libtest-tool.a tests/memspy/libhosted-tool.a tests/memspy/libtest-tool.a \
	tests/memspy/libhosted-tool.a tests/coherence/libtest-machine.a libcore-sanitized.a tests/coherence/libtest-machine.a

hosted_tool_tests = \
	tests/memspy/test_counter \
	tests/memspy/test_events \
	tests/memspy/test_futex \
	tests/memspy/test_gather \
	tests/memspy/test_host_thread \
	tests/memspy/test_known_paths \
	tests/memspy/test_outside \
	tests/memspy/test_plan \
	tests/memspy/test_producers \
	tests/memspy/test_record \
	tests/memspy/test_sample \
	tests/memspy/test_schedule \
	tests/memspy/test_shapes \
	tests/memspy/test_shared \
	tests/memspy/test_touched
check_PROGRAMS += $(hosted_tool_tests)
TESTS += $(hosted_tool_tests) tests/memspy/run_mutations
EXTRA_DIST += tests/memspy/mutations tests/memspy/run_mutations

tests_memspy_test_counter_SOURCES = tests/memspy/test_counter.c
tests_memspy_test_counter_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_counter_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_counter_LDADD = $(hosted_tool_libraries)

tests_memspy_test_events_SOURCES = \
	tests/memspy/naive_trace.c \
	tests/memspy/naive_trace.h \
	tests/memspy/test_events.c \
	tests/trace/legal_order.c \
	tests/trace/legal_order.h
tests_memspy_test_events_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_events_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_events_LDADD = $(hosted_tool_libraries)

tests_memspy_test_futex_SOURCES = \
	tests/memspy/naive_futex.c \
	tests/memspy/naive_futex.h \
	tests/memspy/test_futex.c
tests_memspy_test_futex_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_futex_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_futex_LDADD = $(hosted_tool_libraries)

tests_memspy_test_host_thread_SOURCES = tests/memspy/test_host_thread.c
tests_memspy_test_host_thread_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_host_thread_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_host_thread_LDADD = $(hosted_tool_libraries)

tests_memspy_test_gather_SOURCES = tests/memspy/test_gather.c
tests_memspy_test_gather_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_gather_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_gather_LDADD = $(hosted_tool_libraries)

tests_memspy_test_known_paths_SOURCES = tests/memspy/test_known_paths.c
tests_memspy_test_known_paths_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_known_paths_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_known_paths_LDADD = $(hosted_tool_libraries)

tests_memspy_test_outside_SOURCES = tests/check.h tests/memspy/test_outside.c
tests_memspy_test_outside_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_outside_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_outside_LDADD = $(hosted_tool_libraries)

tests_memspy_test_plan_SOURCES = tests/memspy/test_plan.c
tests_memspy_test_plan_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_plan_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_plan_LDADD = $(hosted_tool_libraries)

tests_memspy_test_producers_SOURCES = \
	tests/memspy/naive_dataflow.c \
	tests/memspy/naive_dataflow.h \
	tests/memspy/test_producers.c
tests_memspy_test_producers_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_producers_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_producers_LDADD = $(hosted_tool_libraries)

tests_memspy_test_record_SOURCES = tests/memspy/test_record.c
tests_memspy_test_record_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_record_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_record_LDADD = $(hosted_tool_libraries)

# The file itself takes the place of its fake.
tests_memspy_test_sample_SOURCES = \
	memspy/sample/spy_sample.c \
	tests/memspy/test_sample.c
tests_memspy_test_sample_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_sample_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_sample_LDADD = $(hosted_tool_libraries)

tests_memspy_test_shapes_SOURCES = tests/memspy/test_shapes.c
tests_memspy_test_shapes_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_shapes_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_shapes_LDADD = $(hosted_tool_libraries)

tests_memspy_test_shared_SOURCES = tests/memspy/test_shared.c
tests_memspy_test_shared_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_shared_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_shared_LDADD = $(hosted_tool_libraries)

tests_memspy_test_touched_SOURCES = tests/memspy/test_touched.c
tests_memspy_test_touched_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_touched_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_touched_LDADD = $(hosted_tool_libraries)

tests_memspy_test_schedule_SOURCES = \
	tests/memspy/fake_control.c \
	tests/memspy/naive_schedule.c \
	tests/memspy/naive_schedule.h \
	tests/memspy/schedule_program.c \
	tests/memspy/schedule_run.c \
	tests/memspy/schedule_run.h \
	tests/memspy/schedule_world.c \
	tests/memspy/schedule_world.h \
	tests/memspy/test_schedule.c
tests_memspy_test_schedule_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_schedule_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_schedule_LDADD = $(hosted_tool_libraries)
