// Takes long: exports of many records are read slowly, in each format.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freshApp, type Person } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/library' });

const base = await app.server.app.listen({ host: '127.0.0.1', port: 0 });
const { longReads } = app.server.store.database;
const LARGE = 5000;

let ann: Person;
let bob: Person;
const get = (path: string, token?: string) => app.request('GET', path, token === undefined ? {} : { token });
const text = async (path: string, token = app.root.access) => {
  const answer = await get(path, token);
  assert.equal(answer.status, 200, answer.text);
  return answer.text;
};
const refusal = async (path: string, token = app.root.access) => {
  const { status, body } = await get(path, token);
  return [status, body.code];
};

before(async () => {
  ann = await app.person();
  bob = await app.person();
  await makeRecords(app, 'author', [{ name: 'Ann', pin: 'hidden-pin' }, { name: 'b,"q" x' }]);
  await makeRecords(app, 'novel', [
    { title: '=1+1', blurb: null, author: 1n, price: '12.50', copies: 9223372036854775807n, rating: -5 },
    { title: "'=1", blurb: '', price: '-0.01', copies: -9007199254740993n, sold: true, released: 0 },
    { title: '😀 𠀀', blurb: 'a\tb\nc', state: 'live' },
  ]);
  await makeRecords(app, 'diary', [{ entry: 'of ann' }], BigInt(ann.id));
  await makeRecords(app, 'diary', [{ entry: 'of bob' }], BigInt(bob.id));
  await makeRecords(app, 'agent', Array(LARGE).fill({ phone: '1' }));
  await makeRecords(
    app,
    'country',
    Array.from({ length: LARGE }, (_, index) => ({ name: `country ${index}` })),
  );
});

const NOVELS = '/v1/novel/export?fields=title,blurb,author,price,copies,rating,sold,released';

