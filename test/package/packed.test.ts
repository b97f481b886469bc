// Takes long: it packs the package, and makes, installs, checks and starts a project with it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { codeOf } from '../support/documentation/code-blocks.ts';
import { makeProject } from './project.ts';

const project = await makeProject();
const PASSWORD = 'packed-and-sent';
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('the package', () => {
  it('holds what a project needs and nothing else', () => {
    const others = project.packed.filter(
      (path) =>
        !/^(LICENSE|README\.md|CHANGELOG\.md|package\.json|dist\/licences\.txt)$/.test(path) &&
        !/^docs\/.+\.(md|svg|png|webp)$/.test(path) &&
        !/^deploy\/[\w./-]+$/.test(path) &&
        !/^dist\/(server\/[\w.-]+\.js|server\/runtime\/[\w-]+\.ts|types\/.+\.d\.ts|console\/dist\/.+)$/.test(
          path,
        ),
    );
    assert.deepEqual(others, []);
    for (const path of ['dist/console/dist/index.html', 'docs/README.md', 'docs/guides/routes.md'])
      assert.ok(project.packed.includes(path), `${path} is inside`);
  });
});

describe('a new project', () => {
  it('passes its own test, and that of the documentation', async () => {
    const [embedding = '', test = ''] = codeOf(readFileSync('docs/guides/package.md', 'utf8')).map(
      ({ code }) => code,
    );
    project.write('embedding.ts', embedding);
    project.write('test/documented.test.ts', test);
    const { code, said } = await project.run('npm', ['test']);
    assert.equal(code, 0, said);
    assert.match(said, /pass 3/);
  });

  it('knows the types of what it imports and of its own collections', async () => {
    project.write(
      'types.ts',
      `import { defineGroup, defineCollection, login, type StoredRecordOf, text } from 'quire-cms';
import { clientFor } from 'quire-cms/client';
import { openServer } from 'quire-cms/server';
import type { TestApp } from 'quire-cms/testing';

export const title = (record: StoredRecordOf<'article'>): string => record.title;
// @ts-expect-error a collection has no such field
export const titel = (record: StoredRecordOf<'article'>) => record.titel;
// @ts-expect-error a setting must have a value
export const server = () => openServer({ PORT: null });
export const client = (): Promise<string> => clientFor();
// @ts-expect-error a text has no such option
export const note = () => defineCollection({ name: 'note', path: '/v1/note', audit: 'full', label: 'Note', fields: { words: text({ max: 9, requird: true }) }, access: { read: login } });
// @ts-expect-error there is no such permission
export const group = () => defineGroup({ name: 'editors', permissions: ['log.lst'] });
// @ts-expect-error there is no such permission
export const person = (app: TestApp) => app.person('log.list', 'log.lst');
`,
    );
    const { code, said } = await project.run('npm', ['run', 'check']);
    assert.equal(code, 0, said);
  });

  it('says what is installed, found and missing', async () => {
    const { code, said } = await project.run('quire', ['doctor']);
    assert.equal(code, 0, said);
    assert.match(said, /Package {5}sharp is not installed; .*npm install sharp@\d/);
    assert.match(said, /Collections article, from .*a site\/content/);
    assert.match(said, /quire\.db is not there yet/);
  });

  it('says before a start that mails cannot be sent', async () => {
    const text = "() => ({ subject: 'Hello', text: 'Hello' })";
    project.write(
      'mail/hello.ts',
      `import { defineMail } from 'quire-cms';\n\nexport default defineMail({ name: 'hello', label: 'Hello', texts: { en: ${text} } });\n`,
    );
    const { code, said } = await project.run('quire', ['doctor']);
    project.remove('mail');
    assert.equal(code, 1, said);
    assert.match(said, /Problem {5}mail\/: needs the package nodemailer, .*npm install nodemailer@\d/);
  });

  for (const [setting, value, name] of [
    ['DATABASE_URL', 'postgres://127.0.0.1:1/none', 'pg'],
    ['DATABASE_URL', 'mysql://127.0.0.1:1/none', 'mysql2'],
    ['UPLOAD_STORE', 's3://bucket', '@aws-sdk/client-s3'],
    ['LOGIN_CAPTCHA', 'true', 'sharp'],
  ] as const)
    it(`names ${name} where ${setting} needs it`, async () => {
      const settings = { [setting]: value, QUIRE_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz', PORT: '0' };
      const { code, said } = await project.run('quire', ['start'], settings);
      assert.equal(code, 2, said);
      assert.match(
        said,
        new RegExp(`^${setting}: needs the package ${name}, .*: npm install ${name}@\\d`, 'm'),
      );
    });

  it('serves records, the console and the description of the API in two processes', async () => {
    const { address, stop } = await project.start('npm', { WORKERS: '2' });
    const json = { 'content-type': 'application/json' };
    const send = async (path: string, body: unknown, headers = {}) =>
      await fetch(address + path, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify(body),
      });
    const signedIn = await send('/cms/user/login', { username: 'root', password: PASSWORD });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const authorization = `Bearer ${access_token}`;
    assert.equal((await send('/v1/article', { title: 'Packed' }, { authorization })).status, 201);
    const list = await fetch(`${address}/v1/article?q=pack&total=true`);
    assert.match(await list.text(), /"title":"Packed","slug":"packed"/);
    for (const path of ['/console', '/openapi.json', '/docs/'])
      assert.equal((await fetch(address + path)).status, 200, path);

    const form = new FormData();
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    form.set('file', new Blob([Buffer.from(png, 'base64')]), 'dot.png');
    const sent = await fetch(`${address}/cms/file`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    assert.equal(sent.status, 501, await sent.text());
    assert.equal(await stop(), 0);
  });

  it('loads no other package when it starts: each is many small files', async () => {
    const tell = new URL('../support/tell-loaded.mjs', import.meta.url);
    const { address, stop, said } = await project.start('quire', { NODE_OPTIONS: `--import=${tell}` });
    assert.equal((await fetch(`${address}/v1/article?q=pack`)).status, 200);
    assert.equal(await stop(), 0);
    const packages = said()
      .split('\n')
      .filter((line) => /^@?[a-z][\w/-]*$/.test(line));
    assert.deepEqual(packages, ['quire-cms']);
  });

  it('takes a plug-in of a package, and goes on without it', async () => {
    await project.add(`vue@${devDependencies.vue}`); // its part of the console is compiled against its types
    await project.install('examples/plugin');
    project.write(
      'content/page.ts',
      `import { defineCollection, everyone, login, text } from 'quire-cms';

export default defineCollection({
  name: 'page',
  label: 'Pages',
  path: '/v1/page',
  audit: 'full',
  fields: { title: text({ max: 80, required: true }), slug: text({ max: 100, unique: true }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
`,
    );
    project.write(
      'plugins.ts',
      `import slugs from 'quire-slugs';

const pages = {
  article: { from: 'title', path: '/articles/' },
  page: { from: 'title', path: '/' },
};

export default [slugs({ pages })];
`,
    );
    const checked = await project.run('npm', ['run', 'check']);
    assert.equal(checked.code, 0, checked.said);
    const doctor = await project.run('quire', ['doctor']);
    assert.equal(doctor.code, 0, doctor.said);
    assert.match(
      doctor.said,
      /Plug-ins {4}slugs \(trusted, in the server's process\), from .*a site\/plugins\.ts/,
    );
    const client = await project.run('quire', ['client']);
    assert.match(client.said, /redirect/);

    const json = { 'content-type': 'application/json' };
    const root = async (address: string) => {
      const answer = await fetch(`${address}/cms/user/login`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ username: 'root', password: PASSWORD }),
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      return async (method: string, path: string, body: object) => {
        const headers = { ...json, authorization: `Bearer ${access_token}` };
        const sent = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
        const text = await sent.text();
        const told = (text === '' ? {} : JSON.parse(text)) as { id?: number; errors?: { code: string }[] };
        return { status: sent.status, id: told.id, errors: told.errors };
      };
    };
    const withIt = await project.start('quire');
    const send = await root(withIt.address);
    for (const [record, former] of [
      ['article', '/articles/later'],
      ['page', '/later'],
    ]) {
      const { id } = await send('POST', `/v1/${record}`, { title: 'Sooner' });
      await send('PATCH', `/v1/${record}/${id}`, { slug: 'later' });
      const from = `${withIt.address}/v1/redirect/from/${record}/sooner`;
      const led = await fetch(from, { redirect: 'manual' });
      assert.deepEqual([led.status, led.headers.get('location')], [301, former]);
      await send('DELETE', `/v1/${record}/${id}`, {});
      const gone = await fetch(from.replace('/v1/', '/api/v1/'), { headers: { 'accept-language': 'zh' } });
      const { type, title } = (await gone.json()) as { type: string; title: string };
      assert.deepEqual([gone.status, type, title], [410, 'urn:quire:error:slugs.gone', '此页面已不存在']);
      const odd = await send('POST', `/api/v1/${record}`, { title: '!?' });
      assert.deepEqual([odd.status, odd.errors?.[0]?.code], [422, 'slugs.noLetters']);
    }
    const ran = await send('POST', '/api/cms/job', { kind: 'jobs/remove_stale_redirects' });
    assert.equal(ran.status, 201);
    assert.equal(await withIt.stop(), 0);
    const help = await project.run('quire', ['help', 'fill-slugs']);
    assert.match(help.said, /quire fill-slugs <collection>\n {6}Gives a slug to each record that has none/);
    const filled = await project.run('quire', ['fill-slugs', 'page']);
    assert.deepEqual([filled.code, filled.said.includes('0 slugs filled')], [0, true], filled.said);
    const refused = await project.run('quire', ['fill-slugs', 'nothing']);
    assert.deepEqual([refused.code, refused.said.includes('name a collection: article, page')], [1, true]);

    project.remove('plugins.ts');
    const without = await project.start('quire');
    assert.equal((await fetch(`${without.address}/v1/redirect/from/page/sooner`)).status, 404);
    assert.equal((await fetch(`${without.address}/v1/page`)).status, 200);
    assert.equal(await without.stop(), 0);
    const migrate = await project.run('quire', ['migrate']);
    assert.equal(migrate.code, 0, migrate.said);
  });

  it('opens a server in a program of its own', async () => {
    project.write(
      'own.mjs',
      `import { openServer } from 'quire-cms/server';
const server = await openServer({ PORT: 0, LOG_LEVEL: 'error' });
const answer = await fetch(await server.listen() + '/v1/article?q=pack');
console.log(answer.status, await answer.text());
await server.close();
`,
    );
    const { code, said } = await project.run('npm', ['exec', '--', 'node', 'own.mjs']);
    assert.equal(code, 0, said);
    assert.match(said, /^200 .*"title":"Packed"/m);
  });
});
