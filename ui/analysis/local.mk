# What a profile says of a program: findings as data, without layout.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/analysis/ui_advice.c \
	ui/analysis/ui_advice.h \
	ui/analysis/ui_advice_amounts.c \
	ui/analysis/ui_advice_cause.h \
	ui/analysis/ui_advice_causes.c \
	ui/analysis/ui_advice_causes.h \
	ui/analysis/ui_advice_code.c \
	ui/analysis/ui_advice_code.h \
	ui/analysis/ui_advice_elements.c \
	ui/analysis/ui_advice_find.c \
	ui/analysis/ui_advice_find.h \
	ui/analysis/ui_advice_functions.c \
	ui/analysis/ui_advice_groups.c \
	ui/analysis/ui_advice_groups.h \
	ui/analysis/ui_advice_interference.c \
	ui/analysis/ui_advice_more.c \
	ui/analysis/ui_advice_more.h \
	ui/analysis/ui_advice_rule_code.h \
	ui/analysis/ui_advice_rules.c \
	ui/analysis/ui_advice_rules.def \
	ui/analysis/ui_advice_rules.h \
	ui/analysis/ui_advice_say.c \
	ui/analysis/ui_advice_say.h \
	ui/analysis/ui_advice_sharing.c \
	ui/analysis/ui_advice_words.c \
	ui/analysis/ui_advice_words.h \
	ui/analysis/ui_advice_writer.c \
	ui/analysis/ui_advice_writer.h \
	ui/analysis/ui_blame.c \
	ui/analysis/ui_blame.h \
	ui/analysis/ui_fields.c \
	ui/analysis/ui_fields.h \
	ui/analysis/ui_focus.h \
	ui/analysis/ui_references.c \
	ui/analysis/ui_references.h \
	ui/analysis/ui_resolve.c \
	ui/analysis/ui_resolve.h \
	ui/analysis/ui_shared.c \
	ui/analysis/ui_shared.h \
	ui/analysis/ui_source.c \
	ui/analysis/ui_source.h \
	ui/analysis/ui_source_text.c \
	ui/analysis/ui_source_text.h \
	ui/analysis/ui_source_uses.c \
	ui/analysis/ui_source_uses.h \
	ui/analysis/ui_stall.c \
	ui/analysis/ui_stall.h \
	ui/analysis/ui_tried.c \
	ui/analysis/ui_tried.h
