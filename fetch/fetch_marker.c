/* fetch_marker.c: see fetch_marker.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "fetch/fetch_marker.h"

void fetch_run_marker(fetch_processor *p, const fetch_code *code, uint32_t number) {
  const fetch_path *path = &code->paths[number];
  const bool goes_on = p->seen == p->counts.fetches && p->behind == path->block->stretches[0].address;
  p->counts.calls += !goes_on;
  if (fetch_is_undisturbed(p, path->n_instructions, path->n_touches)) {
    fetch_together(p, path->block, 0, path->n_instructions, &(uint32_t){0});
    if (p->cache.seated)
      fetch_cache_seat(&p->cache, code, number);
    else if (p->cache.marks[number].nodes == 0)
      fetch_cache_mark(&p->cache, code, number);
  } else {
    fetch_each(p, path->block, 0, path->n_instructions);
  }
  p->seen = p->counts.fetches;
  p->behind = fetch_path_behind(path);
}
