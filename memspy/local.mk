# SPDX-License-Identifier: GPL-2.0-or-later

# For programs that talk to the tool: <valgrind/memspy.h>.
valgrindincludedir = $(includedir)/valgrind
valgrindinclude_HEADERS =
