import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/rows/imports.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ contentDir: 'test/content/stock', importMaxBytes: 2_000_000 });
const base = await app.server.app.listen({ host: '127.0.0.1', port: 0 });
const items = importsInto(app, '/v1/item');
const before = await items.exported();

const filesIn = (folder: string) =>
  readdirSync(join(app.settings.uploadDir, folder), { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile() || folder === 'incoming')
    .map(({ name }) => name);

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const columns = Array.from({ length: 100_000 }, (_, index) => `c${index}`).join();
const long = 'x'.repeat(1_100_000);

describe('a file that cannot be read', () => {
  /** What is refused at once: nothing was begun. */
  const refused: readonly (readonly [what: string, query: string, body: string | Buffer, told: RegExp])[] = [
    ['is empty', 'format=json', ' ', /不完整/],
    ['has no header', '', '\n\n', /字段名/],
    ['names an unknown column', '', 'code,colour\nh1,red\n', /colour 不是此记录的字段/],
    ['names a column twice', '', 'code,name,code\nh1,a,h2\n', /code 列名重复/],
    ['has a column without a name', '', 'code,\nh1,a\n', /第 2 列/],
    ['names a hundred thousand unknown columns', '', `${columns}\n`, /c1 不是此记录的字段/],
    ['names one column as often', '', `${'code,'.repeat(100_000)}\n`, /code 列名重复/],
    ['is no array', 'format=json', '{"code":"h1"}', /JSON 数组/],
    ['is an array that never ends', 'format=json', '[{"code":"h1"', /不完整/],
    ['has broken JSON in its array', 'format=json', '[{"code":}]', /有效的 JSON/],
    ['is nested without end', 'format=json', `[${deep(200_000)}]`, /嵌套|字符/],
    ['reaches into prototypes', 'format=json', '[{"__proto__":{"code":"h1"}}]', /名称 __proto__/],
    [
      'breaks UTF-8',
      '',
      Buffer.concat([Buffer.from('code\nh1\n'), Buffer.from([0xc3, 0x28])]),
      /第 8 字节.*UTF-8/,
    ],
    [
      'breaks UTF-8 behind other characters',
      'format=jsonl',
      Buffer.concat([Buffer.from('{"code":"é中😀'), Buffer.from([0xe4, 0xb8, 0x41])]),
      /第 18 字节.*UTF-8/,
    ],
    [
      'breaks UTF-8 far from its beginning',
      'format=jsonl',
      Buffer.concat([Buffer.from(`{"code":"${'中'.repeat(100_000)}"}\n`), Buffer.from([0xff])]),
      /第 300012 字节.*UTF-8/,
    ],
    [
      'ends in half a character',
      '',
      Buffer.concat([Buffer.from('code\nh1\n'), Buffer.from([0xf0, 0x9f])]),
      /第 8 字节.*UTF-8/,
    ],
    ['is of an unknown form', 'format=xml', 'x', /format/],
    ['has an invalid key', 'key=name', 'code\nh1\n', /key 只能是 id、code/],
    ['opens a quote that never ends', '', `"code\n${long}`, /引号|字符/],
  ];
  for (const [what, query, body, told] of refused)
    it(`that ${what} is refused by name`, async () => {
      const answer = await items.begin(query, body);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], answer.text);
      assert.match(answer.body.message, told);
      assert.ok(answer.text.length < 10_000);
    });

  /** What is found on the way: what was settled before stays, and no part of the batch that holds it. */
  const broken: readonly (readonly [what: string, query: string, body: string | Buffer, told: RegExp])[] = [
    ['a quote is never closed', '', 'code\nh1\n"h2\nh3\n', /第 3 行.*引号没有闭合/],
    ['text follows a quote', '', 'code\nh1\n"h2"x\n', /第 3 行.*引号/],
    ['a line is enormous', '', `code\nh1\n${long}\n`, /第 3 行.*字符/],
    ['an object is missing', 'format=json', '[{"code":"h1"},,{"code":"h2"}]', /逗号/],
    ['something follows the end', 'format=json', '[{"code":"h1"}] 5', /JSON 数组/],
  ];
  for (const [what, query, body, told] of broken)
    it(`ends where ${what}, and tells the line`, async () => {
      const ended = await items.run(query, body);
      assert.equal(ended.state, 'failed');
      assert.match(ended.problem ?? '', told);
      assert.equal(ended.created, 0);
    });

  it('leaves no row and no file behind', async () => {
    assert.equal(await items.exported(), before);
    await app.server.records.jobs.idle();
    assert.deepEqual(filesIn('incoming'), []);
    assert.deepEqual(filesIn('imports'), []);
  });
});

