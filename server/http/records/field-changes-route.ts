import { Type } from '../../../contract/json-schema.ts';
import { callerOf, readFieldChanges } from '../../access/index.ts';
import { type KeyedLimit, perKeyLimit } from '../../background/limits.ts';
import { INT64, type ServedDefinition } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { PastPlace } from '../../records/past/field-changes.ts';
import { type Cursors, makeCursors } from '../answers/sealed-cursors.ts';
import { withProperties } from '../dialects/forms.ts';
import { bodyId, keysetPage, keysetParameters, pageOf, readKeyset } from '../paging.ts';
import { type Route, route } from '../route.ts';
import { timeBounds } from '../time-bounds.ts';
import { entrySchema } from './history-routes.ts';

/** Each page looks at thousands of changes. */
const LIMIT = { each: 4, inAll: 16 };

/** What narrows the changes of a field, in pages and in a file. */
export const fieldChangesQuery = {
  field: Type.String({ maxLength: 60, about: message('fieldOfChanges') }),
  user: Type.Optional({ ...bodyId, about: message('userOfChanges') }),
  from: Type.Optional(Type.Integer({ ...timeBounds, about: message('firstTime') })),
  to: Type.Optional(Type.Integer({ ...timeBounds, about: message('lastTime') })),
};
const query = Type.Object({ ...keysetParameters, ...fieldChangesQuery }, { additionalProperties: false });

/** Makes the route of a fully audited collection: all changes of one field. A singleton's are in the history of its record. */
export function makeFieldChangesRoute(
  secrets: readonly [string, ...string[]],
): (definition: ServedDefinition) => Route[] {
  const cursors = makeCursors(secrets, 'changes of a field'); // they hold when changes were made that the caller may not see
  const pagesAtOnce = perKeyLimit(LIMIT);
  return (definition) =>
    definition.audit === 'full' && !definition.isSingleton
      ? [fieldChangesRoute(definition, cursors, pagesAtOnce)]
      : [];
}

function fieldChangesRoute(definition: ServedDefinition, cursors: Cursors, pagesAtOnce: KeyedLimit): Route {
  const { access, label, path } = definition;
  return route({
    tag: label,
    method: 'GET',
    path: `${path}/history`,
    access: access.history,
    summary: message('fieldChangesOf', { label }),
    query,
    answer: pageOf(
      withProperties(entrySchema(definition), {
        record_id: INT64,
        title: Type.Nullable(Type.String({ about: message('titleOfChanged') })),
      }),
    ),
    isLimited: true,
    handle: (door, { query: { field, user, from, to, ...paging }, from: client }) =>
      pagesAtOnce.run(callerOf(door.actor, client.address), async () => {
        const { count, after } = readKeyset(paging, (text) => placeIn(cursors, text));
        const request = { field, user, from, to, after, count };
        const { items, next } = await readFieldChanges(door, definition, request);
        return keysetPage(
          items,
          count,
          next && cursors.write({ position: next.id, mark: BigInt(next.time) }),
        );
      }),
  });
}

function placeIn(cursors: Cursors, text: string): PastPlace {
  const { position, mark } = cursors.read(text, 'after');
  if (mark === undefined) throw badParameters({ after: message('notACursor') });
  return { id: position, time: Number(mark) };
}
