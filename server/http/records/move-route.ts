import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { done } from '../../access/write-result.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import type { Destination } from '../../definitions/types/destination.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { writeHeaders } from '../answers/write-headers.ts';
import type { PlacedRecord } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import { type CollectionRouteParts, commonOf, preconditionsOf, writeQuery } from './collection-routes.ts';
import { shownSchema } from './collection-schemas.ts';
import { dryRunFields, writeRecord } from './write-record.ts';

const places = {
  before: Type.Optional({ ...Type.Id(), about: message('moveBefore') }),
  after: Type.Optional({ ...Type.Id(), about: message('moveAfter') }),
  to: Type.Optional(Type.String({ enum: ['first', 'last'], about: message('moveToEnd') })),
};

/** The new place, and the list where the records of a collection form several lists. */
function bodyOf({ order, fields }: ServedDefinition) {
  const { within = '' } = order ?? {};
  const input = fields[within]?.input;
  const list = { ...input, checkedByFields: true, about: message('moveWithin', { name: within }) };
  return Type.Object(
    { ...places, ...(input && { within: Type.Optional(list) }) },
    { additionalProperties: false },
  );
}

/** The route that moves a record in the order by hand of its collection. */
export function moveRoute({ definition, place }: PlacedRecord, parts: CollectionRouteParts): Route {
  const shown = { definition, place, schema: shownSchema(parts.catalogue, definition), parts };
  const { label } = definition;
  return route({
    ...commonOf(definition),
    method: 'POST',
    path: `${place.path}/move`,
    params: place.params,
    headers: writeHeaders,
    access: definition.access.update,
    summary: message('moveOne', { label }),
    body: bodyOf(definition),
    query: writeQuery(shown),
    answerFields: dryRunFields(shown.schema),
    async handle(door, input) {
      const to = destinationOf(input.body);
      const preconditions = await preconditionsOf(shown, door, input, 'update');
      return writeRecord(shown, door, input, async (writes) => {
        const id = place.idOf(input.params);
        await writes.move(definition, id, to, preconditions);
        return {
          id,
          result: done(definition.codes.updated, message('recordMoved', { label, id: String(id) })),
        };
      });
    },
  });
}

/** Throws unless the body names exactly one place. */
function destinationOf(sent: TypeOf<ReturnType<typeof bodyOf>>): Destination {
  const { before, after, to, within } = sent;
  const named = Object.keys(places).filter((name) => Object.hasOwn(sent, name));
  if (named.length !== 1) throw badParameters({ '': message('onePlaceExpected') });
  const list = within !== undefined && { within };
  if (before !== undefined) return { before, ...list };
  return after === undefined ? { to: to === 'first' ? 'first' : 'last', ...list } : { after, ...list };
}
