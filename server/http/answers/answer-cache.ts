import { type Admission, type Audience, nameOfKey } from '../../access/index.ts';
import type { Source } from '../../database/versions/version.ts';
import { type CacheUse, VersionedCache } from '../../database/versions/versioned-cache.ts';
import { isForAll } from '../../definitions/access-rule.ts';

/** A JSON body, its ETag if it has one, and who may be sent it again. */
export interface JsonAnswer {
  readonly text: string;
  readonly etag: string | undefined;
  readonly audience: Audience;
  readonly source: Source;
  /** How many records it holds. */
  readonly records: number;
}

/** The memory for cached answers: this much for shared ones, and this much for personal ones. */
const MOST_BYTES = 16_000_000;
/** The memory of an entry beside its text and URL. */
const ENTRY_BYTES = 350;

/**
 * Cached answers by URL, base included. They hold until a commit of any process changes what they were read from. A shared
 * answer serves every actor who may read all records; a personal answer serves the actor who got it before.
 */
export class AnswerCache {
  readonly #shared = new Answers();
  readonly #own = new Answers();
  readonly #use: CacheUse;

  constructor(use: CacheUse) {
    this.#use = use;
  }

  find(admission: Admission, url: string): JsonAnswer | undefined {
    const { records, version, actor } = admission;
    // The limits of an API key shorten its own answers, so it gets no shared ones.
    const shared = records === 'all' && actor.key === undefined ? this.#shared.get(url, version) : undefined;
    const own = () => (this.#own.isEmpty ? undefined : this.#own.get(ownKey(admission, url), version));
    return this.#use.noted(shared ?? own(), version);
  }

  keep(admission: Admission, url: string, answer: JsonAnswer): void {
    const { actor, access, version } = admission;
    const { audience, source } = answer;
    if (audience === 'nobody') return;
    if (audience === 'all' && actor.key === undefined) this.#shared.keep(url, answer, version, { source });
    // A route for everyone does not identify its callers, so a personal answer could not be matched to its actor.
    else if (actor.id !== 0n || !isForAll(access))
      this.#own.keep(ownKey(admission, url), answer, version, {
        source: 'everything',
        until: actor.rightsEnd,
      });
  }
}

/** In a full cache, an answer is kept only if it has been requested before: most are requested once. */
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
  return actor.key === undefined ? `${actor.id} ${url}` : `${actor.id} by ${nameOfKey(actor.key)} ${url}`;
}

/** Far more slots than keys, so that few keys displace another. */
const SLOTS = 131_072;
const MOST_KEYS = SLOTS / 2;

/** Recognises recent keys in constant space. Each slot holds the hash of the last key that fell into it. */
class RecentKeys {
  readonly #slots = new Int32Array(SLOTS);
  #count = 0;

  /** Adds a key and returns whether it was there already. */
  add(key: string): boolean {
    const hash = hashOf(key);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    if (this.#slots[slot] === hash) return true;
    if (this.#count === MOST_KEYS) {
      this.#slots.fill(0);
      this.#count = 0;
    }
    this.#slots[slot] = hash;
    this.#count += 1;
    return false;
  }
}

/** FNV-1a (RFC 9923). */
function hashOf(key: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash;
}
