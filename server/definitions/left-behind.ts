/**
 * What becomes of records that somebody made or set anew through an account that was not theirs, once its owner has it back. For
 * records that go on to act, or that let somebody in; all others stay as they are.
 */
export interface LeftBehind {
  /** The columns that name who made or set a record, and when. */
  readonly by: readonly (readonly [who: string, when: string])[];
  /** The values by which such records still act; all of them if left out. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** They are deleted, or get other values, by which they rest until their owner decides on them. */
  readonly fate: 'ends' | ((now: number) => Readonly<Record<string, unknown>>);
}
