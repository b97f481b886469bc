import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { writeBuilt } from '../../server/console-parts/built-parts.ts';
import { compileParts } from '../../server/console-parts/compile-parts.ts';
import { CannotStart } from '../../server/errors.ts';
import { builtPage } from '../support/browser/console-page.ts';
import { freshApp } from '../support/fresh-app.ts';
import { temporaryFolder } from '../support/test-database.ts';

/** A project of one collection and these files in `console/`, with a field whose options are given. */
function projectWith(files: Readonly<Record<string, string>>, options = ''): string {
  const root = temporaryFolder();
  mkdirSync(join(root, 'content'));
  mkdirSync(join(root, 'console'));
  writeFileSync(
    join(root, 'content/shade.ts'),
    `import { defineCollection, login, text } from 'quire-cms';
    export default defineCollection({ name: 'shade', label: 'Shade', path: '/v1/shade', audit: 'full',
      fields: { name: text({ max: 40 }), colour: text({ max: 7, ${options} }) },
      access: { read: login, create: login, update: login, delete: login } });`,
  );
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, 'console', name), content);
  return root;
}

const part = (define: string, options: string) =>
  `import { ${define}, login, permission } from 'quire-cms/console';
  export default ${define}({ contract: 1, name: 'colour', ${options} });`;
const VIEW = "component: () => import('./view.js')";
const control = part('defineControl', `kinds: ['text'], ${VIEW}`);
const view = "import { h } from 'vue';\nexport default { render: () => h('p', 'shown') };";
const opened = (root: string, more: object = {}) =>
  freshApp({ contentDir: join(root, 'content'), consoleDir: builtPage(), publicUrl: undefined, ...more });

interface Told {
  readonly contract: number;
  readonly items: readonly { kind: string; name: string; script: string; collections?: string[] }[];
}

describe('a part of the console', () => {
  for (const [what, source, reason, options = ''] of [
    [
      'of another contract',
      control.replace('contract: 1', 'contract: 2'),
      /'contract' must be 1, the version of the contract that this server has/,
    ],
    ['without a contract', control.replace('contract: 1,', ''), /'contract' is missing/],
    ['with an unknown option', control.replace('kinds', 'kind'), /no option 'kind'/],
    [
      'for an unknown collection',
      part('defineTab', `label: 'x', access: login, collections: ['shades'], ${VIEW}`),
      /no collection 'shades'; did you mean 'shade'/,
    ],
    [
      'with an unknown permission',
      part('definePage', `label: 'x', access: permission('x', 'shade.x'), ${VIEW}`),
      /no permission 'shade\.x'/,
    ],
    [
      'for another kind of field',
      control.replace('text', 'json'),
      /is for json, not for text/,
      "control: 'colour'",
    ],
    [
      'that is not there',
      control,
      /no control 'color' in console\/; did you mean 'colour'/,
      "control: 'color'",
    ],
    [
      'that imports the server',
      control.replace('/console', ''),
      /does not provide an export named 'defineControl'/,
    ],
  ] as const)
    it(`${what} stops the start`, async () => {
      const root = projectWith({ 'colour.ts': source, 'lib.d.ts': '' }, options);
      await assert.rejects(opened(root), (error) => {
        assert.ok(error instanceof CannotStart, String(error));
        assert.match(error.message, reason);
        return true;
      });
    });

  for (const [what, content, reason] of [
    ['a file that is not there', undefined, /Could not resolve '\.\/view\.js'/],
    ['what the console has not', "export { Suspense as default } from 'vue';", /Suspense/],
    [
      'the server',
      "export { text as default } from 'quire-cms';",
      /imports 'quire-cms', which is the server's/,
    ],
  ] as const)
    it(`that imports ${what} stops the start with the place`, async () => {
      const root = projectWith({ 'colour.ts': control });
      if (content !== undefined) {
        mkdirSync(join(root, 'console/lib'));
        writeFileSync(join(root, 'console/lib/view.js'), content);
        writeFileSync(join(root, 'console/colour.ts'), control.replace('./view', './lib/view'));
      }
      await assert.rejects(opened(root), (error) => {
        assert.ok(error instanceof CannotStart, String(error));
        assert.match(error.message, reason);
        return true;
      });
    });
});

