import { connection } from '../connection.ts';
import { queryClient } from '../query-client.ts';
import type { AnswerOf, BodyOf } from '../route-types.ts';
import { refreshMe } from '../session.ts';

const path = '/cms/admin/break-glass';

/** Emergency access: the longest time allowed, 0 if it is off, and until when it is in use. */
export async function getBreakGlass() {
  return (await connection.request('GET', path)) as AnswerOf<'GET /cms/admin/break-glass'>;
}

/** Returns the names of the super administrators who get no mail. */
export async function breakGlass(body: BodyOf<'POST /cms/admin/break-glass'>): Promise<readonly string[]> {
  const answer = await connection.request('POST', path, { body });
  await refreshAll();
  return (answer as AnswerOf<'POST /cms/admin/break-glass'>).not_told;
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
