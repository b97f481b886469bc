import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { done, type Previews, success, WriteResult } from '../../access/index.ts';
import type { Raw } from '../../database/engine.ts';
import {
  addressOfPreview,
  type Catalogue,
  everyone,
  type ServedDefinition,
} from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';
import { localise, readLocales } from '../../records/query/requested-locales.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { type PlacedRecord, parseId } from '../parse-id.ts';
import type { ToUrl } from '../public-url.ts';
import { type Route, route } from '../route.ts';
import { commonOf } from './collection-routes.ts';
import { idParameter, shownSchema } from './collection-schemas.ts';
import { localeQuery } from './list-query.ts';

const DEFAULT_HOURS = 24;
const MOST_HOURS = 720;

const hours = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MOST_HOURS,
    about: message('previewHours', { hours: DEFAULT_HOURS }),
  }),
);

/** What a link is to be: how long it opens the draft, and in which language its page is. */
function bodyOf({ locales }: Catalogue): JsonSchema<{ hours?: number; locale?: string }> {
  const names = locales.map(({ name }) => name);
  const locale = Type.Optional(Type.String({ enum: names, about: message('previewLocale') }));
  const shape = { hours, ...(names.length > 0 && { locale }) };
  return Type.Object(shape, { additionalProperties: false, mayBeMissing: true });
}

interface PreviewRouteParts {
  readonly catalogue: Catalogue;
  readonly previews: Previews;
  readonly toUrl: ToUrl;
}

const listedLinks = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.Id(),
      own: Type.Boolean({ about: message('previewIsOwn') }),
      create_time: Type.Integer(),
      expire_time: Type.Integer(),
    }),
  ),
});

/** The routes of preview links: create, list and revoke them, and read a draft by one. */
export function previewRoutes(
  { definition, place }: PlacedRecord,
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
    body: bodyOf(catalogue),
    answerFields: {
      ...{ id: Type.Id(), token: Type.String(), url: Type.String(), expire_time: Type.Integer() },
      page: Type.Nullable(Type.String({ about: message('previewPage') })),
    },
    async handle(door, { params, body: { hours = DEFAULT_HOURS, ...asked } }) {
      const id = place.idOf(params);
      const expire_time = door.admission.now + hours * HOUR_MS;
      return door.write(async (writes) => {
        const draft = { drafts: definition, id };
        const { id: linkId, token, record } = await previews.make(door, writes, draft, expire_time);
        const page = pageOf(definition, { catalogue, record, token, ...asked });
        const url = toUrl(`${place.path.replace(':id', String(id))}/preview?token=${token}`);
        const result = {
          status: 201,
          code: success.done,
          text: message('previewMade', { label, id: String(id) }),
        } as const;
        return new WriteResult(result, { more: { id: linkId, token, url, expire_time, page } });
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
      ...localeQuery(catalogue),
    }),
    answer: shownSchema(catalogue, definition),
    async handle(door, { params, query: { token, ...asked } }) {
      const record = await previews.find(door, definition, place.idOf(params), token);
      return localise(definition, record, readLocales(catalogue.locales, asked));
    },
  });
  return [make, read, ...linkRoutes({ definition, place }, previews)];
}

interface Linked {
  readonly catalogue: Catalogue;
  readonly record: Raw;
  readonly token: string;
  readonly locale?: string;
}

/** The page of the site that shows a draft in a language, the default one unless another is named; null if there is none yet. */
function pageOf(
  definition: ServedDefinition,
  { catalogue: { locales }, record, token, locale = locales[0]?.name }: Linked,
): string | null {
  const { preview } = definition.presentation;
  const shown = localise(definition, record, readLocales(locales, locale === undefined ? {} : { locale }));
  return preview ? addressOfPreview(preview, { record: shown, locale, token }) : null;
}

/** The routes of a draft's links, for users who may read the draft. Any of them may revoke any link. */
function linkRoutes({ definition, place }: PlacedRecord, previews: Previews): Route[] {
  const { label } = definition;
  const common = { ...commonOf(definition), access: definition.access.read };
  const list = route({
    ...common,
    method: 'GET',
    path: `${place.path}/previews`,
    params: place.params,
    summary: message('previewsOf', { label }),
    answer: listedLinks,
    handle: async (door, { params }) => ({
      items: await previews.list(door, { drafts: definition, id: place.idOf(params) }),
    }),
  });
  const end = route({
    ...common,
    method: 'DELETE',
    path: `${place.path}/previews/:preview`,
    params: linkParams(definition),
    summary: message('endPreview', { label }),
    async handle(door, { params }) {
      const id = place.idOf(params);
      const link = parseId(params.preview, 'preview');
      return door.write(async (writes) => {
        await previews.end(door, writes, { drafts: definition, id }, link);
        return done(definition.codes.deleted, message('previewEnded', { label, id: String(id) }));
      });
    },
  });
  return [list, end];
}

/** The parameters of a path to one link of a draft. */
function linkParams({ isSingleton, label }: ServedDefinition): JsonSchema<{ id?: string; preview: string }> {
  const preview = Type.String({ maxLength: 20, about: message('previewId') });
  return isSingleton ? Type.Object({ preview }) : Type.Object({ id: idParameter(label), preview });
}
