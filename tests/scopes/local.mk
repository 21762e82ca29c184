# SPDX-License-Identifier: GPL-2.0-or-later

scopes_tests = \
	tests/scopes/test_code \
	tests/scopes/test_decode \
	tests/scopes/test_loops \
	tests/scopes/test_stack
check_PROGRAMS += $(scopes_tests)
TESTS += $(scopes_tests) tests/scopes/run_mutations tests/scopes/test_libraries
EXTRA_DIST += \
	tests/scopes/mutations \
	tests/scopes/run_mutations \
	tests/scopes/test_libraries

# libtest-machine.a: tests/coherence/local.mk.
scopes_test_libraries = libcore-sanitized.a tests/coherence/libtest-machine.a libcore-sanitized.a

tests_scopes_test_code_SOURCES = tests/check.h tests/scopes/test_code.c
tests_scopes_test_code_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_scopes_test_code_LDADD = $(scopes_test_libraries)

tests_scopes_test_decode_SOURCES = \
	tests/scopes/decode_dice.c \
	tests/scopes/decode_dice.h \
	tests/scopes/decode_file.c \
	tests/scopes/decode_file.h \
	tests/scopes/decode_oracle.c \
	tests/scopes/decode_oracle.h \
	tests/scopes/test_decode.c
tests_scopes_test_decode_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_scopes_test_decode_LDADD = $(scopes_test_libraries) -lZydis

tests_scopes_test_loops_SOURCES = tests/check.h tests/scopes/test_loops.c
tests_scopes_test_loops_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_scopes_test_loops_LDADD = $(scopes_test_libraries)

tests_scopes_test_stack_SOURCES = tests/check.h tests/scopes/test_stack.c
tests_scopes_test_stack_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_scopes_test_stack_LDADD = $(scopes_test_libraries)
