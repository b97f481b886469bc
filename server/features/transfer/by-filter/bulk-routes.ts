import { Type, type TypeOf } from '../../../../contract/json-schema.ts';
import { created, type Door, done, taskOf } from '../../../access/index.ts';
import { type KeyedLimit, perKeyLimit } from '../../../background/limits.ts';
import { type Catalogue, isWritten, login, type ServedDefinition } from '../../../definitions/for-server.ts';
import { AppError } from '../../../errors.ts';
import {
  bodySchema,
  decisionTime,
  type Input,
  idParams,
  localeQuery,
  narrowingQuery,
  parseId,
  type Route,
  route,
} from '../../../http/index.ts';
import { importCollection } from '../import.collection.ts';
import { LIMIT } from '../import-bounds.ts';
import { followWithUndo } from '../import-jobs.ts';
import { reportAnswer, shownImport } from '../import-routes.ts';
import { message } from '../messages/message.ts';
import { importSchema } from '../report.ts';
import { accepted, type ImportParts } from '../start-import.ts';
import { beginUndo } from '../undo-import.ts';
import { CHANGES, DECISIONS, USES } from './actions.ts';
import { startBulkByFilter } from './bulk-by-filter.ts';

const params = idParams(message('bulkLabel'));
const common = { tag: message('bulkLabel'), access: login, params } as const;

/** One change of all records that meet a filter, for every served collection of many records; how far each is, and the way back. */
export function bulkByFilterRoutes(parts: ImportParts): Route[] {
  const bulksAtOnce = perKeyLimit(LIMIT);
  const { listed: all, writable } = parts.store.catalogue;
  const listed = all.filter(isWritten);
  return [
    ...listed.map((definition) => startRoute(writable(definition), parts, bulksAtOnce)),
    progressRoute(parts),
    reportRoute(parts),
    undoRoute(parts),
  ];
}

function startRoute(definition: ServedDefinition, parts: ImportParts, bulksAtOnce: KeyedLimit): Route {
  const { path, label, codes } = definition;
  const { catalogue } = parts.store;
  return route({
    tag: label,
    method: 'POST',
    path: `${path}/bulk-by-filter`,
    access: login, // the rule of the action decides
    summary: message('changeByFilter', { label }),
    query: Type.Object(
      { ...localeQuery(catalogue), ...narrowingQuery(catalogue, definition) },
      { additionalProperties: false },
    ),
    body: Type.Object(
      {
        action: Type.String({
          enum: definition.draftOf === undefined ? CHANGES : [...CHANGES, ...DECISIONS],
        }),
        set: Type.Optional(bodySchema(definition, false)),
        ...(definition.draftOf !== undefined && { at: decisionTime }),
        expected: Type.Integer({ minimum: 0, about: message('expectedRecords') }),
        dry_run: Type.Optional(Type.Boolean({ about: message('importDryRun') })),
      },
      { additionalProperties: false },
    ),
    isLimited: true,
    async handle(door, { body, query }) {
      const start = () => startBulkByFilter(definition, parts, door, { ...query, ...body });
      const begun = await bulksAtOnce.run(String(door.actor.id), start);
      const { id } = begun;
      return accepted(
        begun,
        created(codes.created, message('bulkAccepted', { label }), id, `/cms/bulk/${id}`),
      );
    },
  });
}

const ofBulk = { ...common, about: 'server' } as const;

function progressRoute({ store }: ImportParts): Route {
  return route({
    ...ofBulk,
    method: 'GET',
    path: '/cms/bulk/:id',
    summary: message('bulkProgress'),
    answer: importSchema,
    isTranslated: true,
    async handle(door, input) {
      const { record } = await ownBulk(store.catalogue, door, input);
      return shownImport(door, record, input.language());
    },
  });
}

function reportRoute({ store }: ImportParts): Route {
  return route({
    ...ofBulk,
    method: 'GET',
    path: '/cms/bulk/:id/report',
    summary: message('bulkReport'),
    produces: '*/*',
    isTranslated: true,
    async handle(door, input) {
      const { record } = await ownBulk(store.catalogue, door, input);
      return reportAnswer(door, record.id, input.language());
    },
  });
}

function undoRoute({ store }: ImportParts): Route {
  return route({
    ...ofBulk,
    method: 'POST',
    path: '/cms/bulk/:id/undo',
    summary: message('undoBulk'),
    async handle(door, input) {
      const { record, definition } = await ownBulk(store.catalogue, door, input);
      if (definition.audit !== 'full')
        throw new AppError('notRestorable', { detail: message('noPastToRestore') });
      const { id, action } = record;
      await door.reach(definition, USES[action].undoes);
      const begun = await beginUndo(door, definition, id, followWithUndo(await taskOf(door)));
      store.jobs.wake();
      return accepted(begun, done(definition.codes.updated, message('bulkUndoBegun', { id })));
    },
  });
}

/** People find their own, of collections that they may still read and that their key leaves; super administrators find all. */
async function ownBulk({ written, queries }: Catalogue, door: Door, input: Input<TypeOf<typeof params>>) {
  const { reads, actor } = door;
  const record = await reads.find(importCollection, parseId(input.params.id));
  const definition = [...written, ...queries].find(({ name }) => name === record?.collection);
  const isTheirs = actor.isSuper || record?.create_user_id === actor.id;
  if (!record || record.action === 'import' || !definition || !isTheirs) throw new AppError('recordNotFound');
  await door.reach(definition, 'read');
  return { record, definition };
}
