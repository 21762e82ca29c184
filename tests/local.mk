# SPDX-License-Identifier: GPL-2.0-or-later

# What test programs and scripts find in their environment. Tests have blocking processors, unless they ask for others:
# then each miss has its own stall, which is easy to predict.
AM_TESTS_ENVIRONMENT = \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	MEMSPY='$(abs_top_builddir)/ui/memspy'; export MEMSPY; \
	VALGRIND='$(VALGRIND_PROGRAM)'; export VALGRIND; \
	VALGRIND_OPTS='--memspy:processor=blocking'; export VALGRIND_OPTS; \
	VALGRIND_LIBEXECDIR='$(VALGRIND_LIBEXECDIR)'; export VALGRIND_LIBEXECDIR; \
	CLIENT_CPPFLAGS='$(CLIENT_CPPFLAGS)'; export CLIENT_CPPFLAGS; \
	TOOL_PLATFORM='$(VG_ARCH)-$(VG_OS)'; export TOOL_PLATFORM; \
	TOOLEXECDIR='$(toolexecdir)'; export TOOLEXECDIR; \
	BINDIR='$(bindir)'; export BINDIR; \
	DATADIR='$(datadir)'; export DATADIR; \
	DOCDIR='$(docdir)'; export DOCDIR; \
	INCLUDEDIR='$(includedir)'; export INCLUDEDIR; \
	MANDIR='$(mandir)'; export MANDIR; \
	CC='$(CC)'; export CC; \
	NM='$(NM)'; export NM; \
	MUTATIONS_SHARE=4; export MUTATIONS_SHARE; \
	HOSTED_TOOL_CPPFLAGS='$(hosted_tool_cppflags)'; export HOSTED_TOOL_CPPFLAGS; \
	FREESTANDING_CFLAGS='$(FREESTANDING_CFLAGS)'; export FREESTANDING_CFLAGS; \
	CORE_LIBRARY='$(abs_top_builddir)/libcore-tool.a'; export CORE_LIBRARY; \
	CORE_SOURCES='$(CORE_SOURCES)'; export CORE_SOURCES; \
	TIDY_FLAGS='$(abs_top_builddir)/tests/check/tidy'; export TIDY_FLAGS;

# The lists of files are variables of make's environment, because a command for the shell has at most 128 KB.
OBJECTS = $(checked_objects)
export DISTFILES OBJECTS

EXTRA_DIST += tests/described.py

# Programs with one known defect each, and their repaired twins; tests/e2e/test_twins runs a sample.
EXTRA_DIST += \
	tests/advice/run \
	tests/advice/twins.py \
	tests/advice/programs/arc_clone.rs \
	tests/advice/programs/bisect.c \
	tests/advice/programs/breadth_first.cc \
	tests/advice/programs/by_value.cc \
	tests/advice/programs/cyclic.c \
	tests/advice/programs/dictionary.c \
	tests/advice/programs/divergence.F90 \
	tests/advice/programs/employees.cc \
	tests/advice/programs/event_times.c \
	tests/advice/programs/fft_columns.c \
	tests/advice/programs/filters.cc \
	tests/advice/programs/first_touch.c \
	tests/advice/programs/frame_clear.c \
	tests/advice/programs/group_by.cc \
	tests/advice/programs/grow_by_page.c \
	tests/advice/programs/heat_steps.c \
	tests/advice/programs/histograms.c \
	tests/advice/programs/job_lock.c \
	tests/advice/programs/level_solve.c \
	tests/advice/programs/lu.c \
	tests/advice/programs/meters.rs \
	tests/advice/programs/normalise.F90 \
	tests/advice/programs/orders.c \
	tests/advice/programs/over_aligned.cc \
	tests/advice/programs/padded.c \
	tests/advice/programs/page_headers.c \
	tests/advice/programs/partial_sums.F90 \
	tests/advice/programs/particles.F90 \
	tests/advice/programs/plane_sweep.c \
	tests/advice/programs/planes.cc \
	tests/advice/programs/prices_map.cc \
	tests/advice/programs/product.cc \
	tests/advice/programs/ranking.cc \
	tests/advice/programs/reader_locks.cc \
	tests/advice/programs/red_channel.rs \
	tests/advice/programs/rows_of_rows.rs \
	tests/advice/programs/settings.rs \
	tests/advice/programs/shapes.cc \
	tests/advice/programs/shared_config.cc \
	tests/advice/programs/shortest_paths.cc \
	tests/advice/programs/sieve.rs \
	tests/advice/programs/small_rows.cc \
	tests/advice/programs/sort_pointers.c \
	tests/advice/programs/spmv_gather.c \
	tests/advice/programs/spmv_scatter.F90 \
	tests/advice/programs/stack_list.rs \
	tests/advice/programs/stations.c \
	tests/advice/programs/string_keys.cc \
	tests/advice/programs/symbols.c \
	tests/advice/programs/tariffs.cc \
	tests/advice/programs/temporaries.cc \
	tests/advice/programs/thread_rows.c \
	tests/advice/programs/tiles_of_blur.cc \
	tests/advice/programs/transpose_in_place.c \
	tests/advice/programs/triangle.c \
	tests/advice/programs/visited.c \
	tests/advice/programs/whole_table.rs \
	tests/advice/programs/wide_links.c \
	tests/advice/programs/wide_reals.F90

