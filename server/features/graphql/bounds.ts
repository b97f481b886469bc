import type { DocumentNode } from 'graphql';
import { type AppError, badParameters } from '../../errors.ts';
import type { Library } from './library.ts';
import { message } from './messages/message.ts';

/** A document: its characters and tokens, how deep its brackets lie, and the fields that are written in it. */
const MOST_CHARACTERS = 64_000;
const MOST_TOKENS = 4000;
const MOST_BRACKETS = 64;
const MOST_WRITTEN = 500;
/** An operation, its fragments taken in: its fields, how deep they lie, and how many stand at its top, each a request. */
export const MOST_FIELDS = 1000;
export const MOST_DEPTH = 16;
export const MOST_AT_TOP = 20;

/** Reads a document. Throws if it is too long, before more of it is read, or cannot be read. */
export function parseDocument(lib: Library, text: string): DocumentNode {
  if (text.length > MOST_CHARACTERS) throw tooMuch('graphqlTooLong', MOST_CHARACTERS);
  requireFlat(lib, text);
  const document = lib.parse(text);
  let written = 0;
  lib.visit(document, {
    Field() {
      written += 1; // before it is validated, which compares fields with each other
      if (written > MOST_WRITTEN) throw tooMuch('graphqlTooManyWritten', MOST_WRITTEN);
    },
  });
  return document;
}

/** Throws for too many tokens and brackets: the parser calls itself for each bracket, and the stack is finite. */
function requireFlat({ Lexer, Source, TokenKind }: Library, text: string): void {
  const lexer = new Lexer(new Source(text));
  const opening: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
  const closing: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];
  let open = 0;
  for (let count = 1; lexer.advance().kind !== TokenKind.EOF; count += 1) {
    if (count > MOST_TOKENS) throw tooMuch('graphqlTooManyTokens', MOST_TOKENS);
    if (opening.includes(lexer.token.kind)) open += 1;
    if (closing.includes(lexer.token.kind)) open -= 1;
    if (open > MOST_BRACKETS) throw tooMuch('graphqlTooManyBrackets', MOST_BRACKETS);
  }
}

/** The refusal of an operation that asks too much of something. */
export function tooMuch(
  what:
    | 'graphqlTooLong'
    | 'graphqlTooManyTokens'
    | 'graphqlTooManyBrackets'
    | 'graphqlTooManyWritten'
    | 'graphqlTooManyFields'
    | 'graphqlTooManyAtTop'
    | 'graphqlTooDeep'
    | 'graphqlTooCostly',
  max: number,
): AppError {
  return badParameters({ query: message(what, { max }) });
}
