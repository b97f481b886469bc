import { connection } from './connection.ts';
import type { ServedDescription } from './definitions.ts';

/** How many rows of a record the user may see; undefined where the server does not count them. */
export async function countRows({ path }: ServedDescription): Promise<number | undefined> {
  const { total } = await connection.request('GET', path, {
    query: [
      ['total', 'true'],
      ['count', '1'],
      ['fields', 'id'],
    ],
  });
  return typeof total === 'number' ? total : undefined;
}
