import { Type } from '../../../contract/json-schema.ts';
import { DEFAULT_PAGE_SIZE } from '../../../contract/limits.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { highlightsSchema, type Route, route } from '../../http/index.ts';
import { message } from './messages/message.ts';

const MOST_RECORDS = 50;

/** A search through several collections, within what the caller may read of each. */
export const searchRoute: Route = route({
  method: 'GET',
  path: '/v1/search',
  access: everyone, // what a caller may see is decided for each collection
  summary: message('searchSummary'),
  tag: message('searchTag'),
  query: Type.Object(
    {
      q: Type.String({ minLength: 1, maxLength: 200 }),
      collections: Type.Optional(
        Type.String({ maxLength: 1000, olderName: 'records', about: message('searchCollections') }),
      ),
      locale: Type.Optional(Type.String({ maxLength: 200 })),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_RECORDS })),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        collection: Type.String({ olderName: 'record' }),
        id: Type.Id(),
        title: Type.String(),
        highlights: highlightsSchema,
      }),
      { about: message('searchSort') },
    ),
  }),
  async handle(door, { query }) {
    const found = await door.search({ ...query, count: query.count ?? DEFAULT_PAGE_SIZE });
    return found.map((items) => ({ items }));
  },
});
