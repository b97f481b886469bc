import type { FastifyInstance } from 'fastify';
import type { DocumentNode, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { Door } from '../../access/door.ts';
import type { KeyedLimit } from '../../background/limits.ts';
import { badParameters } from '../../errors.ts';
import type { Input } from '../../http/route.ts';
import { askAs } from './ask.ts';
import { parseDocument } from './bounds.ts';
import { requireBounded } from './cost.ts';
import type { Documents } from './documents.ts';
import { listenAs } from './feed.ts';
import { type Library, loadLibrary } from './library.ts';
import { message } from './messages/message.ts';
import type { Context } from './parts.ts';
import { MOST_ERRORS, shortened, shownError } from './problem.ts';
import type { Schemas } from './schemas.ts';

/** The characters of an operation's name in the log. */
const MOST_LOGGED = 100;

/** What operations of one server share. */
export interface GraphqlParts {
  readonly app: FastifyInstance;
  readonly schemas: Schemas;
  readonly documents: Documents;
  readonly mostCost: number;
  /** Bounds the documents that are answered at the same time. */
  readonly atOnce: KeyedLimit;
  /** Aborted once the server is about to stop. */
  readonly leaving: AbortSignal;
}

/** A request of GraphQL, in whatever way it was sent. */
export interface Sent {
  readonly query?: string | null | undefined;
  readonly documentId?: string | null | undefined;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly extensions?: unknown;
}

/** A readable, valid and bounded operation, which can be executed. */
export interface Prepared {
  readonly lib: Library;
  readonly operation: OperationDefinitionNode;
  readonly execution: Parameters<Library['execute']>[0];
  /** An error as the caller reads it. */
  readonly shown: (error: GraphQLError) => GraphQLError;
  readonly report: (cause: unknown) => void;
  /** Aborted once the caller has left. */
  readonly left: AbortController;
  readonly leaving: AbortSignal;
}

/** Prepares an operation. Answers the errors of a document that cannot be executed; throws where the request is refused. */
export async function prepare(
  parts: GraphqlParts,
  door: Door,
  input: Input,
  sent: Sent,
): Promise<Prepared | readonly GraphQLError[]> {
  const lib = await loadLibrary();
  const schema = await parts.schemas.of(lib, door, input.language());
  const document = parsed(lib, parts.documents.textOf(sent));
  if (!('kind' in document)) return document;
  const errors = lib.validate(schema, document, undefined, { maxErrors: MOST_ERRORS });
  if (errors.length > 0) return errors.map((error) => shortened(lib, error));
  const operation = operationOf(lib, document, sent.operationName ?? undefined);
  const variables = sent.variables ?? {};
  const cost = requireBounded(lib, { schema, document, operation, variables }, parts.mostCost);
  const { requestId } = door.admission;
  const name = operation.name?.value.slice(0, MOST_LOGGED) ?? '';
  parts.app.log.info({ requestId, operation: name, kind: operation.operation, cost }, 'graphql');
  const context = contextOf(parts, { lib, input, requestId });
  return {
    ...{ lib, operation, ...context },
    execution: {
      ...{ schema, document, contextValue: context.asked },
      variableValues: variables,
      operationName: sent.operationName,
      options: { maxCoercionErrors: MOST_ERRORS },
    },
  };
}

/** What the fields of an operation ask with, and how its errors are shown and told. */
function contextOf(
  { app, leaving }: GraphqlParts,
  { lib, input, requestId }: { readonly lib: Library; readonly input: Input; readonly requestId: string },
) {
  const left = new AbortController();
  const language = input.language();
  const report = (cause: unknown) => app.log.error({ err: cause, requestId }, 'unexpected');
  const asked: Context = { ask: askAs(app, lib, input), listen: listenAs(app, lib, input, left.signal) };
  const shown = (error: GraphQLError) => shownError(lib, error, { language, report });
  return { asked, shown, report, left, leaving };
}

/** The document, or the errors that keep it from being read. */
function parsed(lib: Library, text: string | undefined): DocumentNode | readonly GraphQLError[] {
  if (text === undefined)
    return [
      new lib.GraphQLError('PersistedQueryNotFound', { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }),
    ];
  try {
    return parseDocument(lib, text);
  } catch (error) {
    if (error instanceof lib.GraphQLError) return [shortened(lib, error)];
    throw error;
  }
}

function operationOf(
  lib: Library,
  document: DocumentNode,
  name: string | undefined,
): OperationDefinitionNode {
  const all = document.definitions.filter((one) => one.kind === lib.Kind.OPERATION_DEFINITION);
  const found = name === undefined && all.length === 1 ? all[0] : all.find((one) => one.name?.value === name);
  if (found) return found;
  const allowed = all.map((one) => one.name?.value ?? '');
  throw badParameters({ operationName: message('notOneOf', { allowed }) });
}
