# Samples attributed to data, and how good that is.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/attribute/ui_attribute.c \
	ui/attribute/ui_attribute.h \
	ui/attribute/ui_attribute_input.c \
	ui/attribute/ui_attribute_input.h \
	ui/attribute/ui_attribute_main.c \
	ui/attribute/ui_attribute_parts.h \
	ui/attribute/ui_attribute_profile.c \
	ui/attribute/ui_attribute_profile.h \
	ui/attribute/ui_candidates.c \
	ui/attribute/ui_candidates.h \
	ui/attribute/ui_compare.c \
	ui/attribute/ui_compare.h \
	ui/attribute/ui_compare_chart.c \
	ui/attribute/ui_compare_main.c \
	ui/attribute/ui_compare_output.c \
	ui/attribute/ui_compare_output.h \
	ui/attribute/ui_copied.c \
	ui/attribute/ui_copied.h \
	ui/attribute/ui_frequencies.c \
	ui/attribute/ui_frequencies.h \
	ui/attribute/ui_method.c \
	ui/attribute/ui_method.h \
	ui/attribute/ui_part_maker.c \
	ui/attribute/ui_part_maker.h \
	ui/attribute/ui_posterior.c \
	ui/attribute/ui_posterior.h \
	ui/attribute/ui_reached.c \
	ui/attribute/ui_reached.h \
	ui/attribute/ui_read_variable.c \
	ui/attribute/ui_read_variable.h \
	ui/attribute/ui_reads.c \
	ui/attribute/ui_reads.h \
	ui/attribute/ui_sampled_frequencies.c \
	ui/attribute/ui_sampled_frequencies.h \
	ui/attribute/ui_skid.c \
	ui/attribute/ui_skid.h \
	ui/attribute/ui_trained_code.c \
	ui/attribute/ui_trained_code.h \
	ui/attribute/ui_training.c \
	ui/attribute/ui_training.h \
	ui/attribute/ui_variables.c \
	ui/attribute/ui_variables.h \
	ui/attribute/ui_ways_back.c \
	ui/attribute/ui_ways_back.h
