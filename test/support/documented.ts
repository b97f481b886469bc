import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const password = 'a-password-for-the-reader';

/**
 * Does what a page of the documentation tells its reader: creates its files, starts the server on them and on `besides`,
 * runs its commands from top to bottom, stopping at the first that fails. Answers all that they printed.
 */
export async function follow(pageName: string, besides: readonly string[] = []): Promise<string> {
  const page = readFileSync(join(root, pageName), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'quire-page-'));
  const content = join(folder, 'content');
  mkdirSync(content);
  for (const file of besides) writeFileSync(join(content, file), readFileSync(join(root, 'content', file)));
  for (const { name, text } of filesOf(page)) writeFileSync(join(content, name), text);
  const server = spawn(process.execPath, ['server/main.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      CONTENT_DIR: content,
      DATABASE_URL: `file:${join(folder, 'quire.db')}`,
      UPLOAD_DIR: join(folder, 'uploads'),
      QUIRE_ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true });
  });
  const script = blocksOf(page, 'sh').join('\necho\n');
  const env = { ...process.env, QUIRE: await printedAddress(server.stdout), QUIRE_ADMIN_PASSWORD: password };
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env });
  return stdout;
}

function filesOf(page: string): { name: string; text: string }[] {
  const created = page.matchAll(/^Create `\w+\/(\S+\.ts)`:\n\n```ts\n([\s\S]*?)^```/gm);
  return [...created].map(([, name = '', text = '']) => ({ name, text }));
}

function blocksOf(page: string, language: string): string[] {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block]) => block ?? '');
}

async function printedAddress(output: AsyncIterable<unknown>): Promise<string> {
  let printed = '';
  for await (const chunk of output) {
    printed += chunk;
    const found = /API +(http:\/\/\S+?)\/?\n/.exec(printed);
    if (found?.[1]) return found[1];
  }
  throw new Error(`the server did not start: ${printed}`);
}
