# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	bins/bin_account-inl.h \
	bins/bin_account.c \
	bins/bin_account.h \
	bins/bin_batches.c \
	bins/bin_batches.h \
	bins/bin_cells.c \
	bins/bin_cells.h \
	bins/bin_fetches.c \
	bins/bin_fetches.h \
	bins/bin_flow.c \
	bins/bin_flow.h \
	bins/bin_format.c \
	bins/bin_format.def \
	bins/bin_format.h \
	bins/bin_index.c \
	bins/bin_index.h \
	bins/bin_kept.c \
	bins/bin_kept.h \
	bins/bin_label.h \
	bins/bin_map.c \
	bins/bin_map.h \
	bins/bin_memory-inl.h \
	bins/bin_memory.c \
	bins/bin_memory.h \
	bins/bin_order.c \
	bins/bin_order.h \
	bins/bin_profile.c \
	bins/bin_profile.h \
	bins/bin_references.c \
	bins/bin_references.h \
	bins/bin_sharing.c \
	bins/bin_sharing.h \
	bins/bin_samples.c \
	bins/bin_samples.h \
	bins/bin_slot.h \
	bins/bin_spread.h \
	bins/bin_table.c \
	bins/bin_table.h \
	bins/bin_tally.c \
	bins/bin_tally.h \
	bins/bin_text.c \
	bins/bin_text.h \
	bins/bin_writer.c \
	bins/bin_writer.h
