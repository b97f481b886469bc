import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { rowPath } from './row-path.ts';

/** Somebody else who has a row open. */
export interface Present {
  /** Null where this person chose no name and the user may not know the other. */
  readonly name: string | null;
  readonly since: number;
}

/** Reports that the user has a row open, which expires within a minute. Returns who else has. */
export async function enterRow(collection: ServedDescription, id: string): Promise<readonly Present[]> {
  const { items } = await connection.request('PUT', addressOf(collection, id));
  const others = items as readonly { nickname: string | null; username: string | null; since: number }[]; // the documented form of this route
  return others.map(({ nickname, username, since }) => ({ name: nickname ?? username, since }));
}

/** Reports that the row was closed. If this is lost, the entry expires. */
export async function leaveRow(collection: ServedDescription, id: string): Promise<void> {
  await connection.request('DELETE', addressOf(collection, id)).catch(() => undefined);
}

function addressOf(collection: ServedDescription, id: string): string {
  return `${rowPath(collection, id)}/presence`;
}
