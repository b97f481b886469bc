// No engine changes its result: definitions are read, and no database is opened.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectOf } from '../support/project-of.ts';
import { command } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';

const file = join(temporaryFolder(), 'access.lock');
const run = (project: string, ...args: string[]) =>
  command(['access', ...args, '--file', file], 'none', { CONTENT_DIR: project });
const festival = 'test/projects/festival/content';

test('who may do what is written line by line, rules with their conditions', async () => {
  const { code, said } = await run('test/content/rules', 'lock');
  assert.equal(code, 0, said);
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const line of [
    'post read: everybody, records where {"state":"published"}',
    'post read: signed-in users, records that they created',
    'post read: holders of post.edit (Edit all posts)',
    "post update: signed-in users, records by (actor) => ({ state: 'draft', reviewers: { eq: actor.id } })",
    'person.salary read: holders of person.salaries (See salaries)',
    'person.rank write: super administrators',
  ])
    assert.ok(lines.includes(line), line);
});

test('additions and removals since then are listed, with exit code 1', async () => {
  assert.equal((await run(festival, 'lock')).code, 0);
  const { code, said } = await run(festival, 'check');
  assert.deepEqual([code, said.includes(`Access is as in ${file}.`)], [0, true], said);
  const text = readFileSync(file, 'utf8');
  const held = 'group curators: holds genre.edit\n';
  assert.ok(text.includes(held) && text.includes('service user ticketing: in editors\n'));
  writeFileSync(file, text.replace(held, 'group curators: holds everything\n'));
  const changed = await run(festival, 'check');
  assert.equal(changed.code, 1);
  assert.match(changed.said, /^- group curators: holds everything\n\+ group curators: holds genre\.edit\n/m);
});

test('a missing file or an unknown step ends with exit code 2', async () => {
  for (const args of [['check', '--file', `${file}.none`], [], ['unlock'], ['lock', 'check']])
    assert.equal((await command(['access', ...args], 'none', { CONTENT_DIR: festival })).code, 2);
});

