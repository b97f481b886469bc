import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { recordPath } from './record-path.ts';

/** Somebody else who has a record open. */
export interface Present {
  /** Null where this person chose no name and the user may not know the other. */
  readonly name: string | null;
  readonly since: number;
  /** The fields that they are in, as far as the user may read these. */
  readonly fields: readonly string[];
}

/** Reports that the user has a record open, and is in one of its fields, which expires within a minute. Returns who else has. */
export async function enterRecord(
  collection: ServedDescription,
  id: string,
  field: string | undefined,
): Promise<readonly Present[]> {
  const query: [string, string][] = field === undefined ? [] : [['field', field]];
  const { items } = await connection.request('PUT', addressOf(collection, id), { query });
  const others = items as readonly (Omit<Present, 'name'> & {
    nickname: string | null;
    username: string | null;
  })[]; // the documented form of this route
  return others.map(({ nickname, username, since, fields }) => ({
    name: nickname ?? username,
    since,
    fields,
  }));
}

/** Reports that the record was closed. If this is lost, the entry expires. */
export async function leaveRecord(collection: ServedDescription, id: string): Promise<void> {
  await connection.request('DELETE', addressOf(collection, id)).catch(() => undefined);
}

function addressOf(collection: ServedDescription, id: string): string {
  return `${recordPath(collection, id)}/presence`;
}
