import type { GraphQLObjectType } from 'graphql';
import { render } from '../../messages/message.ts';
import { aggregateField } from './aggregate-field.ts';
import {
  languageArgs,
  narrowingArgs,
  pageArgs,
  pageOf,
  requireOneLanguage,
  timeArg,
  withoutNulls,
} from './arguments.ts';
import { connectionOf, makeConnectionTypes } from './connections.ts';
import type { FilterTypes } from './filter-types.ts';
import { message } from './messages/message.ts';
import { placeOf, type RecordTypes, type RootField, type RootFields, type SchemaParts } from './parts.ts';
import { askedOf, fieldsNamed } from './selection.ts';
import type { SeenCollection } from './sight.ts';

type Given = Readonly<Record<string, unknown>>;

interface Types {
  readonly records: RecordTypes;
  readonly filters: FilterTypes;
}

/** The fields that read: of each collection one record, lists, and counts and sums. */
export function queryFields(parts: SchemaParts, types: Types): RootFields {
  const connections = makeConnectionTypes(parts, types.records);
  const fields: Record<string, RootField> = {};
  for (const seen of parts.sight.values()) {
    const { definition, name, uses } = seen;
    if (!definition.access || !uses.has('read')) continue;
    fields[name] = oneField(parts, seen, types.records(seen));
    if (definition.isSingleton) continue;
    fields[`${name}_list`] = listField(parts, seen, {
      type: types.records(seen),
      connection: connections(seen),
      filter: types.filters(seen),
    });
    fields[`${name}_aggregate`] = aggregateField(parts, seen, types.filters(seen));
  }
  return fields;
}

function oneField(parts: SchemaParts, seen: SeenCollection, type: GraphQLObjectType): RootField {
  const { lib, language } = parts;
  const { definition } = seen;
  return {
    type,
    description: render(definition.label, language),
    args: {
      ...(!definition.isSingleton && { id: { type: new lib.GraphQLNonNull(lib.GraphQLID) } }),
      ...languageArgs(parts),
      ...timeArg(parts, seen),
    },
    async resolve(_, { id, ...given }: Given, { ask }, info) {
      requireOneLanguage(given);
      const { path, version } = placeOf(seen, id);
      const { etag: isTagged, isMore: _more, ...asked } = askedOf(lib, info, type, info.fieldNodes);
      const query = { ...version, ...given };
      // Asked for first: if the record changes in between, the tag is of the earlier one, and a write with it is refused.
      const tagged = { ...version, locale: given.locale };
      const etag = isTagged ? (await ask({ method: 'HEAD', path, query: tagged })).etag : undefined;
      const shown = isPast(given) ? { expand: asked.expand } : asked;
      const { body } = await ask({ method: 'GET', path, query: { ...query, ...shown } });
      return { ...body, ...(etag !== undefined && { etag }) };
    },
  };
}

interface ListTypes {
  readonly type: GraphQLObjectType;
  readonly connection: GraphQLObjectType;
  readonly filter: ReturnType<FilterTypes>;
}

function listField(parts: SchemaParts, seen: SeenCollection, types: ListTypes): RootField {
  const { lib, language } = parts;
  const { path, version } = placeOf(seen);
  return {
    type: new lib.GraphQLNonNull(types.connection),
    description: render(message('listOf', { label: seen.definition.label }), language),
    args: {
      ...pageArgs(parts),
      ...narrowingArgs(parts, seen, types.filter),
      ...languageArgs(parts),
      ...timeArg(parts, seen),
    },
    async resolve(_, given: Given, { ask }, info) {
      const edges = fieldsNamed(lib, info, info.fieldNodes, 'edges');
      const nodes = [
        ...fieldsNamed(lib, info, info.fieldNodes, 'nodes'),
        ...fieldsNamed(lib, info, edges, 'node'),
      ];
      const { etag: _etag, isMore: _more, ...shown } = askedOf(lib, info, types.type, nodes);
      const isHighlighted = fieldsNamed(lib, info, edges, 'highlights').length > 0;
      const body = { ...pageOf(given), ...(isHighlighted && { highlight: true }) };
      const answer = isPast(given)
        ? await ask({ method: 'GET', path, query: { ...version, ...body, expand: shown.expand } })
        : await ask({
            method: 'POST',
            path: `${path}/search`,
            query: version,
            body: withoutNulls({ ...body, ...shown }),
          });
      return connectionOf(answer.body);
    },
  };
}

/** Whether records are asked for as they were: they are answered whole. */
function isPast({ as_of }: Given): boolean {
  return as_of !== undefined && as_of !== null;
}
