import type { FastifyInstance } from 'fastify';
import type { DocumentNode, ExecutionResult, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { Door } from '../../access/door.ts';
import { AppError, badParameters } from '../../errors.ts';
import type { Input } from '../../http/route.ts';
import { askAs } from './ask.ts';
import { parseDocument } from './bounds.ts';
import { requireBounded } from './cost.ts';
import type { Documents } from './documents.ts';
import { listenAs } from './feed.ts';
import { type Library, loadLibrary } from './library.ts';
import { message } from './messages/message.ts';
import type { Context } from './parts.ts';
import { shownError } from './problem.ts';
import type { Schemas } from './schemas.ts';

/** What operations of one server share. */
export interface GraphqlParts {
  readonly app: FastifyInstance;
  readonly schemas: Schemas;
  readonly documents: Documents;
  readonly mostCost: number;
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
  /** Aborted when the caller has left, and when the server is about to stop. */
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
  const language = input.language();
  const schema = await parts.schemas.of(lib, door, language);
  const document = parsed(lib, parts.documents.textOf(sent));
  if (!('kind' in document)) return document;
  const errors = lib.validate(schema, document);
  if (errors.length > 0) return errors;
  const operation = operationOf(lib, document, sent.operationName ?? undefined);
  const variables = sent.variables ?? {};
  const cost = requireBounded(lib, { schema, document, operation, variables }, parts.mostCost);
  const { requestId } = door.admission;
  const about = {
    requestId,
    operation: operation.name?.value.slice(0, 100) ?? '',
    kind: operation.operation,
    cost,
  };
  const { app, leaving } = parts;
  app.log.info(about, 'graphql');
  const left = new AbortController();
  const report = (cause: unknown) => app.log.error({ err: cause, requestId }, 'unexpected');
  return {
    lib,
    operation,
    execution: {
      schema,
      document,
      contextValue: {
        ask: askAs(app, lib, input),
        listen: listenAs(app, lib, input, left.signal),
      } satisfies Context,
      variableValues: variables,
      operationName: sent.operationName,
    },
    shown: (error) => shownError(lib, error, { language, report }),
    ...{ report, left, leaving },
  };
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
    if (error instanceof lib.GraphQLError) return [error];
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

/** Executes a query or a mutation. */
export async function run(prepared: Prepared): Promise<ExecutionResult> {
  return shownResult(prepared, await prepared.lib.execute(prepared.execution));
}

/** A result with its errors as the caller reads them. */
export function shownResult({ shown }: Prepared, { errors, ...others }: ExecutionResult): ExecutionResult {
  return { ...(errors && { errors: errors.map(shown) }), ...others };
}

/** Throws unless the method is one by which this operation may be sent. */
export function requireMethod({ operation }: Prepared, method: string): void {
  if (method === 'POST' || operation.operation !== 'mutation') return;
  throw new AppError('methodNotAllowed', { headers: { allow: 'POST' } });
}
