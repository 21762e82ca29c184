# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	coherence/coh_access.c \
	coherence/coh_access.h \
	coherence/coh_early.c \
	coherence/coh_early.h \
	coherence/coh_cache-inl.h \
	coherence/coh_cache.c \
	coherence/coh_cache.h \
	coherence/coh_cache_vector.c \
	coherence/coh_causes.c \
	coherence/coh_causes.h \
	coherence/coh_counts.c \
	coherence/coh_counts.def \
	coherence/coh_counts.h \
	coherence/coh_directory.c \
	coherence/coh_directory.h \
	coherence/coh_sharers.c \
	coherence/coh_sharers.h \
	coherence/coh_eviction-inl.h \
	coherence/coh_line-inl.h \
	coherence/coh_line.c \
	coherence/coh_memory.c \
	coherence/coh_memory.h \
	coherence/coh_miss-inl.h \
	coherence/coh_miss.c \
	coherence/coh_order-inl.h \
	coherence/coh_pages.c \
	coherence/coh_pages.h \
	coherence/coh_lookahead.c \
	coherence/coh_lookahead.h \
	coherence/coh_prefetcher.c \
	coherence/coh_prefetcher.h \
	coherence/coh_protocol.c \
	coherence/coh_protocol.h \
	coherence/coh_shadow.c \
	coherence/coh_shadow.h \
	coherence/coh_sharing.c \
	coherence/coh_sharing.h \
	coherence/coh_system-inl.h \
	coherence/coh_system.c \
	coherence/coh_system.h \
	coherence/coh_tlb.c \
	coherence/coh_tlb.h \
	coherence/coh_traffic.c \
	coherence/coh_traffic.h \
	coherence/coh_vector-inl.h
