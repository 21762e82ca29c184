# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	coherence/coh_cache-inl.h \
	coherence/coh_cache.c \
	coherence/coh_cache.h \
	coherence/coh_causes.c \
	coherence/coh_causes.h \
	coherence/coh_check.c \
	coherence/coh_config.c \
	coherence/coh_config.h \
	coherence/coh_directory.c \
	coherence/coh_directory.h \
	coherence/coh_host.c \
	coherence/coh_family.c \
	coherence/coh_family.h \
	coherence/coh_line.c \
	coherence/coh_map.c \
	coherence/coh_map.h \
	coherence/coh_memory.c \
	coherence/coh_memory.h \
	coherence/coh_option_value.c \
	coherence/coh_option_value.h \
	coherence/coh_options.c \
	coherence/coh_options.def \
	coherence/coh_options.h \
	coherence/coh_order-inl.h \
	coherence/coh_pattern.c \
	coherence/coh_pattern.h \
	coherence/coh_pending.c \
	coherence/coh_pending.h \
	coherence/coh_play.c \
	coherence/coh_play.h \
	coherence/coh_presets.c \
	coherence/coh_protocol.c \
	coherence/coh_protocol.h \
	coherence/coh_shadow.c \
	coherence/coh_shadow.h \
	coherence/coh_sharing.c \
	coherence/coh_sharing.h \
	coherence/coh_stack.c \
	coherence/coh_stack.h \
	coherence/coh_system-inl.h \
	coherence/coh_system.c \
	coherence/coh_system.h \
	coherence/plat.h
