# Samples attributed to data, and how good that is.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/attribute/attr_access.c \
	ui/attribute/attr_access.h \
	ui/attribute/attr_alias_evidence.c \
	ui/attribute/attr_alias_evidence.h \
	ui/attribute/attr_attribute.c \
	ui/attribute/attr_attribute.h \
	ui/attribute/attr_candidates.c \
	ui/attribute/attr_candidates.h \
	ui/attribute/attr_compare.c \
	ui/attribute/attr_compare.h \
	ui/attribute/attr_compare_chart.c \
	ui/attribute/attr_compare_main.c \
	ui/attribute/attr_compare_output.c \
	ui/attribute/attr_compare_output.h \
	ui/attribute/attr_frequencies.c \
	ui/attribute/attr_frequencies.h \
	ui/attribute/attr_input.c \
	ui/attribute/attr_input.h \
	ui/attribute/attr_main.c \
	ui/attribute/attr_method.c \
	ui/attribute/attr_method.h \
	ui/attribute/attr_part_maker.c \
	ui/attribute/attr_part_maker.h \
	ui/attribute/attr_parts.h \
	ui/attribute/attr_pointer_copies.c \
	ui/attribute/attr_pointer_copies.h \
	ui/attribute/attr_posterior.c \
	ui/attribute/attr_posterior.h \
	ui/attribute/attr_profile.c \
	ui/attribute/attr_profile.h \
	ui/attribute/attr_read_variable.c \
	ui/attribute/attr_read_variable.h \
	ui/attribute/attr_regions.c \
	ui/attribute/attr_regions.h \
	ui/attribute/attr_reads.c \
	ui/attribute/attr_reads.h \
	ui/attribute/attr_sampled_frequencies.c \
	ui/attribute/attr_sampled_frequencies.h \
	ui/attribute/attr_skid.c \
	ui/attribute/attr_skid.h \
	ui/attribute/attr_skid_backtrace.c \
	ui/attribute/attr_skid_backtrace.h \
	ui/attribute/attr_trained_code.c \
	ui/attribute/attr_trained_code.h \
	ui/attribute/attr_training.c \
	ui/attribute/attr_training.h \
	ui/attribute/attr_variables.c \
	ui/attribute/attr_variables.h
