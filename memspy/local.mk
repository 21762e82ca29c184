# SPDX-License-Identifier: GPL-2.0-or-later

# The tool. The name is Valgrind's, which looks for TOOL-ARCH-OS in its folder.
toolexec_PROGRAMS += memspy-@VG_ARCH@-@VG_OS@

# What tests/memspy/ builds as well, for a host.
memspy_hosted_sources = \
	memspy/core/spy_host_thread.c \
	memspy/core/spy_host_thread.h \
	memspy/core/spy_host_wait.c \
	memspy/core/spy_host_wait.h \
	memspy/core/spy_random.h \
	memspy/counter/spy_counter.c \
	memspy/counter/spy_counter.h \
	memspy/drain/spy_block_shapes.c \
	memspy/drain/spy_block_shapes.h \
	memspy/drain/spy_callers.c \
	memspy/drain/spy_callers.h \
	memspy/drain/spy_counted.c \
	memspy/drain/spy_counted.h \
	memspy/drain/spy_drain_alone.c \
	memspy/drain/spy_drain_alone.h \
	memspy/drain/spy_drain_bound.c \
	memspy/drain/spy_drain_bound.h \
	memspy/drain/spy_drain_lanes.c \
	memspy/drain/spy_drain_lanes.h \
	memspy/drain/spy_drain_step-inl.h \
	memspy/drain/spy_drain_step.c \
	memspy/drain/spy_drain_thread.c \
	memspy/drain/spy_drain_thread.h \
	memspy/drain/spy_event.c \
	memspy/drain/spy_event.h \
	memspy/drain/spy_fence.c \
	memspy/drain/spy_fence.h \
	memspy/drain/spy_intervals.c \
	memspy/drain/spy_intervals.h \
	memspy/drain/spy_outside.c \
	memspy/drain/spy_outside.h \
	memspy/drain/spy_stages.c \
	memspy/drain/spy_stages.h \
	memspy/drain/spy_machine_code.c \
	memspy/drain/spy_machine_code.h \
	memspy/drain/spy_late_receivers.c \
	memspy/drain/spy_late_receivers.h \
	memspy/drain/spy_producers.c \
	memspy/drain/spy_producers.h \
	memspy/drain/spy_receivers.c \
	memspy/drain/spy_receivers.h \
	memspy/drain/spy_timed.c \
	memspy/drain/spy_timed.h \
	memspy/names/spy_known_paths.c \
	memspy/names/spy_known_paths.h \
	memspy/record/spy_block.c \
	memspy/record/spy_block.h \
	memspy/record/spy_lane-inl.h \
	memspy/record/spy_lane.c \
	memspy/record/spy_lane.h \
	memspy/record/spy_queue.c \
	memspy/record/spy_queue.h \
	memspy/record/spy_record.c \
	memspy/record/spy_record.h \
	memspy/record/spy_summary.c \
	memspy/record/spy_summary.h \
	memspy/record/spy_touched.c \
	memspy/record/spy_touched.h \
	memspy/run/spy_recording.c \
	memspy/run/spy_recording.h \
	memspy/sample/spy_plan.c \
	memspy/sample/spy_plan.h \
	memspy/schedule/spy_deadlock.c \
	memspy/schedule/spy_deadlock.h \
	memspy/schedule/spy_futex.c \
	memspy/schedule/spy_futex.h \
	memspy/schedule/spy_ipc_waits.c \
	memspy/schedule/spy_ipc_waits.h \
	memspy/schedule/spy_jitter.c \
	memspy/schedule/spy_jitter.h \
	memspy/schedule/spy_lock.c \
	memspy/schedule/spy_lock.h \
	memspy/schedule/spy_next_thread.c \
	memspy/schedule/spy_next_thread.h \
	memspy/schedule/spy_pinning.c \
	memspy/schedule/spy_pinning.h \
	memspy/schedule/spy_schedule.c \
	memspy/schedule/spy_schedule.h \
	memspy/schedule/spy_shared.c \
	memspy/schedule/spy_shared.h \
	memspy/schedule/spy_signal_polls.c \
	memspy/schedule/spy_signal_polls.h \
	memspy/schedule/spy_slice.c \
	memspy/schedule/spy_slice_alone.c \
	memspy/schedule/spy_slice_alone.h \
	memspy/schedule/spy_slice.h \
	memspy/schedule/spy_syscall_waits.c \
	memspy/schedule/spy_syscall_waits.h \
	memspy/schedule/spy_thread-inl.h \
	memspy/schedule/spy_thread.c \
	memspy/schedule/spy_thread.h \
	memspy/schedule/spy_time.c \
	memspy/schedule/spy_time.h \
	memspy/schedule/spy_wait.c \
	memspy/schedule/spy_wait.h \
	memspy/schedule/spy_wake_ups.c \
	memspy/schedule/spy_wake_ups.h \
	memspy/setup/spy_state.c \
	memspy/setup/spy_state.h \
	memspy/sweep/spy_sweep.c \
	memspy/sweep/spy_sweep.h \
	memspy/sweep/spy_sweep_cells.c \
	memspy/sweep/spy_sweep_cells.h \
	memspy/trace/spy_tables.c \
	memspy/trace/spy_tables.h \
	memspy/trace/spy_trace_control.c \
	memspy/trace/spy_trace_control.h \
	memspy/trace/spy_trace_emit.c \
	memspy/trace/spy_trace_emit.h \
	memspy/trace/spy_trace_log.c \
	memspy/trace/spy_trace_log.h \
	memspy/trace/spy_trace_loop.c \
	memspy/trace/spy_trace_loop.h \
	memspy/trace/spy_trace_memory.c \
	memspy/trace/spy_trace_memory.h \
	memspy/trace/spy_trace_producers.c \
	memspy/trace/spy_trace_producers.h \
	memspy/trace/spy_trace_run.c \
	memspy/trace/spy_trace_run.h \
	memspy/trace/spy_trace_scopes.c \
	memspy/trace/spy_trace_scopes.h \
	memspy/trace/spy_trace_session.c \
	memspy/trace/spy_trace_session.h \
	memspy/trace/spy_trace_source.c \
	memspy/trace/spy_trace_source.h \
	memspy/trace/spy_trace_turn.c \
	memspy/trace/spy_trace_turn.h \
	memspy/translate/spy_dataflow.c \
	memspy/translate/spy_dataflow.h
