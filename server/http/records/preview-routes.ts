import { Type } from '../../../contract/json-schema.ts';
import type { Previews } from '../../access/guarded/previews.ts';
import { success } from '../../access/success.ts';
import { WriteResult } from '../../access/write-result.ts';
import { everyone } from '../../definitions/access-rule.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import { message } from '../../messages/message.ts';
import { inSpeech, readSpeech } from '../../records/query/speech.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import type { ToUrl } from '../public-url.ts';
import { type Route, route } from '../route.ts';
import { speechQuery } from './list-query.ts';
import { commonOf } from './record-routes.ts';
import { shownSchema } from './record-schemas.ts';
import type { PlacedRow } from './row-place.ts';

const DEFAULT_HOURS = 24;
const MOST_HOURS = 720;

const body = Type.Object(
  {
    hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_HOURS,
        about: message('previewHours', { hours: DEFAULT_HOURS }),
      }),
    ),
  },
  { additionalProperties: false, mayBeMissing: true },
);

interface PreviewRouteParts {
  readonly catalogue: Catalogue;
  readonly previews: Previews;
  readonly toUrl: ToUrl;
}

/** The routes by which drafts are shown to people who may not see drafts: one makes a link, the other is the link's. */
export function previewRoutes(
  { definition, place }: PlacedRow,
  { catalogue, previews, toUrl }: PreviewRouteParts,
): Route[] {
  const { label } = definition;
  const common = { ...commonOf(definition), path: `${place.path}/preview`, params: place.params };
  const make = route({
    ...common,
    method: 'POST',
    access: definition.access.read,
    refusesIdempotencyKeys: true,
    summary: message('makePreview', { label }),
    body,
    tells: { token: Type.String(), url: Type.String(), expire_time: Type.Integer() },
    async handle(door, { params, body: { hours = DEFAULT_HOURS } }) {
      const id = place.idOf(params);
      const expire_time = door.admission.now + hours * HOUR_MS;
      return door.write(async () => {
        const token = await previews.make(door, definition, id, expire_time);
        const url = toUrl(`${place.path.replace(':id', String(id))}/preview?token=${token}`);
        const result = {
          status: 201,
          code: success.done,
          text: message('previewMade', { label, id: String(id) }),
        } as const;
        return new WriteResult(result, { more: { token, url, expire_time } });
      });
    },
  });
  const read = route({
    ...common,
    method: 'GET',
    access: everyone,
    isConfidential: true,
    summary: message('readPreview', { label }),
    query: Type.Object({
      token: Type.String({ maxLength: 1000, about: message('previewToken') }),
      ...speechQuery(catalogue),
    }),
    answer: shownSchema(catalogue, definition),
    async handle(door, { params, query: { token, ...asked } }) {
      const row = await previews.find(door, definition, place.idOf(params), token);
      return inSpeech(definition, row, readSpeech(catalogue.locales, asked));
    },
  });
  return [make, read];
}
