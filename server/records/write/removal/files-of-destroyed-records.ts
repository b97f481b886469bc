import type { NewJob } from '../../../background/job-store.ts';
import type { Catalogue } from '../../../definitions/catalogue.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { toJson } from '../../../shared/exact-json.ts';
import { type AnyRecord, idsBy } from '../../record.ts';

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
