import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { type Manifest, NO_NEEDS } from '../../../server/definitions/for-server.ts';
import { Grants } from '../../../server/features/isolated/grants.ts';
import type { BodyOf } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { isolatedProject } from '../../support/isolated-project.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { undoing } from '../../support/records/undoing.ts';

// Two isolated plug-ins: `counter` fills a field and writes notes, `guard` refuses; `plain` is in the server's process.

const ACCESS =
  'access: { read: login, create: login, update: login, delete: login, restore: login, purge: login, trash: login, history: login }';
const collection = (name: string, fields: string) =>
  `export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'full', fields: { ${fields} }, ${ACCESS} });`;
const COUNTER = {
  collections: {
    page: { read: ['body'], create: ['words'], update: ['words'] },
    note: { read: true, create: ['line'], update: ['line'], delete: true },
  },
  hooks: { page: ['beforeCreate', 'beforeUpdate', 'afterCommit'] },
  jobs: { tidy: { label: 'Tidies notes', cron: '0 3 * * *' } },
};

const contentDir = isolatedProject(
  {
    counter: {
      needs: COUNTER,
      files: {
        'index.ts': `
          import { defineIsolatedPlugin } from 'quire-cms';
          import { wordsIn } from './words.ts';
          export default defineIsolatedPlugin({
            hooks: { page: {
              beforeCreate: ({ values }) => ({ words: wordsIn(values.body) }),
              beforeUpdate: ({ changes }) => 'body' in changes ? { words: wordsIn(changes.body) } : undefined,
              async afterCommit({ action, record, records }) {
                if (action !== 'create') return;
                const id = await records.create('note', { line: 'made ' + record.body });
                await records.update('note', id, { line: 'noted ' + record.body });
              },
            } },
            jobs: { async tidy({ records }) {
              for (const { id } of await records.list('note', { where: { line: 'old' } })) await records.remove('note', id);
            } },
          });`,
        'words.ts': 'export const wordsIn = (text: unknown): number => String(text).split(" ").length;',
      },
    },
    guard: {
      needs: { collections: { page: { read: ['body'] } }, hooks: { page: ['beforeCreate', 'beforeDelete'] } },
      files: {
        'index.ts': `
          import { defineIsolatedPlugin, refuse } from 'quire-cms';
          export default defineIsolatedPlugin({ hooks: { page: {
            beforeCreate({ values }) { if (values.body === 'spam') refuse('is spam', 'body'); if (values.body === 'hush') refuse('is spam', 'hidden'); },
            beforeDelete({ record }) { if (record.body === 'kept') refuse('is kept'); },
          } } });`,
      },
    },
  },
  {
    'content/page.ts': collection(
      'page',
      'body: text({ max: 80 }), words: integer({ default: 0 }), hidden: text({ max: 9 })',
    ),
    'content/note.ts': collection('note', 'line: text({ max: 90 })'),
    'plain.ts': "export default definePlugin({ name: 'plain' });",
  },
);
const root = dirname(contentDir);
const plugins = join(root, 'plugins.ts');
writeFileSync(
  plugins,
  `import plain from './plain.ts';\n${readFileSync(plugins, 'utf8').replace('export default [', 'export default [plain, ')}`,
);

const app = await freshApp({ logLevel: 'silent', contentDir });
const { root: admin } = app;
const { serviceUser, program } = keysOf(app);
const { undo } = undoing(app);
const robot = await serviceUser();
const asleep = await serviceUser();
await admin.done(`PUT /api/cms/admin/disable/${asleep.id}`);
const grantOf = (name: string) => `/api/cms/plugin/${name}/grant`;
type Listed = BodyOf<'GET /cms/plugin'>['items'][number];
const listed = async (name: string) => {
  const { items } = await admin.read<{ items: Listed[] }>('/api/cms/plugin');
  const found = items.find((one) => one.name === name);
  assert.ok(found);
  return found;
};
const words = async (body: string) => {
  const id = await admin.make('/v1/page', { body });
  await app.server.store.jobs.idle();
  return (await admin.read<{ words: number }>(`/v1/page/${id}`)).words;
};
interface ListedKey {
  readonly name: string;
  readonly collections: readonly string[] | null;
  readonly read_only: boolean;
}
/** The keys of plug-ins, as the list of keys shows them. */
const keys = async () =>
  (await admin.list<ListedKey>('/api/cms/key'))
    .filter(({ name }) => name.startsWith('plug-in '))
    .map(({ name, collections, read_only }) => [name, collections, read_only])
    .sort();
const lines = async () => (await admin.list<{ line: string }>('/v1/note')).map(({ line }) => line);

