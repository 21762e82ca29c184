# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	fetch/fetch_cache.c \
	fetch/fetch_cache.h \
	fetch/fetch_code.c \
	fetch/fetch_code.h \
	fetch/fetch_config.c \
	fetch/fetch_config.h \
	fetch/fetch_marker.c \
	fetch/fetch_marker.h \
	fetch/fetch_processor.c \
	fetch/fetch_processor.h \
	fetch/fetch_range.c \
	fetch/fetch_range.h \
	fetch/fetch_region.c \
	fetch/fetch_region.h \
	fetch/fetch_system-inl.h \
	fetch/fetch_system.c \
	fetch/fetch_system.h \
	fetch/fetch_technique.def
