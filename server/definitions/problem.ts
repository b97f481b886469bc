/** Why a value cannot be taken, as a sentence that follows the field's name. A value, not a thrown error: many may be told at once. */
export class Problem {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
