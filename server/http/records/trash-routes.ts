import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { PROOFS, purge, readTrash, restore } from '../../access/index.ts';
import { INT64, type ServedDefinition } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { preferHeader } from '../answers/write-headers.ts';
import { afterId, keysetPage, keysetQuery, pageOf, readKeyset } from '../paging.ts';
import { parseId } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import { idParams, itemSchema, knownUser, shownSchema } from './collection-schemas.ts';
import { writeLocaleQuery } from './list-query.ts';
import { type ShownCollection, writeRecord } from './write-record.ts';

/** The trash of a served collection that keeps its past: list deleted records, restore them, or destroy them. */
export function trashRoutes(definition: ServedDefinition, parts: ShownCollection['parts']): Route[] {
  if (definition.audit !== 'full') return [];
  const shown = { definition, schema: shownSchema(parts.catalogue, definition), parts };
  return [listRoute(definition), restoreRoute(shown), purgeRoute(definition)];
}

function listRoute(definition: ServedDefinition): Route {
  const { path, access, label } = definition;
  return route({
    tag: label,
    method: 'GET',
    path: `${path}/trash`,
    access: access.trash,
    summary: message('trashOf', { label }),
    query: keysetQuery,
    answer: pageOf(entrySchema(definition)),
    async handle(door, { query }) {
      const { count, after } = readKeyset(query, readPosition);
      const records = await readTrash(door, definition, { count: count + 1, after });
      const items = records.slice(0, count);
      const last = records.length > count ? items.at(-1) : undefined;
      return keysetPage(items, count, last && `${last.delete_time}.${last.id}`);
    },
  });
}

function restoreRoute(shown: ShownCollection): Route {
  const { definition } = shown;
  const { path, access, label } = definition;
  return route({
    tag: label,
    method: 'POST',
    path: `${path}/trash/:id/restore`,
    access: access.restore,
    summary: message('restoreOne', { label }),
    params: idParams(label),
    query: Type.Object(writeLocaleQuery(shown.parts.catalogue)),
    headers: Type.Object(preferHeader),
    async handle(door, { params, query, headers }) {
      const id = parseId(params.id);
      await door.reach(definition, 'read', 'restore');
      return writeRecord(shown, door, { query, headers }, async (writes) => ({
        id,
        result: await restore(writes, definition, id),
      }));
    },
  });
}

function purgeRoute(definition: ServedDefinition): Route {
  const { path, access, label } = definition;
  return route({
    tag: label,
    method: 'DELETE',
    path: `${path}/trash/:id`,
    needsProof: PROOFS.purge,
    access: access.purge,
    summary: message('purgeOne', { label }),
    params: idParams(label),
    handle: (door, { params }) => purge(door, definition, parseId(params.id)),
  });
}

/** Where a page of the trash ended: when its last record was deleted, and its id. */
function readPosition(text: string) {
  const [, time, id = ''] = /^(\d{1,16})\.(\d+)$/.exec(text) ?? [];
  if (time === undefined) throw badParameters({ after: message('notAPosition') });
  return { time: Number(time), id: afterId(id) };
}

function entrySchema(definition: ServedDefinition): JsonSchema {
  return itemSchema(definition, {
    delete_time: Type.Integer({ about: message('timestamp') }),
    deleted_by: Type.Nullable(knownUser),
    along_with: Type.Nullable(Type.Object({ collection: Type.String({ olderName: 'record' }), id: INT64 })),
    others: Type.Integer({ about: message('othersDeleted') }),
  });
}
