import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { recordPath } from './record-path.ts';

/** Somebody else who has a record open. */
export interface Present {
  /** Null where this person chose no name and the user may not know the other. */
  readonly name: string | null;
  readonly since: number;
}

/** Reports that the user has a record open, which expires within a minute. Returns who else has. */
export async function enterRecord(collection: ServedDescription, id: string): Promise<readonly Present[]> {
  const { items } = await connection.request('PUT', addressOf(collection, id));
  const others = items as readonly { nickname: string | null; username: string | null; since: number }[]; // the documented form of this route
  return others.map(({ nickname, username, since }) => ({ name: nickname ?? username, since }));
}

/** Reports that the record was closed. If this is lost, the entry expires. */
export async function leaveRecord(collection: ServedDescription, id: string): Promise<void> {
  await connection.request('DELETE', addressOf(collection, id)).catch(() => undefined);
}

function addressOf(collection: ServedDescription, id: string): string {
  return `${recordPath(collection, id)}/presence`;
}
