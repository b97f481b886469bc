import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { schemas } from '../move-in/strapi-data.ts';
import { freePort } from '../support/free-port.ts';
import { image } from '../support/records/uploads.ts';
import { temporaryFolder } from '../support/test-database.ts';

const run = promisify(execFile);
const VERSION = '5.54.0';
/** The Node of the machine: its headers are there for the driver of SQLite, which is compiled. */
const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.endsWith('node_modules/.bin'))
  .join(':');
const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;

const PACKAGES = {
  '@strapi/strapi': VERSION,
  '@strapi/plugin-users-permissions': VERSION,
  'better-sqlite3': '12.4.1',
  ...{ react: '^18', 'react-dom': '^18', 'react-router-dom': '^6.30.3', 'styled-components': '^6' },
};
const CONFIGURATION = {
  database:
    "() => ({ connection: { client: 'sqlite', connection: { filename: '.tmp/data.db' }, useNullAsDefault: true } })",
  server:
    "({ env }) => ({ host: '127.0.0.1', port: env.int('PORT'), app: { keys: ['one-key', 'another-key'] } })",
  admin:
    "() => ({ auth: { secret: 'a-secret-of-tests-only' }, apiToken: { salt: 'a-salt' }, transfer: { token: { salt: 'a-salt' } }, serveAdminPanel: false })",
  middlewares:
    "['errors', 'security', 'cors', 'query', 'body', 'session', 'favicon', 'public'].map((name) => 'strapi::' + name)",
  plugins: "() => ({ 'users-permissions': { config: { jwtSecret: 'a-secret-of-tests-only' } } })",
};

/** A Strapi from npm with the types of `strapi-data`, which serves what `strapi-fill` puts into it. It ends with the test file. */
export async function openStrapi() {
  const cwd = temporaryFolder();
  const port = await freePort();
  const env = {
    ...{ ...inherited, PATH, PORT: String(port) },
    ...{ NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
  };
  await writeProject(cwd);
  const npm = (...args: string[]) => run('npm', args, { cwd, env, maxBuffer: 100_000_000 });
  await npm('install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
  await npm('rebuild', 'better-sqlite3');
  const child = spawn('node', ['fill.cjs'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  after(() => child.kill('SIGKILL'));
  const token = await tokenFrom(child.stdout);
  return {
    base: `http://127.0.0.1:${port}`,
    token,
    /** Writes an export, and answers where it is. */
    async export() {
      await run('node_modules/.bin/strapi', ['export', '--no-encrypt', '--file', 'site'], { cwd, env });
      return join(cwd, 'site.tar.gz');
    },
  };
}

async function writeProject(cwd: string): Promise<void> {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  write('package.json', JSON.stringify({ name: 'site', private: true, dependencies: PACKAGES }));
  for (const [name, text] of Object.entries(CONFIGURATION))
    write(`config/${name}.js`, `module.exports = ${text};`);
  for (const { uid, ...type } of schemas) {
    const [place = '', name = ''] = uid.split('.');
    const text = JSON.stringify({ ...type, collectionName: `${uid.replace(/\W/g, '_')}s` });
    if (place === 'shared') write(`src/components/shared/${name}.json`, text);
    if (!place.startsWith('api::')) continue;
    write(`src/api/${name}/content-types/${name}/schema.json`, text);
    for (const part of ['controller', 'router', 'service'])
      write(
        `src/api/${name}/${part === 'router' ? 'route' : part}s/${name}.js`,
        `module.exports = require('@strapi/strapi').factories.createCore${part[0]?.toUpperCase()}${part.slice(1)}('${uid}');`,
      );
  }
  write('src/index.js', 'module.exports = {};');
  for (const folder of ['public/uploads', 'database/migrations', '.tmp'])
    mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, 'tree.png'), await image('png'));
  copyFileSync(fileURLToPath(new URL('strapi-fill.cjs', import.meta.url)), join(cwd, 'fill.cjs'));
}

async function tokenFrom(output: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    if (line.startsWith('TOKEN ')) {
      output.resume(); // what it says from now on is of no interest
      return line.slice('TOKEN '.length);
    }
    lines.push(line);
  }
  throw new Error(`Strapi has ended: ${lines.join('\n')}`);
}
