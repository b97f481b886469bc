import type { JsonSchema, Properties } from '../../../contract/json-schema.ts';
import type { Raw } from '../../database/engine.ts';
import { type Route, readsOnly } from '../../http/route.ts';
import { type Answered, AnswerTypes, exactOf, propertiesOf } from './answer-types.ts';
import { typeName } from './names.ts';
import {
  type FindRoute,
  OFFERED,
  OFFERED_OF_COLLECTION,
  type OfferedOfCollection,
  pathOfOffered,
} from './offered-routes.ts';
import { type Context, placeOf, type RootField, type SchemaParts } from './parts.ts';
import { plainFields } from './record-types.ts';
import { type Offered, readingField, writingField, writtenOf } from './route-fields.ts';
import type { SeenCollection } from './sight.ts';

interface Fields {
  readonly queries: Record<string, RootField>;
  readonly mutations: Record<string, RootField>;
}

/** The fields that are routes of the API as they are: files, undos, and the past, uses and trash of each collection. */
export function offeredFields(parts: SchemaParts, find: FindRoute, offered: ReadonlySet<string>): Fields {
  const types = new AnswerTypes(parts);
  const fields: Fields = { queries: {}, mutations: {} };
  for (const { name, method, path, type, isQuery } of OFFERED) {
    const route = offered.has(name) ? find(method, path) : undefined;
    if (route) addField(parts, fields, types, { name, type, isQuery, route });
  }
  for (const seen of parts.sight.values()) addOfCollection(parts, { fields, types, find }, seen);
  return fields;
}

interface Named extends Pick<Offered, 'route' | 'place'> {
  readonly name: string;
  readonly type: string | undefined;
  readonly isQuery?: boolean | undefined;
}

function addField(
  parts: SchemaParts,
  { queries, mutations }: Fields,
  types: AnswerTypes,
  { name, type, isQuery, ...found }: Named,
): void {
  const { route } = found;
  if (isQuery || readsOnly(route))
    queries[name] = readingField(parts, {
      ...found,
      answered: types.ofReading(route.answer ?? {}, type ?? typeName(name)),
    });
  else mutations[name] = writingField(parts, { ...found, answered: writtenOf(types, route, type) });
}

interface Adding {
  readonly fields: Fields;
  readonly types: AnswerTypes;
  readonly find: FindRoute;
}

function addOfCollection(parts: SchemaParts, adding: Adding, seen: SeenCollection): void {
  const { definition, name, uses } = seen;
  if (!definition.access) return;
  for (const offered of OFFERED_OF_COLLECTION) {
    const route = uses.has(offered.use) && routeOf(parts, adding.find, seen, offered);
    if (!route) continue;
    const of = offered.isOfBoth ? name : (definition.draftOf ?? name);
    const type = offered.type && `${typeName(of)}${offered.type}`;
    addField(parts, adding.fields, adding.types, {
      name: offered.name(of),
      ...{ type, route, place: placeOfOffered(seen, offered) },
    });
  }
  const trash = uses.has('trash') && isWritten(parts, seen) && adding.find('GET', `${definition.path}/trash`);
  if (trash)
    adding.fields.queries[`${definition.draftOf ?? name}_trash`] = readingField(parts, {
      route: trash,
      answered: trashOf(parts, adding.types, seen, trash),
    });
}

/** Drafts have routes of their own where both versions are read; otherwise there is one, where records are written. */
function routeOf(
  parts: SchemaParts,
  find: FindRoute,
  seen: SeenCollection,
  offered: OfferedOfCollection,
): Route | undefined {
  const { definition } = seen;
  const isOfDraft = definition.draftOf !== undefined;
  if (!offered.isOfBoth && !isWritten(parts, seen)) return undefined;
  return find(offered.method, pathOfOffered(definition, offered), isOfDraft && offered.isOfBoth === true);
}

/** Whether records are written here: the drafts, where there are any. */
function isWritten({ catalogue }: SchemaParts, { definition }: SeenCollection): boolean {
  return catalogue.writable(catalogue.get(definition.draftOf ?? definition.name)) === definition;
}

function placeOfOffered(seen: SeenCollection, { path, isOfAll, isOfBoth }: OfferedOfCollection) {
  const isOne = !isOfAll && !seen.definition.isSingleton;
  return {
    rest: path,
    of(id: unknown) {
      const place = placeOf(seen, isOne ? id : undefined);
      return isOfBoth ? place : { ...place, version: {} };
    },
  };
}

/** A page of deleted records: the fields that the caller may read, without the records to which they refer. */
function trashOf(parts: SchemaParts, types: AnswerTypes, seen: SeenCollection, route: Route): Answered {
  const { lib } = parts;
  const name = `${typeName(seen.definition.draftOf ?? seen.name)}Deleted`;
  const { items } = propertiesOf(route.answer);
  const { delete_time, deleted_by, along_with, others } = propertiesOf(items?.items as JsonSchema);
  const deletion = { delete_time, deleted_by, along_with, others } as Properties; // the route answers all four
  const type = new lib.GraphQLObjectType<Raw, Context>({
    name,
    fields: () => ({ ...plainFields(parts, seen), ...types.fields(name, deletion) }),
  });
  const nodes = new lib.GraphQLList(new lib.GraphQLNonNull(type));
  const withExact = (one: Raw) => ({
    ...one,
    ...Object.fromEntries(
      Object.entries(deletion).map(([property, schema]) => [property, exactOf(schema, one[property])]),
    ),
  });
  return {
    ...{ type: types.page(name, nodes), isPage: true, times: 1 },
    read: ({ items: found, next }) => ({
      nodes: (found as readonly Raw[]).map(withExact),
      endCursor: next,
    }),
  };
}
