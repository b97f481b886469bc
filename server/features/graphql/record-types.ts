import type { GraphQLFieldConfig, GraphQLFieldConfigMap } from 'graphql';
import type { Raw } from '../../database/engine.ts';
import { FILE, type Field } from '../../definitions/for-server.ts';
import { expandableFields, followedWays, shownTimes } from '../../http/records/collection-schemas.ts';
import { render } from '../../messages/message.ts';
import { offersIsMine } from '../../records/query/conditions/mine.ts';
import { type Asks, asking } from './asks.ts';
import { message } from './messages/message.ts';
import { typeName } from './names.ts';
import {
  type Context,
  onceEach,
  type RecordTypes,
  type SchemaParts,
  seenTarget,
  valueType,
} from './parts.ts';
import type { SeenCollection } from './sight.ts';

type OwnField = GraphQLFieldConfig<Raw, Context>;
type OwnFields = GraphQLFieldConfigMap<Raw, Context>;

/** References to many lead to about this many records, as far as costs are concerned. */
const USUAL_MANY = 10;

/** The types of records: of each collection the fields that the caller may read. */
export function makeRecordTypes(parts: SchemaParts): RecordTypes {
  const { lib, language } = parts;
  const typeOf: RecordTypes = onceEach(
    (seen) =>
      new lib.GraphQLObjectType<Raw, Context>({
        name: typeName(seen.name),
        description: render(seen.definition.label, language),
        fields: () => ({
          ...extraFields(parts, seen), // a field of the collection that has one of their names goes before it
          ...followedFields(parts, seen, typeOf),
          ...plainFields(parts, seen, typeOf),
        }),
      }),
  );
  return typeOf;
}

/** The fields that a record has by itself, with the ids to which it refers; with `typeOf`, also the records there. */
export function plainFields(parts: SchemaParts, seen: SeenCollection, typeOf?: RecordTypes): OwnFields {
  return {
    ...ownFields(parts, seen),
    ...referenceFields(parts, seen, typeOf),
    id: { type: new parts.lib.GraphQLNonNull(parts.lib.GraphQLID) },
  };
}

/** The fields that hold values, and the times. */
function ownFields(parts: SchemaParts, { definition, shown }: SeenCollection): OwnFields {
  const { scalars } = parts;
  const fields = [...shown].flatMap((name): [string, OwnField][] => {
    const field = definition.fields[name];
    if (!field || isReference(field)) return [];
    return [
      [name, { type: valueType(parts, field), ...described(parts, field), ...asking({ fields: name }) }],
    ];
  });
  const times = shownTimes(definition).map((name): [string, OwnField] => [
    name,
    { type: scalars.Timestamp, ...asking({ fields: name }) },
  ]);
  return Object.fromEntries([...fields, ...times]);
}

/** The ids of references have a name of their own. With `typeOf`, references lead to records where the caller may read some. */
function referenceFields(parts: SchemaParts, seen: SeenCollection, typeOf?: RecordTypes): OwnFields {
  const { lib } = parts;
  const { definition, shown, open } = seen;
  const fields = [...shown].flatMap((name): [string, OwnField][] => {
    const field = definition.fields[name];
    if (!field || !isReference(field)) return [];
    const isMany = field.column.type === 'ids';
    const ids = `${name}_id${isMany ? 's' : ''}`;
    const idField: OwnField = {
      type: valueType(parts, field),
      resolve: (record) => record[name],
      ...asking({ fields: name }),
    };
    const there = typeOf && open.has(name) && leadsTo(parts, seen, name);
    const named: [string, OwnField][] = Object.hasOwn(definition.fields, ids) ? [] : [[ids, idField]];
    if (!there) return named;
    const type = typeOf(there);
    const followed: OwnField = {
      type: isMany ? new lib.GraphQLList(new lib.GraphQLNonNull(type)) : type,
      ...described(parts, field),
      resolve: expanded(name),
      ...asking({ expand: name, times: isMany ? USUAL_MANY : 1 }),
    };
    return [...named, [name, followed]];
  });
  return Object.fromEntries(fields);
}

