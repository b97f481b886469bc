// What versions up to 0.2 stored under other words, `record` for a collection and `row` for a record, is there after `quire migrate`.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HTTPMethods } from 'fastify';
import type { Server } from '../../server/start.ts';
import { command, databaseNamed, openHere, PASSWORD } from '../support/server-process.ts';
import { engineName } from '../support/test-database.ts';

const HERE = 'former-words';
const settings = { CONTENT_DIR: 'test/content/drafts' };
const { change } = await databaseNamed(HERE);

type Send = <Body = { id: number }>(line: string, body?: object) => Promise<Body>;

async function signedIn({ app }: Server): Promise<Send> {
  let token = '';
  const send: Send = async (line, payload) => {
    const [method, url] = line.split(' ') as [HTTPMethods, string];
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    assert.ok(answer.statusCode < 300, `${line}: ${answer.statusCode} ${answer.body}`);
    return (answer.body === '' ? {} : answer.json()) as never;
  };
  const user = { username: 'root', password: PASSWORD };
  token = (await send<{ access_token: string }>('POST /cms/user/login', user)).access_token;
  return send;
}

/** The columns that had other names, by table. */
const FORMER: readonly (readonly [table: string, now: string, was: string])[] = [
  ...['revision', 'deletion', 'change', 'presence', 'preview_link', 'change_set_item', 'import', 'view'].map(
    (name) => [`quire_${name}`, 'collection', 'record'] as const,
  ),
  ...['webhook_delivery', 'searched', 'seeded'].map(
    (name) => [`quire_${name}`, 'collection', 'record'] as const,
  ),
  ...['presence', 'preview_link', 'change_set_item', 'webhook_delivery'].map(
    (name) => [`quire_${name}`, 'record_id', 'row_id'] as const,
  ),
  ['quire_change_set_item', 'record_name', 'row_name'],
  ['quire_deletion', 'root_collection', 'root_record'],
  ['quire_api_key', 'collections', 'records'],
  ['quire_webhook', 'collections', 'records'],
  ['quire_backup_run', 'records', 'rows'],
];

/** Makes the database what a server of 0.2 would have left. */
async function withFormerWords(): Promise<void> {
  const quote = engineName === 'mysql' ? '`' : '"';
  const name = (word: string) => `${quote}${word}${quote}`;
  for (const [table, now, was] of FORMER) {
    await change(`alter table ${name(table)} rename column ${name(now)} to ${name(was)}`);
    await change('update quire_schema set place = ? where place = ?', `${table}.${was}`, `${table}.${now}`);
  }
  await change('update quire_job set data = replace(data, ?, ?)', '"record":', '"row":');
  for (const [table, column] of [
    ['quire_job', 'data'],
    ['quire_undo', 'asked'],
    ['quire_undo', 'report'],
  ])
    for (const word of ['collection', 'collections'])
      await change(
        `update ${table} set ${column} = replace(${column}, ?, ?)`,
        `"${word}":`,
        `"${word.replace('collection', 'record')}":`,
      );
}

it('what was stored when a collection was called a record is there after quire migrate', async () => {
  const before = await openHere(HERE, settings);
  const send = await signedIn(before);
  const [kept, gone, planned] = await Promise.all(
    ['kept', 'gone', 'planned'].map(async (title) => (await send('POST /v1/essay', { title })).id),
  );
  await send(`PATCH /v1/essay/${kept}`, { title: 'kept twice' });
  await send(`DELETE /v1/essay/${gone}`);
  const at = Date.now() + 86_400_000;
  await send(`POST /v1/essay/${planned}/publish`, { at });
  await send('POST /cms/webhook', { name: 'told', url: 'https://told.quire.test/', collections: ['essay'] });
  const agent = await send('POST /cms/service-user', { username: 'agent' });
  await send('POST /cms/key', { user_id: agent.id, name: 'narrow', collections: ['essay'] });
  await send('POST /v1/writer', { name: 'Ann' });
  const scope = { since: 1, until: Date.now() + 1000, collections: ['writer'] };
  const { id: undone } = await send('POST /cms/undo', { ...scope, expected: 1 });
  await before.close();
  await withFormerWords();

  await assert.rejects(openHere(HERE, settings), /quire_revision\.collection is renamed from record/);
  const plan = await command(['migrate'], HERE, settings);
  assert.match(plan.said, /quire_webhook\.collections is renamed from records, with its values/);
  assert.doesNotMatch(plan.said, /dropped/);
  const { code, said } = await command(['migrate', '--apply', '--beside-others'], HERE, settings);
  assert.equal(code, 0, said);
  assert.equal((await command(['migrate'], HERE, settings)).code, 0);

  const server = await openHere(HERE, settings);
  const again = await signedIn(server);
  type Page = { items: { collection?: string; collections?: string[]; id: number; action?: string }[] };
  const history = await again<Page>(`GET /v1/essay/${kept}/history?version=draft`);
  assert.deepEqual(
    history.items.map(({ action }) => action),
    ['update', 'create'],
  );
  const trash = await again<Page>('GET /v1/essay/trash');
  assert.deepEqual(
    trash.items.map(({ id }) => id),
    [gone],
  );
  await again(`POST /v1/essay/trash/${gone}/restore`);
  for (const path of ['/cms/webhook', '/cms/key'])
    assert.deepEqual(
      (await again<Page>(`GET ${path}`)).items.map((one) => one.collections),
      [['essay']],
    );
  const shown = await again<{ asked: object }>(`GET /cms/undo/${undone}`);
  assert.deepEqual(shown.asked, scope);
  const plans = await again<{ publish_time: number }>(`GET /v1/essay/${planned}?version=draft`);
  assert.equal(plans.publish_time, at);
  await server.close();
});
