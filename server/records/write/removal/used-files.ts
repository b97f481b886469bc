import type { NewJob } from '../../../background/job-store.ts';
import type { Connection } from '../../../database/engine.ts';
import { type Catalogue, type Definition, FILE, USER } from '../../../definitions/for-server.ts';
import { toJson } from '../../../shared/exact-json.ts';
import { namesIn } from '../../named-files.ts';
import { type AnyRecord, type Change, idsBy, isSame } from '../../record.ts';
import { chunksOf } from '../../store/chunks.ts';
import type { RecordStore } from '../../store/collection-store.ts';

/** The field of users that shows a picture. */
const PICTURE = 'avatar';

interface Begun {
  readonly ids: Set<bigint>;
  readonly paths: Set<string>;
}

/**
 * Locks the files that records begin to use, so that none is destroyed before the transaction ends. Also stops purges that are
 * looking for uses: they may have searched these records already.
 */
export async function useFiles(
  { database, catalogue }: RecordStore,
  connection: Connection,
  definition: Definition,
  changes: readonly Change[],
): Promise<void> {
  const { ids, paths } = begunUses(catalogue, definition, changes);
  if (ids.size === 0 && paths.size === 0) return;
  const { query } = database;
  /** A purge that looks for their uses has marked them (`purge_hold` below zero). */
  const marked = new Set<bigint>();
  const named = query.selectFrom(FILE).select(['id', 'purge_hold']).forShare();
  const queries = [
    ...chunksOf([...ids]).map((some) => named.where('id', 'in', some)),
    ...chunksOf([...paths]).map((some) => named.where('path', 'in', some)),
  ];
  for (const one of queries)
    for (const { id, purge_hold } of await connection.all(one.compile()))
      if (purge_hold !== null && BigInt(purge_hold as bigint) < 0n) marked.add(BigInt(id as bigint));
  for (const some of chunksOf([...marked]))
    await connection.run(query.updateTable(FILE).set({ purge_hold: null }).where('id', 'in', some).compile());
}

/** The files that records name now and did not name before. */
function begunUses(catalogue: Catalogue, definition: Definition, changes: readonly Change[]): Begun {
  const begun: Begun = { ids: new Set(), paths: new Set() };
  const { name } = definition;
  for (const reference of catalogue.referencesTo(FILE).filter((one) => one.definition.name === name))
    for (const [before, after] of changes)
      if (reference.isMention) addNames(begun, reference.field, before, after);
      else {
        const old = new Set(before ? idsBy(reference, before) : []);
        for (const id of idsBy(reference, after)) if (!old.has(id)) begun.ids.add(id);
      }
  if (name === USER) for (const [before, after] of changes) addNames(begun, PICTURE, before, after);
  return begun;
}

function addNames(
  { ids, paths }: Begun,
  field: string,
  before: AnyRecord | undefined,
  after: AnyRecord,
): void {
  const value = after[field];
  if (value === null || value === undefined || (before && isSame(before[field], value))) return;
  const named = namesIn(typeof value === 'string' ? value : toJson(value));
  for (const id of named.ids) ids.add(id);
  for (const path of named.paths) paths.add(path);
}

/** The job that destroys unused files. Its data are their ids. */
export const PURGE_FILES = 'purge files';

/** The most files of one job. */
const MOST_FILES = 100;

/** The jobs that follow the destruction of records with fields that purge their files. */
export function purgesOf(
  { referencesOf }: Pick<Catalogue, 'referencesOf'>,
  { name }: Definition,
  records: readonly AnyRecord[],
): NewJob[] {
  const purging = referencesOf(name).filter(({ leaf }) => leaf.onRecordPurge === 'purge');
  const held = purging.flatMap((reference) => records.flatMap((record) => idsBy(reference, record)));
  const ids = [...new Set(held)].map(String);
  return Array.from({ length: Math.ceil(ids.length / MOST_FILES) }, (_, at) => ({
    kind: PURGE_FILES,
    data: toJson(ids.slice(at * MOST_FILES, (at + 1) * MOST_FILES)),
  }));
}
