import { Readable } from 'node:stream';
import { MEDIA_TYPES, type TypeOf } from '../../../contract/index.ts';
import { type Door, done, taskOf } from '../../access/index.ts';
import { type KeyedLimit, perKeyLimit } from '../../background/limits.ts';
import { type Definition, isWritten, type ServedDefinition } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import {
  afterId,
  Bytes,
  type Input,
  idParams,
  keysetPage,
  keysetQuery,
  pageOf,
  parseId,
  type Route,
  readKeyset,
  route,
} from '../../http/index.ts';
import type { Language } from '../../messages/languages.ts';
import { shownText } from '../../records/stored-text.ts';
import { type ImportRecord, importCollection } from './import.collection.ts';
import { LIMIT, signedIn } from './import-bounds.ts';
import { followWithUndo } from './import-jobs.ts';
import { message } from './messages/message.ts';
import { importSchema, reportOf } from './report.ts';
import { accepted, type ImportParts, importQuery, startImport } from './start-import.ts';
import { beginUndo } from './undo-import.ts';

const importParams = idParams(message('importLabel'));

/** The routes of imports, for every served collection of many records: sending a file, its progress, the outcome by record, and undo. */
export function importRoutes(parts: ImportParts): Route[] {
  const importsAtOnce = perKeyLimit(LIMIT);
  const { listed: all, writable } = parts.store.catalogue;
  const listed = all.filter(isWritten);
  return listed.flatMap((definition) => routesOf(writable(definition), parts, importsAtOnce));
}

function routesOf(definition: ServedDefinition, parts: ImportParts, importsAtOnce: KeyedLimit): Route[] {
  return [
    startRoute(definition, parts, importsAtOnce),
    listRoute(definition),
    progressRoute(definition),
    reportRoute(definition),
    undoRoute(definition, parts),
  ];
}

function startRoute(definition: ServedDefinition, parts: ImportParts, importsAtOnce: KeyedLimit): Route {
  return route({
    ...commonOf(definition),
    method: 'POST',
    path: `${definition.path}/import`,
    access: signedIn(definition.access.create),
    summary: message('importInto', { label: definition.label }),
    query: importQuery,
    accepts: '*/*',
    isLimited: true,
    handle: (door, input) =>
      importsAtOnce.run(String(door.actor.id), () => startImport(definition, parts, door, input)),
  });
}

function listRoute(definition: ServedDefinition): Route {
  return route({
    ...commonOf(definition),
    method: 'GET',
    path: `${definition.path}/import`,
    access: signedIn(definition.access.create),
    summary: message('importsOf', { label: definition.label }),
    query: keysetQuery,
    answer: pageOf(importSchema),
    isTranslated: true,
    async handle(door, { query, language }) {
      const { count, after } = readKeyset(query, afterId);
      const found = await listImports(door, definition, count + 1, after);
      const items = found.slice(0, count).map((record) => shownImport(door, record, language()));
      return keysetPage(items, count, found.length > count ? items.at(-1)?.id : undefined);
    },
  });
}

function progressRoute(definition: ServedDefinition): Route {
  return route({
    ...commonOf(definition),
    method: 'GET',
    path: `${definition.path}/import/:id`,
    access: signedIn(definition.access.create),
    summary: message('importProgress'),
    params: importParams,
    answer: importSchema,
    isTranslated: true,
    handle: async (door, input) =>
      shownImport(door, await requestedImport(door, definition, input), input.language()),
  });
}

function reportRoute(definition: ServedDefinition): Route {
  return route({
    ...commonOf(definition),
    method: 'GET',
    path: `${definition.path}/import/:id/report`,
    access: signedIn(definition.access.create),
    summary: message('importReport'),
    params: importParams,
    produces: '*/*',
    isTranslated: true,
    handle: async (door, input) =>
      reportAnswer(door, (await requestedImport(door, definition, input)).id, input.language()),
  });
}

/** The report as lines of JSON. */
export function reportAnswer({ admission, reads }: Door, id: bigint, language: Language): Bytes {
  const headers = { 'content-type': MEDIA_TYPES.jsonl, 'cache-control': 'no-store' };
  const isHead = admission.method === 'HEAD';
  return new Bytes(200, headers, isHead ? undefined : Readable.from(reportOf(reads, id, language)));
}

function undoRoute(definition: ServedDefinition, { store }: ImportParts): Route {
  const { label, codes } = definition;
  return route({
    ...commonOf(definition),
    method: 'POST',
    path: `${definition.path}/import/:id/undo`,
    access: signedIn(definition.access.delete),
    summary: message('undoImportOf', { label }),
    params: importParams,
    async handle(door, input) {
      const { id } = await requestedImport(door, definition, input);
      const begun = await beginUndo(door, definition, id, followWithUndo(await taskOf(door)));
      store.jobs.wake();
      return accepted(begun, done(codes.updated, message('undoBegun', { id })));
    },
  });
}

function commonOf({ label }: Definition) {
  return { tag: label } as const;
}

function requestedImport(
  door: Door,
  definition: Definition,
  { params }: Input<TypeOf<typeof importParams>>,
): Promise<ImportRecord> {
  return findImport(door, definition, parseId(params.id));
}

/** The import with its problem in the reader's language. An import into drafts is one of the collection that they belong to. */
export function shownImport({ reads }: Door, record: ImportRecord, language: Language): ImportRecord {
  const drafts = reads.catalogue.drafts.find(({ name }) => name === record.collection);
  const problem = record.problem === null ? null : shownText(record.problem, language);
  return { ...record, collection: drafts?.draftOf ?? record.collection, problem };
}

/** People find their own imports; super administrators find all. */
async function findImport({ reads, actor }: Door, { name }: Definition, id: bigint): Promise<ImportRecord> {
  const record = await reads.find(importCollection, id);
  if (
    record?.collection !== name ||
    record.action !== 'import' ||
    !(actor.isSuper || record.create_user_id === actor.id)
  )
    throw new AppError('recordNotFound');
  return record;
}

function listImports(
  { reads, actor }: Door,
  { name }: Definition,
  count: number,
  last: bigint | undefined,
): Promise<ImportRecord[]> {
  return reads.where(importCollection, (select) => {
    let records = select.where('collection', '=', name).where('action', '=', 'import');
    if (!actor.isSuper) records = records.where('create_user_id', '=', actor.id);
    if (last !== undefined) records = records.where('id', '<', last);
    return records.orderBy('id', 'desc').limit(count);
  });
}
