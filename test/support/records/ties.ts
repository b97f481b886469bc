import { freshApp, type Sent } from '../fresh-app.ts';

type Values = Record<string, unknown>;

/** A server whose collections refer to one another, with shorthands that ask as the super administrator by default. */
export async function tiedApp() {
  const app = await freshApp({ language: 'en', contentDir: 'test/content/ties' });
  const root: Sent = { token: app.root.access };
  return {
    ...app,
    make: async (record: string, values: Values = {}, by = root) =>
      (await app.send<{ id: number }>('POST', `/v1/${record}`, { ...by, body: values })).id,
    read: (record: string, id: number) => app.request('GET', `/v1/${record}/${id}`, root),
    change: (record: string, id: number, values: Values) =>
      app.request('PATCH', `/v1/${record}/${id}`, { ...root, body: values }),
    remove: (record: string, id: number, by = root) => app.request('DELETE', `/v1/${record}/${id}`, by),
    restore: (record: string, id: number) => app.request('POST', `/v1/${record}/trash/${id}/restore`, root),
    /** What was done to a record, the newest first, as `action field,field`. */
    async history(record: string, id: number) {
      const { items } = await app.send<{ items: { action: string; changes: Values }[] }>(
        'GET',
        `/v1/${record}/${id}/history`,
        root,
      );
      return items.map(({ action, changes }) => `${action} ${Object.keys(changes)}`.trim());
    },
    /** All records of a table, also those that nobody sees. */
    rows: (table: string) =>
      app.server.store.database.reads.all({ sql: `select * from "${table}" order by id`, parameters: [] }),
  };
}
