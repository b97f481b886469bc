import type { RecordStore } from '../../records/record-store.ts';
import { systemContext } from '../../records/store/write-context.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import { type ActorKey, networkOf } from '../actor.ts';
import { apiKey } from './api-key.collection.ts';

/** At most one use of a key is stored in this time. */
const EVERY_MS = HOUR_MS;

/** Records that a key was used, if the last record is old enough. */
export type NoteKeyUse = (
  key: ActorKey,
  request: { readonly address: () => string },
  now: number,
) => MaybePromise<void>;

/** Stores when and from where keys were last used. Calls `report` if that fails; the request goes on. */
export function makeNoteUse({ database, write }: RecordStore, report: (cause: unknown) => void): NoteKeyUse {
  const underWay = new Map<bigint, Promise<void>>();
  const store = async (id: bigint, used_time: number, used_network: string) => {
    // Bypasses the collections: a use is no change of the key, and leaves no revision.
    const update = database.query
      .updateTable(apiKey.name)
      .set({ used_time, used_network })
      .where('id', '=', id);
    await write(systemContext('use of a key'), (_, connection) => connection.run(update.compile()));
  };
  return ({ id, usedTime }, { address }, now) => {
    if (usedTime !== null && now - usedTime < EVERY_MS) return undefined;
    const noted =
      underWay.get(id) ??
      store(id, now, networkOf(address()))
        .catch(report)
        .finally(() => underWay.delete(id));
    underWay.set(id, noted);
    return noted;
  };
}
