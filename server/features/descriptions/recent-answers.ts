import { ReadyAnswer } from '../../http/ready-answer.ts';
import { toJson } from '../../shared/exact-json.ts';

/** How many answers are cached: one for each set of rights and language. */
const MOST = 200;

/** Caches answers by everything that they depend on, so that callers with the same rights share one. */
export class RecentAnswers {
  readonly #answers = new Map<string, ReadyAnswer>();

  /** The answer that follows from these facts; `make` must depend on nothing else. */
  of(facts: unknown, make: () => unknown): ReadyAnswer {
    const key = toJson(facts);
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = new ReadyAnswer(toJson(make()));
    if (this.#answers.size >= MOST) this.#answers.clear();
    this.#answers.set(key, answer);
    return answer;
  }
}
