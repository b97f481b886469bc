import { connection } from '../connection.ts';
import { queryClient } from '../query-client.ts';
import { refreshMe } from '../session.ts';

const path = '/cms/admin/break-glass';

/** Emergency access: being a super administrator for some minutes. */
export interface BreakGlass {
  /** The longest time allowed, in minutes; 0 if break-glass is off. */
  readonly minutes: number;
  /** When it ends; null if it is not in use. */
  readonly until: number | null;
}

export async function getBreakGlass(): Promise<BreakGlass> {
  return (await connection.request('GET', path)) as unknown as BreakGlass; // the documented form of this route
}

/** Returns the names of the super administrators who get no mail. */
export async function breakGlass(body: {
  reason: string;
  password: string;
  minutes: number;
}): Promise<readonly string[]> {
  const answer = (await connection.request('POST', path, { body })) as unknown as { not_told: string[] }; // the documented form of this route
  await refreshAll();
  return answer.not_told;
}

export async function endBreakGlass(): Promise<void> {
  await connection.request('DELETE', path);
  await refreshAll();
}

/** The rights have changed, and with them what queries return. */
async function refreshAll(): Promise<void> {
  await refreshMe();
  await queryClient.invalidateQueries();
}
