import { type JsonSchema, MAX_SEARCHED_VALUES, Type } from '../../../contract/index.ts';
import type { Catalogue, ServedDefinition } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { ListRequest } from '../../records/lists/list-plan.ts';
import { type Json, whenKnown } from '../../shared/index.ts';
import { placedPageOf, searchedPageOf } from '../paging.ts';
import { type Route, route } from '../route.ts';
import { filterOf } from '../sent-filters.ts';
import { type CollectionRouteParts, commonOf } from './collection-routes.ts';
import { shownSchema } from './collection-schemas.ts';
import { listQuery } from './list-query.ts';

/** A list whose parameters come in the body, because they are too long for an address. */
export function longSearchRoute(definition: ServedDefinition, parts: CollectionRouteParts): Route {
  const { catalogue, address } = parts;
  const schema = shownSchema(catalogue, definition);
  const withAddresses = address(definition);
  return route({
    ...commonOf(definition),
    method: 'POST',
    path: `${definition.path}/search`,
    access: definition.access.read,
    summary: message('longSearchOf', { label: definition.label }),
    body: searchBody(catalogue, definition),
    answer: definition.search.length > 0 ? searchedPageOf(schema) : placedPageOf(schema),
    kind: 'contentPage',
    isReading: true,
    refusesIdempotencyKeys: true,
    handle: (door, { body }) =>
      whenKnown(door.list(definition, readRequest(body)), (page) =>
        page.map((shown) => ({ ...shown, items: shown.items.map(withAddresses) })),
      ),
  });
}

type SearchBody = Omit<ListRequest, 'filter'> & { readonly filter?: Json };

/** The parameters of a list, and the filter as an object. */
function searchBody(catalogue: Catalogue, definition: ServedDefinition): JsonSchema<SearchBody> {
  const { properties } = listQuery(catalogue, definition);
  const { as_of: _, filter: __, ...others } = properties as Readonly<Record<string, JsonSchema>>;
  const filter = {
    type: 'object',
    additionalProperties: true,
    about: message('filterInBody', { max: MAX_SEARCHED_VALUES }),
  };
  return Type.Object(
    { ...others, filter: Type.Optional(filter) },
    { additionalProperties: false, mayBeMissing: true },
  ) as JsonSchema<SearchBody>;
}

function readRequest({ filter, ...others }: SearchBody): ListRequest {
  for (const [name, value] of Object.entries(others))
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw badParameters({ [name]: message('badCharacters') });
  return {
    ...others,
    ...(filter !== undefined && { filter: filterOf(filter) }),
    mostValues: MAX_SEARCHED_VALUES,
  };
}
