import type { Admission } from '../../access/admission/admission.ts';
import type { Audience } from '../../access/reading.ts';
import type { Source } from '../../database/versions/version.ts';
import { VersionedCache } from '../../database/versions/versioned-cache.ts';
import { isForAll } from '../../definitions/access-rule.ts';
import { RecentKeys } from './recent-keys.ts';

/** A body of JSON, its ETag where it has one, and who may be given it again. */
export interface JsonAnswer {
  readonly text: string;
  readonly etag: string | undefined;
  readonly audience: Audience;
  readonly source: Source;
}

/** How much memory remembered answers may take, shared ones and others each. */
const MOST_BYTES = 16_000_000;
/** What one takes beside its text and its URL: its ETag, its source, its place in the map. */
const ENTRY_BYTES = 350;

/**
 * Answers of all dialects, whose bases their URLs tell apart, good until a commit, of any process, changes what they were read
 * from. A shared answer is given to every actor who is admitted to all rows, any other to the actor who got it before.
 */
export class AnswerCache {
  readonly #shared = new Answers();
  readonly #own = new Answers();

  find(admission: Admission, url: string): JsonAnswer | undefined {
    const { rows, version, actor } = admission;
    // What a key leaves out is missing from its own answers only.
    const shared = rows === 'all' && actor.key === undefined ? this.#shared.get(url, version) : undefined;
    return shared ?? (this.#own.isEmpty ? undefined : this.#own.get(ownKey(admission, url), version));
  }

  keep(admission: Admission, url: string, answer: JsonAnswer): void {
    const { actor, access, version } = admission;
    const { audience, source } = answer;
    if (audience === 'nobody') return;
    if (audience === 'all' && actor.key === undefined) this.#shared.keep(url, answer, version, { source });
    // A route for everybody asks nobody's name, so a personal answer of it cannot be found again.
    else if (actor.id !== 0n || !isForAll(access))
      this.#own.keep(ownKey(admission, url), answer, version, {
        source: 'everything',
        until: actor.rightsEnd,
      });
  }
}

/** Once these are many, an answer is kept only when it was asked for before: most are asked for once. */
class Answers extends VersionedCache<string, JsonAnswer> {
  readonly #asked = new RecentKeys();

  constructor() {
    super(MOST_BYTES, (key, { text }) => ENTRY_BYTES + key.length + 2 * text.length);
  }

  keep(...[key, answer, version, validity]: Parameters<Answers['set']>): void {
    if (this.hasRoomFor(key, answer) || this.#asked.add(key)) this.set(key, answer, version, validity);
  }
}

function ownKey({ actor }: Admission, url: string): string {
  return actor.key === undefined ? `${actor.id} ${url}` : `${actor.id} by ${actor.key.id} ${url}`;
}
