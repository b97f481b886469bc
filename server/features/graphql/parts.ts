import type {
  GraphQLFieldConfig,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
} from 'graphql';
import type { Column } from '../../../contract/column.ts';
import type { Raw } from '../../database/engine.ts';
import {
  type Catalogue,
  type Field,
  hasTextIds,
  type ServedDefinition,
  textIdInPath,
} from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import { parseAnsweredId, parseId } from '../../http/parse-id.ts';
import type { Language } from '../../messages/languages.ts';
import type { Ask } from './ask.ts';
import type { Listen } from './feed.ts';
import type { Library } from './library.ts';
import type { Scalars } from './scalars.ts';
import type { SeenCollection, Sight } from './sight.ts';

/** What the types of one schema are made of. */
export interface SchemaParts {
  readonly lib: Library;
  readonly catalogue: Catalogue;
  readonly sight: Sight;
  readonly scalars: Scalars;
  readonly language: Language;
}

/** What resolvers get, beside their arguments. */
export interface Context {
  readonly ask: Ask;
  readonly listen: Listen;
}

/** A field of a query, a mutation or a subscription; its arguments are those that it declares. */
// biome-ignore lint/suspicious/noExplicitAny: the library types arguments so
export type RootField = GraphQLFieldConfig<unknown, Context, any>;
export type RootFields = Readonly<Record<string, RootField>>;
export type RecordTypes = (seen: SeenCollection) => GraphQLObjectType<Raw, Context>;

/** The type of a field's values, without what they refer to. */
export function valueType(
  parts: SchemaParts,
  { column, target }: Field,
): GraphQLScalarType | GraphQLList<GraphQLNonNull<GraphQLScalarType>> {
  const { lib } = parts;
  if (column.type === 'ids') return new lib.GraphQLList(new lib.GraphQLNonNull(lib.GraphQLID));
  return column.type === 'bigint' && target !== undefined ? lib.GraphQLID : scalarType(parts, column);
}

/** The type of one value in a column. */
export function scalarType({ lib, scalars }: SchemaParts, { type }: Column): GraphQLScalarType {
  const types: Readonly<Record<Column['type'], GraphQLScalarType>> = {
    string: lib.GraphQLString,
    text: lib.GraphQLString,
    integer: lib.GraphQLInt,
    bigint: scalars.BigInt,
    decimal: scalars.Decimal,
    boolean: lib.GraphQLBoolean,
    time: scalars.Timestamp,
    ids: lib.GraphQLID,
    json: scalars.JSON,
    point: scalars.JSON,
  };
  return types[type];
}

/** The collection to which a reference leads this caller; undefined if they may read none of its records. */
export function seenTarget({ sight, catalogue }: SchemaParts, target: string): SeenCollection | undefined {
  const { draftOf } = catalogue.get(target);
  const there = sight.get(target);
  const seen = draftOf === undefined || there?.readsAll ? there : sight.get(draftOf);
  return seen?.uses.has('read') ? seen : undefined;
}

/** Where the records of a collection are, or one of them, and the parameter that chooses drafts; `from` stands before an id. */
export function placeOf({ definition }: SeenCollection, id?: unknown, from = '') {
  const { path, draftOf, sql } = definition as ServedDefinition; // only those with a path have fields of their own
  const ofNumber = sql ? pathOfAnswered : pathOfOne;
  const pathOf = hasTextIds(definition) ? pathOfText : ofNumber;
  return {
    path: id === undefined ? path : pathOf(path + from, id),
    version: draftOf === undefined ? {} : { version: 'draft' },
  };
}

function pathOfText(path: string, id: unknown): string {
  const inPath = textIdInPath(id);
  if (inPath === undefined) throw new AppError('recordNotFound');
  return `${path}/${inPath}`;
}

function pathOfAnswered(path: string, id: unknown): string {
  return `${path}/${parseAnsweredId(String(id))}`;
}

/** The path of the one with this id. Throws for what is no id: `..` would lead to another route. */
export function pathOfOne(path: string, id: unknown): string {
  return `${path}/${parseId(String(id))}`;
}

/** Makes a value once for each collection. */
export function onceEach<Value>(make: (seen: SeenCollection) => Value): (seen: SeenCollection) => Value {
  const made = new Map<SeenCollection, Value>();
  return (seen) => {
    const known = made.get(seen);
    if (known !== undefined) return known;
    const value = make(seen);
    made.set(seen, value);
    return value;
  };
}
