/**
 * Why a table refuses a row:
 * - `duplicate`: another row has what must be unique;
 * - `reference`: a foreign key leads nowhere, or another row refers to this one;
 * - `rule`: a type, a check, a trigger or a right of the database.
 */
export interface Violation {
  readonly kind: 'duplicate' | 'reference' | 'rule';
  /** In the words of the database, or of the trigger. */
  readonly words: string;
}

const MOST_CHARACTERS = 300;

/** A violation in the words of an error, on one line. */
export function violation(kind: Violation['kind'], { message }: Error): Violation {
  return { kind, words: message.replace(/[\p{C}\s]+/gu, ' ').slice(0, MOST_CHARACTERS) };
}
