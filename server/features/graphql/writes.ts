import type { GraphQLFieldConfigArgumentMap } from 'graphql';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { keysOf, type Use } from '../../records/index.ts';
import type { SchemaParts } from './parts.ts';
import type { SeenCollection } from './sight.ts';
import type { inputType } from './write-types.ts';

/** A write of one record, as the API knows it. */
export interface Write {
  readonly verb: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** What stands before its id, behind the path of the collection, and behind its id. */
  readonly from?: string;
  readonly end?: string;
  /** All of these rights are needed, with some records. */
  readonly needs: readonly Use[];
  readonly takes: readonly (keyof ReturnType<typeof argumentsOf>)[];
  readonly isOf?: 'many' | 'drafts' | 'keys' | 'order';
  /** What is done with the trash cannot be tried. */
  readonly isTried?: false;
  /** It is of all languages of a record at once, and nothing is left of it to be answered. */
  readonly isOfAll?: true;
}

export const WRITES: readonly Write[] = [
  { verb: 'create', method: 'POST', needs: ['create'], takes: ['values'], isOf: 'many' },
  { verb: 'update', method: 'PATCH', needs: ['update'], takes: ['id', 'values', 'if_match'] },
  { verb: 'replace', method: 'PUT', needs: ['update'], takes: ['id', 'values', 'if_match'] },
  {
    ...{ verb: 'upsert', method: 'PATCH', needs: ['create', 'update'], isOf: 'keys' },
    takes: ['by', 'values', 'if_match'],
  },
  { verb: 'delete', method: 'DELETE', needs: ['delete'], takes: ['id', 'if_match'], isOf: 'many' },
  ...(['publish', 'unpublish'] as const).map(
    (verb): Write => ({
      ...{ verb, method: 'POST', end: `/${verb}`, needs: ['publish'], isOf: 'drafts' },
      takes: ['id', 'at', 'if_match'],
    }),
  ),
  {
    ...{ verb: 'discard', method: 'POST', end: '/discard', needs: ['update'], isOf: 'drafts' },
    takes: ['id', 'if_match'],
  },
  {
    ...{ verb: 'restore', method: 'POST', from: '/trash', end: '/restore', needs: ['restore'] },
    ...{ takes: ['id'], isOf: 'many', isTried: false },
  },
  {
    ...{ verb: 'purge', method: 'DELETE', from: '/trash', needs: ['purge'] },
    ...{ takes: ['id'], isOf: 'many', isTried: false, isOfAll: true },
  },
  {
    ...{ verb: 'move', method: 'POST', end: '/move', needs: ['update'], isOf: 'order' },
    takes: ['id', 'before', 'after', 'to', 'within', 'if_match'],
  },
];

/** The arguments that are sent in the body where no values are. */
export const IN_BODY = ['at', 'before', 'after', 'to', 'within'] as const;

/** Whether the caller may do this with some record of a collection, and the collection has it. */
export function isOffered(
  { definition, uses, changed }: SeenCollection,
  { needs, takes, isOf }: Write,
): boolean {
  const { isSingleton, draftOf, order } = definition;
  if (!needs.every((use) => uses.has(use))) return false;
  if (takes.includes('values') && changed.size === 0) return false;
  if (isOf === 'drafts') return draftOf !== undefined;
  if (isOf === 'order') return order !== undefined;
  if (isOf === 'keys') return !isSingleton && keysOf(definition as ServedDefinition).length > 0;
  return isOf === undefined || !isSingleton;
}

/** All arguments of writes, of which each takes some. */
export function argumentsOf(parts: SchemaParts, input: ReturnType<typeof inputType>) {
  const { lib, scalars } = parts;
  const must = lib.GraphQLNonNull;
  return {
    id: { type: new must(lib.GraphQLID) },
    values: { type: new must(input) },
    if_match: { type: lib.GraphQLString },
    by: { type: new must(lib.GraphQLString) },
    at: { type: scalars.Timestamp },
    before: { type: lib.GraphQLID },
    after: { type: lib.GraphQLID },
    to: { type: lib.GraphQLString },
    within: { type: scalars.JSON },
  } as const satisfies GraphQLFieldConfigArgumentMap;
}
