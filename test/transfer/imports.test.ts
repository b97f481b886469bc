import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { BodyOf } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { importsInto } from '../support/records/imports.ts';

const app = await freshApp({ contentDir: 'test/content/stock' });

const items = importsInto(app, '/v1/item');
const tallies = importsInto(app, '/v1/tally');

let count = 0;
/** A header and records of codes that nobody has. */
const fresh = (records: number) => Array.from({ length: records }, () => `c${++count}`);
const list = async (query: string) =>
  await app.root.list<Record<string, unknown>>(`/v1/item?count=100&${query}`);
const byCode = async (code = '') => (await list(`filter[code][eq]=${code}`))[0];

describe('an import', () => {
  it('makes a record of each line, in every form', async () => {
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = fresh(6);
    const csv = await items.run('format=csv', `code,note,price\n${a},,1.50\n${b},"",2\n`);
    assert.deepEqual([csv.state, csv.created, csv.refused, csv.line], ['done', 2, 0, 3]);
    assert.equal((await byCode(a))?.note, null);
    assert.equal((await byCode(b))?.note, '');
    assert.equal((await byCode(b))?.price, '2.00');
    await items.run('format=jsonl', `{"code":"${c}","price":1.5}\n\n{"code":"${d}"}`);
    await items.run('format=json', `[{"code":"${e}"},\n {"code":"${f}","name":"]}"}]`);
    assert.equal((await byCode(c))?.price, '1.50');
    assert.equal((await byCode(d))?.name, 'nameless');
    assert.equal((await byCode(f))?.name, ']}');
  });

  it('takes the form of the file from its type, whatever name lines of JSON go by', async () => {
    const lines = (code: string) => `{"code":"${code}"}`;
    for (const [type, write] of [
      ['text/csv; charset=utf-8', (code: string) => `code\n${code}\n`],
      ['application/json', (code: string) => `[${lines(code)}]`],
      ['Application/JSONL', lines],
      ['application/jsonlines', lines],
      ['application/ndjson; charset=utf-8', lines],
      ['application/x-jsonlines', lines],
      ['application/x-ndjson', lines],
      ['application/octet-stream', (code: string) => `code\n${code}\n`],
    ] as const) {
      const [code = ''] = fresh(1);
      const { body, text } = await items.begin('', write(code), { 'content-type': type });
      assert.equal((await items.settled(body.id)).created, 1, `${type}: ${text}`);
      assert.ok(await byCode(code), type);
    }
  });

  it('refuses bad records alone, and says of each record what became of it', async () => {
    const [a = '', b = '', c = ''] = fresh(3);
    const file = `code,amount,part_of\n${a},1,\n${b},-1,\n${a},2,\n${c},x,\n,1,\nz,1,999999\ntoo,few\n${b},3,\n`;
    const { id, created, refused } = await items.run('', file);
    assert.deepEqual([created, refused], [2, 6]);
    const report = await items.report(id);
    assert.deepEqual(
      report.map(({ line, outcome }) => [line, outcome]),
      [2, 3, 4, 5, 6, 7, 8, 9].map((line) => [line, line === 2 || line === 9 ? 'created' : 'refused']),
    );
    const told = report.map(({ problems }) => Object.keys((problems ?? {}) as object).join());
    assert.deepEqual(told, ['', 'amount', 'code', 'amount', 'code', 'part_of', '', '']);
    assert.equal(report[0]?.id, (await byCode(a))?.id);
  });

  it('tells each refusal in the reader’s language, and as data', async () => {
    const [a = '', b = ''] = fresh(2);
    const { id } = await items.run('format=jsonl', `{"code":"${a}"}\n{"code":"${b}","amount":-1}\n[]\n`);
    const reportIn = async (language: string) => {
      const { text } = await app.root.get(`/v1/item/import/${id}/report`, {
        headers: { 'accept-language': language },
      });
      return text
        .split('\n')
        .slice(1, 3)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    };
    assert.deepEqual(await reportIn('en'), [
      {
        line: 2,
        outcome: 'refused',
        problems: { amount: 'must be between 0 and 2147483647' },
        fields: {
          amount: {
            code: 'outOfRange',
            message: 'must be between 0 and 2147483647',
            allowed: { min: 0, max: 2147483647 },
          },
        },
      },
      {
        line: 3,
        outcome: 'refused',
        problems: { '': 'must be a JSON object' },
        fields: { '': { code: 'notAnObject', message: 'must be a JSON object' } },
      },
    ]);
    const [amount] = await reportIn('zh');
    assert.deepEqual(amount?.problems, { amount: '必须在 0 到 2147483647 之间' });
  });

  it('tells in the reader’s language why a file could not be read on', async () => {
    const { id, problem } = await items.run('format=json', `[{"code":"${fresh(1)}"},\n{"code":}]`);
    assert.equal(problem, '参数错误：第 2 行 不是有效的 JSON');
    const headers = { 'accept-language': 'en' };
    for (const path of ['', `/${id}`]) {
      const { text } = await app.root.get(`/v1/item/import${path}`, { headers });
      assert.match(text, /"problem":"Invalid input: line 2: The JSON is not valid"/);
    }
    const refused = await app.root.post('/v1/item/import', 'code,\nx,y\n', {
      headers: { ...headers, 'content-type': 'text/csv' },
    });
    assert.deepEqual(refused.body.fields, {
      'column 2': { code: 'notAField', message: 'is not a field of this collection' },
    });
  });

  it('takes the format from its parameter, or else from its media type', async () => {
    for (const [query, type, file] of [
      ['', 'application/json; charset=utf-8', `[{"code":"${fresh(1)}"}]`],
      ['', 'Application/X-NDJSON', `{"code":"${fresh(1)}"}\n`],
      ['', 'application/octet-stream', `code\n${fresh(1)}\n`],
      ['format=csv', 'application/json', `code\n${fresh(1)}\n`],
    ] as const) {
      const begun = await items.begin(query, file, { 'content-type': type });
      assert.equal(begun.status, 201, begun.text);
      assert.equal((await items.settled(begun.body.id)).created, 1, type);
    }
  });

  it('counts the lines of a file as an editor does', async () => {
    for (const end of ['\n', '\r\n']) {
      const [a, b, c] = fresh(3);
      const lines = ['', 'code,note', '', '', `${a},"two`, '', 'lines"', `${b},`, '', '', `${c},`, 'q', ''];
      const { id } = await items.run('', lines.join(end));
      assert.deepEqual(
        (await items.report(id)).map(({ line, outcome }) => [line, outcome]),
        [
          [5, 'created'],
          [8, 'created'],
          [11, 'created'],
          [12, 'refused'],
        ],
      );
    }
    const broken = await items.run('', `code\n${fresh(1)}\n\n\nx"y\n`);
    assert.match(String(broken.problem), /5/);
  });

  it('is a record that tells who began it, and is told in the log', async () => {
    const { id } = await items.run('file=stock.csv', `code\n${fresh(1)}\n`);
    const told = await app.root.read(`/v1/item/import/${id}`);
    assert.equal(told.file, 'stock.csv');
    assert.ok(!('runner' in told));
    const headers = { 'accept-language': 'en' };
    const { items: log } = (await app.root.get<BodyOf<'GET /cms/log'>>('/cms/log?count=2', { headers })).body;
    assert.match(log[0]?.message ?? '', /finished importing Item.* 1 created/);
    assert.match(log[1]?.message ?? '', /began to import Item/);
    const [newest] = await app.root.list<{ id: number }>('/v1/item/import');
    assert.equal(newest?.id, id);
  });

  it('updates the records that a key finds, and leaves those alone that would not change', async () => {
    const [a = '', b = '', c = ''] = fresh(3);
    await items.run('', `code,name,note\n${a},one,x\n${b},two,x\n`);
    const done = await items.run(
      'key=code',
      `code,name,note\n${a},uno,\n${b},two,x\n${c},tres,\n${a},eins,y\n`,
    );
    assert.deepEqual([done.created, done.updated, done.unchanged, done.refused], [1, 2, 1, 0]);
    assert.deepEqual([(await byCode(a))?.name, (await byCode(a))?.note], ['eins', 'y']);
    const { id } = (await byCode(b)) as { id: number };
    const byId = await items.run(
      'key=id',
      `id,code,name\n${id},${b},zwei\n999999,q1,\n,${fresh(1)},new\n0,q2,\n`,
    );
    assert.deepEqual([byId.created, byId.updated, byId.refused], [1, 1, 2]);
    assert.equal((await byCode(b))?.name, 'zwei');
  });

  it('once more of the same file makes nothing twice', async () => {
    const file = `code\n${fresh(3).join('\n')}\n`;
    const { id } = await items.run('', file);
    const again = await items.begin('', file, { 'accept-language': 'en' });
    assert.deepEqual([again.status, again.body.code], [400, 10060]);
    assert.match(again.body.message, new RegExp(`import ${id} was of this file`));
    const keyed = await items.run('key=code', file);
    assert.deepEqual([keyed.created, keyed.unchanged], [0, 3]);
  });

  it('that is sent twice at the same time is one', async () => {
    const file = `code\n${fresh(2000).join('\n')}\n`;
    const begun = await Promise.all([1, 2].map(() => items.beginInTurn('', file)));
    const ids = new Set(begun.map(({ body }) => body.id));
    assert.equal(ids.size, 1, begun.map(({ text }) => text).join());
    const { state, created } = await items.settled(Number([...ids][0]));
    assert.deepEqual([state, created], ['done', 2000]);
  });

  it('takes a large file in batches', async () => {
    const records = Array.from({ length: 3000 }, (_, index) => `w${index}`);
    const done = await tallies.run('', `word\n${records.join('\n')}\n`);
    assert.deepEqual([done.state, done.created], ['done', 3000]);
    const report = await tallies.report(done.id);
    assert.deepEqual(
      report.map(({ line }) => line),
      records.map((_, index) => index + 2),
    );
    assert.equal(new Set(report.map(({ id }) => id)).size, 3000);
  });
});