memspy_tool_sources = \
	$(memspy_hosted_sources) \
	memspy/core/spy_core.c \
	memspy/core/spy_core.h \
	memspy/core/spy_elf.c \
	memspy/core/spy_elf.h \
	memspy/core/spy_debug_file.c \
	memspy/core/spy_debug_file.h \
	memspy/core/spy_dwarf.c \
	memspy/core/spy_dwarf.h \
	memspy/core/spy_dwarf_form.c \
	memspy/core/spy_dwarf_form.h \
	memspy/core/spy_eh_frame.c \
	memspy/core/spy_eh_frame.h \
	memspy/core/spy_elf_file.c \
	memspy/core/spy_elf_file.h \
	memspy/core/spy_elf_layout.c \
	memspy/core/spy_elf_layout.h \
	memspy/core/spy_file.c \
	memspy/core/spy_file.h \
	memspy/core/spy_inflate.c \
	memspy/core/spy_inflate.h \
	memspy/core/spy_limits.c \
	memspy/core/spy_limits.def \
	memspy/core/spy_limits.h \
	memspy/core/spy_pages.c \
	memspy/core/spy_pages.h \
	memspy/core/spy_part.c \
	memspy/core/spy_part.h \
	memspy/core/spy_plat.c \
	memspy/core/spy_platform.h \
	memspy/core/spy_reserve.c \
	memspy/core/spy_reserve.h \
	memspy/core/spy_start.c \
	memspy/core/spy_start.h \
	memspy/core/spy_syscalls.def \
	memspy/core/spy_valgrind.h \
	memspy/core/spy_text.c \
	memspy/core/spy_text.h \
	memspy/core/spy_writer.c \
	memspy/core/spy_writer.h \
	memspy/counter/spy_counter_file.c \
	memspy/counter/spy_counter_file.h \
	memspy/machine/spy_cpu_flags.def \
	memspy/machine/spy_cpuid.c \
	memspy/machine/spy_cpuid.h \
	memspy/machine/spy_cpuinfo.c \
	memspy/machine/spy_cpuinfo.h \
	memspy/machine/spy_proc_files.c \
	memspy/machine/spy_proc_files.h \
	memspy/machine/spy_seen_files.c \
	memspy/machine/spy_seen_files.h \
	memspy/machine/spy_topology.c \
	memspy/machine/spy_topology.h \
	memspy/memory/spy_allocator_calls.c \
	memspy/memory/spy_allocator_calls.h \
	memspy/memory/spy_memory.c \
	memspy/memory/spy_memory.h \
	memspy/memory/spy_stack.c \
	memspy/memory/spy_stack.h \
	memspy/memory/spy_tls.c \
	memspy/memory/spy_tls.h \
	memspy/names/spy_allocators.c \
	memspy/names/spy_allocators.def \
	memspy/names/spy_allocators.h \
	memspy/names/spy_code.c \
	memspy/names/spy_inlines.c \
	memspy/names/spy_inlines.h \
	memspy/names/spy_code.h \
	memspy/names/spy_frames.c \
	memspy/names/spy_frames.h \
	memspy/names/spy_functions.c \
	memspy/names/spy_functions.h \
	memspy/names/spy_layout.c \
	memspy/names/spy_layout.h \
	memspy/names/spy_paths.c \
	memspy/names/spy_paths.h \
	memspy/names/spy_toggles.c \
	memspy/names/spy_toggles.h \
	memspy/names/spy_unnamed.c \
	memspy/names/spy_unnamed.h \
	memspy/names/spy_variables.c \
	memspy/names/spy_variables.h \
	memspy/phases/spy_vectors.c \
	memspy/phases/spy_vectors.h \
	memspy/run/spy_dispatch.c \
	memspy/run/spy_dispatch.h \
	memspy/run/spy_enter.c \
	memspy/run/spy_enter.h \
	memspy/run/spy_output.c \
	memspy/run/spy_output.h \
	memspy/run/spy_progress.c \
	memspy/run/spy_progress.h \
	memspy/run/spy_stop.c \
	memspy/run/spy_stop.h \
	memspy/run/spy_syscall_answer.c \
	memspy/run/spy_syscall_answer.h \
	memspy/sample/spy_alias.c \
	memspy/sample/spy_alias.h \
	memspy/sample/spy_sample.c \
	memspy/sample/spy_sample.h \
	memspy/schedule/spy_blocking.c \
	memspy/schedule/spy_blocking.h \
	memspy/schedule/spy_deadlock_report.c \
	memspy/schedule/spy_deadlock_report.h \
	memspy/schedule/spy_signals.c \
	memspy/schedule/spy_signals.h \
	memspy/setup/spy_counting.c \
	memspy/setup/spy_counting.h \
	memspy/setup/spy_options.c \
	memspy/setup/spy_options.def \
	memspy/setup/spy_options.h \
	memspy/setup/spy_representatives.c \
	memspy/setup/spy_representatives.h \
	memspy/setup/spy_skid.c \
	memspy/setup/spy_skid.h \
	memspy/spy_main.c \
	memspy/spy_requests.c \
	memspy/spy_requests.h \
	memspy/sweep/spy_sweep_file.c \
	memspy/sweep/spy_sweep_file.h \
	memspy/syscalls/spy_answer_time.c \
	memspy/syscalls/spy_answer_time.h \
	memspy/syscalls/spy_path.c \
	memspy/syscalls/spy_path.h \
	memspy/syscalls/spy_path_calls.c \
	memspy/syscalls/spy_path_calls.h \
	memspy/syscalls/spy_timers.c \
	memspy/syscalls/spy_timers.h \
	memspy/translate/spy_block_counts.c \
	memspy/translate/spy_block_counts.h \
	memspy/translate/spy_dataflow_ir.c \
	memspy/translate/spy_dataflow_ir.h \
	memspy/translate/spy_debugged.c \
	memspy/translate/spy_debugged.h \
	memspy/translate/spy_discard.c \
	memspy/translate/spy_discard.h \
	memspy/translate/spy_fetched.c \
	memspy/translate/spy_fetched.h \
	memspy/translate/spy_hide.c \
	memspy/translate/spy_hide.h \
	memspy/translate/spy_identify.c \
	memspy/translate/spy_identify.h \
	memspy/translate/spy_instrument.c \
	memspy/translate/spy_instrument.h \
	memspy/translate/spy_ir.c \
	memspy/translate/spy_ir.h \
	memspy/translate/spy_ir_check.c \
	memspy/translate/spy_joined.c \
	memspy/translate/spy_joined.h \
	memspy/translate/spy_jumps.c \
	memspy/translate/spy_jumps.h \
	memspy/translate/spy_plain.c \
	memspy/translate/spy_plain.h \
	memspy/translate/spy_preamble.c \
	memspy/translate/spy_preamble.h \
	memspy/translate/spy_split.c \
	memspy/translate/spy_split.h \
	memspy/translate/spy_stamp.c \
	memspy/translate/spy_stamp.h \
	memspy/translate/spy_turn.c \
	memspy/translate/spy_turn.h \
	memspy/translate/spy_watch_calls.c \
	memspy/translate/spy_watch_calls.h
