import type { Text } from '../messages/message.ts';

/** Why a value is refused, in words that follow the field's name. Not thrown, because one answer may hold many. */
export class Problem {
  readonly text: Text;
  /** Why parts of the value are refused, by their paths in it, such as `0.price`. */
  readonly within: Readonly<Record<string, Text>> | undefined;

  constructor(text: Text, within?: Readonly<Record<string, Text>>) {
    this.text = text;
    this.within = within;
  }
}
