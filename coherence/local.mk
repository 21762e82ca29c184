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
	coherence/coh_presets.c \
	coherence/coh_system-inl.h \
	coherence/coh_system.c \
	coherence/coh_system.h \
	coherence/plat.h
