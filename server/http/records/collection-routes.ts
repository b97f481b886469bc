import { type JsonSchema, REMOVED_BY_RULE, Type } from '../../../contract/index.ts';
import { created, type Door, done, getAsOf, pageAsOf, recordPath, writeUpsert } from '../../access/index.ts';
import type { Raw } from '../../database/engine.ts';
import { type Catalogue, hasTextIds, type ServedDefinition, textId } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import {
  type AnyRecord,
  type AsOfRequest,
  inColumns,
  keysOf,
  type LocaleQuery,
  localise,
  type Preconditions,
  type RequestedLocales,
  readLocales,
  removedFrom,
  rightsOverRecord,
  shownOf,
  type Use,
} from '../../records/index.ts';
import { whenKnown } from '../../shared/maybe-promise.ts';
import {
  type CompileSerialiser,
  conditionHeaders,
  etagOf,
  isConditional,
  preferHeader,
  requireConditions,
  writeHeaders,
} from '../answers/index.ts';
import type { Address } from '../file-addresses.ts';
import { keysetPage, placedPageOf, searchedPageOf } from '../paging.ts';
import type { PlacedRecord } from '../parse-id.ts';
import { type Input, type Route, route } from '../route.ts';
import { bodySchema, shownSchema } from './collection-schemas.ts';
import { listQuery, readAsOf, recordQuery, writeLocaleQuery } from './list-query.ts';
import { dryRunFields, dryRunQuery, writeRecord } from './write-record.ts';

export interface CollectionRouteParts {
  readonly catalogue: Catalogue;
  readonly serialiserOf: CompileSerialiser;
  readonly address: Address;
}

/** A served collection with the path of its records and their schema. */
export interface Shown extends PlacedRecord {
  readonly schema: JsonSchema;
  readonly parts: CollectionRouteParts;
}

/** PUT replaces all fields of a record, PATCH those that are sent. */
const changeOf = { PUT: 'replace', PATCH: 'update' } as const;
type ChangeMethod = keyof typeof changeOf;

/** The routes that every served collection has: list, get, create, replace, patch, delete; of a singleton only get and changes. */
export function collectionRoutes({ definition, place }: PlacedRecord, parts: CollectionRouteParts): Route[] {
  const shown = { definition, place, schema: shownSchema(parts.catalogue, definition), parts };
  const { label, isSingleton } = definition;
  const replace = changeRoute(shown, 'PUT', message('replaceOne', { label }));
  const patch = changeRoute(shown, 'PATCH', message('changeOne', { label }));
  if (isSingleton) return [getRoute(shown), replace, patch];
  return [
    listRoute(shown),
    getRoute(shown),
    createRoute(shown),
    replace,
    patch,
    ...(keysOf(definition).length > 0
      ? [
          upsertRoute(shown, 'PUT', message('createOrReplace', { label })),
          upsertRoute(shown, 'PATCH', message('createOrChange', { label })),
        ]
      : []),
    deleteRoute(shown),
  ];
}

function listRoute({ definition, schema, parts: { catalogue, address } }: Shown): Route {
  const withAddresses = address(definition);
  const pastPage = async (door: Door, asked: LocaleQuery, past: AsOfRequest) => {
    const locales = readLocales(catalogue.locales, asked);
    const page = await pageAsOf(door, definition, past);
    return page.map(({ items, next }) =>
      keysetPage(
        items.map((record) => localisePast(definition, record, locales)),
        past.count,
        next,
      ),
    );
  };
  return route({
    ...commonOf(definition),
    method: 'GET',
    path: definition.path,
    access: definition.access.read,
    summary: message('listOf', { label: definition.label }),
    query: listQuery(catalogue, definition),
    answer: definition.search.length > 0 ? searchedPageOf(schema) : placedPageOf(schema),
    kind: 'contentPage',
    isCacheable: true,
    handle(door, { query }) {
      const past = readAsOf(query);
      if (past) return pastPage(door, query, past);
      return whenKnown(door.list(definition, query), (page) =>
        query.expand === undefined
          ? page
          : page.map((shown) => ({ ...shown, items: shown.items.map(withAddresses) })),
      );
    },
  });
}

function getRoute({ definition, place, schema, parts: { catalogue, address } }: Shown): Route {
  const withAddresses = address(definition);
  const pastRecord = async (door: Door, { params, query }: Pick<Input, 'params' | 'query'>, time: number) => {
    if (definition.audit !== 'full') throw badParameters({ as_of: message('noHistory') });
    const { as_of: _, locale: __, fallback: ___, ...others } = query as Raw;
    for (const other in others) throw badParameters({ [other]: message('notWithAsOf') });
    const locales = readLocales(catalogue.locales, query);
    const record = await getAsOf(door, definition, place.idOf(params), time);
    return record.map((was) => localisePast(definition, was, locales));
  };
  return route({
    ...commonOf(definition),
    method: 'GET',
    path: place.path,
    access: definition.access.read,
    summary: message('oneOf', { label: definition.label }),
    answer: schema,
    isCacheable: true,
    isTagged: true,
    params: place.params,
    query: recordQuery(catalogue, definition),
    handle(door, input) {
      const { params, query } = input;
      if (query.as_of !== undefined) return pastRecord(door, input, query.as_of);
      return whenKnown(door.get(definition, place.idOf(params), query), (record) =>
        query.expand === undefined ? record : record.map(withAddresses),
      );
    },
  });
}

