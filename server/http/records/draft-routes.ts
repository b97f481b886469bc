import { done } from '../../access/write-result.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { message, type Text } from '../../messages/message.ts';
import { conditionHeaders } from '../answers/etag.ts';
import { type Route, route } from '../route.ts';
import { commonOf, preconditionsOf, type RecordRouteParts, type Shown, writeQuery } from './record-routes.ts';
import { shownSchema } from './record-schemas.ts';
import type { PlacedRow } from './row-place.ts';
import { dryRunTells, writeRow } from './write-row.ts';

/** What can be decided on a draft: the method of `Writes`, who may, and what is answered. */
const DECISIONS = [
  { does: 'publish', use: 'publish', summary: 'publishOne', told: 'rowPublished' },
  { does: 'unpublish', use: 'publish', summary: 'unpublishOne', told: 'rowUnpublished' },
  { does: 'discard', use: 'update', summary: 'discardDraft', told: 'draftDiscarded' },
] as const;

/** The routes of every record of drafts: publish, unpublish, and go back to what readers see. */
export function draftRoutes({ definition, place }: PlacedRow, parts: RecordRouteParts): Route[] {
  const shown = { definition, place, schema: shownSchema(parts.catalogue, definition), parts };
  return DECISIONS.map((decision) => decisionRoute(shown, decision));
}

function decisionRoute(shown: Shown, { does, use, summary, told }: (typeof DECISIONS)[number]): Route {
  const { definition, place } = shown;
  const labelled = (key: typeof summary | typeof told, { label }: Definition, id = ''): Text =>
    message(key, { label, id });
  return route({
    ...commonOf(definition),
    method: 'POST',
    path: `${place.path}/${does}`,
    params: place.params,
    headers: conditionHeaders,
    access: definition.access[use],
    summary: labelled(summary, definition),
    query: writeQuery(shown),
    tells: dryRunTells(shown.schema),
    async handle(door, input) {
      const preconditions = await preconditionsOf(shown, door, input, use);
      return writeRow(shown, door, input, async (writes) => {
        const id = place.idOf(input.params);
        await writes[does](definition, id, preconditions);
        return { id, result: done(definition.codes.updated, labelled(told, definition, String(id))) };
      });
    },
  });
}
