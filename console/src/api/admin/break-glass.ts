import { connection } from '../connection.ts';
import { queryClient } from '../query-client.ts';
import { refreshMe } from '../session.ts';

const path = '/cms/admin/break-glass';

/** How one becomes a super administrator for minutes, where nobody else is there to help. */
export interface BreakGlass {
  /** For how many minutes at most; 0 for not at all. */
  readonly minutes: number;
  /** Until when it lasts; null where it was not used. */
  readonly until: number | null;
}

export async function getBreakGlass(): Promise<BreakGlass> {
  return (await connection.request('GET', path)) as unknown as BreakGlass; // the documented form of this route
}

/** Answers the names of the super administrators whom no mail tells. */
export async function breakGlass(body: {
  reason: string;
  password: string;
  minutes: number;
}): Promise<readonly string[]> {
  const answer = (await connection.request('POST', path, { body })) as unknown as { not_told: string[] }; // the documented form of this route
  await becomeAnother();
  return answer.not_told;
}

export async function endBreakGlass(): Promise<void> {
  await connection.request('DELETE', path);
  await becomeAnother();
}

/** All that was read may look otherwise now. */
async function becomeAnother(): Promise<void> {
  await refreshMe();
  await queryClient.invalidateQueries();
}
