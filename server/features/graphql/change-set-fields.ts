import type { GraphQLFieldConfigArgumentMap, GraphQLObjectType } from 'graphql';
import type { Raw } from '../../database/engine.ts';
import { withoutNulls } from './arguments.ts';
import { sentItemType, setType, writtenSetType } from './change-set-types.ts';
import { type Context, pathOfOne, type RootField, type RootFields, type SchemaParts } from './parts.ts';

const PATH = '/v1/change-set';

/** A write of a set: where it is sent, behind the path of the set, and what it takes. */
interface SetWrite {
  readonly name: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly end?: string;
  readonly takes: readonly (keyof ReturnType<typeof argumentsOf>)[];
}

const step = (verb: string, ...takes: SetWrite['takes']): SetWrite => ({
  ...{ name: `${verb}_change_set`, method: 'POST', end: `/${verb}` },
  takes: ['id', ...takes],
});

const WRITES: readonly SetWrite[] = [
  { name: 'create_change_set', method: 'POST', takes: ['title', 'note', 'items'] },
  { name: 'update_change_set', method: 'PATCH', takes: ['id', 'title', 'note'] },
  { name: 'delete_change_set', method: 'DELETE', takes: ['id'] },
  { name: 'add_change_set_items', method: 'POST', end: '/item', takes: ['id', 'items'] },
  ...['submit', 'withdraw', 'apply', 'rebase'].map((verb) => step(verb)),
  step('approve', 'version', 'apply'),
  step('reject', 'version', 'reason'),
];

/** Change sets: changes of several records that are written together once somebody else has approved them. */
export function changeSetFields(parts: SchemaParts): {
  readonly queries: RootFields;
  readonly mutations: RootFields;
} {
  const set = setType(parts);
  const written = writtenSetType(parts, set, readSet);
  const all = argumentsOf(parts);
  const { id } = all;
  return {
    queries: {
      change_set: { type: set, args: { id }, resolve: (_, given, context) => readSet(given.id, context) },
      change_set_list: listField(parts, set),
    },
    mutations: Object.fromEntries(WRITES.map((write) => [write.name, writeField(write, written, all)])),
  };
}

/** All arguments of writes, of which each takes some. */
function argumentsOf(parts: SchemaParts) {
  const { lib } = parts;
  const text = { type: lib.GraphQLString };
  return {
    ...{ id: { type: new lib.GraphQLNonNull(lib.GraphQLID) }, title: text, note: text, reason: text },
    items: { type: new lib.GraphQLList(new lib.GraphQLNonNull(sentItemType(parts))) },
    version: { type: lib.GraphQLInt },
    apply: { type: lib.GraphQLBoolean },
    idempotency_key: text,
  } as const satisfies GraphQLFieldConfigArgumentMap;
}

function writeField(
  { method, end = '', takes }: SetWrite,
  written: GraphQLObjectType,
  all: ReturnType<typeof argumentsOf>,
): RootField {
  return {
    type: written,
    args: Object.fromEntries([...takes, 'idempotency_key' as const].map((name) => [name, all[name]])),
    async resolve(_, { id, idempotency_key, ...given }, { ask }) {
      const path = id === undefined ? PATH : pathOfOne(PATH, id) + end;
      const hasBody = takes.some((name) => name !== 'id');
      const { body } = await ask({
        ...{ method, path, headers: { 'idempotency-key': idempotency_key } },
        ...(hasBody && { body: withoutNulls(given) }),
      });
      return { id: id ?? body.id, items: body.items, isGone: method === 'DELETE' };
    },
  };
}

async function readSet(id: unknown, { ask }: Context): Promise<Raw> {
  return (await ask({ method: 'GET', path: pathOfOne(PATH, id) })).body;
}

function listField(parts: SchemaParts, set: GraphQLObjectType): RootField {
  const { lib } = parts;
  const text = { type: lib.GraphQLString };
  const page = new lib.GraphQLObjectType<Raw>({
    name: 'ChangeSetPage',
    fields: {
      nodes: { type: new lib.GraphQLList(new lib.GraphQLNonNull(set)), resolve: ({ items }) => items },
      endCursor: { ...text, resolve: ({ next }) => next },
    },
  });
  return {
    type: page,
    args: { state: text, first: { type: lib.GraphQLInt }, after: text },
    resolve: async (_, { first, ...given }, { ask }) =>
      (await ask({ method: 'GET', path: PATH, query: withoutNulls({ ...given, count: first }) })).body,
  };
}
