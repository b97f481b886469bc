import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

type Change = Revision & { readonly record_id: number; readonly title: string | null };

const app = await freshApp({ language: 'en', contentDir: 'test/content/auditor-fields' });
const { root, nobody } = app;
type Person = typeof nobody;
const writer = await app.person();
const other = await app.person();
const wares = await app.granted('ware.all', 'ware.history');
const costs = await app.granted('ware.all', 'ware.costs');
const memos = await app.granted('memo.history');

/** The records of each collection; the histories are compared with those of these. */
const made: Record<string, number[]> = { ware: [], memo: [] };
async function make(collection: 'ware' | 'memo', values: object, by: Person) {
  const id = await by.make(`/v1/${collection}`, values);
  made[collection]?.push(id);
  return id;
}
const patch = (path: string, values: object, by: Person) => by.done(`PATCH /v1/${path}`, values);

const sold = await make('ware', { name: 'sold', price: '1.00', cost: '0.10', pin: 'hush' }, writer);
await patch(`ware/${sold}`, { state: 'on', price: '2.00' }, root);
await patch(`ware/${sold}`, { price: '3.00', cost: '0.30', pin: 'hushed' }, root);
await patch(`ware/${sold}`, { name: 'still sold' }, writer);
const kept = await make('ware', { name: 'unripe', price: '5.00', cost: '0.50' }, writer);
await patch(`ware/${kept}`, { name: 'unripe "price": 7' }, root);
await pause(5); // so that a time lies between the two halves
const middle = Date.now();
await pause(5);
await patch(`ware/${kept}`, { price: '6.00' }, root);
await patch(`ware/${sold}`, { price: '4.00' }, writer);
const gone = await make('ware', { name: 'gone', price: '8.00', state: 'on' }, writer);
await root.done(`DELETE /v1/ware/${gone}`);
const mine = await make('memo', { name: 'mine', price: '1.00' }, memos);
await memos.done(`POST /v1/memo/${mine}/publish`);
await patch(`memo/${mine}`, { price: '2.00' }, memos);
const theirs = await make('memo', { name: 'theirs', price: '3.00' }, writer);
await patch(`memo/${theirs}`, { price: '4.00' }, root);

const people = { nobody, writer, other, wares, costs, memos, root };

const changes = (query: string, by: Person, collection = 'ware') =>
  by.read<Page<Change>>(`/v1/${collection}/history?${query}`);
const pricesOf = ({ items }: Page<Change>) =>
  items.map(({ changes: { price } }) => [price?.before ?? null, price?.after]);

/** What the histories of the single records tell of a field. */
async function recordByRecord(collection: string, field: string, version: string, by: Person) {
  const told: object[] = [];
  for (const id of made[collection] ?? []) {
    const { status, body } = await by.get(`/v1/${collection}/${id}/history?${version}`);
    if (status !== 200) continue;
    for (const entry of (body as unknown as Page<Revision>).items)
      if (entry.changes[field])
        told.push({ ...entry, changes: { [field]: entry.changes[field] }, record_id: id });
  }
  return told;
}

