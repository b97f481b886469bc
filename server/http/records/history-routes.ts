import { DECISIONS, REVISION_ACTIONS } from '../../../contract/audit.ts';
import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { done, readDifference, readHistory, WriteResult } from '../../access/index.ts';
import { INT64, type ServedDefinition } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';
import { restoreRevision } from '../../records/past/history.ts';
import { afterId, keysetPage, keysetParameters, pageOf, readKeyset } from '../paging.ts';
import { type PlacedRecord, parseId } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import { idParameter, knownUser, shownFields } from './collection-schemas.ts';

interface EntryParams {
  readonly id?: string;
  readonly revision: string;
}

/**
 * The routes of history, differences between versions and restoring a revision, for every served collection with full audit. Of a table of
 * another program, the history is shown and nothing is restored: it does not know all changes.
 */
export function historyRoutes(record: PlacedRecord): Route[] {
  const { audit, writes } = record.definition;
  if (audit === 'full') return [listRoute(record), differenceRoute(record), restoreRoute(record)];
  return writes ? [listRoute(record)] : [];
}

const OLDEST_FIRST = 'oldest_first';
const historyQuery = Type.Object(
  {
    ...keysetParameters,
    order: Type.Optional(
      Type.String({ enum: ['newest_first', OLDEST_FIRST], about: message('orderOfHistory') }),
    ),
  },
  { additionalProperties: false },
);

function listRoute({ definition, place }: PlacedRecord): Route {
  const { access, label } = definition;
  return route({
    tag: label,
    method: 'GET',
    path: `${place.path}/history`,
    access: access.history,
    summary: message('historyOf', { label }),
    params: place.params,
    query: historyQuery,
    answer: pageOf(entrySchema(definition)),
    async handle(door, { params, query }) {
      const wanted = readKeyset(query, afterId);
      const isOldestFirst = query.order === OLDEST_FIRST;
      const request = { ...wanted, isOldestFirst };
      const { items, next } = await readHistory(door, definition, place.idOf(params), request);
      return keysetPage(items, wanted.count, next);
    },
  });
}

const PUBLISHED = 'published';

function differenceRoute({ definition, place }: PlacedRecord): Route {
  const { access, label, draftOf } = definition;
  const from = Type.String({
    maxLength: 20,
    about: message(draftOf === undefined ? 'differenceFrom' : 'differenceFromDraft'),
  });
  const to = Type.Optional(Type.String({ maxLength: 20, about: message('differenceTo') }));
  return route({
    tag: label,
    method: 'GET',
    path: `${place.path}/difference`,
    access: access.history,
    summary: message('differenceOf', { label }),
    params: place.params,
    query: Type.Object({ from, to }, { additionalProperties: false }),
    answer: Type.Object({ changes: changesSchema(definition) }),
    async handle(door, { params, query }) {
      const isPublished = query.from === PUBLISHED && draftOf !== undefined;
      const versions = [
        isPublished ? PUBLISHED : parseId(query.from, 'from'),
        query.to === undefined ? 'now' : parseId(query.to, 'to'),
      ] as const;
      return { changes: await readDifference(door, definition, place.idOf(params), versions) };
    },
  });
}

function restoreRoute({ definition, place }: PlacedRecord): Route {
  const { access, label, codes } = definition;
  return route({
    tag: label,
    method: 'POST',
    path: `${place.path}/history/:revision/restore`,
    access: access.restore,
    summary: message('restoreRevision', { label }),
    params: entryParams(definition),
    answerFields: { left: Type.Optional(Type.Array(Type.String(), { about: message('fieldsNotRestored') })) },
    async handle(door, { params }) {
      const [id, revision] = [place.idOf(params), parseId(params.revision, 'revision')];
      await door.reach(definition, 'read', 'restore');
      return door.write(async (writes) => {
        const left = await restoreRevision(writes, definition, id, revision);
        const restored = message('recordRestoredTo', { label, id, revision });
        if (left.length === 0) return done(codes.updated, restored);
        const text = message('recordRestoredExcept', { restored, left });
        return new WriteResult({ status: 200, code: codes.updated, text }, { more: { left } });
      });
    },
  });
}

/** The parameters of a path to one entry of a record's history. */
function entryParams({ isSingleton, label }: ServedDefinition): JsonSchema<EntryParams> {
  const revision = Type.String({ about: message('revisionInHistory') });
  return isSingleton ? Type.Object({ revision }) : Type.Object({ id: idParameter(label), revision });
}

/** The schema of an entry of a history. */
export function entrySchema(definition: ServedDefinition): JsonSchema {
  return Type.Object({
    id: INT64,
    action: { type: 'string', enum: [...REVISION_ACTIONS, ...(definition.hasDrafts ? DECISIONS : [])] },
    time: Type.Integer({ about: message('timestamp') }),
    user: Type.Nullable(knownUser),
    key: Type.Optional(Type.Object({ id: INT64, name: Type.String() }, { about: message('historyKey') })),
    approved_by: Type.Optional({ ...Type.Nullable(knownUser), about: message('historyApprover') }),
    request_id: Type.String(),
    changes: changesSchema(definition),
  });
}

const removed = Type.Optional(
  Type.Array({ type: 'string', enum: ['before', 'after'] }, { about: message('sidesRemoved') }),
);

function changesSchema(definition: ServedDefinition): JsonSchema {
  const changes = shownFields(definition).map(([name, { output }]) => {
    const value = Type.Nullable(output);
    return [name, Type.Optional(Type.Object({ before: value, after: value, removed }))] as const;
  });
  return Type.Object(Object.fromEntries(changes));
}
