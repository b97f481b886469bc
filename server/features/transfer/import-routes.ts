import { Readable } from 'node:stream';
import { MEDIA_TYPES } from '../../../contract/formats.ts';
import type { TypeOf } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import { taskOf } from '../../access/task-of.ts';
import { done } from '../../access/write-result.ts';
import { type KeyedLimit, perKeyLimit } from '../../background/limits.ts';
import type { Definition, ServedDefinition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { Bytes } from '../../http/bytes.ts';
import { afterId, keysetPage, keysetQuery, pageOf, readKeyset } from '../../http/paging.ts';
import { parseId } from '../../http/parse-id.ts';
import { idParams } from '../../http/records/collection-schemas.ts';
import { type Input, type Route, route } from '../../http/route.ts';
import type { Language } from '../../messages/languages.ts';
import { message } from '../../messages/message.ts';
import { shownText } from '../../records/stored-text.ts';
import { type ImportRow, importCollection } from './import.collection.ts';
import { signedIn } from './import-access.ts';
import { LIMIT } from './import-bounds.ts';
import { followWithUndo } from './import-jobs.ts';
import { importSchema } from './import-schema.ts';
import { reportOf } from './report.ts';
import { accepted, type ImportParts, importQuery, startImport } from './start-import.ts';
import { beginUndo } from './undo-import.ts';

const importParams = idParams(message('importLabel'));

/** The routes of imports, for every served collection of many rows: sending a file, its progress, the outcome by row, and undo. */
export function importRoutes(parts: ImportParts): Route[] {
  const importsAtOnce = perKeyLimit(LIMIT);
  const { listed, writable } = parts.records.catalogue;
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
      const items = found.slice(0, count).map((row) => shownImport(door, row, language()));
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

function undoRoute(definition: ServedDefinition, { records }: ImportParts): Route {
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
      records.jobs.wake();
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
): Promise<ImportRow> {
  return findImport(door, definition, parseId(params.id));
}

/** The import with its problem in the reader's language. An import into drafts is one of the collection that they belong to. */
export function shownImport({ reads }: Door, row: ImportRow, language: Language): ImportRow {
  const drafts = reads.catalogue.drafts.find(({ name }) => name === row.collection);
  const problem = row.problem === null ? null : shownText(row.problem, language);
  return { ...row, collection: drafts?.draftOf ?? row.collection, problem };
}

/** People find their own imports; super administrators find all. */
async function findImport({ reads, actor }: Door, { name }: Definition, id: bigint): Promise<ImportRow> {
  const row = await reads.find(importCollection, id);
  if (
    row?.collection !== name ||
    row.action !== 'import' ||
    !(actor.isSuper || row.create_user_id === actor.id)
  )
    throw new AppError('recordNotFound');
  return row;
}

function listImports(
  { reads, actor }: Door,
  { name }: Definition,
  count: number,
  last: bigint | undefined,
): Promise<ImportRow[]> {
  return reads.where(importCollection, (select) => {
    let rows = select.where('collection', '=', name).where('action', '=', 'import');
    if (!actor.isSuper) rows = rows.where('create_user_id', '=', actor.id);
    if (last !== undefined) rows = rows.where('id', '<', last);
    return rows.orderBy('id', 'desc').limit(count);
  });
}
