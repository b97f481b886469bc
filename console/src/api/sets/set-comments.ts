import { call } from '../call.ts';
import type { ItemOf } from '../route-types.ts';

export type SetComment = ItemOf<'GET /v1/change-set/:id/comment'>;

/** What was said about a change set, the oldest first. */
export async function listSetComments(id: string): Promise<readonly SetComment[]> {
  return (await call('GET /v1/change-set/:id/comment', { params: { id } })).items;
}

export async function commentOnSet(id: string, text: string): Promise<void> {
  await call('POST /v1/change-set/:id/comment', { params: { id }, body: { text } });
}

export async function deleteSetComment(id: string, comment: string): Promise<void> {
  await call('DELETE /v1/change-set/:id/comment/:comment', { params: { id, comment } });
}
