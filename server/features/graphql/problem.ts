import type { GraphQLError } from 'graphql';
import type { Raw } from '../../database/engine.ts';
import { AppError, isRefusal } from '../../errors.ts';
import { api, type FailureForm } from '../../http/index.ts';
import type { Language } from '../../messages/languages.ts';
import type { Library } from './library.ts';

/** The most errors of a document that are told, or of its variables, and the most characters of each: it may repeat what was sent. */
export const MOST_ERRORS = 10;
const MOST_CHARACTERS = 500;

export const GRAPHQL_TYPE = 'application/graphql-response+json';

/** A problem of the API as an error of GraphQL: the problem's members are its extensions. */
export function errorOf(lib: Library, problem: Raw): GraphQLError {
  const { message, extensions } = partsOf(problem);
  return new lib.GraphQLError(message, { extensions });
}

function partsOf(problem: Raw): { message: string; extensions: Raw } {
  const { title, detail } = problem;
  return { message: detail === undefined ? String(title) : `${title}: ${detail}`, extensions: problem };
}

function problemOf(error: AppError, language: Language): Raw {
  return api.bodies.failure(api, { bodyForm: 'content', language }, error, '') as Raw;
}

/** What a resolver threw, as it is answered. What nobody expected is logged, and says nothing. */
export function shownError(
  lib: Library,
  error: GraphQLError,
  { language, report }: { readonly language: Language; readonly report: (cause: unknown) => void },
): GraphQLError {
  const { originalError, nodes, source, positions, path } = error;
  if (originalError === undefined || originalError instanceof lib.GraphQLError) return shortened(lib, error);
  const isKnown = isRefusal(originalError);
  if (!isKnown) report(originalError);
  const known = isKnown ? originalError : new AppError('unexpected');
  const { message, extensions } = partsOf(problemOf(known, language));
  return new lib.GraphQLError(message, { nodes, source, positions, path, extensions });
}

/** The same error, its message cut where it is long. */
export function shortened(lib: Library, error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = error;
  if (message.length <= MOST_CHARACTERS) return error;
  return new lib.GraphQLError(`${message.slice(0, MOST_CHARACTERS)}…`, {
    ...{ nodes, source, positions, path, extensions },
  });
}

/** Requests that are refused as a whole are answered as GraphQL answers. */
export const graphqlFailures: FailureForm = {
  type: `${GRAPHQL_TYPE}; charset=utf-8`,
  statusOf: ({ key, status }) => (key === 'badParameters' ? 400 : status),
  bodyOf: (error, language) => ({ errors: [partsOf(problemOf(error, language))] }),
};
