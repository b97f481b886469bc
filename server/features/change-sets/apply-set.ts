import {
  type Actor,
  admits,
  asProposing,
  type Door,
  type FindBeginner,
  jointRights,
} from '../../access/index.ts';
import type { Reader } from '../../database/engine.ts';
import { AppError, isRefusal } from '../../errors.ts';
import type { Writes } from '../../records/write/writes.ts';
import { type ChangeSet, changeSetItem } from './change-set.collection.ts';
import { failures } from './failures.ts';
import { type Item, itemsOf, nameOf, USES } from './items.ts';
import { message } from './messages/message.ts';
import { requireKnown } from './read-items.ts';
import { requireUnchanged, writeItems } from './write-items.ts';

/** The request id of a set's changes in every history. */
export function requestOf(setId: bigint): string {
  return `change-set-${setId}`;
}

/** The author of a set with their present rights; those of the key by which they made it, if any. Throws if these have ended. */
export async function findAuthor(find: FindBeginner, set: ChangeSet, reader: Reader): Promise<Actor> {
  const task = { userId: set.create_user_id, keyId: set.key_id ?? undefined };
  return asProposing(await findPerson(find, task, reader));
}

async function findPerson(
  find: FindBeginner,
  task: Parameters<FindBeginner>[0],
  reader: Reader,
): Promise<Actor> {
  try {
    return await find(task, reader);
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    throw new AppError(failures.changeSetRightsLost, { detail: message('accountOrKeyEnded'), cause });
  }
}

/**
 * Writes all items in the author's name, with what author and approver may both do now. Throws if either may not, and
 * RecordsRefused with every item whose record has changed since or that cannot be written. Returns the ids of the items' records.
 */
export async function applySet(
  writes: Writes,
  door: Door,
  findBeginner: FindBeginner,
  set: ChangeSet,
): Promise<ReadonlyMap<number, bigint>> {
  if (set.decide_user_id === null) throw new Error('nobody approved the set');
  const stored = await itemsOf(writes, set.id);
  const items = requireKnown(stored);
  const author = await findAuthor(findBeginner, set, writes.connection);
  const approver = await findPerson(
    findBeginner,
    { userId: set.decide_user_id, keyId: undefined },
    writes.connection,
  );
  for (const actor of [author, approver]) requireUses(door, actor, items);
  const own = door.admission.rightsOf(author);
  const rights = jointRights(own, door.admission.rightsOf(approver));
  await requireUnchanged(writes, items, { author: own, both: rights });
  const { id, username } = approver;
  const inName = writes.inNameOf({
    actor: { ...author, approver: { id, username } },
    requestId: requestOf(set.id),
    rights: () => rights,
    isApproved: true,
  });
  const ids = await writeItems(inName, items);
  for (const [{ id: item, place, record_id }] of stored)
    if (record_id === null) await writes.update(changeSetItem, item, { record_id: ids.get(place) ?? null });
  return ids;
}

function requireUses({ admission }: Door, actor: Actor, items: readonly Item[]): void {
  for (const { definition, action } of items)
    if (!admits(admission, actor, definition, USES[action]))
      throw new AppError(failures.changeSetRightsLost, {
        detail: message('mayNoLonger', { name: actor.username, collection: nameOf(definition) }),
      });
}
