/** A value that no row can hold, by the least one above it that a row could hold; undefined if there is none. */
export class Unheld {
  readonly next: unknown;

  constructor(next?: unknown) {
    this.next = next;
  }
}
