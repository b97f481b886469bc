import { connection } from './connection.ts';
import type { ServedDescription } from './definitions.ts';

export interface Present {
  readonly nickname: string;
}

/** Tells that the caller has a row open, and answers who else has. */
export async function enterRow(record: ServedDescription, id: string): Promise<readonly Present[]> {
  const { items } = await connection.request('PUT', addressOf(record, id));
  return items as readonly Present[]; // the documented form of this route
}

/** Tells that the caller has closed a row. */
export async function leaveRow(record: ServedDescription, id: string): Promise<void> {
  await connection.request('DELETE', addressOf(record, id));
}

function addressOf({ path }: ServedDescription, id: string): string {
  return `${path}/${encodeURIComponent(id)}/presence`;
}
