import type { Translations } from '../messages/languages.ts';
import { render, type Text } from '../messages/message.ts';

/** Why a hook does not let a write through, in its author's words. */
export class Refusal extends Error {
  readonly text: Text;
  /** The field that it is about, or ''. */
  readonly field: string;

  constructor(text: Text, field = '') {
    super(render(text, 'en'));
    this.text = text;
    this.field = field;
  }
}

/** Call it in a hook: the write is undone and answered with 400 and this text, in one language or several. */
export function refuse(text: string | Translations, field?: string): never {
  throw new Refusal(text, field);
}
