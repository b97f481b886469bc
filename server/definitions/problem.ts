import type { Text } from '../messages/message.ts';

/** Why a value cannot be taken, in words that follow the field's name. A value, not a thrown error: one answer may hold many. */
export class Problem {
  readonly text: Text;

  constructor(text: Text) {
    this.text = text;
  }
}
