# Budgets: what a run may take, and whether it did.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/budgets/budget_amount.c \
	ui/budgets/budget_amount.h \
	ui/budgets/budget_file.c \
	ui/budgets/budget_file.h \
	ui/budgets/budget_finding.c \
	ui/budgets/budget_finding.h \
	ui/budgets/budget_init.c \
	ui/budgets/budget_init.h \
	ui/budgets/budget_judge.c \
	ui/budgets/budget_judge.h \
	ui/budgets/budget_junit.c \
	ui/budgets/budget_main.c \
	ui/budgets/budget_markdown.c \
	ui/budgets/budget_own.c \
	ui/budgets/budget_own.h \
	ui/budgets/budget_profile.c \
	ui/budgets/budget_profile.h \
	ui/budgets/budget_report.c \
	ui/budgets/budget_report.h \
	ui/budgets/budget_scan.c \
	ui/budgets/budget_scan.h \
	ui/budgets/budget_text.c \
	ui/budgets/budget_words.c \
	ui/budgets/budget_words.def \
	ui/budgets/budget_words.h