describe('a dry run', () => {
  it('finds what an import would, across batches, and keeps no record', async () => {
    const records = fresh(1200);
    const file = `code,amount\n${records.join(',1\n')},1\n${records[0]},2\nbad,x\n`;
    const before = await items.exported();
    const { id, created, refused, state } = await items.run('dry_run=true', file);
    assert.deepEqual([state, created, refused], ['done', 1200, 2]);
    assert.equal(await items.exported(), before);
    assert.deepEqual((await items.report(id)).at(-1)?.outcome, 'refused');
    const left = await app.database.look(
      'select id from quire_revision where request_id = ?',
      `import-${id}`,
    );
    assert.deepEqual(left, []);
    const real = await items.run('', file);
    assert.deepEqual([real.created, real.refused], [created, refused]);
  });

  it('takes no ids', async () => {
    const [first] = (await items.report((await items.run('', `code\n${fresh(1)[0]}\n`)).id)).flatMap(
      ({ id }) => id ?? [],
    );
    const file = `code,amount\n${fresh(700).join(',1\n')},1\nbad,x\n`;
    assert.equal((await items.run('dry_run=true', file)).created, 700);
    const [second] = (await items.report((await items.run('', `code\n${fresh(1)[0]}\n`)).id)).flatMap(
      ({ id }) => id ?? [],
    );
    assert.equal(Number(second), Number(first) + 1);
  });
});

