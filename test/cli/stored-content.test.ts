import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { HTTPMethods } from 'fastify';
import { CannotStart } from '../../server/errors.ts';
import { command, databaseNamed, folder, launch, openHere, PASSWORD } from '../support/server-process.ts';

const access = `access: { read: login, create: login, update: login, history: login, delete: login, trash: login, restore: login }`;

/** A folder with one collection, `page`, of these fields. */
function pages(name: string, fields: string): { CONTENT_DIR: string } {
  const path = join(folder, `content-${name}`);
  mkdirSync(path);
  writeFileSync(
    join(path, 'page.ts'),
    `import { choice, defineCollection, login, longText, richText, text, url } from 'quire-cms';
export default defineCollection({ name: 'page', label: 'Page', path: '/v1/page', audit: 'full', ${access}, fields: { ${fields} } });
`,
  );
  return { CONTENT_DIR: path };
}

const plain = pages('plain', `body: longText(), link: text({ max: 2000 }), state: text({ max: 60 })`);
const shown = pages('shown', `body: richText(), link: url(), state: choice(['draft', 'live'])`);
const more = pages(
  'more',
  `body: richText(), link: url(), state: choice(['draft', 'live']), more: text({ max: 9 })`,
);
const script = '<img src=x onerror=alert(1)><script>alert(2)</script><b>x</b>';
const safe = '<img src="x" /><b>x</b>';

const migrate = (name: string, settings: Record<string, string>, ...args: string[]) =>
  command(['migrate', ...args], name, settings);

/** Starts a server, does this with its `page` records, and stops it. */
async function withPages(
  name: string,
  settings: Record<string, string>,
  work: (send: (request: string, body?: object) => Promise<never>) => Promise<void>,
): Promise<void> {
  const server = await openHere(name, settings);
  const { app } = server;
  const signedIn = await app.inject({
    method: 'POST',
    url: '/cms/user/login',
    payload: { username: 'root', password: PASSWORD },
  });
  const headers = { authorization: `Bearer ${signedIn.json().access_token}` };
  await work(async (request, payload) => {
    const [method, path = ''] = request.split(' ') as [HTTPMethods, string];
    const answer = await app.inject({ method, url: `/v1/page${path}`, headers, ...(payload && { payload }) });
    assert.ok(answer.statusCode < 300, `${request}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  });
  await server.close();
}

await databaseNamed('kinds');
await databaseNamed('older');

test('values of another kind are served by no start, and cleaned by migrate, with trash and history', async () => {
  await withPages('kinds', plain, async (send) => {
    await send('POST ', { body: script, link: 'javascript:alert(3)', state: 'live' });
    await send('PATCH /1', { body: `${script}!`, link: 'https://a.b/' });
    await send('POST ', { body: script });
    await send('DELETE /2');
    await send('POST ', { state: 'elsewhere' });
  });

  const refused = await launch('kinds', shown);
  assert.equal(await refused.ended, 2, refused.said());
  assert.match(refused.said(), /page\.body was stored as 'text' and is 'html \d+' in the definition/);

  const blocked = await migrate('kinds', shown, '--apply');
  assert.equal(blocked.code, 2, blocked.said);
  assert.match(
    blocked.said,
    /page\.state [^!]*!! 1 record holds a value that does not fit: 3 \("elsewhere"\)/,
  );
  await withPages('kinds', plain, async (send) => void (await send('PATCH /3', { state: 'draft' })));

  assert.equal((await migrate('kinds', shown)).code, 3);
  const applied = await migrate('kinds', shown, '--apply');
  assert.equal(applied.code, 0, applied.said);
  assert.equal((await migrate('kinds', shown)).code, 0);

  await withPages('kinds', shown, async (send) => {
    assert.partialDeepStrictEqual(await send('GET /1'), { body: `${safe}!`, link: 'https://a.b/' });
    const { items } = (await send('GET /1/history')) as { items: { changes: object }[] };
    assert.partialDeepStrictEqual(items[0]?.changes, {
      body: { before: safe, after: `${safe}!` },
      link: { before: null, after: 'https://a.b/' },
    });
    await send('POST /trash/2/restore');
    assert.partialDeepStrictEqual(await send('GET /2'), { body: safe });
  });
});

test('after a rollback to the other kind, values are cleaned again', async () => {
  await withPages('kinds', plain, async (send) => void (await send('POST ', { body: script })));
  await assert.rejects(openHere('kinds', shown), /page\.body was stored as 'text'/);
  assert.equal((await migrate('kinds', shown, '--apply')).code, 0);
  await withPages('kinds', more, async (send) =>
    assert.partialDeepStrictEqual(await send('GET /4'), { body: safe }),
  );
  await assert.rejects(openHere('kinds', plain), CannotStart, 'later additions do not hide the other rule');
});

test('values that an earlier policy let pass, or of which no policy is recorded, are cleaned', async () => {
  await withPages('older', shown, async (send) => void (await send('POST ', { body: '<b>x</b>' })));
  const database = await databaseNamed('older');
  await database.change(`update page set body = ?`, script);
  for (const policy of ['"policy":"html 0"', '"unknown":0']) {
    await database.change(
      `update quire_schema set kind = replace(kind, '"policy":"html 1"', ?) where place = 'page.body'`,
      policy,
    );
    await assert.rejects(openHere('older', shown), /page\.body was stored .*'html \d+' in the definition/);
    // This process has the database open, to change it behind the servers.
    assert.equal((await migrate('older', shown, '--apply', '--beside-others')).code, 0);
    await withPages('older', shown, async (send) =>
      assert.partialDeepStrictEqual(await send('GET /1'), { body: safe }),
    );
  }
});
