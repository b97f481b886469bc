// Takes long: servers of two versions work on one database, and each starts anew.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  call,
  databaseNamed,
  folder,
  launchSources,
  type Running,
  signIn,
  start,
  stop,
} from '../../support/server-process.ts';

function content(version: string, fields: string): { CONTENT_DIR: string } {
  const path = join(folder, version);
  mkdirSync(path);
  writeFileSync(
    join(path, 'note.ts'),
    `import { choice, defineCollection, integer, login, longText, references, text } from 'quire-cms';
     export default defineCollection({ name: 'note', label: 'Note', path: '/v1/note', audit: 'full', fields: { ${fields} },
       access: { read: login, create: login, update: login, delete: login } });`,
  );
  return { CONTENT_DIR: path };
}

const title = `title: text({ max: 40, required: true, searchable: true })`;
const older = content('older', `${title}, body: text({ max: 40, default: '' })`);
/** Adds fields with and without a default, references and indexes, and loosens a bound. */
const newer = content(
  'newer',
  `title: text({ max: 40, required: true, searchable: true, unique: true }), body: longText({ default: '', searchable: true }),
   subtitle: text({ max: 20, searchable: true, indexed: true }), state: choice(['draft', 'out'], { default: 'draft' }),
   rating: integer({ default: 3, indexed: true }), see: references('note')`,
);
const renaming = content('renaming', `headline: text({ max: 40, required: true, renamedFrom: 'title' })`);
const removing = content('removing', title);

let count = 0;
async function done(server: Running, token: string, route: string, body?: object) {
  const [method = '', ...rest] = route.split(' ');
  const path = rest.join(' ');
  const answer = await call(server, method, path, { token, body });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Record<string, unknown>;
}

/** Everything that can be done with a record, so that no statement is left out; answers the record's id. */
async function live(server: Running, token: string, values: object = {}): Promise<number> {
  const ask = (method: string, path: string, body?: object) => done(server, token, `${method} ${path}`, body);
  const name = `n${++count}`;
  const { id } = await ask('POST', '/v1/note', { title: name, ...values });
  const path = `/v1/note/${id}`;
  await ask('PATCH', path, { title: `changed ${name}` });
  await ask('PUT', path, { title: `replaced ${name}`, ...values });
  assert.equal((await ask('GET', path)).title, `replaced ${name}`);
  const { items } = await ask(
    'GET',
    `/v1/note?filter[title][eq]=replaced ${name}&sort=-id&q=${name}&total=true`,
  );
  assert.equal((items as unknown[]).length, 1);
  await ask('DELETE', path);
  await ask('GET', '/v1/note/trash');
  await ask('POST', `/v1/note/trash/${id}/restore`);
  await ask('GET', `${path}/history`);
  await ask('GET', '/health/ready');
  return id as number;
}

/** Old and new records are whole for both servers, whichever of them wrote the records. */
async function liveTogether(old: Running, young: Running, token: string): Promise<void> {
  const ofOld = await live(old, token);
  const ofYoung = await live(young, token, {
    subtitle: 'new',
    state: 'out',
    body: 'x'.repeat(99),
    see: [ofOld],
  });
  const seen = await done(young, token, `GET /v1/note/${ofOld}`);
  assert.partialDeepStrictEqual(seen, { subtitle: null, state: 'draft', rating: 3, see: [], body: '' });
  assert.equal('rating' in (await done(old, token, `GET /v1/note/${ofYoung}`)), false);
  const changed = `changed by the older ${ofYoung}`;
  await done(old, token, `PATCH /v1/note/${ofYoung}`, { title: changed });
  const { items } = await done(old, token, `GET /v1/note/${ofYoung}/history`);
  assert.equal((items as { action: string }[]).at(-1)?.action, 'create');
  assert.partialDeepStrictEqual(await done(young, token, `GET /v1/note/${ofYoung}`), {
    ...{ title: changed, subtitle: 'new', state: 'out', rating: 3, see: [ofOld], body: 'x'.repeat(99) },
  });
  const taken = await call(old, 'POST', '/v1/note', { token, body: { title: changed } });
  assert.deepEqual(
    [taken.status, taken.body.code],
    [400, 10060],
    'the index of the newer one binds the older one',
  );
}

test('servers of an older version go on, end and start beside those of a newer one that only adds', {
  timeout: 300_000,
}, async () => {
  const old = await start('rolling', older);
  const token = await signIn(old);
  await live(old, token); // its statements are prepared
  const young = await start('rolling', newer);
  await liveTogether(old, young, token);
  const restarted = await start('rolling', older);
  await liveTogether(restarted, young, token);
  assert.deepEqual(await Promise.all([old, young].map(stop)), [0, 0]);
  await live(restarted, token); // the deployment was rolled back
  const again = await start('rolling', newer);
  await liveTogether(restarted, again, token);
  assert.deepEqual(await Promise.all([restarted, again].map(stop)), [0, 0]);
});

test('servers of an older version go on beside a newer one that takes a field away or renames it, which does not start', {
  timeout: 300_000,
}, async () => {
  const old = await start('taking', older);
  const token = await signIn(old);
  await live(old, token);
  const { look } = await databaseNamed('taking');
  const tables = async () => [
    await look('select * from quire_schema order by place'),
    await look('select * from note'),
  ];
  const before = await tables();
  for (const [version, place] of [
    [removing, 'note.body'],
    [renaming, 'note.headline'],
  ] as const) {
    const { ended, said } = await launchSources('taking', version);
    assert.equal(await ended, 2, said());
    assert.match(said(), new RegExp(`${place} .*\n.*\n?.*npm run quire -- migrate`));
  }
  assert.deepEqual(await tables(), before);
  await live(old, token);
  assert.equal(await stop(old), 0);
});
