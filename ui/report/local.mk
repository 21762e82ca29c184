# The report: a page that holds a profile and all that shows it. What it is made of stands in page/, and is put into
# the program at build time, as is d3, which configure found.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/report/report.c \
	ui/report/report_curves.c \
	ui/report/report_curves.h \
	ui/report/report_data.c \
	ui/report/report_data.h \
	ui/report/report_findings.c \
	ui/report/report_findings.h \
	ui/report/report_levels.c \
	ui/report/report_levels.h \
	ui/report/report_names.c \
	ui/report/report_names.h \
	ui/report/report_packed.c \
	ui/report/report_packed.h \
	ui/report/report_page.c \
	ui/report/report_page.h \
	ui/report/report_page_fields.c \
	ui/report/report_page_fields.h \
	ui/report/report_tables.c \
	ui/report/report_tables.h \
	ui/report/report_tried.c \
	ui/report/report_tried.h
ui_built_sources += ui/report/report_page_resource.c

# In the order in which they stand in the page.
ui_report_scripts = \
	ui/report/page/base.js \
	ui/report/page/data.js \
	ui/report/page/model.js \
	ui/report/page/matrix.js \
	ui/report/page/table.js \
	ui/report/page/estimate.js \
	ui/report/page/detail.js \
	ui/report/page/totals.js \
	ui/report/page/plots.js \
	ui/report/page/causes.js \
	ui/report/page/source.js \
	ui/report/page/curves.js \
	ui/report/page/blame.js \
	ui/report/page/references.js \
	ui/report/page/fetches.js \
	ui/report/page/models.js \
	ui/report/page/sharing.js \
	ui/report/page/fields.js \
	ui/report/page/allocations.js \
	ui/report/page/callers.js \
	ui/report/page/nodes.js \
	ui/report/page/processors.js \
	ui/report/page/ranks.js \
	ui/report/page/phases.js \
	ui/report/page/stages.js \
	ui/report/page/timeline.js \
	ui/report/page/time.js \
	ui/report/page/advice.js \
	ui/report/page/tried.js \
	ui/report/page/diff.js \
	ui/report/page/names.js \
	ui/report/page/main.js
# The page of a sweep has some of them, and its own.
ui_sweep_scripts = \
	ui/report/page/base.js \
	ui/report/page/data.js \
	ui/report/page/plots.js \
	ui/report/page/sweep-page.js
ui_runs_scripts = \
	ui/report/page/base.js \
	ui/report/page/data.js \
	ui/report/page/plots.js \
	ui/report/page/runs-page.js
ui_report_page = \
	ui/report/page/controls.html \
	ui/report/page/d3-licence.txt \
	ui/report/page/page.html \
	ui/report/page/style.css
EXTRA_DIST += $(ui_report_scripts) ui/report/page/sweep-page.js ui/report/page/runs-page.js \
	$(ui_report_page) ui/report/page/page.gresource.xml

ui/report/d3.min.js: $(D3)
	$(AM_V_at)$(MKDIR_P) ui/report
	$(AM_V_GEN)cat $(D3) >$@

ui/report/report.js: $(ui_report_scripts)
	$(AM_V_at)$(MKDIR_P) ui/report
	$(AM_V_GEN)for script in $(ui_report_scripts); do cat $(srcdir)/$$script || exit 1; done >$@.part && mv $@.part $@

ui/report/sweep.js: $(ui_sweep_scripts)
	$(AM_V_at)$(MKDIR_P) ui/report
	$(AM_V_GEN)for script in $(ui_sweep_scripts); do cat $(srcdir)/$$script || exit 1; done >$@.part && mv $@.part $@

ui/report/runs.js: $(ui_runs_scripts)
	$(AM_V_at)$(MKDIR_P) ui/report
	$(AM_V_GEN)for script in $(ui_runs_scripts); do cat $(srcdir)/$$script || exit 1; done >$@.part && mv $@.part $@

ui/report/report_page_resource.c: ui/report/page/page.gresource.xml ui/report/d3.min.js ui/report/report.js ui/report/sweep.js ui/report/runs.js $(ui_report_page)
	$(AM_V_GEN)$(GLIB_COMPILE_RESOURCES) --generate-source --c-name=report_page --target=$@ \
	  --sourcedir=ui/report --sourcedir=$(srcdir)/ui/report/page $(srcdir)/ui/report/page/page.gresource.xml

CLEANFILES += ui/report/d3.min.js ui/report/report.js ui/report/sweep.js ui/report/runs.js ui/report/report_page_resource.c
