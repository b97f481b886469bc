import type { Definition, LeftBehind } from '../../definitions/for-server.ts';
import type { Select, Writes } from '../../records/index.ts';
import { takeover } from './takeover.collection.ts';

type Counts = Record<string, number>;

/**
 * Settles what was made through an account while it was not its owner's, as the collections say in `leftBehind`, and keeps for the
 * owner how much there was of each.
 */
export async function settleLeftBehind(writes: Writes, userId: bigint, since: number): Promise<void> {
  const [ended, resting]: [Counts, Counts] = [{}, {}];
  for (const definition of writes.catalogue.all) {
    const { name, leftBehind } = definition;
    if (!leftBehind) continue;
    const records = await writes.where(definition, madeBy(leftBehind, userId, since));
    if (records.length === 0) continue;
    const counts = leftBehind.fate === 'ends' ? ended : resting;
    counts[name] = records.length;
    for (const { id } of records) await settle(writes, definition, leftBehind, id);
  }
  if (Object.keys({ ...ended, ...resting }).length > 0)
    await writes.create(takeover, { user_id: userId, since, ended, resting });
}

function madeBy({ by, only = {} }: LeftBehind, userId: bigint, since: number) {
  return (select: Select): Select => {
    const theirs = select.where((e) =>
      e.or(by.map(([who, when]) => e.and([e(who, '=', userId), e(when, '>=', since)]))),
    );
    return Object.entries(only).reduce(
      (found, [column, values]) => found.where(column, 'in', values),
      theirs,
    );
  };
}

async function settle(
  writes: Writes,
  definition: Definition,
  { fate }: LeftBehind,
  id: bigint,
): Promise<void> {
  if (fate === 'ends') await writes.remove(definition, id);
  else await writes.update(definition, id, fate(writes.context.now));
}
