# What a profile says of a program: findings as data, without layout.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/analysis/analysis_cache.c \
	ui/analysis/analysis_cache.h \
	ui/analysis/analysis_evictors.c \
	ui/analysis/analysis_evictors.h \
	ui/analysis/analysis_fields.c \
	ui/analysis/analysis_fields.h \
	ui/analysis/analysis_focus.h \
	ui/analysis/analysis_paths.c \
	ui/analysis/analysis_paths.h \
	ui/analysis/analysis_references.c \
	ui/analysis/analysis_references.h \
	ui/analysis/analysis_resolve.c \
	ui/analysis/analysis_resolve.h \
	ui/analysis/analysis_shared.c \
	ui/analysis/analysis_shared.h \
	ui/analysis/analysis_source.c \
	ui/analysis/analysis_source.h \
	ui/analysis/analysis_source_text.c \
	ui/analysis/analysis_source_text.h \
	ui/analysis/analysis_source_uses.c \
	ui/analysis/analysis_source_uses.h \
	ui/analysis/analysis_stall.c \
	ui/analysis/analysis_stall.h