test('statements of a project are tried on records made for them, and those that do not hold are listed', async () => {
  const { code, said } = await command(['access', 'test'], 'none', {
    CONTENT_DIR: 'test/projects/asserting/content',
  });
  assert.equal(code, 1, said);
  assert.match(said, /9 statements hold, 8 do not\./);
  for (const words of [
    /notes\.ts: nobody creates note\n {2}the server answered 401: .*"Sign in first/,
    /notes\.ts: member sees note of other\n {2}the server answered 404: .*"There is no such record/,
    /notes\.ts: member never deletes note of member\n {2}the server answered /,
    /notes\.ts: member never sees nte\n {2}there is no collection 'nte'; did you mean 'note'\? \(allowed: note, topic\)/,
    /there is no field 'adress'; did you mean 'address'\?/,
    /there is no field 'cod'; did you mean 'code'\? \(allowed: id, code, /,
    /there is no route 'GET \/cms\/admin\/usrs'; did you mean 'GET \/cms\/admin\/users'\?/,
    /notes\.ts: member sees topic\n {2}its record of 'topic' could not be made: /,
  ])
    assert.match(said, words);
});

test('codes, files, people and records behind records are made, so that each rule of a real model can be stated', async () => {
  const { code, said } = await command(['access', 'test'], 'none', {
    CONTENT_DIR: 'test/projects/pantry/content',
  });
  assert.equal(code, 0, said);
  assert.match(said, /32 statements hold, 0 do not\./);
});

test('statements that all hold end with exit code 0, and a project without any gets a hint', async () => {
  const shop = {
    CONTENT_DIR: 'examples/shop/content',
    PAYMENT_SECRET: 'x',
    CARRIER_URL: 'http://127.0.0.1:1',
  };
  const { code, said } = await command(['access', 'test'], 'none', shop);
  assert.equal(code, 0, said);
  assert.match(said, /8 statements hold, 0 do not\./);
  const none = await command(['access', 'test'], 'none', { CONTENT_DIR: festival });
  assert.notEqual(none.code, 0);
  assert.match(none.said, /holds no access test/);
});

test('a person with a permission that there is not ends the command, which names the file', async () => {
  const source =
    "export default defineAccessTest({ people: { editor: ['book.delet'] }, statements: () => [] });";
  const contentDir = projectOf({ 'access-tests/a.ts': source });
  const { code, said } = await command(['access', 'test'], 'none', { CONTENT_DIR: contentDir });
  assert.equal(code, 2, said);
  assert.match(
    said,
    /access-tests\/a\.ts: there is no permission 'book\.delet'; did you mean 'book\.delete'\?/,
  );
});

/** Films have drafts, a title in each language, and required fields that lead to other records. */
const FILMS = {
  'content/person.ts': `export default defineCollection({ name: 'person', label: 'Person', path: '/v1/person',
    audit: 'full', fields: { name: text({ max: 9, required: true }), home: point({ required: true }) },
    access: { read: everyone, create: login, update: login, delete: login } });`,
  'content/film.ts': `export default defineCollection({ name: 'film', label: 'Film', path: '/v1/film', audit: 'full',
    drafts: true,
    fields: { title: text({ max: 9, required: true, localised: true }),
      directors: references('person', { required: true }), editor: reference('user', { required: true }) },
    access: { read: login, create: login, update: ownRecords(login), delete: permission('Delete') } });`,
  'content/poster.ts': `import { file } from 'quire-cms';
    export default defineCollection({ name: 'poster', label: 'Poster', path: '/v1/poster', audit: 'full',
    fields: { picture: file({ required: true }) },
    access: { read: everyone, create: login, update: login, delete: login } });`,
  'content/code.ts': `export default defineCollection({ name: 'code', label: 'Code', path: '/v1/code', audit: 'full',
    fields: { word: text({ max: 3, required: true,
      pattern: { matches: /(?=qq)\\w+/, message: { en: 'begins with two q', zh: '须以两个 q 开头' } } }) },
    access: { read: everyone, create: login, update: login, delete: login } });`,
  'content/show.ts': `export default defineCollection({ name: 'show', label: 'Show', path: '/v1/show', audit: 'full',
    fields: { code: reference('code', { required: true }) },
    access: { read: everyone, create: login, update: login, delete: login } });`,
};

test('records are made of collections with drafts, localised fields and references of every kind', async () => {
  const source = `export default defineAccessTest({ people: { member: [], other: [] },
    values: { film: { title: { en: 'Rain', de: 'Regen' } } },
    statements: ({ member, other, nobody }) => [member.sees('film', { owner: member }),
      nobody.never.sees('film'), member.creates('film'), member.changes('film', { owner: member }),
      other.never.changes('film', { owner: member }), nobody.sees('poster'), nobody.sees('show'),
      nobody.sees('show', { values: { code: { word: 'qqa' } } }),
      nobody.sees('show', { values: { code: { word: 'abc' } } }),
      nobody.sees('show', { values: { code: { wrd: 'qqa' } } })] });`;
  const { code, said } = await command(['access', 'test'], 'none', {
    CONTENT_DIR: projectOf({ ...FILMS, 'access-tests/a.ts': source }),
    LOCALES: 'en,de',
  });
  assert.equal(code, 1, said);
  assert.match(said, /^7 statements hold, 3 do not\./m);
  for (const reason of [
    "give word of code, made for show a value, in 'values'",
    'word of code, made for show: begins with two q',
    "there is no field 'wrd' of code, made for show; did you mean 'word'\\?",
  ])
    assert.match(said, new RegExp(`its record of 'show' could not be made: ${reason}`));
});

test('a mistyped verb or person ends the command, which names the file and what there is', async () => {
  for (const [statement, words] of [
    ["member.see('book')", 'member\\.see is not a function'],
    ["membre.sees('book')", "Cannot read properties of undefined \\(reading 'sees'\\)"],
  ]) {
    const source = `export default defineAccessTest({ people: { member: [] },
      statements: ({ member, membre }) => [${statement}] });`;
    const contentDir = projectOf({ 'access-tests/a.ts': source });
    const { code, said } = await command(['access', 'test'], 'none', { CONTENT_DIR: contentDir });
    assert.equal(code, 2, said);
    const allowed = 'people: nobody, root, member; verbs: sees, creates, changes, deletes, calls, each also';
    assert.match(said, new RegExp(`access-tests/a\\.ts: ${words} \\(${allowed}`));
  }
});