describe('the list of parts', () => {
  const files = {
    'colour.ts': control,
    'report.ts': part(
      'definePage',
      `label: { en: 'Report', zh: '报告' }, access: permission('x', 'shade.delete'), ${VIEW}`,
    ),
  };
  const site = async () => {
    const root = projectWith({});
    mkdirSync(join(root, 'console/lib'));
    writeFileSync(join(root, 'console/lib/view.js'), view);
    for (const name of ['colour.ts', 'report.ts'] as const)
      writeFileSync(join(root, 'console', name), files[name].replace('./view', './lib/view'));
    writeFileSync(
      join(root, 'content/shade.ts'),
      readFileSync(join(root, 'content/shade.ts'), 'utf8')
        .replace(
          'import { defineCollection, login, text }',
          'import { defineCollection, login, permission, text }',
        )
        .replace('delete: login', "delete: permission('Delete shades', 'delete')"),
    );
    return { root, app: await opened(root) };
  };

  it('is for people who are signed in, each with what they are shown', async () => {
    const { app } = await site();
    const list = async (token?: string) =>
      app.request<Told>('GET', '/api/cms/console/part', token === undefined ? {} : { token });
    assert.equal((await list()).status, 401);
    const namesFor = async (token: string) => (await list(token)).body.items.map(({ kind }) => kind);
    assert.deepEqual(await namesFor(app.root.access), ['control', 'page']);
    const { access: guest } = await app.granted();
    assert.deepEqual(await namesFor(guest), ['control']);
    const { access: allowed } = await app.granted('shade.delete');
    assert.deepEqual(await namesFor(allowed), ['control', 'page']);
  });

  it('names files that say nothing and never change', async () => {
    const { app } = await site();
    const { body } = await app.request<Told>('GET', '/api/cms/console/part', { token: app.root.access });
    for (const { script } of body.items) {
      assert.match(script, /^[\w-]{16}\.js$/);
      const file = await app.request('GET', `/console/parts/${script}`);
      assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(file.headers['content-security-policy'], "default-src 'none'");
      assert.equal(file.headers['content-type'], 'text/javascript; charset=utf-8');
    }
    for (const name of ['../parts.json', 'colour.ts', 'parts.json', '..%2fcontent%2fshade.ts'])
      assert.equal((await app.request('GET', `/console/parts/${name}`)).status, 404, name);
    assert.match((await app.request('GET', '/console')).text, /name="quire"/);
  });

  it('is served from what was built, until a source changes', async () => {
    const { root } = await site();
    const definitions = ['colour.ts', 'report.ts'].map((name) => join(root, 'console', name));
    const folder = writeBuilt(root, await compileParts(root, definitions));
    const [built] = JSON.parse(readFileSync(join(folder, 'parts.json'), 'utf8')).files as string[];
    writeFileSync(join(folder, String(built)), '// from the build');
    const textOf = async () => (await (await opened(root)).request('GET', `/console/parts/${built}`)).text;
    assert.equal(await textOf(), '// from the build');
    writeFileSync(join(root, 'console/lib/view.js'), `${view}\n// changed`);
    assert.notEqual(await textOf(), '// from the build');
    rmSync(folder, { recursive: true });
    assert.ok(!existsSync(folder));
  });
});

describe('the parts of a plug-in', () => {
  const plugin = (folder: string) =>
    `import { definePlugin } from 'quire-cms';
    export default [definePlugin({ name: 'paint', console: new URL('${folder}', import.meta.url) })];`;
  const projectOf = (folder: string, own: Readonly<Record<string, string>> = {}) => {
    const root = projectWith(own, "control: 'colour'");
    mkdirSync(join(root, 'paint/lib'), { recursive: true });
    writeFileSync(join(root, 'paint/colour.js'), control.replace('./view', './lib/view'));
    writeFileSync(join(root, 'paint/lib/view.js'), view);
    writeFileSync(join(root, 'plugins.ts'), plugin(folder));
    return root;
  };

  it('are listed with its name, and serve fields of the project', async () => {
    const { root } = await opened(projectOf('./paint/'));
    const { items } = await root.read<{ items: { name: string; plugin: string | null }[] }>(
      '/cms/console/part',
    );
    assert.deepEqual(
      items.map(({ name, plugin: from }) => [name, from]),
      [['colour', 'paint']],
    );
    const { fields } = await root.read<{ fields: { name: string; control?: string }[] }>(
      '/cms/definition/shade',
    );
    assert.equal(fields.find(({ name }) => name === 'colour')?.control, 'colour');
  });

  for (const [what, root, reason] of [
    [
      'in a folder that is not there',
      projectOf('./missing/'),
      /plug-in 'paint': console: there is no folder/,
    ],
    [
      'with the name of another part',
      projectOf('./paint/', { 'colour.ts': control }),
      /'control colour' is defined more than once/,
    ],
  ] as const)
    it(`${what} stop the start`, async () => {
      await assert.rejects(opened(root), reason);
    });
});
