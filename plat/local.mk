# What the freestanding rooms ask of their surroundings, and growing arrays on top of it.
#
# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	plat/plat.h \
	plat/plat_array.c \
	plat/plat_array.h \
	plat/plat_cache.h \
	plat/plat_digest.c \
	plat/plat_digest.h \
	plat/plat_map.c \
	plat/plat_map.h
