// Takes long: a command that watches files is started for each of its restarts.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { quire, start, stop } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { until } from '../support/until.ts';

// No engine changes its result: what a start does to tables is tested elsewhere.

const root = temporaryFolder();
const content = join(root, 'content');
const client = join(root, 'site/client.ts');
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
mkdirSync(content);
symlinkSync(modules, join(root, 'node_modules'));
writeFileSync(
  join(root, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'esnext',
      module: 'nodenext',
      lib: ['esnext'],
      types: [],
      skipLibCheck: true,
    },
    files: ['count.ts'],
  }),
);
writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
writeFileSync(join(root, 'count.ts'), 'export const count: number = 1;\n');

/** A definition whose hook leaves a mark of the source that it was loaded from. */
const note = (mark: string, fields = 'text: text({ max: 20 })') => `
  import { defineCollection, everyone, integer, text } from 'quire-cms';
  export default defineCollection({
    name: 'note', label: 'Note', path: '/v1/note', audit: 'none',
    fields: { ${fields}, mark: text({ max: 20, default: '' }) },
    access: { read: everyone, create: everyone, update: everyone, delete: everyone },
    hooks: { beforeCreate: () => ({ mark: '${mark}' }) },
  });`;
/** Saves a file as many editors do. */
function save(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}
const saveNote = (...source: Parameters<typeof note>) => save(join(content, 'note.ts'), note(...source));

saveNote('first');
const running = await start('dev', { CONTENT_DIR: content }, (name, settings) =>
  quire(['dev', '--client', client], name, settings),
);
after(() => stop(running));
const { base, said } = running;

/** How often something was said so far. */
const times = (what: string) => said().split(what).length - 1;
/** Waits until a change has led to what is said; each change at least once. */
async function saidAfter(change: () => void, what: string): Promise<void> {
  const before = times(what);
  change();
  await until(() => times(what) > before);
}

const kept = new Agent({ keepAlive: true, maxSockets: 1 });
const send = (method: string, path: string) =>
  request(base + path, { method, agent: kept, headers: { 'content-type': 'application/json' } });
async function answerOf(sent: ClientRequest): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once('response', resolve).once('error', reject);
  const answer = await promise;
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { status: answer.statusCode ?? 0, text };
}
const get = (path: string) => answerOf(send('GET', path).end());
const create = async () => {
  const { status, text } = await answerOf(send('POST', '/v1/note').end('{"text":"x"}'));
  assert.equal(status, 201, text);
  return markOf(text);
};
const markOf = async (created: string) => {
  const { id } = JSON.parse(created) as { id: number };
  return (JSON.parse((await get(`/v1/note/${id}`)).text) as { mark: string }).mark;
};
const types = () => readFileSync(join(root, 'quire-types.d.ts'), 'utf8');

describe('quire dev', () => {
  it('says what it has loaded, and writes types and client', async () => {
    assert.equal(await create(), 'first');
    await until(() => times('Wrote ') >= 2);
    assert.match(said(), /Collections note, from .*content/);
    assert.match(types(), /readonly text: string \| null;/);
    assert.match(readFileSync(client, 'utf8'), /export interface NoteRecord/);
  });

  it('serves a change on the same connections, tables included', async () => {
    const under = request(`${base}/v1/note`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    under.write('{"text":');
    await until(() => under.socket?.connecting === false);
    await create(); // behind it, so that it has arrived
    await saidAfter(() => saveNote('second', 'text: text({ max: 20 }), stars: integer()'), 'Reloaded in');
    const answered = answerOf(under);
    under.end('"x"}');
    const { status, text } = await answered;
    assert.deepEqual([status, await markOf(text)], [201, 'first'], 'what was under way ends where it began');
    assert.equal(await create(), 'second');
    await until(() => /readonly stars: number \| null;/.test(types()));
  });

  it('finds new files', async () => {
    const other = note('other').replaceAll("'note'", "'other'").replace('/v1/note', '/v1/other');
    save(join(content, 'other.ts'), other);
    await until(async () => (await get('/v1/other')).status === 200);
    assert.match(said(), /Collections note, other, from/);
  });

  it('finds plug-ins', async () => {
    save(
      join(root, 'plugins.ts'),
      `import { definePlugin, defineRoute, everyone, Type } from 'quire-cms';
       const answer = Type.Object({ eyes: Type.Integer() });
       const roll = defineRoute({ method: 'GET', path: '/v1/dice', label: 'Roll', module: 'Dice', access: everyone, answer, handle: () => ({ eyes: 4 }) });
       export default [definePlugin({ name: 'dice', routes: [roll] })];`,
    );
    await until(async () => (await get('/v1/dice')).status === 200);
    assert.match(said(), /Plug-ins {4}dice \(trusted, in the server's process\), from/);
  });

  const refused: readonly (readonly [what: string, fields: string, told: RegExp])[] = [
    [
      'an option that is unknown',
      'text: text({ max: 20, requird: true })',
      /note\.ts:\d+.*did you mean 'required'\?.*allowed: /,
    ],
    ['what is no TypeScript', 'text: text({ max: 20 }', /note\.ts:\d+: /],
    [
      'a change that would lose data',
      'text: integer(), stars: integer()',
      /note\.text is string 20 in the table but integer in the definition/,
    ],
  ];
  for (const [what, fields, told] of refused)
    it(`goes on with the server before after ${what}`, async () => {
      const before = said().length;
      saveNote('third', fields);
      await until(() => told.test(said().slice(before)) && /The server before goes on\.\n$/.test(said()));
      assert.equal(await create(), 'second');
    });

  it('serves again what is mended', async () => {
    saveNote('third', 'text: text({ max: 20 }), stars: integer()');
    await until(async () => (await create()) === 'third');
  });

  it('tells type errors beside, and serves on', async () => {
    await saidAfter(
      () => save(join(root, 'count.ts'), "export const count: number = 'one';\n"),
      'error TS2322',
    );
    assert.equal(await create(), 'third');
  });
});
