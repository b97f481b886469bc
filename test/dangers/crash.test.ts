import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quire-crash-'));
const file = join(folder, 'quire.db');
const password = 'crash-test-1';
const WRITERS = 24;
const ROUNDS = 3;

let running: ChildProcess | undefined;
after(() => {
  running?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<{ child: ChildProcess; base: string }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: repository,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: `file:${file}`,
      QUIRE_ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    const [, base] = /API {8}(http:\S+)\//.exec(said) ?? [];
    if (base !== undefined) return { child, base };
  }
  throw new Error(`the server ended before it was ready: ${said}`);
}

async function signIn(base: string): Promise<Record<string, string>> {
  const answer = await fetch(`${base}/cms/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password }),
    signal: AbortSignal.timeout(5000),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
}

/** Creates and changes books until the server is gone; notes only what was acknowledged. */
async function writeUntilGone(
  base: string,
  headers: Record<string, string>,
  name: string,
  books: Map<string, { title: string; version: number }>,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      const title = `${name} ${turn}`;
      const made = await fetch(`${base}/v1/book`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title, author: 'version 0', summary: 'x'.repeat(900) }),
        signal: AbortSignal.timeout(5000),
      });
      const { id } = (await made.json()) as { id: number };
      assert.equal(made.status, 201);
      books.set(String(id), { title, version: 0 });
      const changed = await fetch(`${base}/v1/book/${id}`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ author: 'version 1' }),
        signal: AbortSignal.timeout(5000),
      });
      await changed.text();
      assert.equal(changed.status, 200);
      books.set(String(id), { title, version: 1 });
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return; // the connection broke: the server is gone
    }
  }
}

test('a kill in the middle of many writes loses nothing acknowledged and leaves nothing half-written', {
  timeout: 30_000,
}, async () => {
  const acknowledged = new Map<string, { title: string; version: number }>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, base } = await start();
    const headers = await signIn(base);
    const before = acknowledged.size;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilGone(base, headers, `round ${round} writer ${writer}`, acknowledged),
    );
    await wait(400 + round * 37);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await Promise.all(writers);
    assert.ok(acknowledged.size > before, 'some writes were acknowledged before the kill');
  }

  const { child, base } = await start();
  const headers = await signIn(base);
  for (const id of [...acknowledged.keys()].slice(-50)) {
    const answer = await fetch(`${base}/v1/book/${id}`, { headers, signal: AbortSignal.timeout(5000) });
    const book = (await answer.json()) as { title: string };
    assert.equal(book.title, acknowledged.get(id)?.title, `book ${id} is answered after the restart`);
  }
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);

  const database = new DatabaseSync(file, { readOnly: true });
  const all = (sql: string) => database.prepare(sql).all() as Record<string, string | number>[];
  assert.equal(all('pragma integrity_check')[0]?.integrity_check, 'ok');
  const books = new Map(all('select * from book').map((book) => [String(book.id), book]));
  for (const [id, { title, version }] of acknowledged) {
    const book = books.get(id);
    assert.equal(book?.title, title, `acknowledged book ${id} is there`);
    assert.ok(
      Number(String(book?.author).slice('version '.length)) >= version,
      `book ${id} keeps its acknowledged change`,
    );
  }
  const revisions = Map.groupBy(all(`select * from quire_revision where record = 'book'`), (row) =>
    String(row.record_id),
  );
  const messages = new Set(all('select message from quire_log').map(({ message }) => message));
  for (const [id, book] of books) {
    const actions = revisions.get(id)?.map(({ action }) => action) ?? [];
    const isSample = book.create_user_id === 0;
    const changed = book.author === 'version 1';
    assert.deepEqual(actions, changed ? ['create', 'update'] : ['create'], `the revisions of book ${id}`);
    assert.equal(messages.has(`root 新建图书 ${id}`), !isSample, `the log of making book ${id}`);
    assert.equal(messages.has(`root 更新图书 ${id}`), changed, `the log of changing book ${id}`);
  }
  assert.equal(revisions.size, books.size, 'no revision without its book');
  const logged = [...messages].filter((message) => String(message).startsWith('root 新建图书')).length;
  assert.equal(logged, books.size - 2, 'no log without its book; the two samples have none');
  database.close();
});
