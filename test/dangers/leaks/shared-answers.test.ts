// Takes long: many callers ask the same of a server at once, by every pair of rights.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { countReads, makeRecords } from '../../support/records/novels.ts';
import { temporaryFolder } from '../../support/test-database.ts';

// Answers are remembered, and some are given to other callers. Every kind of rule × every way to read × every caller who may
// come first: what each is answered must be what a server without a memory would answer.

const callers = ['nobody', 'member', 'favourite', 'granted', 'owner', 'root'] as const;
type Caller = (typeof callers)[number];

const rules: Record<string, string> = {
  open: 'everyone',
  members: 'login',
  holders: `permission('see holders', 'see')`,
  supers: 'superAdministrator',
  own: 'ownRecords(login)',
  condition: `recordsWhere(everyone, { state: 'open' })`,
  by_name: `recordsWhere(login, ({ username }) => (username === 'favourite' ? 'all' : { state: 'open' }))`,
  perhaps_nobody: `recordsWhere(everyone, (actor) => (actor ? 'all' : { state: 'open' }))`,
  through: `recordsWhere(login, { to_own: { state: 'open' } })`,
  several: `anyOf(recordsWhere(everyone, { state: 'open' }), ownRecords(login), permission('see several', 'see'))`,
};

const app = await freshApp({ contentDir: contentOf() });
const owner = await app.person();
const tokens: Record<Caller, string | undefined> = {
  nobody: undefined,
  member: (await app.person()).access,
  favourite: (await app.person([], 'favourite')).access,
  granted: (await app.granted('holders.see', 'several.see', 'open.secret')).access,
  owner: owner.access,
  root: app.root.access,
};

const by = BigInt(owner.id);
const [ownOpen = 0n] = await makeRecords(app, 'own', [{ title: 'x', state: 'open' }], by);
const [ownClosed = 0n] = await makeRecords(app, 'own', [{ title: 'y', state: 'closed' }], 1n);
for (const kind of Object.keys(rules)) {
  const record = {
    title: `first ${kind}`,
    secret: 7,
    state: 'open',
    to_open: null,
    to_own: ownOpen,
    to_holders: null,
  };
  const [first = 0n] = await makeRecords(app, kind, [record], by);
  const next = { ...record, title: `second ${kind}`, state: 'closed', to_own: ownClosed };
  const links = { to_open: kind === 'open' ? first : null, to_holders: kind === 'holders' ? first : null };
  await makeRecords(app, kind, [{ ...next, ...links }], 1n);
}
const [anOpen, aHeld] = [await idOf('open'), await idOf('holders')];
for (const kind of Object.keys(rules))
  await makeRecords(
    app,
    kind,
    [
      {
        title: `third ${kind}`,
        secret: 9,
        state: 'open',
        to_open: anOpen,
        to_own: ownClosed,
        to_holders: aHeld,
      },
    ],
    by,
  );

const ways = [
  '',
  '?sort=-title',
  '?total=true&filter[state][eq]=open',
  '?can=1',
  '?fields=title',
  '?fields=title,secret',
  '?sort=secret',
  '?filter[secret][gt]=7',
  '?filter[to_own][title][eq]=x',
  '?filter[to_holders][title][contains]=holders',
  '?expand=to_own',
  '?expand=to_open',
  '?expand=to_holders,to_own&count=2',
  '?as_of=9999999999999',
  '?q=third',
  '/search?q=third',
  '/search/one?q=first',
  '/aggregate',
  '/aggregate?select=count,max.title',
  '/aggregate?select=sum.secret&group=state',
  '/:id',
  '/:id?can=1',
  '/:id?expand=to_own',
  '/:id?fields=secret',
  '/:other',
];
const urls: string[] = [];
for (const kind of Object.keys(rules)) {
  const [id, other] = [await idOf(kind), await idOf(kind, 1)];
  for (const way of [...ways.map((one) => `/v1/${kind}${one}`), `/lin3/v1/${kind}`])
    urls.push(way.replace(':id', String(id)).replace(':other', String(other)));
}

async function ask(caller: Caller, url: string): Promise<string> {
  const token = tokens[caller];
  const { status, text, headers } = await app.request('GET', url, token === undefined ? {} : { token });
  return JSON.stringify([status, text, headers.etag]);
}
const forgetAll = () => makeRecords(app, 'bystander', [{ title: 'a commit' }]);

const isRemembering = app.server.store.database.engine.version !== undefined;

describe('an answer that is remembered', { skip: !isRemembering }, () => {
  it('is given to nobody who would have been answered something else', async () => {
    const cold = new Map<string, string>();
    for (const caller of callers) {
      await forgetAll();
      for (const url of urls) cold.set(`${caller} ${url}`, await ask(caller, url));
    }
    for (const [turn, first] of callers.entries()) {
      await forgetAll();
      const order = [...callers.slice(turn), ...callers.slice(0, turn)];
      for (const url of urls)
        for (const caller of order)
          assert.equal(
            await ask(caller, url),
            cold.get(`${caller} ${url}`),
            `${url}: ${caller} after ${first}`,
          );
    }
    const differing = urls.filter((url) => new Set(callers.map((one) => cold.get(`${one} ${url}`))).size > 1);
    assert.ok(differing.length > urls.length / 2, 'most of these answers differ from caller to caller');
  });

  it('is given to all where it is the same for all', async () => {
    const id = await idOf('members');
    for (const path of ['', '?fields=title', `/${id}`]) {
      const url = `/v1/members${path}`;
      await forgetAll();
      for (const caller of callers) await ask(caller, '/v1/own'); // from here on it is known who they are
      assert.ok((await countReads(app, () => ask('member', url))) > 0, url);
      for (const caller of ['member', 'owner', 'root'] as const)
        assert.equal(await countReads(app, () => ask(caller, url)), 0, `${url} for ${caller}`);
    }
  });
});

async function idOf(kind: string, index = 0): Promise<bigint> {
  const { reads, catalogue } = app.server.store;
  const records = await reads.where(catalogue.get(kind), (select) => select.orderBy('id'));
  return (records[index] as { id: bigint }).id;
}

function contentOf(): string {
  const folder = join(temporaryFolder(), 'content');
  mkdirSync(folder, { recursive: true });
  const imports = `import { anyOf, defineCollection, everyone, integer, login, ownRecords, permission, reference, recordsWhere, superAdministrator, text } from 'quire-cms';\n`;
  const write = (name: string, definition: string) =>
    writeFileSync(join(folder, `${name}.ts`), `${imports}export default ${definition};\n`);
  for (const [kind, rule] of Object.entries(rules)) {
    const secret = kind === 'open' ? `permission('see secrets of open', 'secret')` : 'login';
    write(
      kind,
      `defineCollection({ name: '${kind}', label: '${kind}', path: '/v1/${kind}', audit: 'full', fields: {
        title: text({ max: 100, searchable: true }),
        state: text({ max: 10, default: 'open' }),
        secret: integer({ read: ${secret} }),
        to_open: reference('open'), to_own: reference('own'), to_holders: reference('holders'),
      }, access: { read: ${rule}, create: login, update: ${kind === 'own' ? rule : 'superAdministrator'}, delete: superAdministrator, history: ${kind === 'open' ? 'everyone' : 'login'} } })`,
    );
  }
  write(
    'bystander',
    `defineCollection({ name: 'bystander', label: 'bystander', path: '/v1/bystander', audit: 'none', fields: { title: text({ max: 100 }) }, access: { read: login, create: login, update: login, delete: login } })`,
  );
  return folder;
}
