# SPDX-License-Identifier: GPL-2.0-or-later

# Rooms of the tool on the C library, with fakes of Valgrind's core. Which Valgrind the fakes stand for is all the same, as
# long as its headers are those that the tool is built with.
hosted_tool_cppflags = $(TOOL_CPPFLAGS) -DVALGRIND_VERSION='"$(VALGRIND_VERSION)"' \
	-DEXACT_INTERLEAVING=1 -DSHADOW_ALLOC_REPORTS_ERRORS=$(SHADOW_ALLOC_REPORTS_ERRORS)
hosted_tool_cflags = $(AM_CFLAGS) $(TOOL_PLATFORM_CFLAGS) $(SANITIZE_CFLAGS)

check_LIBRARIES += tests/memspy/libhosted-tool.a
tests_memspy_libhosted_tool_a_SOURCES = $(memspy_hosted_sources)
tests_memspy_libhosted_tool_a_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_libhosted_tool_a_CFLAGS = $(hosted_tool_cflags)

# What the tests share.
check_LIBRARIES += tests/memspy/libtest-tool.a
tests_memspy_libtest_tool_a_SOURCES = \
	tests/memspy/fake_core.c \
	tests/memspy/fake_core.h \
	tests/memspy/fake_libc.c \
	tests/memspy/fake_libc.h \
	tests/memspy/fake_lists.c \
	tests/memspy/fibers.c \
	tests/memspy/fibers.h \
	tests/memspy/trial.c \
	tests/memspy/trial.h
tests_memspy_libtest_tool_a_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_libtest_tool_a_CFLAGS = $(hosted_tool_cflags)

# A fake in a test comes before what the library has under that name, and what nobody asks for is not linked.
hosted_tool_libraries = tests/memspy/libhosted-tool.a tests/memspy/libtest-tool.a tests/memspy/libhosted-tool.a \
	tests/coherence/libtest-machine.a libcore-sanitized.a tests/coherence/libtest-machine.a

hosted_tool_tests = \
	tests/memspy/test_futex
check_PROGRAMS += $(hosted_tool_tests)
TESTS += $(hosted_tool_tests)

tests_memspy_test_futex_SOURCES = \
	tests/memspy/naive_futex.c \
	tests/memspy/naive_futex.h \
	tests/memspy/test_futex.c
tests_memspy_test_futex_CPPFLAGS = $(hosted_tool_cppflags)
tests_memspy_test_futex_CFLAGS = $(hosted_tool_cflags)
tests_memspy_test_futex_LDADD = $(hosted_tool_libraries)