/** Ways back, and references inside fields. */
function followedFields(parts: SchemaParts, seen: SeenCollection, typeOf: RecordTypes): OwnFields {
  const { lib, catalogue, sight } = parts;
  const { definition, open } = seen;
  const many = (type: ReturnType<RecordTypes>, name: string, asks: Asks): OwnField => ({
    type: new lib.GraphQLList(new lib.GraphQLNonNull(type)),
    resolve: expanded(name),
    ...asking(asks),
  });
  const ways = followedWays(catalogue, definition).flatMap(([name, way]): [string, OwnField][] => {
    const there = sight.get(way.collection);
    if (!there?.uses.has('read') || !there.open.has(way.field)) return [];
    const count: OwnField = {
      type: lib.GraphQLInt,
      resolve: ({ counts }) => (counts as Raw | undefined)?.[name],
      ...asking({ fields: `${name}.count` }),
    };
    return [
      [`${name}_count`, count],
      [name, many(typeOf(there), name, { expand: name, times: way.limit })],
    ];
  });
  const inner = expandableFields(catalogue, definition).flatMap(([path, target]): [string, OwnField][] => {
    const there = path.includes('.') && open.has(path.split('.', 1)[0] ?? '') && seenTarget(parts, target);
    if (!there) return [];
    return [[path.replaceAll('.', '_'), many(typeOf(there), path, { expand: path, times: USUAL_MANY })]];
  });
  return Object.fromEntries([...inner, ...ways]);
}

/** What a record is asked for beside its fields. */
function extraFields(
  { lib, scalars, language }: SchemaParts,
  { definition, shown, open }: SeenCollection,
): OwnFields {
  const about = (key: 'graphqlCan' | 'graphqlEtag' | 'graphqlDistance') => ({
    description: render(message(key), language),
  });
  const points = [...open].filter((name) => definition.fields[name]?.column.type === 'point');
  const distances = points.map((name): [string, OwnField] => [
    `${name}_distance`,
    {
      type: lib.GraphQLInt,
      ...about('graphqlDistance'),
      resolve: ({ distances: found }) => (found as Raw | undefined)?.[name],
      ...asking({ fields: `${name}.distance` }),
    },
  ]);
  return {
    ...Object.fromEntries(distances),
    ...(offersIsMine(definition) && {
      is_mine: { type: lib.GraphQLBoolean, ...asking({ fields: 'is_mine' }) },
    }),
    ...(definition.name === FILE &&
      shown.has('path') && { url: { type: lib.GraphQLString, ...asking({ fields: 'path,private' }) } }),
    ...(definition.access && {
      can: { type: scalars.JSON, ...about('graphqlCan'), ...asking({ can: true }) },
    }),
    ...(definition.access && {
      etag: { type: lib.GraphQLString, ...about('graphqlEtag'), ...asking({ etag: true }) },
    }),
  };
}

/** Whether a field holds ids of records. */
function isReference({ target, nested }: Field): boolean {
  return target !== undefined && nested === undefined;
}

/** The collection to which a reference leads the caller, where it may be followed. */
export function leadsTo(
  parts: SchemaParts,
  { definition }: SeenCollection,
  name: string,
): SeenCollection | undefined {
  const target = definition.fields[name]?.target;
  if (target === undefined) return undefined;
  const isFollowed = expandableFields(parts.catalogue, definition).some(([path]) => path === name);
  return isFollowed ? seenTarget(parts, target) : undefined;
}

function expanded(name: string) {
  return ({ expanded: there }: Raw) => (there as Raw | undefined)?.[name];
}

function described({ language }: SchemaParts, { help, label }: Field) {
  const text = help ?? label;
  return text === undefined ? {} : { description: render(text, language) };
}
