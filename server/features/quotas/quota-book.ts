import type { Actor } from '../../access/actor.ts';
import type { Quota } from './quota.collection.ts';

/** All quotas of the server, found by whom they are for. */
export class QuotaBook {
  readonly all: readonly Quota[];
  readonly #byHolder: ReadonlyMap<string, readonly Quota[]>;

  constructor(all: readonly Quota[]) {
    this.all = all;
    this.#byHolder = Map.groupBy(all, ({ holder, holder_id }) => `${holder} ${holder_id}`);
  }

  /**
   * The quotas of a caller. A key has its own and its user's, so that a second key gives nobody more. A user's own go before
   * those of their groups, of which the largest counts: a group gives, and takes nothing away.
   */
  of({ id, key, groupIds }: Pick<Actor, 'id' | 'key' | 'groupIds'>): readonly Quota[] {
    if (this.all.length === 0) return [];
    const ofKey = key ? this.#of('key', key.id) : [];
    if (id === 0n) return this.#of('network', 0n);
    const found = new Map<string, Quota>();
    for (const one of groupIds.flatMap((group) => this.#of('group', group))) {
      const before = found.get(slotOf(one));
      if (!before || before.most < one.most) found.set(slotOf(one), one);
    }
    for (const one of this.#of('user', id)) found.set(slotOf(one), one);
    return [...ofKey, ...found.values()];
  }

  #of(holder: Quota['holder'], id: bigint): readonly Quota[] {
    return this.#byHolder.get(`${holder} ${id}`) ?? [];
  }
}

function slotOf({ unit, span }: Quota): string {
  return `${unit} ${span}`;
}
