/** A JSON number whose digits a double would round: what the body said, to the letter. */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}