memspy_pack_sources = memspy/core/spy_pack.c memspy/core/spy_pack.h

# Zstandard's compressor, in one object with spy_pack.c: the names that Valgrind's core has as well stay in it.
if STATIC_ZSTD
memspy_@VG_ARCH@_@VG_OS@_SOURCES = $(memspy_tool_sources)
memspy_pack_object = memspy/sealed_pack.$(OBJEXT)
else
memspy_@VG_ARCH@_@VG_OS@_SOURCES = $(memspy_tool_sources) $(memspy_pack_sources)
memspy_pack_object =
endif
EXTRA_LIBRARIES = memspy/libspy_pack.a
memspy_libspy_pack_a_SOURCES = $(memspy_pack_sources)
memspy_libspy_pack_a_CPPFLAGS = $(memspy_@VG_ARCH@_@VG_OS@_CPPFLAGS)
memspy_libspy_pack_a_CFLAGS = $(TOOL_CFLAGS)
memspy/sealed_pack.$(OBJEXT): $(memspy_libspy_pack_a_OBJECTS) $(top_srcdir)/build-aux/seal_object
	$(AM_V_GEN)$(SHELL) $(top_srcdir)/build-aux/seal_object $(OBJCOPY) $@ 'spy_pack spy_pack_free' \
	  $(CC) $(TOOL_CFLAGS) $(CFLAGS) $(SEAL_FLAGS) $(memspy_libspy_pack_a_OBJECTS) $(STATIC_ZSTD_LIBS)

