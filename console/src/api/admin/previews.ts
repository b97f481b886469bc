import { call } from '../call.ts';
import type { AnswerOf, BodyOf } from '../route-types.ts';

/** What changes of grants and memberships would do. What the caller may not know is null. */
export type AccessPreview = AnswerOf<'POST /cms/access/preview'>;
export type PreviewedUser = AccessPreview['users'][number];

/** Records that a user may reach. `count` is null if nothing was counted, and a lower bound unless it is exact. */
export type CountedRecords = PreviewedUser['differences'][number]['before'];

/** Changes that are not saved yet. */
export type Pending = BodyOf<'POST /cms/access/preview'>;

/** Previews changes without saving them. */
export async function previewChanges(body: Pending): Promise<AccessPreview> {
  return call('POST /cms/access/preview', { body });
}

export const UNUSED_DAYS = 90;

/** Permissions that groups hold and none of their members has used for some days. */
export async function listUnused() {
  const { items, ...others } = await call('GET /cms/access/unused', { query: { days: UNUSED_DAYS } });
  return { ...others, items: items.map((one) => ({ ...one, cell: `${one.group_id}/${one.permission_id}` })) };
}