/** An earlier record in these languages, with the names of what was removed from it. */
function localisePast(
  definition: ServedDefinition,
  record: AnyRecord,
  locales: RequestedLocales | undefined,
): AnyRecord {
  const removed = removedFrom(record);
  const shown = localise(definition, record, locales);
  return removed.length > 0 ? { ...shown, [REMOVED_BY_RULE]: removed } : shown;
}

function createRoute(shown: Shown): Route {
  const { definition } = shown;
  const { path, access, label, codes } = definition;
  return route({
    ...commonOf(definition),
    method: 'POST',
    path,
    headers: Type.Object(preferHeader),
    access: access.create,
    summary: message('createOne', { label }),
    body: bodySchema(definition, true),
    query: writeQuery(shown),
    answerFields: {
      ...dryRunFields(shown.schema),
      ...(hasTextIds(definition) && { id: Type.Optional(textId.output) }),
    },
    handle: (door, input) =>
      writeRecord(shown, door, input, async (writes) => {
        const sent = bodyOf(shown, input);
        const id = await writes.create(definition, sent, input.query.dry_run);
        const text = message('recordCreated', { label });
        return { id, sent, result: created(codes.created, text, id, recordPath(definition, id)) };
      }),
  });
}

function changeRoute(shown: Shown, method: ChangeMethod, summary: Text): Route {
  const { definition, place } = shown;
  return route({
    ...commonOf(definition),
    method,
    path: place.path,
    params: place.params,
    headers: writeHeaders,
    access: definition.access.update,
    summary,
    body: bodySchema(definition, method === 'PUT'),
    query: writeQuery(shown),
    answerFields: dryRunFields(shown.schema),
    async handle(door, input) {
      const preconditions = await preconditionsOf(shown, door, input, 'update');
      return writeRecord(shown, door, input, async (writes) => {
        const id = place.idOf(input.params);
        const sent = bodyOf(shown, input);
        await writes[changeOf[method]](definition, id, sent, preconditions);
        const text = message('recordUpdatedById', { label: definition.label, id: String(id) });
        return { id, sent, result: done(definition.codes.updated, text) };
      });
    },
  });
}

/** Updates the record with the sent values of unique fields, or creates it. */
function upsertRoute(shown: Shown, method: ChangeMethod, summary: Text): Route {
  const { definition } = shown;
  return route({
    ...commonOf(definition),
    method,
    path: definition.path,
    headers: writeHeaders,
    query: Type.Object({
      by: Type.String({ enum: keysOf(definition) }),
      ...dryRunQuery,
      ...writeLocaleQuery(shown.parts.catalogue),
    }),
    answerFields: dryRunFields(shown.schema),
    access: definition.access.update,
    summary,
    body: bodySchema(definition, true),
    async handle(door, input) {
      await door.reach(definition, 'create'); // the stored answer of a repeated request needs the right as well
      const wanted = {
        values: bodyOf(shown, input),
        by: input.query.by,
        change: changeOf[method],
        preconditions: await preconditionsOf(shown, door, input, 'update'),
        mustExist: input.headers['if-match'] !== undefined,
        onTrial: input.query.dry_run,
      };
      return writeRecord(shown, door, input, async (writes) => ({
        ...(await writeUpsert(door, writes, definition, wanted)),
        sent: wanted.values,
      }));
    },
  });
}

function deleteRoute(shown: Shown): Route {
  const { definition, place } = shown;
  return route({
    ...commonOf(definition),
    method: 'DELETE',
    path: place.path,
    params: place.params,
    headers: conditionHeaders,
    access: definition.access.delete,
    summary: message('deleteOne', { label: definition.label }),
    query: writeQuery(shown),
    answerFields: dryRunFields(shown.schema),
    async handle(door, input) {
      const preconditions = await preconditionsOf(shown, door, input, 'delete');
      return writeRecord(shown, door, input, async (writes) => {
        const id = place.idOf(input.params);
        const cascade = await writes.removeWithCascade(definition, id, preconditions);
        const text = message('recordDeletedById', { label: definition.label, id: String(id) });
        return { cascade, result: done(definition.codes.deleted, text) };
      });
    },
  });
}

/** The query of a write to one record. */
export function writeQuery({ parts: { catalogue } }: Shown) {
  return Type.Object({ ...dryRunQuery, ...writeLocaleQuery(catalogue) });
}

/** The body, with each value under the name of its column. */
function bodyOf(
  { definition, parts: { catalogue } }: Shown,
  { body, query }: { body: Raw; query: LocaleQuery },
): Raw {
  return inColumns(definition, body, readLocales(catalogue.locales, query));
}

/** The options that all routes of a collection share. */
export function commonOf({ label }: ServedDefinition) {
  return { tag: label } as const;
}

/** The preconditions of a write, from If-Match and If-None-Match. */
export async function preconditionsOf(
  { definition, schema, parts: { serialiserOf, catalogue } }: Shown,
  door: Door,
  { headers, query }: Pick<Input<object, LocaleQuery>, 'headers' | 'query'>,
  use: Use,
): Promise<Preconditions> {
  const requested = readLocales(catalogue.locales, query);
  const locales = requested?.names;
  if (!isConditional(headers)) return { uses: [use], locales };
  const { reads, rights } = await door.reach(definition, 'read'); // an ETag must not let callers guess what they may not read
  const textOf = serialiserOf({ schema });
  return {
    uses: ['read', use],
    locales,
    expect: async (record) => {
      const own = await rightsOverRecord(reads, definition, rights, record);
      const shown = localise(definition, shownOf(definition, own, record), requested);
      requireConditions(headers, etagOf(textOf(shown)));
    },
  };
}