memspy_version_cppflags = -DVALGRIND_VERSION='"$(VALGRIND_VERSION)"' \
	-DSHADOW_ALLOC_REPORTS_ERRORS=$(SHADOW_ALLOC_REPORTS_ERRORS)
memspy_@VG_ARCH@_@VG_OS@_CPPFLAGS = $(TOOL_CPPFLAGS) $(memspy_version_cppflags) \
	-DEXACT_INTERLEAVING=$(EXACT_INTERLEAVING) -DHAVE_STATIC_ZSTD=$(HAVE_STATIC_ZSTD)
memspy_@VG_ARCH@_@VG_OS@_CFLAGS = $(TOOL_CFLAGS)
memspy_@VG_ARCH@_@VG_OS@_LDADD = $(memspy_pack_object) libcore-tool.a $(VALGRIND_CORE_LIBS)
# Functions of Valgrind's core that are called through ours (memspy/core/spy_core.h). -u: the linker takes the function
# from the core, although the tool refers to it weakly.
WRAP_CORE = -Wl,--wrap=vgPlain_redir_do_lookup -Wl,--wrap=vgPlain_poll_signals -Wl,--wrap=vgPlain_gettid \
	-Wl,--wrap=vgPlain_disp_run_translations -Wl,--wrap=vgPlain_discard_translations -Wl,--wrap=vgPlain_gdbserver \
	-Wl,--wrap=vgPlain_am_mmap_anon_float_valgrind -Wl,--wrap=vgPlain_am_shadow_alloc -Wl,--wrap=vgPlain_memset \
	-Wl,--wrap=sanityCheckIRSB -Wl,--wrap=VG_MINIMAL_LONGJMP -Wl,--wrap=vgPlain_gdbserver_report_signal \
	-Wl,--wrap=vgPlain_write -Wl,--wrap=vgModuleLocal_get_linux_syscall_entry \
	-Wl,--wrap=tinfl_decompress_mem_to_mem -Wl,-u,tinfl_decompress_mem_to_mem
memspy_@VG_ARCH@_@VG_OS@_LINK = $(SHELL) $(top_srcdir)/build-aux/link_tool $(READELF) $(VALT_LOAD_ADDRESS) \
	$(CC) $(TOOL_CFLAGS) $(CFLAGS) $(LINK_FLAGS_TOOL) $(WRAP_CORE) $(LDFLAGS) -o $@

# For programs that talk to the tool: <valgrind/memspy.h>, and its requests for other languages.
valgrindincludedir = $(includedir)/valgrind
valgrindinclude_HEADERS = memspy/memspy.h memspy/memspy_calls.c memspy/memspy.f90
