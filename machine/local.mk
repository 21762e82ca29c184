# The description of a simulated machine: options, presets, and the computer that this runs on.
#
# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	machine/mach_config.c \
	machine/mach_config.h \
	machine/mach_cpuid.c \
	machine/mach_cpuid.h \
	machine/mach_host.c \
	machine/mach_host.h \
	machine/mach_host_cores.c \
	machine/mach_host_cores.h \
	machine/mach_host_files.c \
	machine/mach_host_files.h \
	machine/mach_host_notes.h \
	machine/mach_option_table.def \
	machine/mach_option_value.c \
	machine/mach_option_value.h \
	machine/mach_options.c \
	machine/mach_options.h \
	machine/mach_presets.c
