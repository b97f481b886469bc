import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { done, planDecision, taskOf } from '../../access/index.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { message, type Text } from '../../messages/message.ts';
import { writeHeaders } from '../answers/write-headers.ts';
import type { PlacedRecord } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import { timeBounds } from '../time-bounds.ts';
import {
  type CollectionRouteParts,
  commonOf,
  preconditionsOf,
  type Shown,
  writeQuery,
} from './collection-routes.ts';
import { shownSchema } from './collection-schemas.ts';
import { dryRunFields, writeRecord } from './write-record.ts';

/** The decisions on a draft: the method of `Writes`, the use that it needs, and the answer's message. */
const DECISIONS = [
  { does: 'publish', use: 'publish', summary: 'publishOne', confirmation: 'recordPublished' },
  { does: 'unpublish', use: 'publish', summary: 'unpublishOne', confirmation: 'recordUnpublished' },
  { does: 'discard', use: 'update', summary: 'discardDraft', confirmation: 'draftDiscarded' },
] as const;

/** When to publish or unpublish; null cancels such a time. */
export const decisionTime = Type.Optional(
  Type.Nullable(Type.Integer({ ...timeBounds, about: message('decideAt') })),
);

const planBody = Type.Object(
  {
    at: decisionTime,
  },
  { additionalProperties: false, mayBeMissing: true },
);

/** The routes of every collection with drafts: publish, unpublish, and discard changes. */
export function draftRoutes({ definition, place }: PlacedRecord, parts: CollectionRouteParts): Route[] {
  const shown = { definition, place, schema: shownSchema(parts.catalogue, definition), parts };
  return DECISIONS.map((decision) => decisionRoute(shown, decision));
}

function decisionRoute(
  shown: Shown,
  { does, use, summary, confirmation }: (typeof DECISIONS)[number],
): Route {
  const { definition, place } = shown;
  const labelled = (
    key: typeof summary | typeof confirmation | 'decisionPlanned' | 'decisionCancelled',
    { label }: Definition,
    id = '',
  ): Text => message(key, { label, id });
  return route({
    ...commonOf(definition),
    method: 'POST',
    path: `${place.path}/${does}`,
    params: place.params,
    headers: writeHeaders,
    access: definition.access[use],
    summary: labelled(summary, definition),
    ...(does !== 'discard' && { body: planBody }),
    query: writeQuery(shown),
    answerFields: dryRunFields(shown.schema),
    async handle(door, input) {
      const preconditions = await preconditionsOf(shown, door, input, use);
      const { at } = input.body as TypeOf<typeof planBody>;
      const task = await taskOf(door);
      return writeRecord(shown, door, input, async (writes) => {
        const id = place.idOf(input.params);
        const isNow = does === 'discard' || at === undefined;
        if (isNow) await writes[does](definition, id, preconditions);
        else await planDecision(writes, definition, { id, does, at }, { task, preconditions });
        const planned = at === null ? 'decisionCancelled' : 'decisionPlanned';
        const text = labelled(isNow ? confirmation : planned, definition, String(id));
        return { id, result: done(definition.codes.updated, text) };
      });
    },
  });
}
