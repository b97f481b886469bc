import type { BodyOf } from '../bodies.ts';
import type { Client } from '../client.ts';

export type ShownSet = BodyOf<'GET /v1/change-set/:id'>;

/** How tests make change sets, submit them and decide on them, unless others are named by these two. */
export function changeSets(author: Client, editor: Client) {
  let count = 0;
  const fresh = () => `t${++count}`;
  const see = (id: number, by = author) => by.read<ShownSet>(`/v1/change-set/${id}`);
  return {
    fresh,
    see,
    article: (title = fresh()) => author.make('/v1/article', { title, body: 'old' }),
    make: (items: readonly object[], by = author) => by.make('/v1/change-set', { title: fresh(), items }),
    submit: async (id: number, by = author) => {
      await by.done(`POST /v1/change-set/${id}/submit`);
      return (await see(id, by)).version;
    },
    approve: async (id: number, by = editor, apply = true) => {
      const { version } = await see(id, by);
      return by.post<{ items: { id: number; status: number }[] }>(`/v1/change-set/${id}/approve`, {
        version,
        apply,
      });
    },
  };
}

/** A change of an article, as an item of a set. */
export const update = (id: number, values: object) => ({ record: 'article', action: 'update', id, values });

/** The places of the items that were refused, and the fields that each is refused for. */
export const problemsOf = (body: unknown) =>
  (body as { items: { index: number; fields?: object }[] }).items.map((one) => [
    one.index,
    Object.keys(one.fields ?? {}),
  ]);
