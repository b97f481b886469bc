import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'quire-readme-'));
const password = 'a-password-for-the-readme';
let server: ReturnType<typeof spawn>;
let address = '';

before(async () => {
  // The record that the README has its reader write, beside the one that comes with the server.
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true });
  writeFileSync(join(folder, 'content/article.ts'), blocksOf('ts').join('\n'));
  const env = {
    ...process.env,
    PORT: '0',
    CONTENT_DIR: join(folder, 'content'),
    DATABASE_URL: `file:${join(folder, 'quire.db')}`,
    QUIRE_ADMIN_PASSWORD: password,
  };
  server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  address = await printedAddress();
});

after(async () => {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(folder, { recursive: true });
});

test('every command of the README does what it says, in its order', async () => {
  const script = blocksOf('sh').join('\necho\n');
  const env = { ...process.env, QUIRE: address, QUIRE_ADMIN_PASSWORD: password };
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env });
  assert.match(
    stdout,
    /HTTP\/1\.1 401 Unauthorized[\s\S]*"code":10000/,
    'without a token nobody reads a book',
  );
  assert.match(stdout, /"title":"山海经"/, 'the sample book is read');
  assert.match(stdout, /"title":"Walden"/, 'the new book is read back');
  assert.match(stdout, /"code":10030,"message":"[^"]*titel/, 'a misspelt field is named');
  assert.match(stdout, /"items":\[\{"id":\d+,"title":"Hello again","price":"0.00"\}\]/, 'a list is filtered');
  assert.match(stdout, /"group":\{"status":"draft"\},"count":\d+,"sum":/, 'rows are added up');
  assert.match(stdout, /"message":"[^"]*filter\.titel/, 'a misspelt filter is named');
  assert.match(stdout, /"error_code":11,/, 'the user is registered');
  assert.match(stdout, /"error_code":9,/, 'the permission is granted');
  assert.match(stdout, /"error_code":10,/, 'the permission is taken back');
  assert.match(stdout, /"request":"DELETE \/v1\/article\/\d+"/, 'the article is deleted');
  assert.doesNotMatch(stdout, /9999|10080|10020/, 'nothing fails that should not');
});

function blocksOf(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block]) => block ?? '',
  );
}

async function printedAddress(): Promise<string> {
  let printed = '';
  for await (const chunk of server.stdout ?? []) {
    printed += chunk;
    const found = /API +(http:\/\/\S+?)\/?\n/.exec(printed);
    if (found?.[1]) return found[1];
  }
  throw new Error(`the server did not start: ${printed}`);
}