describe('a row that cannot be taken', () => {
  it('is refused alone, whatever it holds', async () => {
    const lines = [
      '{"code":"r1"}',
      'nonsense',
      '[1]',
      'null',
      '{"code":"r2","colour":1}',
      `{"code":"r3","name":${deep(100)}}`,
      '{"code":"r4\\u0000"}',
      '{"code":"\\ud800"}',
      '{"code":{"a":1}}',
      '{"code":"r5","amount":1e999}',
      '{"code":"r6","price":"1.999"}',
      '{"code":"r7","__proto__":{"x":1}}',
    ];
    const { state, created, refused, id } = await items.run('format=jsonl', lines.join('\n'));
    assert.deepEqual([state, created, refused], ['done', 1, lines.length - 1]);
    for (const row of (await items.report(id)).slice(1))
      assert.ok(Object.keys(row.problems as object).length > 0);
  });

  it('is told of only so many', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `b${index},x`);
    const { id, refused } = await items.run('', `code,amount\n${rows.join('\n')}\n`);
    assert.equal(refused, 1500);
    assert.equal((await items.report(id)).length, 1000);
  });
});

describe('a body', () => {
  it('that is larger than allowed is refused, and so is none at all', async () => {
    const answer = await items.begin('', `code\n${'x\n'.repeat(1_500_000)}`);
    assert.deepEqual([answer.status, answer.body.code], [413, 10180]);
    const none = await app.root.post('/v1/item/import');
    assert.deepEqual([none.status, none.body.code], [400, 10030]);
  });

  it('that breaks off begins nothing', async () => {
    const known = await app.root.list('/v1/item/import?count=1');
    const half = request(`${base}/v1/item/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.root.access}`,
        'content-type': 'text/csv',
        'content-length': 1000,
      },
    });
    half.on('error', () => {});
    const hasArrived = once(app.server.app.server, 'request');
    half.write('code\nbroken1\nbroken2\n');
    const [, answer] = (await hasArrived) as [unknown, ServerResponse];
    const hasBrokenOff = once(answer, 'close');
    half.destroy();
    await hasBrokenOff;
    await until(() => filesIn('incoming').length === 0);
    const now = await app.root.list('/v1/item/import?count=1');
    assert.deepEqual(now, known);
    assert.doesNotMatch(await items.exported(), /broken/);
  });
});

describe('an import of nothing', () => {
  it('stops after ten thousand refused rows', async () => {
    const { id } = await items.run('format=jsonl', '{}\n'.repeat(10_600));
    const { state, problem, refused } = await items.settled(id);
    assert.equal(state, 'failed');
    assert.match(String(problem), /10000/);
    assert.ok(Number(refused) < 10_600);
  });
});

it('the imports of a user read a million rows an hour, dry runs included, those of others as many', async () => {
  const [one, other] = [await app.granted('item.create'), await app.granted('item.create')];
  const send = (by: typeof one) =>
    by.post('/v1/item/import?format=jsonl&dry_run=true', '{"code":"m1"}\n', {
      headers: { 'content-type': 'application/jsonl' },
    });
  const first = await send(one);
  assert.equal(first.status, 201, first.text);
  await app.server.records.jobs.idle();
  await app.behind('update quire_import set line = 1000000 where create_user_id = ?', one.id);
  const refused = await send(one);
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600']);
  assert.equal((await send(other)).status, 201);
  await app.behind('update quire_import set time = 1 where create_user_id = ?', one.id);
  assert.equal((await send(one)).status, 201);
});
