import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/stock', importMaxBytes: 2_000_000 });
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
    ['is empty', 'format=json', ' ', /incomplete/],
    ['has no header', '', '\n\n', /name the fields/],
    ['names an unknown column', '', 'code,colour\nh1,red\n', /colour is not a field of this collection/],
    ['names a column twice', '', 'code,name,code\nh1,a,h2\n', /code is a repeated column name/],
    ['has a column without a name', '', 'code,\nh1,a\n', /column 2/],
    ['names a hundred thousand unknown columns', '', `${columns}\n`, /c1 is not a field of this collection/],
    ['names one column as often', '', `${'code,'.repeat(100_000)}\n`, /code is a repeated column name/],
    ['is no array', 'format=json', '{"code":"h1"}', /one JSON array/],
    ['is an array that never ends', 'format=json', '[{"code":"h1"', /incomplete/],
    ['has broken JSON in its array', 'format=json', '[{"code":}]', /JSON is not valid|not valid JSON/],
    ['is nested without end', 'format=json', `[${deep(200_000)}]`, /nested|characters/],
    ['reaches into prototypes', 'format=json', '[{"__proto__":{"code":"h1"}}]', /name __proto__/],
    [
      'breaks UTF-8',
      '',
      Buffer.concat([Buffer.from('code\nh1\n'), Buffer.from([0xc3, 0x28])]),
      /UTF-8 after byte 8\b/,
    ],
    [
      'breaks UTF-8 behind other characters',
      'format=jsonl',
      Buffer.concat([Buffer.from('{"code":"é中😀'), Buffer.from([0xe4, 0xb8, 0x41])]),
      /UTF-8 after byte 18\b/,
    ],
    [
      'breaks UTF-8 far from its beginning',
      'format=jsonl',
      Buffer.concat([Buffer.from(`{"code":"${'中'.repeat(100_000)}"}\n`), Buffer.from([0xff])]),
      /UTF-8 after byte 300012\b/,
    ],
    [
      'ends in half a character',
      '',
      Buffer.concat([Buffer.from('code\nh1\n'), Buffer.from([0xf0, 0x9f])]),
      /UTF-8 after byte 8\b/,
    ],
    ['is of an unknown form', 'format=xml', 'x', /format/],
    ['has an invalid key', 'key=name', 'code\nh1\n', /key must be one of id, code/],
    ['opens a quote that never ends', '', `"code\n${long}`, /quote|characters/],
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
    ['a quote is never closed', '', 'code\nh1\n"h2\nh3\n', /line 3: .*quote that is not closed/],
    ['text follows a quote', '', 'code\nh1\n"h2"x\n', /line 3: .*quote/],
    ['a line is enormous', '', `code\nh1\n${long}\n`, /line 3: .*characters/],
    ['an object is missing', 'format=json', '[{"code":"h1"},,{"code":"h2"}]', /commas/],
    ['something follows the end', 'format=json', '[{"code":"h1"}] 5', /one JSON array/],
  ];
  for (const [what, query, body, told] of broken)
    it(`ends where ${what}, and tells the line`, async () => {
      const ended = await items.run(query, body);
      assert.equal(ended.state, 'failed');
      assert.match(ended.problem ?? '', told);
      assert.equal(ended.created, 0);
    });

  it('leaves no record and no file behind', async () => {
    assert.equal(await items.exported(), before);
    await app.server.store.jobs.idle();
    assert.deepEqual(filesIn('incoming'), []);
    assert.deepEqual(filesIn('imports'), []);
  });
});

describe('a record that cannot be taken', () => {
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
    for (const record of (await items.report(id)).slice(1))
      assert.ok(Object.keys(record.problems as object).length > 0);
  });

  it('is told of only so many', async () => {
    const records = Array.from({ length: 1500 }, (_, index) => `b${index},x`);
    const { id, refused } = await items.run('', `code,amount\n${records.join('\n')}\n`);
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
  it('stops after ten thousand refused records', async () => {
    const { id } = await items.run('format=jsonl', '{}\n'.repeat(10_600));
    const { state, problem, refused } = await items.settled(id);
    assert.equal(state, 'failed');
    assert.match(String(problem), /10000/);
    assert.ok(Number(refused) < 10_600);
  });
});

it('the imports of a user read a million records an hour, dry runs included, those of others as many', async () => {
  const [one, other] = [await app.granted('item.create'), await app.granted('item.create')];
  const send = (by: typeof one) =>
    by.post('/v1/item/import?format=jsonl&dry_run=true', '{"code":"m1"}\n', {
      headers: { 'content-type': 'application/jsonl' },
    });
  const first = await send(one);
  assert.equal(first.status, 201, first.text);
  await app.server.store.jobs.idle();
  await app.behind('update quire_import set line = 1000000 where create_user_id = ?', one.id);
  const refused = await send(one);
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600']);
  assert.equal((await send(other)).status, 201);
  await app.behind('update quire_import set time = 1 where create_user_id = ?', one.id);
  assert.equal((await send(one)).status, 201);
});
