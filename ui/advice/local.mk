# Findings: what makes the processors wait, and what to change.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/advice/advice.c \
	ui/advice/advice.h \
	ui/advice/advice_amounts.c \
	ui/advice/advice_calls.c \
	ui/advice/advice_calls.h \
	ui/advice/advice_cause.h \
	ui/advice/advice_causes.c \
	ui/advice/advice_causes.h \
	ui/advice/advice_code.c \
	ui/advice/advice_code.h \
	ui/advice/advice_element.c \
	ui/advice/advice_element.h \
	ui/advice/advice_elements.c \
	ui/advice/advice_find.c \
	ui/advice/advice_find.h \
	ui/advice/advice_formats.c \
	ui/advice/advice_formats.def \
	ui/advice/advice_formats.h \
	ui/advice/advice_functions.c \
	ui/advice/advice_github.c \
	ui/advice/advice_groups.c \
	ui/advice/advice_groups.h \
	ui/advice/advice_interference.c \
	ui/advice/advice_json.c \
	ui/advice/advice_locks.c \
	ui/advice/advice_locks.h \
	ui/advice/advice_look.c \
	ui/advice/advice_lookups.c \
	ui/advice/advice_lookups.h \
	ui/advice/advice_loops.c \
	ui/advice/advice_loops.h \
	ui/advice/advice_more.c \
	ui/advice/advice_more.h \
	ui/advice/advice_moves.c \
	ui/advice/advice_moves.h \
	ui/advice/advice_nodes.c \
	ui/advice/advice_padding.c \
	ui/advice/advice_passes.c \
	ui/advice/advice_passes.h \
	ui/advice/advice_quality.c \
	ui/advice/advice_quality.h \
	ui/advice/advice_reuse.c \
	ui/advice/advice_reuse.h \
	ui/advice/advice_rule_code.h \
	ui/advice/advice_rules.c \
	ui/advice/advice_rules.def \
	ui/advice/advice_rules.h \
	ui/advice/advice_sarif.c \
	ui/advice/advice_setup.h \
	ui/advice/advice_sharing.c \
	ui/advice/advice_text.c \
	ui/advice/advice_text.h \
	ui/advice/advice_tried.c \
	ui/advice/advice_tried.h \
	ui/advice/advice_trouble.c \
	ui/advice/advice_trouble.h \
	ui/advice/advice_walk.c \
	ui/advice/advice_walk.h \
	ui/advice/advice_words.c \
	ui/advice/advice_words.h \
	ui/advice/advice_writer.c \
	ui/advice/advice_writer.h
