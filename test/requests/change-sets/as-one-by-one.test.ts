import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { freshApp } from '../../support/fresh-app.ts';

// Needs a process of its own: random inputs.

const app = await freshApp({ contentDir: 'test/content/sets' });
const approver = await app.superAdministrator();
const PEOPLE = 3;
const RECORDS = 4;

interface Operation {
  readonly action: 'create' | 'update' | 'delete';
  readonly record: 'article' | 'writer';
  readonly which: number;
  readonly title: number;
  readonly writer: number;
  readonly body: string | null;
}

const operation: fc.Arbitrary<Operation> = fc.record({
  action: fc.constantFrom('create', 'update', 'update', 'delete'),
  record: fc.constantFrom('article', 'article', 'writer'),
  which: fc.nat(RECORDS - 1),
  title: fc.nat(9),
  writer: fc.nat(PEOPLE),
  body: fc.option(fc.string({ maxLength: 8 })),
});

/** Records of one side, by the order in which they were made; names differ by side. */
async function world(side: string) {
  const make = (path: string, values: object) => app.root.make(path, values);
  const writers: number[] = [];
  const articles: number[] = [];
  for (let at = 0; at < PEOPLE; at += 1) writers.push(await make('/v1/writer', { name: `${side}${at}` }));
  for (let at = 0; at < RECORDS; at += 1)
    articles.push(await make('/v1/article', { title: `${side}${at}`, writer: writers[at % 2] }));
  const idsOf = { article: articles, writer: writers };
  /** The operations of this side as items; each record is changed once. */
  const items = (operations: readonly Operation[]) => {
    const seen = new Set<string>();
    return operations.flatMap(({ action, record, which, title, writer, body }) => {
      const id = idsOf[record][which];
      const key = `${record} ${which}`;
      if (action !== 'create' && (id === undefined || seen.has(key))) return [];
      if (action !== 'create') seen.add(key);
      const article = { title: `${side}${title}`, body, writer: writers[writer] ?? null };
      const values = record === 'writer' ? { name: `${side}${title}` } : article;
      return [{ record, action, ...(action !== 'create' && { id }), ...(action !== 'delete' && { values }) }];
    });
  };
  const plain = (text: unknown) => String(text).replace(side, '');
  const state = async () => {
    const people = await app.root.list<{ id: number; name: string }>(
      `/v1/writer?count=100&filter[name][starts]=${side}`,
    );
    const named = new Map(people.map(({ id, name }) => [id, plain(name)]));
    const records = await app.root.list<Record<string, unknown>>(
      `/v1/article?count=100&filter[title][starts]=${side}`,
    );
    return [
      [...named.values()].sort(),
      records
        .map(({ title, body, writer }) => [
          plain(title),
          body,
          writer === null ? null : named.get(Number(writer)),
        ])
        .sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1)),
    ];
  };
  return { items, state };
}

let runs = 0;

it('applying a set does what its writes do one by one, or nothing', async () => {
  const property = fc.asyncProperty(
    fc.array(operation, { minLength: 1, maxLength: 6 }),
    async (operations) => {
      runs += 1;
      const [single, joined] = [await world(`a${runs}x`), await world(`b${runs}x`)];
      let succeeds = true;
      for (const { record, action, id, values } of single.items(operations)) {
        const method = { create: 'POST', update: 'PATCH', delete: 'DELETE' }[action];
        const path = `/v1/${record}${id === undefined ? '' : `/${id}`}`;
        const { status } = await app.root.ask(`${method} ${path}`, values);
        succeeds &&= status < 300;
        if (!succeeds) break;
      }
      const before = await joined.state();
      const answer = await app.root.post<{ id: number }>('/v1/change-set', {
        title: 'x',
        items: joined.items(operations),
      });
      assert.equal(answer.status, succeeds ? 201 : 400, answer.text);
      assert.deepEqual(await joined.state(), before);
      if (!succeeds) return;
      const path = `/v1/change-set/${answer.body.id}`;
      if (joined.items(operations).length === 0) return;
      await app.root.done(`POST ${path}/submit`);
      await approver.done(`POST ${path}/approve`, { version: 2, apply: true });
      assert.deepEqual(await joined.state(), await single.state());
      await app.root.get(path);
    },
  );
  await fc.assert(property, { numRuns: 20 });
});
