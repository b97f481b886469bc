// Takes long: commands migrate a database that servers fill before and read after.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { HTTPMethods } from 'fastify';
import type { Server } from '../../server/start.ts';
import type { Revision } from '../support/bodies.ts';
import { command, databaseNamed, folder, openHere, PASSWORD } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const access = `access: { read: login, create: login, update: login, history: login, delete: login, trash: login, restore: login }`;

/** A folder with one collection, `page`, of these fields. */
function pages(name: string, fields: string): { CONTENT_DIR: string } {
  const path = join(folder, `content-${name}`);
  mkdirSync(path);
  writeFileSync(
    join(path, 'page.ts'),
    `import { defineCollection, group, integer, list, login, longText, richText, superAdministrator, text } from 'quire-cms';
export default defineCollection({ name: 'page', label: 'Page', path: '/v1/page', audit: 'full', ${access},
  fields: { title: text({ max: 20, required: true }), ${fields} } });
`,
  );
  return { CONTENT_DIR: path };
}

const markdown = `richText({ format: 'markdown', required: true })`;
const plain = pages(
  'plain',
  'body: longText({ required: true }), html: longText(), size: text({ max: 9 }), parts: list(group({ note: longText() }))',
);
const shown = pages(
  'shown',
  `body: ${markdown}, html: richText(), size: integer({ read: superAdministrator }), parts: list(group({ note: richText({ format: 'markdown' }) }))`,
);
const SCRIPT = 'a <script>alert(1)</script>';
const BOLD = '<b onclick="alert(1)">x</b>';
const migrate = (...args: string[]) => command(['migrate', ...args], 'past', shown);

await databaseNamed('past');

