import type { Definition } from '../../../server/definitions/define-collection.ts';
import type { FreshApp } from '../fresh-app.ts';
import { readStatements } from './statements.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Novel {
  readonly id: number;
  readonly [field: string]: unknown;
}

export interface Novels {
  readonly items: readonly Novel[];
  readonly total: number | null;
  readonly next: string | null;
}

/** Makes records of a collection in one transaction, as a user would have, and answers their ids. */
export function makeRecords(
  { server: { store } }: FreshApp,
  name: string,
  records: readonly Values[],
  userId = 1n,
): Promise<bigint[]> {
  const definition: Definition = store.catalogue.get(name);
  const act = { actor: { id: userId, username: 'maker' }, requestId: 'made', now: 1000 };
  return store.write(act, async (writes) => {
    const ids: bigint[] = [];
    for (const record of records) ids.push(await writes.create(definition, record as never));
    return ids;
  });
}

/** What the server looks for by itself, at any time. */
const BY_ITSELF = /quire_(job|webhook)/;

/** Counts the statements that reads run while some work is done. */
export async function countReads(app: FreshApp, work: () => Promise<unknown>): Promise<number> {
  return (await readStatements(app, work)).filter((sql) => !BY_ITSELF.test(sql)).length;
}
