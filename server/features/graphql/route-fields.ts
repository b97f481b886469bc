import type { GraphQLFieldConfigArgumentMap, GraphQLNullableInputType } from 'graphql';
import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import type { Raw } from '../../database/engine.ts';
import { isRepeatable, type Route } from '../../http/route.ts';
import { render, type Text } from '../../messages/message.ts';
import { type Answered, type AnswerTypes, isLong, isTime, propertiesOf } from './answer-types.ts';
import { withoutNulls } from './arguments.ts';
import type { InnerRequest } from './ask.ts';
import { asking } from './asks.ts';
import { message } from './messages/message.ts';
import { pathOfOne, type RootField, type SchemaParts } from './parts.ts';

type Given = Readonly<Record<string, unknown>>;

/** What parameters are called here, where the API calls them otherwise. */
const RENAMED: Readonly<Record<string, string>> = { count: 'first' };
/** Chosen by the name of the field. */
const CHOSEN = 'version';

/** A route as a field, with what it answers. */
export interface Offered {
  readonly route: Route;
  readonly answered: Answered;
  /** What comes before the rest of its path, where that is a collection or a record. */
  readonly place?: {
    of(id: unknown): { readonly path: string; readonly version: Readonly<Record<string, string>> };
    readonly rest: string;
  };
}

/** A field of a query that asks one route. */
export function readingField(parts: SchemaParts, offered: Offered): RootField {
  const { answered } = offered;
  return {
    ...fieldOf(parts, offered),
    ...(!answered.isPage && asking({ times: answered.times })),
    resolve: async (_, given, { ask }) => answered.read((await ask(requestOf(offered, given))).body),
  };
}

/** A field of a mutation that asks one route. Its answer names the record, also where the route answers nothing. */
export function writingField(parts: SchemaParts, offered: Offered): RootField {
  const { lib, language } = parts;
  const { answered, route } = offered;
  const { args, ...field } = fieldOf(parts, offered);
  return {
    ...field,
    args: {
      ...args,
      ...(isRepeatable(route) && {
        idempotency_key: { type: lib.GraphQLString, description: render(message('graphqlKey'), language) },
      }),
    },
    async resolve(_, { idempotency_key, ...given }, { ask }) {
      const headers = { 'idempotency-key': idempotency_key };
      const { body } = await ask({ ...requestOf(offered, given), headers });
      return { id: given.id, ...(answered.read(body) as Raw) };
    },
  };
}

/** What a write answers: an id, and what its route tells beside it. */
export function writtenOf(types: AnswerTypes, { answerFields }: Route, name = 'Done'): Answered {
  const told = Type.Object({ id: Type.Id(), ...answerFields });
  return types.ofReading(told, name);
}

function fieldOf(parts: SchemaParts, { route, answered }: Offered): RootField {
  const { lib, language } = parts;
  const { params, query, body } = route;
  const id = { type: new lib.GraphQLNonNull(lib.GraphQLID) };
  const sent = Object.entries({ ...propertiesOf(query), ...propertiesOf(body) });
  const needed = new Set([query, body].flatMap(requiredIn));
  const args = Object.fromEntries([
    ...sent
      .filter(([name]) => name !== CHOSEN)
      .map(([name, schema]) => [RENAMED[name] ?? name, argument(parts, name, schema, needed.has(name))]),
    ...Object.keys(propertiesOf(params)).map((name) => [name, id]),
  ]) as GraphQLFieldConfigArgumentMap;
  return { type: answered.type, description: render(route.summary, language), args };
}

function argument(parts: SchemaParts, name: string, schema: JsonSchema, isNeeded: boolean) {
  const type = inputType(parts, name, schema);
  const about = schema.about as Text | undefined; // `about` is nothing else
  return {
    type: isNeeded ? new parts.lib.GraphQLNonNull(type) : type,
    ...(about !== undefined && { description: render(about, parts.language) }),
  };
}

function inputType(parts: SchemaParts, name: string, schema: JsonSchema): GraphQLNullableInputType {
  const { lib, scalars } = parts;
  if (isLong(schema)) return lib.GraphQLID;
  switch (schema.type) {
    case 'string':
      return lib.GraphQLString;
    case 'boolean':
      return lib.GraphQLBoolean;
    case 'integer':
      return isTime(name) || Number(schema.maximum) > MAX_INT32 ? scalars.Timestamp : lib.GraphQLInt;
    case 'array': {
      const item = inputType(parts, name, schema.items as JsonSchema); // arrays of the server's routes name it
      return new lib.GraphQLList(new lib.GraphQLNonNull(item));
    }
    default:
      return scalars.JSON;
  }
}

const MAX_INT32 = 2 ** 31 - 1;

function requiredIn(schema: JsonSchema | undefined): readonly string[] {
  return (schema?.required ?? []) as readonly string[]; // draft 7 knows no other form
}

/** The request that these arguments mean. */
function requestOf({ route, place }: Offered, given: Given): InnerRequest {
  const { method, query, body } = route;
  const named = (schema: JsonSchema | undefined): Given =>
    Object.fromEntries(
      Object.keys(propertiesOf(schema))
        .filter((name) => name !== CHOSEN)
        .map((name) => [name, given[RENAMED[name] ?? name]]),
    );
  const { path, version } = place?.of(given.id) ?? { path: '', version: {} };
  return {
    ...{ method, path: withIds(path, place?.rest ?? route.path, given) },
    query: { ...withoutNulls(named(query)), ...version },
    ...(body && { body: named(body) }),
  };
}

/** The rest of a path, an id in the place of each parameter. */
function withIds(start: string, rest: string, given: Given): string {
  const parts = rest.split('/').slice(1);
  return parts.reduce(
    (path, part) => (part.startsWith(':') ? pathOfOne(path, given[part.slice(1)]) : `${path}/${part}`),
    start,
  );
}
