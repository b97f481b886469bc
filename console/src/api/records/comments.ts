import { call } from '../call.ts';
import type { ServedDescription } from '../definitions.ts';
import type { ItemOf } from '../route-types.ts';

export type Thread = ItemOf<'GET /cms/comment'>;
export type Comment = Thread['comments'][number];
export type Person = Comment['author'];

/** What a comment is about: a record, or one of its fields in a language. */
export interface CommentPlace {
  readonly field?: string | undefined;
  readonly locale?: string | undefined;
}

/** Threads about a record, the newest first, and how many of all are open. */
export async function listThreads(
  { name: collection }: ServedDescription,
  id: string,
  { state, after }: { readonly state?: 'open'; readonly after?: string | undefined } = {},
) {
  const query = { collection, record_id: id, ...(state && { state }), ...(after !== undefined && { after }) };
  const { items, next, open = [] } = await call('GET /cms/comment', { query });
  return { items, next: next ?? undefined, open };
}

export async function beginThread(
  { name: collection }: ServedDescription,
  id: string,
  place: CommentPlace,
  text: string,
): Promise<void> {
  await call('POST /cms/comment', { body: { collection, record_id: id, ...given(place), text } });
}

export async function reply(thread: string, text: string): Promise<void> {
  await call('POST /cms/comment/:id/reply', { params: { id: thread }, body: { text } });
}

export async function changeComment(id: string, text: string): Promise<void> {
  await call('PATCH /cms/comment/:id', { params: { id }, body: { text } });
}

export async function deleteComment(id: string): Promise<void> {
  await call('DELETE /cms/comment/:id', { params: { id } });
}

export async function moveThread(id: string, step: 'resolve' | 'reopen'): Promise<void> {
  await call(`POST /cms/comment/:id/${step}`, { params: { id } });
}

/** Users who may be mentioned there, by a part of their names. */
export async function findMentionable(
  { name: collection }: ServedDescription,
  id: string,
  place: CommentPlace,
  search: string,
): Promise<readonly Person[]> {
  const query = { collection, record_id: id, ...given(place), search };
  return (await call('GET /cms/comment/people', { query })).items;
}

function given({ field, locale }: CommentPlace) {
  return { ...(field !== undefined && { field }), ...(locale !== undefined && { locale }) };
}
