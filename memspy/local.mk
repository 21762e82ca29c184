# SPDX-License-Identifier: GPL-2.0-or-later

# The tool, and the library that it has loaded into the program. The names are Valgrind's: it looks for
# TOOL-ARCH-OS and vgpreload_TOOL-ARCH-OS.so in its folder.
toolexec_PROGRAMS += memspy-@VG_ARCH@-@VG_OS@ vgpreload_memspy-@VG_ARCH@-@VG_OS@.so

memspy_@VG_ARCH@_@VG_OS@_SOURCES = \
	memspy/spy_answer.c \
	memspy/spy_answer.h \
	memspy/spy_block.c \
	memspy/spy_block.h \
	memspy/spy_core.h \
	memspy/spy_core_plain.h \
	memspy/spy_drain.c \
	memspy/spy_drain.h \
	memspy/spy_elf.c \
	memspy/spy_elf.h \
	memspy/spy_futex.c \
	memspy/spy_futex.h \
	memspy/spy_instrument.c \
	memspy/spy_instrument.h \
	memspy/spy_kernel.c \
	memspy/spy_kernel.h \
	memspy/spy_lock.c \
	memspy/spy_lock.h \
	memspy/spy_main.c \
	memspy/spy_memory.c \
	memspy/spy_memory.h \
	memspy/spy_options.c \
	memspy/spy_options.def \
	memspy/spy_options.h \
	memspy/spy_output.c \
	memspy/spy_output.h \
	memspy/spy_pack.c \
	memspy/spy_pack.h \
	memspy/spy_plat.c \
	memspy/spy_platform.h \
	memspy/spy_queue.c \
	memspy/spy_queue.h \
	memspy/spy_receivers.c \
	memspy/spy_receivers.h \
	memspy/spy_requests.c \
	memspy/spy_requests.h \
	memspy/spy_schedule.c \
	memspy/spy_schedule.h \
	memspy/spy_scopes.c \
	memspy/spy_scopes.h \
	memspy/spy_start.c \
	memspy/spy_start.h \
	memspy/spy_state.h \
	memspy/spy_stop.c \
	memspy/spy_stop.h \
	memspy/spy_symbols.c \
	memspy/spy_symbols.h \
	memspy/spy_tls.c \
	memspy/spy_tls.h \
	memspy/spy_trace.c \
	memspy/spy_trace.h \
	memspy/spy_trace_control.c \
	memspy/spy_trace_control.h \
	memspy/spy_trace_file.c \
	memspy/spy_trace_file.h \
	memspy/spy_trace_log.c \
	memspy/spy_trace_log.h \
	memspy/spy_trace_loop.c \
	memspy/spy_trace_loop.h \
	memspy/spy_trace_memory.c \
	memspy/spy_trace_memory.h \
	memspy/spy_trace_source.c \
	memspy/spy_trace_source.h \
	memspy/spy_turn.c \
	memspy/spy_turn.h \
	memspy/spy_valgrind.h \
	memspy/spy_watch.c \
	memspy/spy_watch.h
memspy_@VG_ARCH@_@VG_OS@_CPPFLAGS = $(TOOL_CPPFLAGS) -DVALGRIND_VERSION='"$(VALGRIND_VERSION)"' \
	-DEXACT_INTERLEAVING=$(EXACT_INTERLEAVING) -DHAVE_STATIC_ZSTD=$(HAVE_STATIC_ZSTD)
memspy_@VG_ARCH@_@VG_OS@_CFLAGS = $(TOOL_CFLAGS)
memspy_@VG_ARCH@_@VG_OS@_LDADD = libcore-tool.a $(STATIC_ZSTD_LIBS) $(VALGRIND_CORE_LIBS)
memspy_@VG_ARCH@_@VG_OS@_LINK = $(SHELL) $(top_srcdir)/build-aux/link_tool $(READELF) $(VALT_LOAD_ADDRESS) \
	$(CC) $(TOOL_CFLAGS) $(CFLAGS) $(LINK_FLAGS_TOOL) $(LDFLAGS) -o $@

vgpreload_memspy_@VG_ARCH@_@VG_OS@_so_SOURCES = memspy/memspy.h memspy/spy_preload.c
vgpreload_memspy_@VG_ARCH@_@VG_OS@_so_CPPFLAGS = $(TOOL_CPPFLAGS)
vgpreload_memspy_@VG_ARCH@_@VG_OS@_so_CFLAGS = $(PRELOAD_CFLAGS)
vgpreload_memspy_@VG_ARCH@_@VG_OS@_so_LDFLAGS = $(LINK_FLAGS_PRELOAD)

# For programs that talk to the tool: <valgrind/memspy.h>.
valgrindincludedir = $(includedir)/valgrind
valgrindinclude_HEADERS = memspy/memspy.h