describe('the forms of an export', () => {
  it('CSV tells nothing from an empty text, keeps every digit, and runs no formula', async () => {
    const [first, ...lines] = (await text(NOVELS)).split('\r\n');
    assert.equal(first, 'id,title,blurb,author,price,copies,rating,sold,released');
    assert.deepEqual(lines, [
      "1,'=1+1,,1,12.50,9223372036854775807,-5,false,",
      `2,''=1,"",,-0.01,-9007199254740993,,true,0`,
      '3,😀 𠀀,"a\tb\nc",,,,,false,',
      '',
    ]);
  });

  it('CSV quotes what it must, and begins with a mark only where it is asked to', async () => {
    assert.match(await text('/v1/author/export'), /^id,name,[^\r]*\r\n1,Ann,.*\r\n2,"b,""q"" x",/);
    const marked = await get('/v1/author/export?bom=true', app.root.access);
    assert.deepEqual([...marked.bytes.subarray(0, 5)], [0xef, 0xbb, 0xbf, 0x69, 0x64]);
    assert.equal(marked.headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.equal(marked.headers['content-disposition'], 'attachment; filename="author.csv"');
    const { status, headers, text: none } = await app.root.ask('HEAD /v1/author/export?bom=true');
    assert.deepEqual([status, headers['content-type'], none], [200, marked.headers['content-type'], '']);
    for (const format of ['json', 'jsonl']) {
      const refused = await get(`/v1/author/export?bom=true&format=${format}`, app.root.access);
      assert.equal(refused.status, 400, 'JSON with a byte order mark is invalid');
      assert.match(refused.text, /bom/);
    }
  });

  it('JSON and JSON lines hold what the list answers, to the digit', async () => {
    const list = /"items":\[(.*)\],"total"/s.exec(await text('/v1/novel?sort=id'))?.[1] ?? '';
    const lines = await text('/v1/novel/export?format=jsonl');
    assert.equal(lines.trimEnd().replaceAll('\n', ','), list);
    const array = await text('/v1/novel/export?format=json');
    assert.equal(array.replaceAll('\n', ''), `[${list}]`);
    JSON.parse(array);
  });

  it('without records they are whole all the same', async () => {
    const none = '/v1/author/export?fields=id&filter[name][eq]=nobody';
    assert.equal(await text(none), 'id\r\n');
    assert.equal(await text(`${none}&format=jsonl`), '');
    assert.deepEqual(JSON.parse(await text(`${none}&format=json`)), []);
  });
});

describe('the records of an export', () => {
  it('are each there once, however many chunks they make, in any order that an index has', async () => {
    const ids = async (query: string) =>
      (await text(`/v1/country/export?fields=id${query}`)).split('\r\n').slice(1, -1).map(Number);
    const all = Array.from({ length: LARGE }, (_, index) => index + 1);
    assert.deepEqual(await ids(''), all);
    assert.deepEqual(await ids('&sort=-id'), all.toReversed());
    assert.deepEqual(
      (await ids('&sort=name')).toSorted((a, b) => a - b),
      all,
    );
    assert.deepEqual(await ids('&filter[name][starts]=country%20499'), [500, ...all.slice(4990)]);
    JSON.parse(await text('/v1/country/export?format=json'));
  });

  it('are those that the caller may see, and none that was deleted', async () => {
    assert.deepEqual(await refusal('/v1/diary/export', ''), [401, 10000]);
    assert.equal(await text('/v1/diary/export?fields=entry', ann.access), 'id,entry\r\n1,of ann\r\n');
    assert.equal(await text('/v1/diary/export?fields=entry', bob.access), 'id,entry\r\n2,of bob\r\n');
    assert.equal((await text('/v1/diary/export')).split('\r\n').length, 4);
    await app.root.done('DELETE /v1/diary/2');
    for (const format of ['csv', 'jsonl', 'json'])
      assert.doesNotMatch(await text(`/v1/diary/export?format=${format}`), /of bob/);
    assert.deepEqual(await refusal('/v1/agent/export', ann.access), [401, 10000]);
    assert.equal((await get('/v1/country/export?fields=id&filter[id][lt]=3')).text, 'id\r\n1\r\n2\r\n');
  });

  it('never hold a field that nobody may see', async () => {
    assert.doesNotMatch(await text('/v1/author/export'), /pin/);
    for (const query of ['fields=pin', 'sort=pin', 'filter[pin][eq]=hidden-pin'])
      assert.deepEqual(await refusal(`/v1/author/export?${query}`), [400, 10030], query);
  });

  it('are refused by name for what is not known', async () => {
    for (const query of [
      'format=xml',
      'count=5',
      'expand=author',
      'can=1',
      'fields=nothing',
      'filter[x][eq]=1',
    ])
      assert.deepEqual(await refusal(`/v1/novel/export?${query}`), [400, 10030], query);
  });
});

describe('an export that cannot go on', () => {
  const begin = (token = app.root.access) =>
    fetch(`${base}/v1/agent/export?format=jsonl`, { headers: { authorization: `Bearer ${token}` } });
  const original = longReads.text;
  /** Does something before the second chunk of the next export is read. */
  const between = (work: () => Promise<void>) => {
    let count = 0;
    longReads.text = async (...asked) => {
      count += 1;
      if (count === 2) await work();
      return original.apply(longReads, asked);
    };
  };

  it('ends as a broken answer, not as a whole file', async () => {
    between(async () => {
      throw new Error('the disk is gone');
    });
    const answer = await begin();
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text());
    longReads.text = original;
    assert.equal((await (await begin()).text()).split('\n').length, LARGE + 1);
  });

  it('ends likewise where its caller loses the right meanwhile', async () => {
    const reader = await app.granted('agent.read');
    between(() => app.root.done(`DELETE /cms/admin/user/${reader.id}`).then(() => undefined));
    const answer = await begin(reader.access);
    await assert.rejects(answer.text());
    longReads.text = original;
  });

  for (const [what, begins] of Object.entries({
    'an API key': async (end: number) => {
      const group = await app.groupWith('agent.read');
      const user_id = await app.root.make('/cms/service-user', { username: 'exporter', group_ids: [group] });
      const key = { user_id, name: 'export', expire_time: end };
      return (await app.root.done<{ key: string }>('POST /cms/key', key)).key;
    },
    'an impersonation': async (end: number) => {
      const { id: user_id } = await app.granted('agent.read');
      const begun = await app.root.done<{ access_token: string }>('POST /cms/access/impersonation', {
        user_id,
      });
      await app.behind('update quire_impersonation set expire_time = ?', end);
      return begun.access_token;
    },
  }))
    it(`ends likewise with ${what} that expires meanwhile`, async () => {
      const end = Date.now() + 5000;
      const token = await begins(end);
      between(() => wait(Math.max(0, end - Date.now()) + 1));
      const answer = await begin(token);
      assert.equal(answer.status, 200);
      await assert.rejects(answer.text());
      longReads.text = original;
    });

  it('gives back its place when its reader goes', async () => {
    for (let round = 0; round < 20; round += 1) {
      const answer = await begin();
      await answer.body?.cancel();
    }
    assert.equal((await begin()).status, 200);
  });
});

describe('the number of reads of an export', () => {
  it('follows from the fields that are exported, not from all that a record may hold', async () => {
    await makeRecords(app, 'novel', Array(150).fill({ title: 'short' }));
    const { text: original } = longReads;
    let count = 0;
    longReads.text = (statement, form) => {
      if (/\bnovel\b/.test(statement.sql)) count += 1; // exports that were given up still end their chunk
      return original.call(longReads, statement, form);
    };
    const lines = (await text('/v1/novel/export?fields=title,price')).split('\r\n');
    longReads.text = original;
    assert.ok(lines.length > 150);
    assert.equal(count, 2, 'one with all records, and one that finds no more');
  });
});
