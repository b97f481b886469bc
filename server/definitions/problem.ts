import type { Text } from '../messages/message.ts';

/** Why a value is refused, in words that follow the field's name. Not thrown, because one answer may hold many. */
export class Problem {
  readonly text: Text;

  constructor(text: Text) {
    this.text = text;
  }
}