describe('before a grant', () => {
  it('a list says what each plug-in asks for, and which are trusted', async () => {
    const { asks, grant, is_isolated, version } = await listed('counter');
    assert.deepEqual(
      [asks, grant, is_isolated, version],
      [{ ...COUNTER, hosts: [], settings: [], mails: {}, console: {} }, null, true, '1.0.0'],
    );
    const plain = await listed('plain');
    assert.deepEqual([plain.asks, plain.grant, plain.is_isolated], [null, null, false]);
  });
  it('nothing of a plug-in runs', async () => {
    assert.equal(await words('one two'), 0);
    assert.deepEqual(await lines(), []);
    await admin.make('/v1/page', { body: 'spam' });
    assert.equal((await listed('counter')).is_running, false);
  });
  it('the page about health says that it waits', async () => {
    assert.match((await admin.get('/api/health/state')).text, /counter, guard/);
  });
});

describe('who may grant', async () => {
  const person = await app.granted('key.manage');
  const key = await program({ manages_accounts: true });
  const callers = [
    ['nobody', app.nobody, 401],
    ['a person', await app.person(), 403],
    ['who manages keys', person, 403],
    ['a program', key, 403],
  ] as const;
  const requests = [
    'GET /api/cms/plugin',
    `PUT ${grantOf('counter')}`,
    `PATCH ${grantOf('counter')}`,
    `DELETE ${grantOf('counter')}`,
  ];
  for (const [who, caller, status] of callers)
    for (const request of requests)
      it(`${who} is refused ${request}`, async () => {
        const body = request.startsWith('PUT') ? { user_id: robot.id } : {};
        const answer = await caller.ask(
          request,
          request.startsWith('GET') || request.startsWith('DELETE') ? undefined : body,
        );
        assert.equal(answer.status, status);
        assert.doesNotMatch(answer.text, /counter.*collections/);
      });
});

describe('a wrong grant', () => {
  const wrong: readonly [what: string, name: string, body: object, status: number][] = [
    ['of no plug-in', 'nothing', { user_id: robot.id }, 404],
    ['of a trusted plug-in', 'plain', { user_id: robot.id }, 404],
    ['for a person', 'counter', { user_id: 1 }, 422],
    ['for nobody', 'counter', { user_id: 99_999 }, 422],
    ['for a deactivated service user', 'counter', { user_id: asleep.id }, 422],
    [
      'of more than is asked for',
      'counter',
      { user_id: robot.id, needs: { collections: { page: { read: true } } } },
      422,
    ],
    [
      'of another collection',
      'counter',
      { user_id: robot.id, needs: { collections: { book: { read: ['title'] } } } },
      422,
    ],
    ['of another host', 'counter', { user_id: robot.id, needs: { hosts: ['example.com'] } }, 422],
    ['of nonsense', 'counter', { user_id: robot.id, needs: { collections: { page: { fly: true } } } }, 422],
    [
      'of hooks without reading',
      'counter',
      { user_id: robot.id, needs: { hooks: { page: ['beforeCreate'] } } },
      422,
    ],
    ['with unknown words', 'counter', { user_id: robot.id, files: true }, 422],
  ];
  for (const [what, name, body, status] of wrong)
    it(`${what} is refused`, async () => {
      const answer = await admin.put(grantOf(name), body);
      assert.equal(answer.status, status, answer.text);
      if (name === 'counter') assert.equal((await listed(name)).grant, null);
      assert.deepEqual(await keys(), []);
    });
});

