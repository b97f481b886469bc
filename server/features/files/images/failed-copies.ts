import { AppError } from '../../../errors.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { failures } from '../failures.ts';

/** A sound image that was too slow on a busy server is tried again. */
const REMEMBERED_MS = 5 * MINUTE_MS;
const MOST = 500;

/** Copies that recently could not be made, by key. Anybody may request them, and each attempt takes seconds of a core. */
export class FailedCopies {
  readonly #failures = new Map<string, { readonly error: AppError; readonly until: number }>();

  /** Throws what the last attempt threw, for some minutes. */
  requireUntried(key: string): void {
    const failure = this.#failures.get(key);
    if (!failure) return;
    if (failure.until > Date.now()) throw failure.error;
    this.#failures.delete(key);
  }

  /** Records an image that cannot be decoded. Errors with a code come from the disk or the network, and are not recorded. */
  note(key: string, error: unknown): void {
    if (!(error instanceof AppError) || error.key !== failures.imageUnreadable.key) return;
    if (error.cause instanceof Error && 'code' in error.cause) return;
    this.#failures.delete(key);
    this.#failures.set(key, { error, until: Date.now() + REMEMBERED_MS });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MOST && oldest !== undefined) this.#failures.delete(oldest);
  }
}
