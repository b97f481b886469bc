import { type Catalogue, draftName } from '../../definitions/for-server.ts';
import type { SchemaState } from './schema-state.ts';

/** Notices for the operator about tables without a definition. */
export function unservedNotices(catalogue: Catalogue, state: SchemaState): string[] {
  const unserved = unservedCollections(catalogue, state);
  if (unserved.length === 0) return [];
  const names = unserved.map((name) => `'${name}'`).join(', ');
  const defined = catalogue.all.filter(({ name }) => !isBuiltIn(name));
  const isElsewhere = defined.length > 0 && !defined.some(({ name }) => state.tables.has(name));
  const kept = `Without a definition: ${names}. Tables and records are kept, and not served.`;
  return isElsewhere
    ? [
        `WARNING: of the collections in CONTENT_DIR, none was in this database before. Is it the right folder, and the right database?`,
        kept,
      ]
    : [kept];
}

/** The collections that were defined once, and have a table but no definition. */
function unservedCollections(catalogue: Catalogue, { tables, recorded }: SchemaState): string[] {
  const known = new Set(catalogue.all.flatMap(({ name, renamedFrom }) => [name, ...renamedFrom]));
  const ever = new Set([...recorded.keys()].map((path) => path.split('.')[0] ?? ''));
  // Tables of former drafts are left out: the start reports them itself if they are in the way.
  const former = new Set(catalogue.served.map(({ name }) => draftName(name)));
  const heldDrafts = (name: string) => former.has(name) && tables.get(name)?.has('publication') === true;
  return [...ever]
    .filter((name) => !known.has(name) && !isBuiltIn(name) && !isLink(tables.get(name)) && !heldDrafts(name))
    .sort();
}

function isBuiltIn(name: string): boolean {
  return name.startsWith('quire_');
}

/** Whether a table is the index of a field of many references, or of values inside fields: it comes and goes with its collection. */
function isLink(columns: ReadonlySet<string> | undefined): boolean {
  if (!columns?.has('holder_id')) return false;
  return columns.size === 3 ? columns.has('target_id') : columns.size === 5 && columns.has('path');
}
