import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { MAX_TREE_LEVELS } from '../../../contract/limits.ts';
import type { Door } from '../../access/door.ts';
import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { fromTheTop, type Showing } from '../../records/index.ts';
import type { PlacedRecord } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import { type CollectionRouteParts, commonOf } from './collection-routes.ts';
import { shownSchema } from './collection-schemas.ts';
import { showingQuery } from './list-query.ts';

/** The route of the records above one in a tree; none for other collections. */
export function ancestorsRoute(
  { definition, place }: PlacedRecord,
  { catalogue, address }: CollectionRouteParts,
): Route[] {
  const { tree, label } = definition;
  if (tree === undefined) return [];
  const withAddresses = address(definition);
  const ancestors = route({
    ...commonOf(definition),
    method: 'GET',
    path: `${place.path}/ancestors`,
    params: place.params,
    access: definition.access.read,
    summary: message('ancestorsOf', { label }),
    query: askedOf(catalogue, definition),
    answer: Type.Object({ items: Type.Array(shownSchema(catalogue, definition)) }),
    async handle(door, { params, query }) {
      const id = place.idOf(params);
      await requireTree(door, definition, tree);
      const { value: record } = await door.get(definition, id, { fields: tree });
      const { value: page } = await door.list(definition, {
        ...query,
        ...(query.fields !== undefined && { fields: `${query.fields},${tree}` }), // they are put in order by it
        filter: { [tree]: { above: String(id) } },
        count: MAX_TREE_LEVELS,
      });
      const items = fromTheTop(page.items, tree, record);
      return { items: query.expand === undefined ? items : items.map(withAddresses) };
    },
  });
  return [ancestors];
}

/** Refuses callers who may not read the tree's field, before any record is looked up. */
async function requireTree(door: Door, definition: Definition, tree: string): Promise<void> {
  const { actor, rights } = await door.reach(definition, 'read');
  if (rights.shows(definition, tree)) return;
  const failure = actor.id === 0n ? 'authenticationFailed' : 'permissionMissing';
  throw new AppError(failure, {
    reason: message('fieldNotReadable', { collection: definition.name, field: tree }),
  });
}

function askedOf(catalogue: Catalogue, definition: Definition): JsonSchema<Showing> {
  return Type.Object({ ...showingQuery(catalogue, definition) }, { additionalProperties: false });
}
