# Makes the manual pages and the completions for shells from the tables of the program, which is built first.
#
# SPDX-License-Identifier: GPL-2.0-or-later

manual_pages = docs/memspy.1 docs/memspy-profile.5 docs/memspy.h.3
man_MANS = $(manual_pages)
$(manual_pages): ui/memspy$(EXEEXT) $(srcdir)/docs/make-manual $(srcdir)/docs/man.py $(srcdir)/docs/tables.py \
		$(srcdir)/docs/memspy.1.md $(srcdir)/docs/memspy.h.3.md $(srcdir)/docs/profile-format.md \
		$(srcdir)/memspy/memspy.h $(srcdir)/memspy/setup/spy_options.def $(srcdir)/machine/mach_option_table.def $(srcdir)/machine/mach_presets.c \
		$(srcdir)/machine/mach_config.h $(srcdir)/machine/mach_option_value.h $(srcdir)/coherence/coh_counts.def $(srcdir)/ui/budgets/budget_words.def $(srcdir)/ui/view/view_metric_sums.def
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	$(PYTHON3) $(srcdir)/docs/make-manual $(@F) $(srcdir) '$(abs_top_builddir)/ui/memspy' >$@-t && mv -f $@-t $@

# Makes a page for each subcommand. The program contains the list of subcommands, so this file does not.
subcommand_pages = docs/man1
$(subcommand_pages)/made: docs/memspy.1
	$(AM_V_GEN)rm -rf $(@D) && $(MKDIR_P) $(@D) && \
	$(PYTHON3) $(srcdir)/docs/make-manual --subcommands=$(@D) $(srcdir) '$(abs_top_builddir)/ui/memspy' && touch $@
all-local: $(subcommand_pages)/made
install-data-local: $(subcommand_pages)/made
	$(MKDIR_P) '$(DESTDIR)$(man1dir)'
	$(INSTALL_DATA) $(subcommand_pages)/memspy-*.1 '$(DESTDIR)$(man1dir)'
uninstall-local:
	rm -f '$(DESTDIR)$(man1dir)'/memspy-*.1
clean-local:
	rm -rf $(subcommand_pages)

# A shell expects that a completion file has the name of the command.
bashcompletiondir = $(datadir)/bash-completion/completions
nodist_bashcompletion_DATA = docs/bash/memspy
zshcompletiondir = $(datadir)/zsh/site-functions
nodist_zshcompletion_DATA = docs/zsh/_memspy
completions = docs/bash/memspy docs/zsh/_memspy
$(completions): ui/memspy$(EXEEXT) $(srcdir)/docs/make-completion $(srcdir)/docs/tables.py \
		$(srcdir)/docs/completion.bash $(srcdir)/docs/completion.zsh \
		$(srcdir)/memspy/setup/spy_options.def $(srcdir)/machine/mach_option_table.def $(srcdir)/machine/mach_presets.c
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	$(PYTHON3) $(srcdir)/docs/make-completion $@ $(srcdir) '$(abs_top_builddir)/ui/memspy' >$@-t && mv -f $@-t $@

CLEANFILES += $(manual_pages) $(completions)
# Documents and schemas that are also installed.
dist_doc_DATA = \
	NEWS \
	README.md \
	docs/advice-programs.md \
	docs/advice.md \
	docs/advice.schema.json \
	docs/blocks.schema.json \
	docs/case-study-icache.md \
	docs/case-study-metric.md \
	docs/case-study-samples.md \
	docs/case-study-solvers.md \
	docs/case-study-tri.md \
	docs/check-junit.xsd \
	docs/check.md \
	docs/call-paths.md \
	docs/cluster.md \
	docs/compare.schema.json \
	docs/diff.schema.json \
	docs/export-kcachegrind.png \
	docs/export.md \
	docs/export.schema.json \
	docs/first-large.png \
	docs/first-screens.md \
	docs/first-small.png \
	docs/first-threads.png \
	docs/getting-started.md \
	docs/installing.md \
	docs/key-file.md \
	docs/machines.schema.json \
	docs/manual-compare.md \
	docs/manual-data.md \
	docs/manual-glossary.md \
	docs/manual-limits.md \
	docs/manual-machine.md \
	docs/manual-many-machines.md \
	docs/manual-read.md \
	docs/manual-run.md \
	docs/manual-samples.md \
	docs/manual-sampling.md \
	docs/manual-threads.md \
	docs/manual-trace.md \
	docs/manual.md \
	docs/naming.md \
	docs/performance.md \
	docs/performance-experiments.md \
	docs/phases-format.md \
	docs/phases.schema.json \
	docs/profile-format.md \
	docs/profile-sample.memspy \
	docs/paths-cc1-kcachegrind.png \
	docs/paths-cc1-page.png \
	docs/paths-cc1-speedscope.png \
	docs/paths-cg-kcachegrind.png \
	docs/paths-cg-page.png \
	docs/paths-cg-speedscope.png \
	docs/paths-words-kcachegrind.png \
	docs/paths-words-page.png \
	docs/paths-words-speedscope.png \
	docs/report-time.png \
	docs/report.png \
	docs/samples-compare.schema.json \
	docs/samples-format.md \
	docs/samples.md \
	docs/sampling.md \
	docs/scale.png \
	docs/sweep.schema.json \
	docs/trace-format.md \
	docs/what-if.md \
	docs/window-model.md
EXTRA_DIST += \
	docs/completion.bash \
	docs/completion.zsh \
	docs/design.md \
	docs/make-completion \
	docs/make-manual \
	docs/make-tables \
	docs/man.py \
	docs/memspy.1.md \
	docs/memspy.h.3.md \
	docs/tables.py