checked_objects = $(libcore_tool_a_OBJECTS) $(ui_libui_a_OBJECTS) $(ui_memspy_OBJECTS) \
	$(memspy_@VG_ARCH@_@VG_OS@_OBJECTS) $(memspy_libspy_pack_a_OBJECTS)

# What can be checked about the sources without running them.
mechanical_checks = \
	tests/check/check_checks \
	tests/check/check_dependencies \
	tests/check/check_dist \
	tests/check/check_documents \
	tests/check/check_format \
	tests/check/check_freestanding \
	tests/check/check_hardened \
	tests/check/check_install \
	tests/check/check_manual \
	tests/check/check_prefixes \
	tests/check/check_recursion \
	tests/check/check_scripts \
	tests/check/check_size \
	tests/check/check_sources \
	tests/check/check_tables \
	tests/check/check_tidy \
	tests/check/check_version
TESTS += $(mechanical_checks)
# Slow checks that rarely fail: `make check-rare`.
rare_checks = tests/check/check_compilers tests/check/check_tarball tests/e2e/test_without_libclang
check-rare:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(rare_checks)'
.PHONY: check-rare
EXTRA_DIST += $(mechanical_checks) $(rare_checks) tests/check/common.sh tests/systems/debian-commands \
	tests/systems/mutations tests/systems/repeat tests/systems/run tests/systems/valgrind-programs

# What clang-tidy is to compile files with, a folder for each kind: `build-aux/tidy`. One flag a line, without quotes; folders
# are given by their whole names. What the compiler only warns of is not for clang-tidy to fail at.
tidy_flags = tests/check/tidy/core/compile_flags.txt tests/check/tidy/tool/compile_flags.txt \
	tests/check/tidy/hosted/compile_flags.txt
check_DATA = $(tidy_flags)
CLEANFILES += $(tidy_flags)
tidy_all_flags = -std=gnu11 $(DEFS) -I$(abs_top_srcdir) -I$(abs_top_builddir)
tests/check/tidy/core/compile_flags.txt: Makefile
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)printf '%s\n' $(tidy_all_flags) -ffreestanding >$@
tests/check/tidy/tool/compile_flags.txt: Makefile
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)printf '%s\n' $(tidy_all_flags) $(memspy_@VG_ARCH@_@VG_OS@_CPPFLAGS) -ffreestanding >$@
tests/check/tidy/hosted/compile_flags.txt: Makefile
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)printf '%s\n' $(tidy_all_flags) $(CLIENT_CPPFLAGS) $(ui_cppflags) $(ui_cflags) $(MPI_CFLAGS) | grep -vx -- -Werror >$@
