# SPDX-License-Identifier: GPL-2.0-or-later

trace_tests = \
	tests/trace/test_compress \
	tests/trace/test_damage \
	tests/trace/test_replay
check_PROGRAMS += $(trace_tests)
TESTS += $(trace_tests) tests/trace/run_mutations tests/trace/run_replay_mutations
EXTRA_DIST += \
	tests/trace/mutations \
	tests/trace/replay_mutations \
	tests/trace/run_mutations \
	tests/trace/run_replay_mutations

# libtest-machine.a: tests/coherence/local.mk.
trace_test_libraries = libcore-sanitized.a tests/coherence/libtest-machine.a libcore-sanitized.a $(ZSTD_LIBS)

tests_trace_test_compress_SOURCES = \
	tests/trace/legal_order.c \
	tests/trace/legal_order.h \
	tests/trace/test_compress.c \
	tests/trace/trace_interleavings.c \
	tests/trace/trace_interleavings.h \
	tests/trace/trace_kernels.c \
	tests/trace/trace_kernels.h \
	tests/trace/trace_repetitions.c \
	tests/trace/trace_repetitions.h \
	tests/trace/trace_world.c \
	tests/trace/trace_world.h \
	tests/trace/zstd_pack.c \
	tests/trace/zstd_pack.h
tests_trace_test_compress_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS) $(ZSTD_CFLAGS)
tests_trace_test_compress_LDADD = $(trace_test_libraries)

tests_trace_test_damage_SOURCES = \
	tests/trace/fuzz_checksums.c \
	tests/trace/fuzz_checksums.h \
	tests/trace/fuzz_read.c \
	tests/trace/fuzz_read.h \
	tests/trace/test_damage.c \
	tests/trace/trace_kernels.c \
	tests/trace/trace_kernels.h \
	tests/trace/trace_world.c \
	tests/trace/trace_world.h \
	tests/trace/zstd_pack.c \
	tests/trace/zstd_pack.h
tests_trace_test_damage_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS) $(ZSTD_CFLAGS)
tests_trace_test_damage_LDADD = $(trace_test_libraries)

tests_trace_test_replay_SOURCES = tests/trace/test_replay.c
tests_trace_test_replay_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_trace_test_replay_LDADD = $(trace_test_libraries)
