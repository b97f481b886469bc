import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { call, command, databaseNamed, folder, serveHere, signIn } from '../support/server-process.ts';
import { webhookReceiver } from '../support/servers/webhook-receiver.ts';
import { until } from '../support/until.ts';

const SECRET = { QUIRE_SECRET: '0123456789abcdef0123456789abcdef' };
const backups = join(folder, 'backups');

/** A version of a project with the fields and rules of its one collection. */
function version(name: string, fields: string, read = 'everyone'): Record<string, string> {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(
    join(path, 'note.ts'),
    `import { defineCollection, everyone, integer, login, recordsWhere, text } from 'quire-cms';
     export default defineCollection({ name: 'note', label: 'Note', path: '/v1/note', audit: 'full', fields: { ${fields} },
       access: { read: ${read}, create: everyone, update: login, delete: login } });`,
  );
  return { ...SECRET, CONTENT_DIR: path };
}

const now = version('now', `title: text({ max: 40, required: true }), size: integer({ default: 0 })`);
const later = version(
  'later',
  `title: text({ max: 40, required: true }), size: integer({ default: 0 }), colour: text({ max: 9, default: 'red' })`,
);
const renamed = version(
  'renamed',
  `headline: text({ max: 40, required: true, renamedFrom: 'title' }), size: integer({ default: 0 })`,
);
const hiding = version(
  'hiding',
  `title: text({ max: 40, required: true }), size: integer({ default: 0 })`,
  'recordsWhere(everyone, { size: 2 })',
);

const reads = join(folder, 'reads.txt');
writeFileSync(
  reads,
  '# what readers ask for\n- /api/v1/note?sort=id\n- /api/v1/note/1\nroot /api/v1/note/1\n\nroot /api/v1/note/77\n',
);
const before = join(folder, 'before.json');
const rehearse = (settings: Record<string, string>, ...args: readonly string[]) =>
  command(['rehearse', backups, ...args], 'rehearsed', { ...settings, ...webhooks });

await databaseNamed('rehearsed', now.CONTENT_DIR);
const webhooks = { WEBHOOK_NETWORKS: '127.0.0.1' };
const real = await serveHere('rehearsed', { ...now, ...webhooks });
const receiver = await webhookReceiver();
receiver.answers.set('/notes', 503);
const token = await signIn(real);
const webhook = await call(real, 'POST', '/api/cms/webhook', {
  token,
  body: { name: 'Notes', url: `${receiver.address}/notes`, collections: ['note'] },
});
assert.equal(webhook.status, 201, JSON.stringify(webhook.body));
for (const size of [1, 2]) {
  const { status } = await call(real, 'POST', '/api/v1/note', { body: { title: `note ${size}`, size } });
  assert.equal(status, 201);
}
await until(() => receiver.at('/notes').length > 0);
const made = await command(['backup', backups], 'rehearsed', now);
assert.equal(made.code, 0, made.said);
await call(real, 'DELETE', `/cms/webhook/${webhook.body.id}`, { token });
const sent = receiver.at('/notes').length;

describe('a rehearsal of another version', () => {
  it('keeps the answers of the present one in a file that others cannot read', async () => {
    const { code, said } = await rehearse(now, '--reads', reads, '--record', before);
    assert.equal(code, 0, said);
    assert.match(said, /records were restored and migrated, 4 reads answered\./);
    assert.equal(statSync(before).mode & 0o777, 0o600);
    const kept = JSON.parse(readFileSync(before, 'utf8'));
    assert.deepEqual(Object.keys(kept), [
      '- /api/v1/note?sort=id',
      '- /api/v1/note/1',
      'root /api/v1/note/1',
      'root /api/v1/note/77',
    ]);
    assert.deepEqual(
      [kept['root /api/v1/note/77'].status, kept['root /api/v1/note/1'].body.title],
      [404, 'note 1'],
    );
  });

  for (const [what, settings, code, told] of [
    ['that changes nothing', now, 0, [/^0 answers differ\.$/m]],
    [
      'that adds a field',
      later,
      1,
      [
        /^- \/api\/v1\/note\?sort=id: items\.0\.colour$/m,
        /^root \/api\/v1\/note\/1: colour$/m,
        /^3 answers differ\.$/m,
      ],
    ],
    [
      'that renames a field',
      renamed,
      1,
      [
        /^note\.headline is renamed from title/m,
        /^root \/api\/v1\/note\/1: (title|headline)$/m,
        /^3 answers differ\.$/m,
      ],
    ],
    [
      'that hides records',
      hiding,
      1,
      [
        /^- \/api\/v1\/note\?sort=id: items\.0\.id$/m,
        /^- \/api\/v1\/note\/1: status 404, before 200$/m,
        /^2 answers differ\.$/m,
      ],
    ],
  ] as const)
    it(`${what} says which answers differ, and where`, async () => {
      const outcome = await rehearse(settings, '--reads', reads, '--compare', before);
      assert.equal(outcome.code, code, outcome.said);
      for (const one of told) assert.match(outcome.said, one);
      assert.doesNotMatch(outcome.said, /note [12]/, 'no value is printed');
    });

  it('asks for the first page of every collection, if no reads are listed', async () => {
    const file = join(folder, 'pages.json');
    const { code, said } = await rehearse(now, '--record', file);
    assert.equal(code, 0, said);
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(file, 'utf8'))), [
      'root /api/v1/note?count=20&sort=id&total=true',
    ]);
  });

  it('removes from the copy what would be sent to others', async () => {
    const [asked, file] = [join(folder, 'work.txt'), join(folder, 'work.json')];
    writeFileSync(asked, 'root /api/cms/job\nroot /api/cms/webhook\n');
    const { code, said } = await rehearse(now, '--reads', asked, '--record', file);
    assert.equal(code, 0, said);
    for (const { status, body } of Object.values<{ status: number; body: { items: unknown } }>(
      JSON.parse(readFileSync(file, 'utf8')),
    ))
      assert.deepEqual([status, body.items], [200, []]);
    assert.equal(receiver.at('/notes').length, sent);
  });

  it('leaves the real database as it is', async () => {
    const { body } = await call(real, 'GET', '/api/v1/note?sort=id', {});
    assert.deepEqual(
      (body.items as unknown as { title: string }[]).map(({ title }) => title),
      ['note 1', 'note 2'],
    );
    const { body: sessions } = await call(real, 'GET', '/api/cms/user/sessions', { token });
    assert.doesNotMatch(JSON.stringify(sessions), /rehearsal/);
  });

  for (const [args, code, said] of [
    [['--record', before, '--compare', before], 2, /--record and --compare exclude each other/],
    [['--compare', reads], 2, /holds no answers; allowed: a file that --record has written/],
    [['--reads', before], 2, /line 1 of the reads cannot be read; allowed: a line for each read/],
    [['--reads', join(folder, 'nowhere')], 1, /ENOENT/],
  ] as const)
    it(`is refused with ${args.join(' ').replaceAll(folder, '')}`, async () => {
      const outcome = await rehearse(now, ...args);
      assert.equal(outcome.code, code, outcome.said);
      assert.match(outcome.said, said);
    });

  it('of a user who is not in the backup says so', async () => {
    const file = join(folder, 'strangers.txt');
    writeFileSync(file, 'nobody-of-that-name /api/v1/note\n');
    const { code, said } = await rehearse(now, '--reads', file);
    assert.equal(code, 2, said);
    assert.match(said, /the backup has no user 'nobody-of-that-name'/);
  });
});
