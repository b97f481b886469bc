import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const password = 'a-password-for-the-reader';
/** Printed between two pages. */
const TURN = '-- next page --';

/**
 * Follows pages of the documentation like a reader: creates their files, starts one server on them and on `given` files of
 * `content/` with these settings, and runs all commands in one shell, stopping at the first that fails. Returns what each page
 * printed, on both outputs.
 */
export async function follow(
  pageNames: readonly string[],
  given: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const pages = pageNames.map((name) => readFileSync(join(root, name), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'quire-page-'));
  const content = join(folder, 'content');
  mkdirSync(content);
  for (const file of given) writeFileSync(join(content, file), readFileSync(join(root, 'content', file)));
  for (const { name, text } of pages.flatMap(filesOf)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const server = spawn(process.execPath, ['server/main.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      CONTENT_DIR: content,
      DATABASE_URL: `file:${join(folder, 'quire.db')}`,
      UPLOAD_DIR: join(folder, 'uploads'),
      MAIL_DIR: join(folder, 'mail'),
      QUIRE_ADMIN_PASSWORD: password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true });
  });
  const script = pages.map((page) => blocksOf(page, 'sh').join('\necho\n')).join(`\necho '${TURN}'\n`);
  const env = { ...process.env, QUIRE: await printedAddress(server.stdout), QUIRE_ADMIN_PASSWORD: password };
  const printed = run('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${script}`], { env });
  const { stdout } = await printed.catch((error: { stdout: string }) => {
    throw new Error(`a command failed after this: ${error.stdout}`);
  });
  return stdout.split(TURN);
}

function filesOf(page: string): { name: string; text: string }[] {
  const created = page.matchAll(/^Create `(?:(\w+)\/)?(\S+\.ts)`:\n\n```ts\n([\s\S]*?)^```/gm);
  // Whatever a page calls its folder of collections, here it is `content`.
  const folderOf = (name: string) =>
    ['', 'routes', 'jobs', 'mail', 'plugins'].includes(name) ? name : 'content';
  return [...created].map(([, folder = '', name = '', text = '']) => ({
    name: join(folderOf(folder), name),
    text,
  }));
}

function blocksOf(page: string, language: string): string[] {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block]) => block ?? '');
}

async function printedAddress(output: AsyncIterable<unknown>): Promise<string> {
  let printed = '';
  for await (const chunk of output) {
    printed += chunk;
    const found = /API +(http:\/\/\S+?)\/api\n/.exec(printed);
    if (found?.[1]) return found[1];
  }
  throw new Error(`the server did not start: ${printed}`);
}
