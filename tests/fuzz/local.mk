# Damaged inputs for every reader of files.
#
# SPDX-License-Identifier: GPL-2.0-or-later

check_PROGRAMS += tests/fuzz/fuzz_readers
tests_fuzz_fuzz_readers_SOURCES = \
	tests/fuzz/fuzz.h \
	tests/fuzz/fuzz_database.c \
	tests/fuzz/fuzz_documents.c \
	tests/fuzz/fuzz_import.c \
	tests/fuzz/fuzz_lines.c \
	tests/fuzz/fuzz_main.c \
	tests/fuzz/fuzz_mutate.c \
	tests/fuzz/fuzz_profile.c \
	tests/fuzz/fuzz_script.c \
	tests/fuzz/fuzz_texts.c \
	tests/fuzz/fuzz_trace.c \
	tests/trace/fuzz_checksums.c \
	tests/trace/fuzz_checksums.h \
	tests/ui/fuzz_trace.c \
	tests/ui/fuzz_trace.h
tests_fuzz_fuzz_readers_CPPFLAGS = $(ui_cppflags)
tests_fuzz_fuzz_readers_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_fuzz_fuzz_readers_LDADD = $(ui_sanitized_ldadd)
TESTS += tests/fuzz/test_readers
EXTRA_DIST += tests/fuzz/test_readers
