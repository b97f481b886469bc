import { definePlugin, type Plugin } from 'quire-cms';
import { fillSlugs } from './fill-slugs.ts';
import { hooksOf, type Pages } from './hooks.ts';
import { redirect } from './redirect.ts';
import { removeStale } from './remove-stale.ts';
import { follow } from './routes.ts';

export type { Page, Pages } from './hooks.ts';

/** Where a project wants slugs. */
export interface Slugs {
  /** Collections with a text field `slug`, by name. */
  readonly pages: Pages;
  /** How many days a former slug leads to the record; 365 if left out. */
  readonly keepDays?: number;
  /** Whether the console leads from a redirect to its record. The project then needs what compiles parts: `rolldown` and `vue`. */
  readonly opensRecords?: boolean;
}

/** Fills the slugs of collections, and redirects from former ones. */
export default function slugs({ pages, keepDays = 365, opensRecords = false }: Slugs): Plugin {
  return definePlugin({
    name: 'slugs',
    collections: [redirect],
    hooks: hooksOf(pages),
    routes: [follow(pages)],
    jobs: [removeStale(keepDays)],
    commands: [fillSlugs(pages)],
    ...(opensRecords && { console: new URL('./console/', import.meta.url) }),
  });
}
