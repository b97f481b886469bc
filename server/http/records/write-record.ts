import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { type Door, success, tellingRemoved, WriteResult } from '../../access/index.ts';
import type { Raw } from '../../database/engine.ts';
import type { Catalogue, Definition, ServedDefinition } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';
import {
  type AnyRecord,
  type Cascade,
  type LocaleQuery,
  localise,
  matchingRecords,
  type RequestedLocales,
  reachableRecords,
  readLocales,
  removedHtmlIn,
  rightsOverRecord,
  shownOf,
  type Writes,
} from '../../records/index.ts';
import { etagOf } from '../answers/etag.ts';
import type { CompileSerialiser } from '../answers/serialising.ts';
import { prefersRecord } from '../answers/write-headers.ts';
import type { Input } from '../route.ts';

/** The parameter of writes to one record. */
export const dryRunQuery = {
  dry_run: Type.Optional(Type.Boolean({ about: message('dryRunOfWrite') })),
};

/** The outcome of a write to one record. */
export interface RecordOutcome {
  readonly result: WriteResult;
  /** The written record; absent if it is gone. */
  readonly id?: bigint;
  /** The values that were sent, by column. */
  readonly sent?: Raw;
  /** What a deletion did to other records. */
  readonly cascade?: Cascade;
}

/** A served collection and the schema of its records. */
export interface ShownCollection {
  readonly definition: ServedDefinition;
  readonly schema: JsonSchema;
  readonly parts: { readonly serialiserOf: CompileSerialiser; readonly catalogue: Catalogue };
}

type Request = Pick<Input<object, { readonly dry_run?: boolean } & LocaleQuery>, 'query' | 'headers'>;

/** The answer fields of a dry run. */
export function dryRunFields(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return {
    dry_run: Type.Optional(Type.Boolean({ about: message('dryRunOfWrite') })),
    record: Type.Optional({ ...schema, olderName: 'row', about: message('recordAsItWouldBe') }),
    others: Type.Optional(
      Type.Array(
        Type.Object({
          collection: Type.String({ olderName: 'record' }),
          action: Type.String({ enum: ['delete', 'update'] }),
          count: Type.Integer(),
        }),
        { about: message('recordsWrittenAlong') },
      ),
    ),
  };
}

/**
 * Writes one record and answers a report, or the record itself to callers who prefer it. A dry run does the same, answers the
 * outcome, and rolls back.
 */
export function writeRecord(
  shown: ShownCollection,
  door: Door,
  { query, headers }: Request,
  work: (writes: Writes) => Promise<RecordOutcome>,
): Promise<WriteResult> {
  const locales = readLocales(shown.parts.catalogue.locales, query);
  const { definition } = shown;
  if (query.dry_run)
    return door.tryOut(async (writes) => reportOf(definition, locales, writes, await work(writes)));
  return door.write(async (writes) => {
    const outcome = await work(writes);
    const { id } = outcome;
    const result = resultOf(definition, outcome);
    if (id === undefined || !prefersRecord(headers)) return result;
    const record = await shownRecord(writes, definition, id, locales);
    if (!record) return result; // the right to write records includes no right to read them
    const text = shown.parts.serialiserOf(shown)(record);
    return new WriteResult(result, { ...result, record: { text, etag: etagOf(text) } });
  });
}

async function reportOf(
  definition: ServedDefinition,
  locales: RequestedLocales | undefined,
  writes: Writes,
  outcome: RecordOutcome,
): Promise<WriteResult> {
  const { id, cascade } = outcome;
  const would = new WriteResult({ status: 200, code: success.done, text: message('wouldSucceed') }, {});
  const result = resultOf(definition, { ...outcome, result: would });
  const record = id === undefined ? undefined : await shownRecord(writes, definition, id, locales);
  // A dry run has no id to show: ids are assigned when the record is made.
  const { id: own, ...fields } = record ?? {};
  const isNew = outcome.result.status === 201;
  const more = {
    dry_run: true,
    ...(record && { record: isNew ? fields : { id: own, ...fields } }),
    ...(cascade && { others: await othersIn(writes, cascade, definition) }),
  };
  return new WriteResult(result, { more });
}

/** The result in words that tell what was removed from what was sent. */
function resultOf(definition: Definition, { result, sent }: RecordOutcome): WriteResult {
  return sent ? tellingRemoved(result, [removedHtmlIn(definition, sent)]) : result;
}

/** The record as a read would answer it to this caller; undefined if they may not read it. */
async function shownRecord(
  writes: Writes,
  definition: ServedDefinition,
  id: bigint,
  locales: RequestedLocales | undefined,
): Promise<Raw | undefined> {
  const found = await writes.find(definition, id);
  const [record] = found ? await reachableRecords(writes, definition, [found], ['read']) : [];
  const rights = await writes.context.rights?.();
  if (!record || !rights) return undefined;
  const own = await rightsOverRecord(writes, definition, rights, record);
  return localise(definition, shownOf(definition, own, record), locales);
}

/** The other records that a deletion affects, of those that the caller may know. */
async function othersIn(writes: Writes, { deleted, changed }: Cascade, root: ServedDefinition) {
  const rights = await writes.context.rights?.();
  const counted = async (action: string, collection: Definition, records: readonly AnyRecord[]) => {
    const known = await matchingRecords(writes, collection, rights?.known(collection) ?? 'none', records);
    return { collection: collection.draftOf ?? collection.name, action, count: known.length };
  };
  const others = [];
  for (const [collection, records] of deleted) {
    if (collection.name === root.draftOf) continue; // the published form of the same record
    others.push(
      await counted('delete', collection, [...records.values()].slice(collection === root ? 1 : 0)),
    );
  }
  for (const [collection, records] of changed)
    others.push(
      await counted(
        'update',
        collection,
        [...records.values()].map(([before]) => before),
      ),
    );
  return others.filter(({ count }) => count > 0);
}
