import { SourceProblem } from './engine.ts';

/** The text that bytes are in UTF-8. Throws naming the column where they are none, instead of making up letters. */
export function textOf(bytes: Uint8Array, column: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new SourceProblem(
      `The column ${column} holds bytes that are no text in UTF-8: convert it there to a column of text`,
      { cause },
    );
  }
}
