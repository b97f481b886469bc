import { call } from '../call.ts';
import type { BodyOf, ItemOf } from '../route-types.ts';

/** What a key, a user, each user of a group or each network may use in a time. */
export type Quota = ItemOf<'GET /cms/quota'>;
export type NewQuota = BodyOf<'POST /cms/quota'>;

export async function listQuotas(): Promise<readonly Quota[]> {
  return (await call('GET /cms/quota')).items;
}

export async function createQuota(body: NewQuota): Promise<void> {
  await call('POST /cms/quota', { body });
}

export async function changeQuota(id: string, most: number): Promise<void> {
  await call('PATCH /cms/quota/:id', { params: { id }, body: { most } });
}

export async function deleteQuota(id: string): Promise<void> {
  await call('DELETE /cms/quota/:id', { params: { id } });
}
