import type { Reference } from '../../definitions/catalogue.ts';
import { FILE } from '../../definitions/fields/file.ts';
import { nestedName } from '../../definitions/nested/nested-record.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import { toJson } from '../../shared/json.ts';
import { idsBy } from '../row.ts';
import type { Reads } from '../rows/reads.ts';
import { whereEvenDeleted } from '../write/deleted.ts';
import { revision } from '../write/revision.record.ts';
import { readChanges } from '../write/revisions.ts';

/** A file, as rows name it: by its id, and in texts by its path. */
export interface NamedFile {
  readonly id: bigint;
  readonly path: string;
}

const ID = { id: { type: 'bigint' } } as const;
const SOME_REVISIONS = 100;

/** Whether a row or a draft uses a file, in the trash or not. */
export async function isInRows(reads: Reads, file: NamedFile): Promise<boolean> {
  for (const reference of reads.catalogue.referencesTo(FILE))
    if (await isHeldBy(reads, reference, file)) return true;
  return false;
}

/** Links of rows in the trash stay: they come back with them. */
async function isHeldBy(
  reads: Reads,
  { definition, field, path, link, isMention }: Reference,
  file: NamedFile,
): Promise<boolean> {
  const { query, engine } = reads;
  if (!isMention && path !== undefined) {
    const inside = query.selectFrom(nestedName(definition.name)).select('number as id');
    return hasOne(reads, inside.where('path', '=', path).where('number', '=', file.id).limit(1));
  }
  if (!isMention && link)
    return hasOne(
      reads,
      query.selectFrom(link.name).select('target_id as id').where('target_id', '=', file.id).limit(1),
    );
  const [row] = await whereEvenDeleted(reads, definition, (select) => {
    const shows = isMention
      ? select.where((e) => e(e.fn<number>(engine.findText, [field, e.val(file.path)]), '>', e.lit(0)))
      : select.where(field, '=', file.id);
    return shows.limit(1);
  });
  return row !== undefined;
}

async function hasOne(reads: Reads, query: Parameters<Reads['rows']>[0]): Promise<boolean> {
  return (await reads.rows(query, ID)).length > 0;
}

/** The last revision that there is. */
export async function lastRevision(reads: Reads): Promise<bigint> {
  const last = reads.query.selectFrom(revision.name).select('id').orderBy('id', 'desc').limit(1);
  const [row] = await reads.rows<{ id: bigint }>(last, ID);
  return row?.id ?? 0n;
}

/** Whether a revision after this one holds a file, so that somebody could restore it. */
export async function isInHistory(reads: Reads, file: NamedFile, after = 0n): Promise<boolean> {
  const references = Map.groupBy(reads.catalogue.referencesTo(FILE), ({ definition }) => definition.name);
  const records = [...references.keys()];
  if (records.length === 0) return false;
  const { findText } = reads.engine;
  for (let last: bigint | undefined = after; last !== undefined; ) {
    const from: bigint = last;
    const found: RowOf<typeof revision>[] = await reads.where(revision, (select) =>
      select
        .where('id', '>', from)
        .where('record', 'in', records)
        .where((e) => {
          const holds = (text: string) => e(e.fn<number>(findText, ['changes', e.val(text)]), '>', e.lit(0));
          return e.or([holds(String(file.id)), holds(file.path)]);
        })
        .orderBy('id')
        .limit(SOME_REVISIONS),
    );
    if (found.some((one) => (references.get(one.record) ?? []).some((at) => isChangedIn(one, at, file))))
      return true;
    last = found.length === SOME_REVISIONS ? found.at(-1)?.id : undefined;
  }
  return false;
}

function isChangedIn(change: RowOf<typeof revision>, reference: Reference, file: NamedFile): boolean {
  const { definition, field, isMention } = reference;
  const values = readChanges(definition, change)[field] ?? [];
  return values.some((value) =>
    isMention ? toJson(value).includes(file.path) : idsBy(reference, { [field]: value }).includes(file.id),
  );
}
