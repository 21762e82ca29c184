# The database of runs.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/db/db.c \
	ui/db/db.h \
	ui/db/db_add.c \
	ui/db/db_list.c \
	ui/db/db_list.h \
	ui/db/db_pack.c \
	ui/db/db_pack.h \
	ui/db/db_run.c \
	ui/db/db_run.h \
	ui/db/db_seal.c \
	ui/db/db_seal.h