describe('a grant', () => {
  it('lets hooks run, and names the plug-in in log and history', async () => {
    await admin.done(`PUT ${grantOf('counter')}`, { user_id: robot.id });
    assert.equal(await words('one two three'), 3);
    assert.deepEqual(await lines(), ['noted one two three']);
    const { grant } = await listed('counter');
    assert.deepEqual([grant?.user?.username, grant?.active, grant?.has_ended], [robot.username, true, false]);
    const [note] = await admin.list<{ id: number }>('/v1/note');
    const { text } = await admin.get(`/api/v1/note/${note?.id}/history`);
    assert.match(text, /plug-in counter/);
    assert.match((await admin.get('/api/cms/log?count=20')).text, /plug-in counter/);
  });
  it('keeps its key to itself', async () => {
    const { text } = await admin.get('/api/cms/plugin');
    assert.doesNotMatch(text, /quire_[0-9A-Za-z]{49}|key_text/);
    assert.doesNotMatch((await admin.get('/api/cms/key')).text, /key_text/);
  });
  it('has a key for its collections, and one that only reads if it writes nothing', async () => {
    await admin.done(`PUT ${grantOf('guard')}`, { user_id: robot.id });
    await admin.done(`PUT ${grantOf('guard')}`, { user_id: robot.id });
    assert.deepEqual(await keys(), [
      ['plug-in counter', ['page', 'note'], false],
      ['plug-in guard', ['page'], true],
    ]);
  });
  it('can be undone as a whole', async () => {
    const { grant } = await listed('counter');
    await undo(admin, { key: grant?.key_id });
    await app.server.store.jobs.idle();
    assert.deepEqual(await lines(), []);
  });
  it('lets jobs run', async () => {
    await admin.make('/v1/note', { line: 'old' });
    await admin.make('/v1/note', { line: 'new' });
    await admin.done('POST /api/cms/job', { kind: 'counter_tidy' });
    await app.server.store.jobs.idle();
    assert.deepEqual(await lines(), ['new']);
  });
  it('lets a hook refuse, and name a field that it may read', async () => {
    const spam = await admin.post<{ fields: object }>('/api/v1/page', { body: 'spam' });
    assert.equal(spam.status, 422);
    assert.match(spam.text, /is spam/);
    assert.match(spam.text, /"#\/body"/);
    const hush = await admin.post('/api/v1/page', { body: 'hush' });
    assert.equal(hush.status, 422);
    assert.doesNotMatch(hush.text, /hidden/);
    const kept = await admin.make('/v1/page', { body: 'kept' });
    await app.server.store.jobs.idle();
    assert.equal((await admin.delete(`/api/v1/page/${kept}`)).status, 422);
  });
  it('is narrowed, and the rest fails with the reason', async () => {
    const narrower = {
      collections: { page: { read: ['body'], create: ['words'] } },
      hooks: { page: ['beforeCreate'] },
    };
    await admin.done(`PATCH ${grantOf('counter')}`, { needs: narrower });
    const before = await lines();
    assert.equal(await words('four words are here'), 4);
    assert.deepEqual(await lines(), before);
    const { grant, asks_for_more } = await listed('counter');
    assert.deepEqual(
      [grant?.needs, asks_for_more],
      [{ ...narrower, jobs: {}, hosts: [], settings: [], mails: {}, console: {} }, true],
    );
    const wider = await admin.patch(grantOf('counter'), { needs: COUNTER });
    assert.equal(wider.status, 422);
    const reading = { collections: { page: { read: ['body'] } }, hooks: { page: ['beforeCreate'] } };
    assert.deepEqual((await keys())[0], ['plug-in counter', ['page'], false]);
    await admin.done(`PATCH ${grantOf('guard')}`, { needs: reading });
    assert.deepEqual((await keys())[1], ['plug-in guard', ['page'], true]);
  });
  it('is paused and resumed', async () => {
    await admin.done(`PATCH ${grantOf('counter')}`, { active: false });
    assert.equal(await words('not counted'), 0);
    assert.equal((await listed('counter')).is_running, false);
    await admin.done(`PATCH ${grantOf('counter')}`, { active: true });
    assert.equal(await words('counted again'), 2);
  });
  it('ends with its revocation', async () => {
    await admin.done(`DELETE ${grantOf('counter')}`);
    assert.equal(await words('not counted'), 0);
    assert.equal((await admin.delete(grantOf('counter'))).status, 409);
    assert.equal((await listed('counter')).grant, null);
    assert.deepEqual(await keys(), [['plug-in guard', ['page'], true]]);
    assert.equal((await admin.post('/api/v1/page', { body: 'spam' })).status, 422);
  });
  it('has ended once its service user was deactivated, whose keys are revoked', async () => {
    assert.equal((await listed('guard')).grant?.has_ended, false);
    await admin.done(`PUT /api/cms/admin/disable/${robot.id}`);
    assert.equal((await listed('guard')).grant?.has_ended, true);
    assert.deepEqual(await keys(), []);
  });
});

describe('grants that are read twice at a time', () => {
  it('are those of the later reading, whichever ends first', async () => {
    const [older, newer] = [Promise.withResolvers<object[]>(), Promise.withResolvers<object[]>()];
    const answers = [older.promise, newer.promise];
    const store = { ownReads: { where: () => answers.shift() }, database: { reads: undefined } };
    const findKey = { byId: async () => ({ actor: { id: 1n, username: 'robot' }, expireTime: null }) };
    const sealing = { unseal: () => ({ text: 'key' }) };
    const grants = new Grants(store as never, findKey as never, sealing as never);
    const readings = [grants.read(), grants.read()];
    newer.resolve([]); // it was paused in between
    await readings[1];
    older.resolve([{ plugin: 'desk', needs: {}, key_id: 1n, key_text: 'x', settings_text: null }]);
    await readings[0];
    assert.equal(grants.of({ name: 'desk', needs: NO_NEEDS } as Manifest), undefined);
  });
});