describe('undoing an import', () => {
  it('removes what it made, gives back what it changed, and keeps what was changed since', async () => {
    const [a = '', b = '', c = '', d = ''] = fresh(4);
    await items.run('', `code,name\n${a},old a\n${b},old b\n`);
    const { id } = await items.run(
      'key=code',
      `code,name\n${a},new a\n${b},new b\n${c},c\n${d},d\n${c},c2\n`,
    );
    const changed = await byCode(b);
    await app.root.done(`PATCH /v1/item/${changed?.id}`, { note: 'mine' });
    const made = await byCode(d);
    await app.root.done(`PATCH /v1/item/${made?.id}`, { note: 'mine' });
    const undone = await items.undo(id);
    assert.deepEqual([undone.state, undone.removed, undone.restored, undone.kept], ['undone', 1, 1, 2]);
    assert.equal((await byCode(a))?.name, 'old a');
    assert.equal((await byCode(b))?.name, 'new b');
    assert.equal(await byCode(c), undefined);
    assert.equal((await byCode(d))?.name, 'd');
    const kept = (await items.report(id)).filter(({ outcome }) => outcome === 'kept');
    assert.deepEqual(new Set(kept.map((one) => one.id)), new Set([changed?.id, made?.id]));
    const again = await app.root.post(`/v1/item/import/${id}/undo`);
    assert.equal(again.status, 409);
  });

  it('says of each batch which records it kept, and why, in the reader’s language', async () => {
    const codes = fresh(1002); // three batches
    const { id } = await items.run('', `code\n${codes.join('\n')}\n`);
    const [first, second, third] = await Promise.all([0, 700, 1001].map((index) => byCode(codes[index])));
    await app.root.done(`PATCH /v1/item/${first?.id}`, { note: 'mine' });
    await app.root.done(`PATCH /v1/item/${third?.id}`, { note: 'mine' });
    await app.root.done(`DELETE /v1/item/${second?.id}`);
    const undone = await items.undo(id);
    assert.deepEqual([undone.state, undone.removed, undone.restored, undone.kept], ['undone', 999, 0, 3]);
    for (const [language, changed] of [
      ['en', 'changed since the import'],
      ['zh', '导入之后已被修改'],
    ] as const) {
      const { text } = await app.root.get(`/v1/item/import/${id}/report`, {
        headers: { 'accept-language': language },
      });
      const kept = text
        .split('\n')
        .filter((line) => line.includes('"kept"'))
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        kept.map((line) => line.id),
        [first?.id, second?.id, third?.id],
      );
      for (const { reason } of kept) assert.equal(reason, changed);
    }
    for (const index of [1, 499, 500, 999, 1000]) assert.equal(await byCode(codes[index]), undefined);
  });

  it('keeps a record that others refer to, and lets the same file in again', async () => {
    const [a = '', b = ''] = fresh(2);
    const file = `code\n${a}\n`;
    const { id } = await items.run('', file);
    const holder = await app.root.make('/v1/item', { code: b, part_of: (await byCode(a))?.id });
    assert.deepEqual((await items.undo(id)).kept, 1);
    await app.root.done(`DELETE /v1/item/${holder}`);
    assert.equal((await items.run('', file)).refused, 1);
  });

  it('ends an import that is under way, and leaves no file behind', async () => {
    const codes = fresh(3000);
    const { body } = await items.beginInTurn('', `code\n${codes.join('\n')}\n`);
    const undone = await items.undo(body.id);
    assert.deepEqual([undone.state, undone.kept], ['undone', 0]);
    await app.server.store.jobs.idle();
    assert.deepEqual((await items.settled(body.id)).state, 'undone');
    assert.equal(await byCode(codes[0]), undefined);
    const left = readdirSync(join(app.settings.uploadDir, 'imports'), {
      recursive: true,
      withFileTypes: true,
    });
    assert.ok(!left.some((one) => one.isFile()));
  });

  it('removes records that have no past', async () => {
    const { id } = await tallies.run('', 'word\nundone\n');
    const undone = await tallies.undo(id);
    assert.deepEqual([undone.state, undone.removed], ['undone', 1]);
    assert.doesNotMatch(await tallies.exported(), /undone/);
  });
});
