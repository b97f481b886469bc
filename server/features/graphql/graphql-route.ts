import type { ExecutionResult } from 'graphql';
import { callerOf, type Door } from '../../access/index.ts';
import { badParameters } from '../../errors.ts';
import { Bytes, everyone, type Input, type Route, route, Type } from '../../http/index.ts';
import { fromJson, toJson } from '../../shared/index.ts';
import { eventsOf } from './events.ts';
import { STREAM } from './feed.ts';
import { message } from './messages/message.ts';
import { type GraphqlParts, prepare, type Sent } from './prepare-operation.ts';
import { GRAPHQL_TYPE, graphqlFailures } from './problem.ts';
import { requireMethod, run } from './run-operation.ts';

const text = Type.Optional(Type.Nullable(Type.String()));
const object = Type.Optional(Type.Nullable({ type: 'object', additionalProperties: true }));
const names = { query: text, documentId: text, operationName: text };

const common = {
  path: '/graphql',
  tag: message('graphqlTag'),
  access: everyone, // each field is a request of its own, which the rules of its route decide
  failureForm: graphqlFailures,
  isNotForLin: true,
  isAlwaysAnswered: true, // within `atOnce`
} as const;

/** GraphQL over HTTP: what the API serves of collections, in one request. */
export function graphqlRoutes(parts: GraphqlParts): Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      refusesIdempotencyKeys: true,
      summary: message('graphqlSummary'),
      body: Type.Object({ ...names, variables: object, extensions: object }),
      handle: (door, input) => answer(parts, door, input, input.body as Sent),
    }),
    route({
      ...common,
      method: 'GET',
      summary: message('graphqlByGet'),
      query: Type.Object({ ...names, variables: text, extensions: text }),
      handle(door, input) {
        const { variables, extensions, ...named } = input.query;
        return answer(parts, door, input, {
          ...named,
          variables: readObject('variables', variables),
          extensions: readObject('extensions', extensions),
        });
      },
    }),
  ];
}

function readObject(
  name: string,
  sent: string | null | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (!sent) return undefined;
  try {
    const value = fromJson<unknown>(sent);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // refused below, as what is no object
  }
  throw badParameters({ [name]: message('wrongType', { allowed: ['object'] }) });
}

/** Answers a document. Too many at once, of one caller or of all, are refused. */
async function answer(parts: GraphqlParts, door: Door, input: Input, sent: Sent): Promise<Bytes> {
  const actor = await door.admission.identify();
  const caller = callerOf(actor, input.from.address);
  return parts.atOnce.run(caller, () => answerOne(parts, door, input, sent));
}

async function answerOne(parts: GraphqlParts, door: Door, input: Input, sent: Sent): Promise<Bytes> {
  const accept = input.headers.accept ?? '';
  const prepared = await prepare(parts, door, input, sent);
  if (!('lib' in prepared)) return bytesOf({ errors: prepared }, accept);
  requireMethod(prepared, door.admission.method);
  const isSubscription = prepared.operation.operation === 'subscription';
  if (accept.includes(STREAM) && (isSubscription || !/json|\*/.test(accept))) return eventsOf(prepared);
  if (isSubscription) throw badParameters({ query: message('graphqlStreamed') });
  return bytesOf(await run(prepared), accept);
}

/** What could not be executed has status 400, but for clients that know the older media type alone: they take any other status for no answer. */
function bytesOf(result: ExecutionResult, accept: string): Bytes {
  const isOlder = accept.includes('application/json') && !accept.includes(GRAPHQL_TYPE);
  const status = 'data' in result || isOlder ? 200 : 400;
  const type = isOlder ? 'application/json' : GRAPHQL_TYPE;
  return new Bytes(
    status,
    {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      vary: 'Accept, Accept-Language, Authorization',
    },
    toJson(result),
  );
}