const byId = (items: readonly object[]) =>
  items.toSorted((one, another) => (another as Change).id - (one as Change).id);

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('changes of a field', () => {
  for (const [collection, version] of [
    ['ware', ''],
    ['memo', 'version=published'],
    ['memo', 'version=draft'],
  ] as const)
    for (const field of ['name', 'price', 'cost', 'pin', 'state'])
      it(`tells ${field} of ${collection} ${version} as the histories of the records do`, async () => {
        for (const [name, by] of Object.entries(people)) {
          const told = await recordByRecord(collection, field, version, by);
          const answer = await by.get(`/v1/${collection}/history?${version}&field=${field}`);
          const { items = [] } = answer.body as unknown as Partial<Page<Change>>;
          const withoutTitles = items.map(({ title: _, ...entry }) => entry);
          assert.deepEqual(withoutTitles, byId(told), `${name}: ${answer.text}`);
          assert.ok([200, 400, 401].includes(answer.status), answer.text);
        }
      });

  it('tells in one list who changed it, in which record, from what and to what', async () => {
    const { items, next } = await changes('field=price', wares);
    assert.equal(next, null);
    assert.deepEqual(
      items.map(({ record_id, title, action, user, changes: { price } }) => [
        [record_id, title, action, user?.username],
        [price?.before, price?.after],
      ]),
      [
        [
          [gone, null, 'create', writer.username],
          [null, '8.00'],
        ],
        [
          [sold, 'still sold', 'update', writer.username],
          ['3.00', '4.00'],
        ],
        [
          [kept, 'unripe "price": 7', 'update', 'root'],
          ['5.00', '6.00'],
        ],
        [
          [kept, 'unripe "price": 7', 'create', writer.username],
          [null, '5.00'],
        ],
        [
          [sold, 'still sold', 'update', 'root'],
          ['2.00', '3.00'],
        ],
        [
          [sold, 'still sold', 'update', 'root'],
          ['1.00', '2.00'],
        ],
        [
          [sold, 'still sold', 'create', writer.username],
          [null, '1.00'],
        ],
      ],
    );
  });

  it('tells only the states that a condition leaves, and no other names', async () => {
    const { items } = await changes('field=price', other);
    assert.deepEqual(pricesOf({ items } as Page<Change>), [
      [null, '8.00'],
      ['3.00', '4.00'],
      ['2.00', '3.00'],
    ]);
    assert.ok(items.every(({ user }) => user === null));
    const { text } = await other.get('/v1/ware/history?field=name');
    assert.doesNotMatch(text, /unripe|root|user\d/);
  });

  it('is narrowed by user and period, both ends included', async () => {
    const byRoot = await changes(`field=price&user=1`, wares);
    assert.deepEqual(
      pricesOf(byRoot),
      [
        ['5.00', '6.00'],
        ['2.00', '3.00'],
        ['1.00', '2.00'],
      ],
      JSON.stringify(byRoot),
    );
    const before = await changes(`field=price&to=${middle}`, wares);
    const since = await changes(`field=price&from=${middle}`, wares);
    assert.deepEqual([before.items.length, since.items.length], [4, 3]);
    const [{ time } = { time: 0 }] = since.items;
    const exactly = await changes(`field=price&from=${time}&to=${time}&user=${writer.id}`, wares);
    assert.deepEqual(pricesOf(exactly), [[null, '8.00']]);
    assert.deepEqual((await changes(`field=price&from=${time + 1}`, wares)).items, []);
    assert.deepEqual((await changes(`field=price&user=${other.id}`, wares)).items, []);
  });

  it('does not answer whose a change was by asking for each user', async () => {
    const own = await changes(`field=price&user=${writer.id}`, writer);
    assert.deepEqual(pricesOf(own), [
      [null, '8.00'],
      ['3.00', '4.00'],
    ]);
    for (const by of [other, writer]) {
      const answer = await by.get('/v1/ware/history?field=price&user=1');
      assert.deepEqual([answer.status, answer.body.code], [400, 10030]);
      assert.match(String(answer.body.message), /user/);
    }
  });

  it('is paged, each change once, for callers with and without a condition', async () => {
    for (const by of [wares, other, root]) {
      const whole = await changes('field=price', by);
      const seen: Change[] = [];
      let after = '';
      for (let turn = 0; turn < 20; turn += 1) {
        const page = await changes(`field=price&count=1${after && `&after=${after}`}`, by);
        assert.ok(page.items.length <= 1);
        seen.push(...page.items);
        if (page.next === null) break;
        after = page.next;
      }
      assert.deepEqual(seen, whole.items);
    }
  });

  it('is for those whom the history admits', async () => {
    const statuses = async (path: string) => {
      const asked = Object.values(people).map(async (by) => (await by.get(path)).status);
      return Object.fromEntries(
        (await Promise.all(asked)).map((s, index) => [Object.keys(people)[index], s]),
      );
    };
    const all = { writer: 200, other: 200, wares: 200, costs: 200, memos: 200, root: 200 };
    assert.deepEqual(await statuses('/v1/ware/history?field=price'), { nobody: 401, ...all });
    assert.deepEqual(await statuses('/v1/memo/history?field=price'), {
      ...{ nobody: 401, writer: 401, other: 401, wares: 401, costs: 401 },
      ...{ memos: 200, root: 200 },
    });
    const hidden = { writer: 400, other: 400, wares: 400, costs: 200, memos: 400, root: 200 };
    assert.deepEqual(await statuses('/v1/ware/history?field=cost'), { nobody: 401, ...hidden });
  });

  it('refuses by name what it does not know, hidden and secret fields alike', async () => {
    for (const [query, name] of [
      ['', 'field'],
      ['field=cost', 'field'],
      ['field=pin', 'field'],
      ['field=id', 'field'],
      ['field=__proto__', 'field'],
      ['field=prize', "field.*'price'"],
      ['field=price&after=5', 'after'],
      ['field=price&count=101', 'count'],
      ['field=price&from=x', 'from'],
      ['field=price&to=-1', 'to'],
      ['field=price&user=x', 'user'],
      ['field=price&order=oldest_first', 'order'],
    ] as const) {
      const answer = await wares.get(`/v1/ware/history?${query}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], `${query} ${answer.text}`);
      assert.match(String(answer.body.message), RegExp(name), query);
    }
    assert.equal((await root.get('/v1/stamp/history?field=name')).status, 400); // it names no record
  });

  it('tells the same in a file, to each who may read it', async () => {
    for (const [collection, version] of [
      ['ware', ''],
      ['memo', 'version=published'],
      ['memo', 'version=draft'],
    ] as const)
      for (const field of ['name', 'price', 'cost', 'pin', 'state'])
        for (const [name, by] of Object.entries(people)) {
          const asked = `${version}&field=${field}`;
          const page = await by.get(`/v1/${collection}/history?${asked}`);
          const file = await by.get(`/v1/${collection}/history/export?${asked}&format=jsonl`);
          assert.equal(file.status, page.status, `${name}: ${file.text}`);
          if (page.status !== 200) continue;
          const { items } = page.body as unknown as Page<Change>;
          assert.deepEqual(
            linesOf(file.text),
            items.map(
              ({ time, record_id, title, action, user, changes: { [field]: values }, request_id }) => ({
                ...{ time: new Date(time).toISOString(), record_id, title, action },
                ...{
                  user_id: user?.id ?? null,
                  username: user?.username ?? null,
                  key: null,
                  approved_by: null,
                },
                ...{ before: values?.before ?? null, after: values?.after ?? null },
                ...{ removed: values?.removed ?? null, request_id },
              }),
            ),
            `${name} ${collection} ${asked}`,
          );
        }
  });

  it('looks at so many changes at a time, and tells nobody where it stopped', async () => {
    const before = await changes('field=price&count=2', wares);
    const columns = 'record_id, action, user_id, time, request_id, changes';
    const values = `999, 'update', 1, time + 1000, 'many', '{"name":["a","b"]}'`;
    const fill = `insert into quire_revision (collection, ${columns}) select 'other', ${values} from quire_revision`;
    for (let size = 30; size < 5000; size *= 2) await app.database.change(fill);
    for (const by of [wares, other]) {
      const whole = await changes('field=price', by);
      assert.deepEqual(whole.items, []);
      assert.match(String(whole.next), /^[\w-]{59}$/);
      const again = await changes('field=price', by);
      assert.notEqual(again.next, whole.next);
    }
    let page = await changes('field=price&count=2', wares);
    for (let turn = 0; turn < 5 && page.items.length === 0; turn += 1)
      page = await changes(`field=price&count=2&after=${page.next}`, wares);
    assert.deepEqual(page.items, before.items);
    const at = before.items[0]?.time;
    const narrow = await changes(`field=price&count=2&to=${at}`, wares);
    assert.deepEqual(narrow.items, before.items);
  });

  it('writes CSV that no spreadsheet runs, and narrows it as a page', async () => {
    const formula = await make('ware', { name: '=1+1', price: '9.00' }, other);
    const file = (query: string) => wares.get(`/v1/ware/history/export?${query}`);
    const { text, headers } = await file(`field=name&user=${other.id}&bom=true`);
    assert.match(String(headers['content-disposition']), /filename="ware-name\.csv"/);
    const [head, line, ...more] = text.trimEnd().split('\r\n');
    assert.equal(
      head,
      '\ufefftime,record_id,title,action,user_id,username,key,approved_by,before,after,removed,request_id',
    );
    assert.match(
      String(line),
      RegExp(
        `^[\\d-]{10}T[\\d:.]+Z,${formula},'=1\\+1,create,${other.id},${other.username},,,,'=1\\+1,,[\\w-]+$`,
      ),
    );
    assert.deepEqual(more, []);
    const early = await file(`field=price&to=${middle}&format=jsonl`);
    assert.deepEqual(
      linesOf(early.text).map(({ after }) => after),
      pricesOf(await changes(`field=price&to=${middle}`, wares)).map(([, after]) => after),
    );
    for (const query of [
      'field=cost',
      'field=pin',
      '',
      'field=price&format=xml',
      'field=price&bom=true&format=jsonl',
    ])
      assert.equal((await file(query)).status, 400, query);
  });
});
