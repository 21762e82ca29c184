# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	coherence/coh_config.h \
	coherence/coh_system.c \
	coherence/coh_system.h \
	coherence/plat.h
