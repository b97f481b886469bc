import type { DocumentNode } from 'graphql';
import { type AppError, badParameters } from '../../errors.ts';
import type { Library } from './library.ts';
import { message } from './messages/message.ts';

/** A document: its characters and tokens, and the fields that are written in it. */
const MOST_CHARACTERS = 64_000;
const MOST_TOKENS = 4000;
const MOST_WRITTEN = 500;
/** An operation, its fragments taken in: its fields, how deep they lie, and how many stand at its top, each a request. */
export const MOST_FIELDS = 1000;
export const MOST_DEPTH = 16;
export const MOST_AT_TOP = 20;

/** Reads a document. Throws if it is too long, before more of it is read, or cannot be read. */
export function parseDocument(lib: Library, text: string): DocumentNode {
  if (text.length > MOST_CHARACTERS) throw tooMuch('graphqlTooLong', MOST_CHARACTERS);
  const document = lib.parse(text, { maxLexicalTokens: MOST_TOKENS });
  let written = 0;
  lib.visit(document, {
    Field() {
      written += 1; // before it is validated, which compares fields with each other
      if (written > MOST_WRITTEN) throw tooMuch('graphqlTooManyWritten', MOST_WRITTEN);
    },
  });
  return document;
}

/** The refusal of an operation that asks too much of something. */
export function tooMuch(
  what:
    | 'graphqlTooLong'
    | 'graphqlTooManyWritten'
    | 'graphqlTooManyFields'
    | 'graphqlTooManyAtTop'
    | 'graphqlTooDeep'
    | 'graphqlTooCostly',
  max: number,
): AppError {
  return badParameters({ query: message(what, { max }) });
}
