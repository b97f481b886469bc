/** What became of what the source holds, or would become of it. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'left alone', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** So many refused records are printed; the others are counted. */
const MOST_TOLD = 200;

/** Counts outcomes by kind, prints each refusal with its reason, and gathers what is worth knowing. */
export class Report {
  readonly #say: (line: string) => void;
  readonly #counts = new Map<string, Record<Outcome, number>>();
  readonly #notes = new Map<string, number>();
  readonly #refused = new Set<string>();

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  count(kind: string, outcome: Outcome): void {
    const counts = this.#counts.get(kind) ?? zeroes();
    counts[outcome] += 1;
    this.#counts.set(kind, counts);
  }

  /** A record that is refused twice is told once. */
  refuse(kind: string, key: string, reason: string): void {
    const name = `${kind} ${key}`;
    if (this.#refused.has(name)) return;
    this.#refused.add(name);
    this.count(kind, 'refused');
    if (this.#refused.size <= MOST_TOLD) this.#say(`refused: ${name}: ${reason}`);
  }

  /** Something that holds for any number of records. */
  note(text: string): void {
    this.#notes.set(text, (this.#notes.get(text) ?? 0) + 1);
  }

  get hasRefusals(): boolean {
    return this.#refused.size > 0;
  }

  /** Prints the counts and the notes. */
  summarise(leftOut: Iterable<string>): void {
    if (this.#refused.size > MOST_TOLD) this.#say(`refused: ${this.#refused.size - MOST_TOLD} more`);
    this.#say('');
    for (const [kind, counts] of this.#counts)
      this.#say(`${kind}: ${OUTCOMES.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ')}`);
    for (const [note, times] of this.#notes) this.#say(times > 1 ? `${note} (${times} times)` : note);
    const lines = [...leftOut];
    if (lines.length > 0) this.#say('\nWithout a counterpart here, and left behind:');
    for (const line of lines) this.#say(`- ${line}`);
  }
}

function zeroes(): Record<Outcome, number> {
  return { created: 0, updated: 0, unchanged: 0, 'left alone': 0, refused: 0 };
}
