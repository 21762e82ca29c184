# Budgets: what a run may take, and whether it did.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/budgets/ui_budget_amount.c \
	ui/budgets/ui_budget_amount.h \
	ui/budgets/ui_budget_file.c \
	ui/budgets/ui_budget_file.h \
	ui/budgets/ui_budget_finding.c \
	ui/budgets/ui_budget_finding.h \
	ui/budgets/ui_budget_init.c \
	ui/budgets/ui_budget_init.h \
	ui/budgets/ui_budget_judge.c \
	ui/budgets/ui_budget_judge.h \
	ui/budgets/ui_budget_junit.c \
	ui/budgets/ui_budget_main.c \
	ui/budgets/ui_budget_markdown.c \
	ui/budgets/ui_budget_own.c \
	ui/budgets/ui_budget_own.h \
	ui/budgets/ui_budget_profile.c \
	ui/budgets/ui_budget_profile.h \
	ui/budgets/ui_budget_report.c \
	ui/budgets/ui_budget_report.h \
	ui/budgets/ui_budget_scan.c \
	ui/budgets/ui_budget_scan.h \
	ui/budgets/ui_budget_text.c \
	ui/budgets/ui_budget_words.c \
	ui/budgets/ui_budget_words.def \
	ui/budgets/ui_budget_words.h
