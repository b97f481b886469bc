// Takes long: it packs the package, and goes through the steps that build an image of a project, in plain folders.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { after, describe, it } from 'node:test';
import { deployed, instructed, instructions } from '../support/deployment.ts';
import { until } from '../support/until.ts';
import { makeProject } from './project.ts';

const PASSWORD = 'never in an image';
const HERE = 'install --directory --mode=700 --owner=node --group=node data';

const project = await makeProject();
cpSync('deploy/container', project.folder, { recursive: true });
project.write('.env', `QUIRE_ADMIN_PASSWORD=${PASSWORD}\n`);
project.write('secrets/quire_secret', PASSWORD);
project.write('data/quire.db', PASSWORD);

/** The Node of the base comes first, as in the image. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
const ignored = deployed('container/.dockerignore')
  .split('\n')
  .filter((line) => !/^(#|$)/.test(line));
const image = build();

/** Goes through the instructions, with a folder for each stage; answers the `/app` of the last. */
function build(): string {
  let [app, before] = ['', ''];
  for (const [word, rest] of instructions) {
    if (word === 'FROM') {
      before = app;
      app = join(project.folder, '..', `stage ${readdirSync(join(project.folder, '..')).length}`);
      mkdirSync(app);
    } else if (word === 'COPY') copy(rest.split(' '), app, before);
    else if (word === 'RUN')
      execFileSync('sh', ['-euc', rest === HERE ? 'mkdir -m 700 data' : rest], {
        cwd: app,
        env: { ...process.env, PATH, npm_config_prefer_offline: 'true' },
        stdio: 'pipe',
      });
  }
  return app;
}

function copy(words: readonly string[], app: string, before: string): void {
  const fromBuild = words[0] === '--from=build';
  if (fromBuild) cpSync(before, app, { recursive: true, verbatimSymlinks: true });
  for (const name of fromBuild ? [] : words.slice(0, -1))
    cpSync(join(project.folder, name), name === '.' ? app : join(app, name), {
      recursive: true,
      filter: (from) => !ignored.some((one) => matchesGlob(from.slice(project.folder.length + 1), one)),
    });
}

/** Every file of the image with the time of its last change, but for the data and for code that Node keeps compiled where it can. */
const state = () =>
  readdirSync(image, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(join(image, 'data')) && !path.includes('node_modules/.cache/'))
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .toSorted();

describe('the image of a project', () => {
  it('holds the project and its packages, and no setting, secret, data, test or second Node', () => {
    const top = readdirSync(image);
    for (const name of ['content', 'package.json', 'node_modules', 'data'])
      assert.ok(top.includes(name), name);
    for (const name of ['.env', 'secrets', 'test', 'compose.yaml', 'Containerfile'])
      assert.ok(!top.includes(name), name);
    assert.deepEqual(readdirSync(join(image, 'data')), []);
    const packages = readdirSync(join(image, 'node_modules'));
    assert.ok(packages.includes('quire-cms') && !packages.includes('typescript'), packages.join());
    assert.deepEqual(
      packages.filter((name) => name.startsWith('node-')),
      [],
    );
    assert.equal(spawnSync('grep', ['-rF', PASSWORD, image]).status, 1);
  });

  it('serves, is healthy, writes nothing but its data, and ends when it is told to', async () => {
    const before = state();
    const env = { PATH, HOST: '127.0.0.1', PORT: '0', TMPDIR: process.env.TMPDIR };
    const [entry, args] = [instructed('ENTRYPOINT'), instructed('CMD')].map(([one = '[]']) =>
      JSON.parse(one),
    );
    const server = spawn(entry[0], args, { cwd: image, env, stdio: ['ignore', 'pipe', 'inherit'] });
    after(() => server.kill('SIGKILL'));
    const ended = new Promise((resolve) => server.once('exit', resolve));
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const address = () => /API {9}(http:\S+)\/api/.exec(said)?.[1];
    await until(() => address() !== undefined || server.exitCode !== null);
    const at = address();
    assert.ok(at, said);
    const list = await fetch(`${at}/api/v1/article`);
    assert.equal(list.status, 200, await list.text());

    const [, command = '[]'] = /CMD (.*)$/.exec(instructed('HEALTHCHECK')[0] ?? '') ?? [];
    const healthy = (place: string) => {
      const [program, ...words] = JSON.parse(command.replace('http://127.0.0.1:5000', place));
      return spawnSync(program, words, { env }).status;
    };
    assert.equal(healthy(at), 0);
    assert.equal(healthy('http://127.0.0.1:1'), 1);

    server.kill('SIGTERM');
    assert.equal(await ended, 0);
    assert.deepEqual(state(), before);
    assert.ok(readdirSync(join(image, 'data')).includes('quire.db'));
  });

  it('runs commands too', () => {
    const [entry] = JSON.parse(instructed('ENTRYPOINT')[0] ?? '[]');
    const { status, stdout } = spawnSync(entry, ['migrate'], { cwd: image, env: { PATH }, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /The tables match the definitions/);
  });
});
