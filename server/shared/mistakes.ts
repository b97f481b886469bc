import { readFileSync } from 'node:fs';
import { CannotStart } from '../errors.ts';

/**
 * Collects what stops a start, so that people repair it in one go. Later checks leave out what cannot be used, and report no
 * file that names it.
 */
export class Mistakes {
  readonly #problems = new Set<string>(); // files that import one with a mistake fail with the same words
  /** Names of what was left out, and sources of files that could not be read. */
  readonly #leftOut: string[] = [];
  #mayBeAnything = false;

  note(...problems: readonly string[]): void {
    for (const problem of problems) this.#problems.add(problem);
  }

  /** What the work returns; undefined if it throws CannotStart, whose problems are noted. */
  async attempt<T>(work: () => Promise<T> | T): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof CannotStart)) throw cause;
      this.note(...cause.problems);
      return undefined;
    }
  }

  /** What the work returns for each file, one after the other, without the files for which it throws CannotStart. */
  async readEach<T>(files: readonly string[], work: (file: string) => Promise<T>): Promise<T[]> {
    const read: T[] = [];
    for (const file of files) {
      const found = await this.attempt(async () => [await work(file)]);
      if (found) read.push(...found);
      else this.leaveOut(`${file}\n${sourceOf(file)}`);
    }
    return read;
  }

  leaveOut(nameOrSource: string): void {
    this.#leftOut.push(nameOrSource);
  }

  /** Notes that a file could not be read that may define things of any name, through the packages that it imports. */
  leaveOutAnything(): void {
    this.#mayBeAnything = true;
  }

  /** Whether something of this name was left out. A file that could not be read may define all that it names. */
  hasLeftOut(name: string): boolean {
    if (this.#mayBeAnything) return true;
    const word = new RegExp(`(?<!\\w)${RegExp.escape(name)}(?!\\w)`);
    return this.#leftOut.some((text) => word.test(text));
  }

  /** Throws CannotStart with all that was noted. */
  throwIfAny(): void {
    if (this.#problems.size > 0) throw new CannotStart([...this.#problems]);
  }
}

/** What the work returns. Throws CannotStart with all mistakes that it notes, and the one that it throws. */
export async function withoutMistakes<T>(work: (mistakes: Mistakes) => Promise<T>): Promise<T> {
  const mistakes = new Mistakes();
  const found = await mistakes.attempt(async () => [await work(mistakes)] as const);
  mistakes.throwIfAny();
  const [result] = found ?? [];
  return result as T; // it has not thrown
}

function sourceOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // which the mistake says already
  }
}
