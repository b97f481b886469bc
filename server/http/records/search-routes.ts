import { Type } from '../../../contract/json-schema.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { linQuery, pageOf } from '../paging.ts';
import { type Route, route } from '../route.ts';
import { itemSchema } from './collection-schemas.ts';

const q = Type.String({ minLength: 1, maxLength: 200, about: message('wordsInSearchable') });
const common = { method: 'GET', isCacheable: true } as const;

/** Search as Lin CMS clients request it: all matches, and the first one. The list's `q` does the same and more. */
export function searchRoutes(definition: ServedDefinition): Route[] {
  const isSearchable = Object.values(definition.fields).some(({ searchable }) => searchable);
  return isSearchable ? [searchRoute(definition), firstMatchRoute(definition)] : [];
}

function searchRoute(definition: ServedDefinition): Route {
  return route({
    ...common,
    tag: definition.label,
    path: `${definition.path}/search`,
    access: definition.access.read,
    summary: message('searchOf', { label: definition.label }),
    query: linQuery({ q }),
    answer: pageOf(itemSchema(definition)),
    kind: 'contentPage',
    handle: (door, { query }) => door.list(definition, query),
  });
}

function firstMatchRoute(definition: ServedDefinition): Route {
  return route({
    ...common,
    tag: definition.label,
    path: `${definition.path}/search/one`,
    access: definition.access.read,
    summary: message('firstMatchOf', { label: definition.label }),
    query: Type.Object({ q }),
    answer: itemSchema(definition),
    async handle(door, { query }) {
      const page = await door.list(definition, { ...query, count: 1 });
      return page.map(({ items: [first] }) => {
        if (!first) throw new AppError('recordNotFound');
        return first;
      });
    },
  });
}
