import type { Admission } from '../access/admission.ts';
import type { Audience } from '../access/reading.ts';
import type { Source } from '../database/version.ts';
import { VersionedCache } from '../database/versioned-cache.ts';
import { isForAll } from '../definitions/access-rule.ts';

/** A body of JSON, its ETag where it has one, and who may be given it again. */
export interface JsonAnswer {
  readonly text: string;
  readonly etag: string | undefined;
  readonly audience: Audience;
  readonly source: Source;
}

/** How many characters of answers and their URLs are remembered. */
const MOST_CHARACTERS = 4_000_000;

/**
 * The last answers of one dialect, good until a commit, of any process, changes what they were read from. A shared answer is given to every actor who
 * is admitted to all rows, any other to the actor who got it before.
 */
export class AnswerCache {
  readonly #answers = new VersionedCache<string, JsonAnswer>(
    MOST_CHARACTERS,
    (key, { text }) => key.length + text.length,
  );

  find(admission: Admission, url: string): JsonAnswer | undefined {
    const { rows, version } = admission;
    const shared = rows === 'all' ? this.#answers.get(url, version) : undefined;
    return shared ?? this.#answers.get(ownKey(admission, url), version);
  }

  keep(admission: Admission, url: string, answer: JsonAnswer): void {
    const { actor, access, version } = admission;
    const { audience, source } = answer;
    if (audience === 'nobody') return;
    if (audience === 'all') this.#answers.set(url, answer, version, source);
    // A route for everybody asks nobody's name, so a personal answer of it cannot be found again.
    else if (actor.id !== 0n || !isForAll(access))
      this.#answers.set(ownKey(admission, url), answer, version, 'everything');
  }
}

/** No URL begins like this: there is no space in a request's target. */
function ownKey({ actor }: Admission, url: string): string {
  return `${actor.id} ${url}`;
}
