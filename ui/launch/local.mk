# Running a program under the tool.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/launch/launch_attach.c \
	ui/launch/launch_folder.c \
	ui/launch/launch_folder.h \
	ui/launch/launch_names_main.c \
	ui/launch/launch_processes.c \
	ui/launch/launch_processes.h \
	ui/launch/launch_run.c \
	ui/launch/launch_run.h \
	ui/launch/launch_run_failures.c \
	ui/launch/launch_run_failures.h \
	ui/launch/launch_run_files.c \
	ui/launch/launch_run_files.h \
	ui/launch/launch_run_hints.c \
	ui/launch/launch_run_hints.h \
	ui/launch/launch_run_limits.c \
	ui/launch/launch_run_limits.h \
	ui/launch/launch_run_options.c \
	ui/launch/launch_run_options.h \
	ui/launch/launch_run_phases.c \
	ui/launch/launch_run_phases.h \
	ui/launch/launch_tool.c \
	ui/launch/launch_tool.h \
	ui/launch/launch_tool_options.c \
	ui/launch/launch_tool_options.h
ui_built_sources += ui/launch/ui_tool_options_table.c

# The tables of the tool, which are none of this folder's.
ui_tool_option_tables = $(srcdir)/machine/mach_option_table.def $(srcdir)/memspy/setup/spy_options.def
ui/launch/ui_tool_options_table.c: $(ui_tool_option_tables) ui/launch/local.mk
	$(AM_V_GEN)$(MKDIR_P) ui/launch && { \
	  echo '#include "ui/launch/launch_tool_options.h"'; \
	  echo '#include "machine/mach_option_value.h"'; \
	  echo '#include "fetch/fetch_config.h"'; \
	  echo '#include "trace/trace_lane.h"'; \
	  echo '#define OPTION(symbol, name, type, initial, listed, needs, help) {NULL, name, MACH_VALUE_##type, initial, help},'; \
	  echo 'const LaunchToolOption launch_tool_options[] = {'; \
	  sed 's,^/[*] Topic: \(.*\) [*]/$$,{"\1"\, NULL\, NULL\, NULL\, NULL}\,,' $(ui_tool_option_tables); \
	  echo '};'; \
	  echo 'const size_t launch_n_tool_options = sizeof launch_tool_options / sizeof launch_tool_options[0];'; \
	} >$@.new && mv $@.new $@
CLEANFILES += ui/launch/ui_tool_options_table.c
