import type { Definition, LeftBehind } from '../../definitions/for-server.ts';
import type { Select, Writes } from '../../records/index.ts';
import { apiKey } from '../api-keys/api-key.collection.ts';
import { app } from '../api-keys/app.collection.ts';
import { revokeWhere } from '../api-keys/keys.ts';
import { takeover } from './takeover.collection.ts';

/** What lets programs in by keys, and the column by which the keys name it: they end with all their tokens. */
const LETS_IN: Readonly<Record<string, 'id' | 'app_id'>> = { [apiKey.name]: 'id', [app.name]: 'app_id' };

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
  const column = LETS_IN[definition.name];
  if (column) await revokeWhere(writes, (select) => select.where(column, '=', id));
  else if (fate === 'ends') await writes.remove(definition, id);
  if (fate !== 'ends') await writes.update(definition, id, fate(writes.context.now));
}
