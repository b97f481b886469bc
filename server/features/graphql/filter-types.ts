import type { GraphQLInputFieldConfigMap, GraphQLInputObjectType, GraphQLInputType } from 'graphql';
import type { Column } from '../../../contract/column.ts';
import type { Field } from '../../definitions/field.ts';
import { followedWays, shownTimes } from '../../http/records/collection-schemas.ts';
import { filledIn, offersIsMine, operatorsOf } from '../../records/index.ts';
import { typeName } from './names.ts';
import { onceEach, type SchemaParts, scalarType, seenTarget } from './parts.ts';
import type { SeenCollection } from './sight.ts';

export type FilterTypes = (seen: SeenCollection) => GraphQLInputObjectType;

/** What comparisons are called, by the type of what they compare. */
const COMPARED: Readonly<Record<Column['type'], string>> = {
  string: 'String',
  text: 'String',
  integer: 'Int',
  bigint: 'BigInt',
  decimal: 'Decimal',
  boolean: 'Boolean',
  time: 'Timestamp',
  json: 'JSON',
  ids: 'ID',
  point: 'Point',
};
/** The values of these operators are texts or lists whatever they compare. */
const LISTS: ReadonlySet<string> = new Set(['in', 'nin']);
const TEXTS: ReadonlySet<string> = new Set(['contains', 'ncontains', 'starts', 'ends', 'near', 'within']);

/** The types of conditions: of each collection the fields that the caller may read, in the words of the API. */
export function makeFilterTypes(parts: SchemaParts): FilterTypes {
  const { lib } = parts;
  const compared = makeComparisons(parts);
  const own = (seen: SeenCollection): GraphQLInputFieldConfigMap => {
    const { definition, shown } = seen;
    const fields = [...shown].flatMap((name) => {
      const field = definition.fields[name];
      return field ? [[name, { type: conditionOn(field) }]] : [];
    });
    const times = shownTimes(definition).map((name) => [
      name,
      { type: compared(filledIn(definition)[name] as Field) },
    ]);
    const ways = followedWays(parts.catalogue, definition).flatMap(([name, way]) => {
      const there = parts.sight.get(way.collection);
      const isSeen = there?.uses.has('read') && there.open.has(way.field);
      return there && isSeen ? [[name, { type: relatedOf(there) }]] : [];
    });
    return {
      ...(offersIsMine(definition) && { is_mine: { type: compared({ column: { type: 'boolean' } }) } }),
      ...Object.fromEntries([...ways, ...times, ...fields]),
      id: { type: compared({ column: { type: 'bigint' }, target: 'id' }) },
    };
  };
  function conditionOn(field: Field): GraphQLInputType {
    if (field.nested) return parts.scalars.JSON;
    const there = field.target === undefined ? undefined : seenTarget(parts, field.target);
    if (there) return comparisonOf(there);
    return compared(field);
  }
  const filterOf: FilterTypes = onceEach(
    (seen) =>
      new lib.GraphQLInputObjectType({
        name: `${typeName(seen.name)}Filter`,
        fields: () => {
          const list = new lib.GraphQLList(new lib.GraphQLNonNull(filterOf(seen)));
          return { not: { type: filterOf(seen) }, ...own(seen), and: { type: list }, or: { type: list } };
        },
      }),
  );
  /** Conditions on a reference: on its id, and on the records that it leads to. */
  const comparisonOf: FilterTypes = onceEach(
    (seen) =>
      new lib.GraphQLInputObjectType({
        name: `${typeName(seen.name)}Comparison`,
        fields: () => ({
          ...own(seen),
          ...operatorFields(parts, {
            column: { type: 'bigint' },
            target: seen.name,
            ...(seen.definition.tree !== undefined && { tree: true }),
          }),
        }),
      }),
  );
  /** Conditions on the records that refer to one, and on their number. */
  const relatedOf: FilterTypes = onceEach(
    (seen) =>
      new lib.GraphQLInputObjectType({
        name: `${typeName(seen.name)}Related`,
        fields: () => ({ ...own(seen), count: { type: compared({ column: { type: 'integer' } }) } }),
      }),
  );
  return filterOf;
}

type Compared = Pick<Field, 'column'> & { readonly target?: string | undefined; readonly tree?: true };

function makeComparisons(parts: SchemaParts): (field: Compared) => GraphQLInputType {
  const made = new Map<string, GraphQLInputObjectType>();
  return (field) => {
    const base = field.target === undefined ? COMPARED[field.column.type] : 'ID';
    const name = `${field.tree ? 'Tree' : ''}${base}Comparison`;
    const known = made.get(name);
    if (known) return known;
    const type = new parts.lib.GraphQLInputObjectType({ name, fields: () => operatorFields(parts, field) });
    made.set(name, type);
    return type;
  };
}

/** The operators that compare values of a type, with what they take. */
function operatorFields(parts: SchemaParts, compared: Compared): GraphQLInputFieldConfigMap {
  const { lib } = parts;
  const field = compared as Field; // its type alone decides
  const one = compared.target === undefined ? scalarType(parts, compared.column) : lib.GraphQLID;
  const typeOf = (word: string): GraphQLInputType => {
    if (word === 'null') return lib.GraphQLBoolean;
    if (TEXTS.has(word)) return lib.GraphQLString;
    return LISTS.has(word) ? new lib.GraphQLList(new lib.GraphQLNonNull(one)) : one;
  };
  return Object.fromEntries(operatorsOf(field).map((word) => [word, { type: typeOf(word) }]));
}
