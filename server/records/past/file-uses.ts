import { type Definition, FILE, nestedName, type Reference } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { toJson } from '../../shared/exact-json.ts';
import { type NamedFile, namedAmong, SIGNS_OF_ENTITIES, SIGNS_OF_NAMES, stemOf } from '../named-files.ts';
import { idsBy } from '../record.ts';
import type { Reads } from '../store/reads.ts';
import { columnsEvenDeleted } from '../write/removal/deleted.ts';
import { revision } from '../write/revision.collection.ts';
import { readChanges } from '../write/revisions.ts';

const ID = { id: { type: 'bigint' } } as const;
/** Texts and revisions are read a few at a time, so that other work can run in between. */
const SOME = 100;

/** The ids of the files that fields of records or drafts refer to. The trash counts, because its records may come back. */
async function referredTo(reads: Reads, files: readonly NamedFile[]): Promise<Set<bigint>> {
  const ids = files.map(({ id }) => id);
  const found = new Set<bigint>();
  if (ids.length === 0) return found;
  for (const reference of reads.catalogue.referencesTo(FILE)) {
    if (reference.isMention) continue;
    for (const { id } of await reads.records<{ id: bigint }>(holding(reads, reference, ids), ID))
      found.add(id);
  }
  return found;
}

function holding(reads: Reads, { definition, field, path, link }: Reference, ids: readonly bigint[]) {
  if (path !== undefined) {
    const inside = columnsEvenDeleted(reads, nestedName(definition.name), ['number as id']).distinct();
    return inside.where('path', '=', path).where('number', 'in', ids);
  }
  if (link)
    return columnsEvenDeleted(reads, link.name, ['target_id as id']).distinct().where('target_id', 'in', ids);
  return columnsEvenDeleted(reads, definition.name, [`${field} as id`])
    .distinct()
    .where(field, 'in', ids);
}

/**
 * The ids of the files that records or the history name, in one pass over everything: first fields, then texts, then the history,
 * which records what has moved meanwhile.
 */
export async function usedAmong(reads: Reads, files: readonly NamedFile[]): Promise<Set<bigint>> {
  const used = await referredTo(reads, files);
  for (const { isMention, definition, field } of reads.catalogue.referencesTo(FILE))
    if (isMention) for (const id of await shownIn(reads, definition, field, files)) used.add(id);
  const left = files.filter(({ id }) => !used.has(id));
  for (const id of await heldInHistory(reads, left)) used.add(id);
  return used;
}

/** The ids of the files that a column of texts names, in the trash or not. */
export async function shownIn(
  reads: Reads,
  { name, columns }: Definition,
  field: string,
  files: readonly NamedFile[],
): Promise<Set<bigint>> {
  const shown = new Set<bigint>();
  const column = columns[field];
  if (!column || files.length === 0) return shown;
  const { findText } = reads.engine;
  const names = [...files.map(({ path }) => stemOf(path)), ...SIGNS_OF_NAMES];
  for (let last: bigint | undefined = 0n; last !== undefined; ) {
    const from: bigint = last;
    const texts: { id: bigint; [field]: unknown }[] = await reads.records(
      columnsEvenDeleted(reads, name, ['id', field])
        .where('id', '>', from)
        .where((e) => {
          const has = (sign: string) => e(e.fn<number>(findText, [field, e.val(sign)]), '>', e.lit(0));
          const spelt = e.and([has('&'), e.or(SIGNS_OF_ENTITIES.map(has))]); // most texts are searched for one of them only
          return e.or([...names.map(has), spelt]);
        })
        .orderBy('id')
        .limit(SOME),
      { ...ID, [field]: column },
    );
    for (const text of texts) for (const { id } of namedAmong(asText(text[field]), files)) shown.add(id);
    last = texts.length === SOME ? texts.at(-1)?.id : undefined;
  }
  return shown;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value ?? null);
}

/** The ids of the files that a kept revision held or showed, so that somebody could restore it. */
async function heldInHistory(reads: Reads, files: readonly NamedFile[]): Promise<Set<bigint>> {
  const held = new Set<bigint>();
  const references = Map.groupBy(reads.catalogue.referencesTo(FILE), ({ definition }) => definition.name);
  if (references.size === 0 || files.length === 0) return held;
  const fields = [...new Set([...references.values()].flat().map(({ field }) => toJson(field)))];
  const anyId = new RegExp(`(?<![\\d.])(?:${files.map(({ id }) => id).join('|')})(?!\\d)`);
  const { findText } = reads.engine;
  for (let last: bigint | undefined = 0n; last !== undefined; ) {
    const from: bigint = last;
    const found: RecordOf<typeof revision>[] = await reads.where(revision, (select) =>
      select
        .where('id', '>', from)
        .where('collection', 'in', [...references.keys()])
        .where((e) =>
          e.or(fields.map((field) => e(e.fn<number>(findText, ['changes', e.val(field)]), '>', e.lit(0)))),
        )
        .orderBy('id')
        .limit(SOME),
    );
    for (const one of found)
      if (anyId.test(one.changes) || namedAmong(one.changes, files).length > 0)
        for (const at of references.get(one.collection) ?? [])
          for (const id of heldBy(one, at, files)) held.add(id);
    last = found.length === SOME ? found.at(-1)?.id : undefined;
  }
  return held;
}

function heldBy(
  change: RecordOf<typeof revision>,
  at: Reference,
  files: readonly NamedFile[],
): readonly bigint[] {
  const values = readChanges(at.definition, change)[at.field] ?? [];
  return values.flatMap((value) =>
    at.isMention ? namedAmong(asText(value), files).map(({ id }) => id) : idsBy(at, { [at.field]: value }),
  );
}
