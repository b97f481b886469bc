import type { AnyHooks } from '../definitions/hooks.ts';
import type { Act, Committed } from './act.ts';
import type { HookPlace } from './lent-records.ts';
import { runHook } from './run-hook.ts';

const AT_ONCE = 8;
const WITHIN_MS = 30_000;

type Report = (cause: unknown) => void;

/**
 * Runs the hooks of what has been committed, the first first, beside everything else. Nobody waits for them but the end of
 * the server; what they throw is reported.
 */
export class AfterCommits {
  readonly #placeOf: (act: Act) => HookPlace;
  readonly #waiting: Committed[] = [];
  readonly #running = new Set<Promise<void>>();
  #report: Report = console.error;

  constructor(placeOf: (act: Act) => HookPlace) {
    this.#placeOf = placeOf;
  }

  listen(report: Report): void {
    this.#report = report;
  }

  add(committed: readonly Committed[]): void {
    this.#waiting.push(...committed);
    while (this.#running.size < AT_ONCE && this.#waiting.length > 0) {
      const worker = this.#work().finally(() => this.#running.delete(worker));
      this.#running.add(worker);
    }
  }

  /** Resolves when nothing is left to run. */
  async end(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { definition, act, ...about } = next;
      const { afterCommit } = (definition.hooks ?? {}) as AnyHooks;
      if (!afterCommit) continue;
      const call = { name: `${definition.name}.afterCommit`, hook: afterCommit, act } as const;
      const circumstances = { place: this.#placeOf(act), withinMs: WITHIN_MS, isPassedOn: () => false };
      await runHook({ ...call, ...circumstances }, about).catch(this.#report);
    }
  }
}
