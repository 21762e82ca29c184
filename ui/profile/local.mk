# A profile in memory: read, checked, written.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/profile/profile.c \
	ui/profile/profile.h \
	ui/profile/profile_check.c \
	ui/profile/profile_check.h \
	ui/profile/profile_check_contexts.c \
	ui/profile/profile_check_contexts.h \
	ui/profile/profile_check_fetches.c \
	ui/profile/profile_check_fetches.h \
	ui/profile/profile_check_identities.c \
	ui/profile/profile_check_identities.h \
	ui/profile/profile_check_intervals.c \
	ui/profile/profile_check_intervals.h \
	ui/profile/profile_check_models.c \
	ui/profile/profile_check_models.h \
	ui/profile/profile_check_ranks.c \
	ui/profile/profile_check_ranks.h \
	ui/profile/profile_check_references.c \
	ui/profile/profile_check_references.h \
	ui/profile/profile_check_samples.c \
	ui/profile/profile_check_samples.h \
	ui/profile/profile_check_sum.h \
	ui/profile/profile_counts.c \
	ui/profile/profile_counts.h \
	ui/profile/profile_digits.h \
	ui/profile/profile_full_name.c \
	ui/profile/profile_full_name.h \
	ui/profile/profile_layout.c \
	ui/profile/profile_layout.h \
	ui/profile/profile_lines.c \
	ui/profile/profile_lines.h \
	ui/profile/profile_machine.c \
	ui/profile/profile_machine.h \
	ui/profile/profile_models.c \
	ui/profile/profile_models.h \
	ui/profile/profile_of_samples.c \
	ui/profile/profile_of_samples.h \
	ui/profile/profile_quoted.c \
	ui/profile/profile_quoted.h \
	ui/profile/profile_reader.c \
	ui/profile/profile_resolved.c \
	ui/profile/profile_resolved.h \
	ui/profile/profile_scale.c \
	ui/profile/profile_scale.h \
	ui/profile/profile_suspects.c \
	ui/profile/profile_suspects.h \
	ui/profile/profile_write.c \
	ui/profile/profile_write.h
