import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhook } from '../../server/features/webhooks/webhook.collection.ts';
import { system, systemContext } from '../../server/records/store/write-context.ts';
import { makeSealing } from '../../server/shared/secrets/sealing.ts';
import { projectOf } from '../support/project-of.ts';
import { command, openHere } from '../support/server-process.ts';

await command(['seed'], 'doctor', { CONTENT_DIR: 'content' }); // its first start makes the tables

const note =
  "export default defineCollection({ name: 'note', label: 'Note', path: '/v1/note', audit: 'none', fields: { words: text({ max: 9 }) }, access: { read: login, create: login, update: login, delete: login } });";
const migration = "export default defineMigration({ name: 'first-names', run() {} });";
const user = "export default defineServiceUser({ username: 'robot', groups: ['robots'] });";
const group = "export default defineGroup({ name: 'editors', permissions: ['book.edits'] });";

const cases: readonly (readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  code: number,
  said: RegExp,
])[] = [
  ['nothing amiss', {}, 0, /answers\nSecrets {5}1 encrypted .*\n\nNothing is in the way of a start\.$/],
  [
    'a table that a start creates',
    { 'content/note.ts': note },
    0,
    /Tables {6}1 change pending, which the next start makes/,
  ],
  [
    'a data migration',
    { 'migrations/a.ts': migration },
    1,
    /Problem {5}Data migrations have not run: first-names\.[\s\S]*A start, or a test of access, would fail/,
  ],
  [
    'a permission that there is not',
    { 'access/a.ts': group },
    1,
    /Problem {5}.*access\/a\.ts: group 'editors': permission 'book\.edits' does not exist/,
  ],
  [
    'an access test that cannot be read, beside a mistake of a collection',
    {
      'access-tests/a.ts': 'export default defineAccessTest({ people: {} });',
      'content/note.ts': note.replace('max: 9', 'mx: 9'),
    },
    1,
    /Problem {5}.*note\.ts.*'mx'[\s\S]*Problem {5}.*a\.ts:2: access test: 'statements' is missing/,
  ],
  [
    'a group that there is not',
    { 'access/a.ts': user },
    0,
    /Notice {6}.*service user 'robot': group 'robots' does not exist/,
  ],
];

test('groups in settings that do not exist are told by doctor and at a start, with the nearest name', async () => {
  const settings = {
    SECOND_FACTOR_GROUPS: 'gest,*',
    SIGN_UP_GROUP: 'guests',
    SCIM_GROUPS: 'guest,nowhere',
    OIDC_PROVIDERS: 'company',
    OIDC_COMPANY_ISSUER: 'https://login.example.com',
    OIDC_COMPANY_CLIENT_ID: 'quire',
    OIDC_COMPANY_GROUPS: 'a=guest;b=gues',
  };
  const wanted = [
    "SECOND_FACTOR_GROUPS: group 'gest' does not exist; did you mean 'guest'?",
    "SIGN_UP_GROUP: group 'guests' does not exist; did you mean 'guest'?",
    "OIDC_COMPANY_GROUPS: group 'gues' does not exist; did you mean 'guest'?",
    "SCIM_GROUPS: group 'nowhere' does not exist",
  ];
  const { code, said } = await command(['doctor'], 'doctor', { CONTENT_DIR: 'content', ...settings });
  assert.equal(code, 0, said);
  const told = said.split('\n').flatMap((line) => /^Notice {6}(\w+_GROUPS?: .*)$/.exec(line)?.[1] ?? []);
  assert.deepEqual(told, wanted);
  const server = await openHere('doctor', { CONTENT_DIR: 'content', ...settings });
  await server.close();
  assert.deepEqual(server.notices, wanted);
});

test('doctor names super administrators whom no mail about a break-glass reaches', async () => {
  for (const [minutes, wanted] of [
    ['15', true],
    ['0', false],
  ] as const) {
    const settings = { CONTENT_DIR: 'content', BREAK_GLASS_MINUTES: minutes };
    const { said } = await command(['doctor'], 'doctor', settings);
    assert.equal(/^Notice {6}BREAK_GLASS_MINUTES: .*\broot\b/m.test(said), wanted, said);
  }
});

test('doctor says how many stored secrets need an older QUIRE_SECRET, and how many none decrypts', async () => {
  const [old, next, lost] = ['an old', 'the next', 'a lost'].map(
    (one) => `${one} secret of this server that is long enough`,
  );
  assert.ok(old && next && lost);
  const settings = { CONTENT_DIR: 'content', QUIRE_SECRET: old };
  const server = await openHere('doctor-secrets', settings);
  const secret = makeSealing([old], 'webhook').seal('whsec_c2VjcmV0', system.id);
  await server.store.write(systemContext('test'), (writes) =>
    writes.create(webhook, { name: 'old', url: 'https://receiver.example', position: 0n, secret }),
  );
  await server.close();
  const said = async (...secrets: string[]) =>
    (await command(['doctor'], 'doctor-secrets', { ...settings, QUIRE_SECRET: secrets.join() })).said;
  assert.match(
    await said(old),
    /^Secrets {5}2 encrypted in the database, none of which needs an older QUIRE_SECRET$/m,
  );
  assert.match(
    await said(next, old),
    /^Notice {6}QUIRE_SECRET: 2 of 2 encrypted values need an older secret; keep it/m,
  );
  assert.match(
    await said(lost),
    /^Notice {6}QUIRE_SECRET: 1 encrypted values of quire_webhook can no longer be decrypted; /m,
  );
});

test('doctor says that a database cannot be created', async () => {
  for (const place of ['/proc/nowhere', '/dev/null']) {
    const settings = { DATABASE_URL: `file:${place}/a.db`, QUIRE_SECRET: '0123456789abcdef0123456789abcdef' };
    const { code, said } = await command(['doctor'], 'doctor', { CONTENT_DIR: 'content', ...settings });
    assert.equal(code, 1, said);
    assert.match(said, /Problem {5}DATABASE_URL: '.*' cannot be created .*; allowed: /);
  }
});

for (const [what, files, wanted, expected] of cases)
  test(`${what} is seen by doctor, which changes nothing`, async () => {
    const { code, said } = await command(['doctor'], 'doctor', { CONTENT_DIR: projectOf(files) });
    assert.deepEqual([code, expected.test(said.trim())], [wanted, true], said);
  });