async function opened(settings: Record<string, string>) {
  const server: Server = await openHere('past', settings);
  const send = async (request: string, body?: object | string, token = rootToken) => {
    const [method, url = ''] = request.split(' ') as [HTTPMethods, string];
    const type = typeof body === 'string' ? 'text/csv' : 'application/json';
    const answer = await server.app.inject({
      method,
      url,
      headers: {
        'accept-language': 'en',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': type }),
      },
      ...(body && { payload: body }),
    });
    assert.ok(answer.statusCode < 300, `${request}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
  const tokenOf = async (username: string): Promise<string> =>
    (await send('POST /cms/user/login', { username, password: PASSWORD }, '')).access_token;
  const rootToken = await tokenOf('root');
  const historyOf = async (id: number): Promise<Revision[]> =>
    (await send(`GET /v1/page/${id}/history`)).items;
  return { server, send, tokenOf, historyOf };
}

describe('values of the past that a rule refuses by now', () => {
  let app: Awaited<ReturnType<typeof opened>>;
  let imported: number;
  before(async () => {
    const { server, send } = await opened(plain);
    await send('POST /v1/page', {
      title: 'one',
      body: 'fine',
      html: BOLD,
      size: '7',
      parts: [{ note: 'n' }],
    });
    await send('PATCH /v1/page/1', { title: 'two', body: SCRIPT, size: 'large', parts: [{ note: SCRIPT }] });
    await send('PATCH /v1/page/1', { title: 'three', body: 'good', html: null, size: '9', parts: [] });
    await send('POST /v1/page', { title: 'other', body: SCRIPT });
    ({ id: imported } = await send('POST /v1/page/import?key=id', `id,title,body\n2,brought,nice\n`));
    await until(async () => (await send(`GET /v1/page/import/${imported}`)).state === 'done');
    const beside = await migrate('--apply');
    assert.equal(beside.code, 2, beside.said);
    assert.match(
      beside.said,
      /Nothing was changed.* (another process has|connections of other processes have)/,
    );
    await server.close();
  });

  test('are counted and listed by the plan, before anything is changed', async () => {
    const { code, said } = await migrate();
    assert.equal(code, 3, said);
    assert.match(said, /page\.body [^!]*?-- 4 values in the history are refused, and shown as removed/);
    assert.match(said, /page\.html [^!]*?-- 2 values in the history are cleaned/);
    const file = join(folder, 'past.jsonl');
    await migrate('--list', file);
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.filter(({ field }) => field === 'body').map(({ id, value }) => [id, value]),
      [
        [1, SCRIPT],
        [1, SCRIPT],
        [2, SCRIPT],
        [2, SCRIPT],
      ],
    );
    assert.ok(lines.every(({ entry, why }) => entry > 0 && why !== ''));
  });

  test('are shown as removed once the plan is applied, and kept aside', async () => {
    const { code, said } = await migrate('--apply');
    assert.equal(code, 0, said);
    assert.match(said, /4 values in the history are refused/);
    assert.equal((await migrate()).code, 0);
    app = await opened(shown);
    const [third, second, first] = await app.historyOf(1);
    assert.deepEqual(third?.changes.body, { before: null, after: 'good', removed: ['before'] });
    assert.deepEqual(second?.changes.body, { before: 'fine', after: null, removed: ['after'] });
    assert.deepEqual(first?.changes.body, { before: null, after: 'fine' });
    assert.deepEqual(second?.changes.size, { before: 7, after: null, removed: ['after'] });
    assert.deepEqual(second?.changes.parts, { before: [{ note: 'n' }], after: null, removed: ['after'] });
    assert.deepEqual(first?.changes.html, { before: null, after: '<b>x</b>' });
    const kept = await (await databaseNamed('past')).look('select changes from quire_revision order by id');
    assert.equal(kept.filter(({ changes }) => String(changes).includes('<script>')).length, 4);
  });

  test('are named by a reading of the past and by a comparison', async () => {
    const [third, second, first] = await app.historyOf(1);
    const was = await app.send(`GET /v1/page/1?as_of=${second?.time}`);
    assert.partialDeepStrictEqual(was, {
      title: 'two',
      body: '',
      removed_by_rule: ['body', 'size', 'parts'],
    });
    const page = await app.send(`GET /v1/page?as_of=${second?.time}`);
    assert.deepEqual(page.items[0].removed_by_rule, ['body', 'size', 'parts']);
    const whole = await app.send(`GET /v1/page/1?as_of=${first?.time}`);
    assert.equal(whole.removed_by_rule, undefined);
    const { changes } = await app.send(`GET /v1/page/1/difference?from=${second?.id}&to=${third?.id}`);
    assert.deepEqual(changes.body, { before: null, after: 'good', removed: ['before'] });
  });

  test('are not named to those who may not read the field', async () => {
    const name = { username: 'reader', password: PASSWORD, confirm_password: PASSWORD, group_ids: [] };
    await app.send('POST /cms/user/register', name);
    const token = await app.tokenOf('reader');
    const [, second] = await app.historyOf(1);
    for (const path of [`/v1/page/1?as_of=${second?.time}`, `/v1/page?as_of=${second?.time}`]) {
      const answer = await app.send(`GET ${path}`, undefined, token);
      assert.deepEqual((answer.items?.[0] ?? answer).removed_by_rule, ['body', 'parts'], path);
    }
    const { items } = await app.send('GET /v1/page/1/history', undefined, token);
    assert.doesNotMatch(JSON.stringify(items), /size/);
  });

  test('stay out of a restored version, which names them', async () => {
    const [, second] = await app.historyOf(1);
    const { message, left } = await app.send(`POST /v1/page/1/history/${second?.id}/restore`);
    assert.match(message, /body/);
    assert.deepEqual(left, ['body', 'size', 'parts']);
    assert.partialDeepStrictEqual(await app.send('GET /v1/page/1'), {
      title: 'two',
      body: 'good',
      html: '<b>x</b>',
      size: 9,
    });
  });

  test('keep no request and no import from being undone', async () => {
    const [, third] = await app.historyOf(1);
    const { rows: records } = await app.send('POST /cms/undo/preview', { request: third?.request_id });
    assert.equal(records.length, 1);
    await app.send(`POST /v1/page/import/${imported}/undo`);
    await until(async () => (await app.send(`GET /v1/page/import/${imported}`)).state === 'undone');
    assert.partialDeepStrictEqual(await app.send('GET /v1/page/2'), { title: 'other', body: 'nice' });
    await app.server.close();
  });
});
