/** Why a hook does not let a write through, in words for whoever asked for it. */
export class Refusal extends Error {
  /** The field that it is about, if it is about one. */
  readonly field: string;

  constructor(text: string, field = '') {
    super(text);
    this.field = field;
  }
}

/** To be called in a hook: the write is undone and answered with 400 and this text. */
export function refuse(text: string, field?: string): never {
  throw new Refusal(text, field);
}
