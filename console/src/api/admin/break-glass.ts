import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';
import type { BodyOf } from '../route-types.ts';
import { refreshMe } from '../session.ts';

/** Emergency access: the longest time allowed, 0 if it is off, and until when it is in use. */
export const getBreakGlass = () => call('GET /cms/admin/break-glass');

/** Returns the names of the super administrators who get no mail. */
export async function breakGlass(body: BodyOf<'POST /cms/admin/break-glass'>): Promise<readonly string[]> {
  const answer = await call('POST /cms/admin/break-glass', { body });
  await refreshAll();
  return answer.not_told;
}

export async function endBreakGlass(): Promise<void> {
  await call('DELETE /cms/admin/break-glass');
  await refreshAll();
}

/** The rights have changed, and with them what queries return. */
async function refreshAll(): Promise<void> {
  await refreshMe();
  await queryClient.invalidateQueries();
}
