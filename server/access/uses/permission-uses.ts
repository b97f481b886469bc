import { retryOnDuplicate } from '../../database/retrying.ts';
import { type AccessRule, permissionsIn } from '../../definitions/access-rule.ts';
import { systemContext, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Actor } from '../actor.ts';
import { permissionUse } from './permission-use.collection.ts';

/** The most pairs to keep in memory as written; beyond that, some are looked up again. */
const MOST_KNOWN = 50_000;
/** Records per transaction. */
const BATCH = 200;

interface Use {
  readonly userId: bigint;
  readonly permission: string;
  readonly day: number;
}

/** Notes that a rule let an actor do something. Cheap, and writes nothing. */
export type NotePermissionUse = (actor: Actor, rule: AccessRule, now: number) => void;

/** Records which permissions are used; writes each pair of user and permission at most once a day. */
export class PermissionUses {
  readonly #store: RecordStore;
  /** The keys that a rule names; rules live as long as the server. */
  readonly #keys = new WeakMap<AccessRule, readonly string[]>();
  /** The rules that admitted an actor, while the actor is cached. */
  readonly #noted = new WeakMap<Actor, WeakMap<AccessRule, number>>();
  readonly #known = new Map<string, number>();
  #waiting = new Map<string, Use>();

  constructor(store: RecordStore) {
    this.#store = store;
  }

  readonly note: NotePermissionUse = (actor, rule, now) => {
    const keys = this.#keysOf(rule);
    if (keys.length === 0 || actor.isSuper || actor.id === 0n || actor.impersonator) return;
    const day = now - (now % DAY_MS);
    const noted = this.#noted.get(actor) ?? new WeakMap<AccessRule, number>();
    if (noted.get(rule) === day) return;
    this.#noted.set(actor, noted.set(rule, day));
    for (const permission of keys) {
      if (!actor.permissions.has(permission)) continue;
      const pair = `${actor.id} ${permission}`;
      if (this.#known.get(pair) === day) continue;
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(pair, day);
      this.#waiting.set(pair, { userId: actor.id, permission, day });
    }
  };

  /** Writes the uses since the last call; failed ones are retried by the next call. */
  async write(): Promise<void> {
    const waiting = [...this.#waiting];
    this.#waiting = new Map();
    for (let start = 0; start < waiting.length; start += BATCH) {
      const some = waiting.slice(start, start + BATCH);
      try {
        await this.#store.write(systemContext('permission uses'), (writes) =>
          store(
            writes,
            some.map(([, use]) => use),
          ),
        );
      } catch (cause) {
        for (const [pair, use] of waiting.slice(start)) this.#waiting.set(pair, use);
        throw cause;
      }
    }
  }

  #keysOf(rule: AccessRule): readonly string[] {
    const known = this.#keys.get(rule);
    if (known) return known;
    const keys = permissionsIn(rule).map(({ key }) => key);
    this.#keys.set(rule, keys);
    return keys;
  }
}

async function store(writes: Writes, uses: readonly Use[]): Promise<void> {
  const users = [...new Set(uses.map(({ userId }) => userId))];
  const records = await writes.where(permissionUse, (select) => select.where('user_id', 'in', users));
  const stored = new Map(records.map((record) => [`${record.user_id} ${record.permission}`, record]));
  for (const { userId, permission, day } of uses) {
    const record = stored.get(`${userId} ${permission}`);
    if (!record)
      await writes
        .create(permissionUse, { user_id: userId, permission, last_day: day })
        .catch(retryOnDuplicate);
    else if (record.last_day < day) await writes.update(permissionUse, record.id, { last_day: day });
  }
}
