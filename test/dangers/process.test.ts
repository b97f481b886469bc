import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quire-process-'));
const password = 'process-test-1';
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly base: string;
  readonly said: () => string;
}

function launch(name: string, settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: repository,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: `file:${join(folder, name, 'quire.db')}`,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  return { child, ended, said: () => said };
}

async function start(name: string, settings: Record<string, string> = {}): Promise<Running> {
  const { child, ended, said } = launch(name, { QUIRE_ADMIN_PASSWORD: password, ...settings });
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const [, base] = /API {8}(http:\S+)\//.exec(said()) ?? [];
      if (base !== undefined) setImmediate(resolve, base);
    });
  });
  const base = await Promise.race([ready, ended.then(() => undefined)]);
  if (base === undefined) throw new Error(`the server ended before it was ready: ${said()}`);
  return { child, base, said };
}

async function stop({ child }: Running): Promise<number | null> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  return (await ended)[0] as number | null;
}

async function call(
  { base }: Running,
  method: string,
  path: string,
  { token, body }: { token?: string | undefined; body?: unknown } = {},
) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(8000),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}

async function signIn(server: Running, username = 'root', secret = password): Promise<string> {
  const { status, body } = await call(server, 'POST', '/cms/user/login', {
    body: { username, password: secret },
  });
  assert.equal(status, 200, `${username} signs in`);
  return body.access_token as unknown as string;
}

test('a setting that cannot be used ends the start with 2 and says which', async () => {
  const bad = {
    PORT: '99999',
    DATABASE_URL: 'oracle://somewhere',
    QUIRE_SECRET: 'only-short',
    BOOK_LOGIN_REQUIRED: 'maybe',
  };
  await Promise.all(
    Object.entries(bad).map(async ([name, value]) => {
      const { ended, said } = launch('settings', { [name]: value });
      assert.equal(await ended, 2, `${name}: ${said()}`);
      assert.match(said(), new RegExp(`^${name}: .*allowed: `));
      assert.doesNotMatch(said(), /\n\s+at /, 'no stack');
      assert.doesNotMatch(said(), /only-short/, 'no secret is shown');
    }),
  );
});

test('a definition that cannot be used ends the start and is named', async () => {
  const definitions = {
    undeclared: `import { defineRecord, text } from 'quire';
      export default defineRecord({ name: 'undeclared', label: '无', path: '/v1/undeclared', audit: 'full', fields: { title: text({ max: 5 }) } });`,
    without_delete: `import { defineRecord, everyone, text } from 'quire';
      export default defineRecord({ name: 'without_delete', label: '无', path: '/v1/without_delete', audit: 'full', fields: { title: text({ max: 5 }) },
        access: { read: everyone, create: everyone, update: everyone } });`,
    reserved: `import { defineRecord, text } from 'quire';
      export default defineRecord({ name: 'reserved', label: '无', audit: 'full', fields: { is_deleted: text({ max: 5 }) } });`,
    dangling: `import { defineRecord, reference } from 'quire';
      export default defineRecord({ name: 'holder', label: '无', audit: 'full', fields: { other: reference('dangling') } });`,
    nothing: 'export const nothing = 1;',
  };
  await Promise.all(
    Object.entries(definitions).map(async ([name, source]) => {
      const content = join(folder, `content-${name}`);
      mkdirSync(content);
      writeFileSync(join(content, `${name}.ts`), source);
      const { ended, said } = launch(`definition-${name}`, { CONTENT_DIR: content });
      assert.notEqual(await ended, 0, name);
      assert.match(said(), new RegExp(name), `says where: ${said()}`);
      assert.doesNotMatch(said(), /Quire is ready/);
    }),
  );
});

test('SIGTERM lets the running request finish, then ends with 0', async () => {
  const server = await start('stop');
  const token = await signIn(server);
  const body = JSON.stringify({ title: 'written while stopping' });
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, 'close');
  // The first half is admitted before the signal; what it answers comes after it.
  socket.write(
    `POST /v1/book HTTP/1.1\r\nHost: quire\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`,
  );
  await call(server, 'GET', '/v1/book', { token });
  const began = Date.now();
  const ended = stop(server);
  await refusesConnections(server);
  socket.write(body.slice(5));
  await closed;
  assert.match(answer, /^HTTP\/1\.1 201 /);
  assert.equal(await ended, 0);
  assert.ok(Date.now() - began < 10_000);

  const again = await start('stop');
  const { body: list } = await call(again, 'GET', '/v1/book?sort=-id&count=1', {
    token: await signIn(again),
  });
  const [newest] = list.items as unknown as { title: string }[];
  assert.equal(newest?.title, 'written while stopping');
  assert.equal(await stop(again), 0);
});

async function refusesConnections({ base }: Running): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    const refused = await Promise.race([
      once(socket, 'connect').then(
        () => false,
        () => true,
      ),
      once(socket, 'close').then(() => true),
    ]);
    socket.destroy();
    if (refused) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the server still takes connections');
}

test('of processes that start a new database together one makes root, and all serve it', async () => {
  const servers = await Promise.all(
    [1, 2, 3].map(() => start('together', { QUIRE_ADMIN_PASSWORD: '', SAMPLE_DATA: 'false' })),
  );
  for (let turn = 0; turn < 100 && !servers.some(({ said }) => said().includes('shown only now')); turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const told = servers.flatMap(({ said }) => /with the password {2}(\S+)/.exec(said())?.[1] ?? []);
  assert.equal(told.length, 1, 'one password is shown');
  const token = await signIn(servers[0] as Running, 'root', told[0]);
  for (const server of servers) {
    assert.equal(
      (await call(server, 'GET', '/cms/user/auths', { token })).status,
      200,
      'they share a secret',
    );
  }
  const { body } = await call(servers[1] as Running, 'GET', '/cms/admin/group', { token });
  assert.equal(body.total as unknown as number, 2, 'two standing groups');
  assert.deepEqual(await Promise.all(servers.map(stop)), [0, 0, 0]);
});

test('what one process acknowledges is in force for the very next request on another', async () => {
  const one = await start('shared');
  const other = await start('shared');
  const root = await signIn(one);
  const group = await call(one, 'POST', '/cms/admin/group', { token: root, body: { name: 'editors' } });
  const groupId = group.body.id as unknown as number;
  const made = await call(one, 'POST', '/cms/user/register', {
    token: root,
    body: {
      username: 'mei',
      password: 'first-password',
      confirm_password: 'first-password',
      group_ids: [groupId],
    },
  });
  const userId = made.body.id as unknown as number;
  const { body: modules } = await call(one, 'GET', '/cms/admin/permission', { token: root });
  const [permission] = modules.日志 as unknown as { id: number; name: string }[];
  const path = permission?.name === '搜索日志' ? '/cms/log/search' : '/cms/log';
  const first = await signIn(other, 'mei', 'first-password');
  const asksOther = async (token: string) => (await call(other, 'GET', path, { token })).status;
  const grants = { group_id: groupId, permission_ids: [permission?.id] };

  for (let turn = 0; turn < 20; turn += 1) {
    assert.equal(await asksOther(first), 401, 'not granted');
    await call(one, 'POST', '/cms/admin/permission/dispatch/batch', { token: root, body: grants });
    assert.equal(await asksOther(first), 200, 'granted');
    await call(one, 'POST', '/cms/admin/permission/remove', { token: root, body: grants });
  }
  await call(one, 'POST', '/cms/admin/permission/dispatch/batch', { token: root, body: grants });

  assert.equal(await asksOther(first), 200);
  const kept = await signIn(one, 'mei', 'first-password');
  const change = {
    old_password: 'first-password',
    new_password: 'second-password',
    confirm_password: 'second-password',
  };
  assert.equal(
    (await call(one, 'PUT', '/cms/user/change_password', { token: kept, body: change })).status,
    200,
  );
  assert.equal(await asksOther(first), 422, 'a changed password ends the other sessions');
  assert.equal(await asksOther(kept), 200, 'and keeps the one that changed it');

  assert.equal((await call(one, 'PUT', `/cms/admin/disable/${userId}`, { token: root })).status, 200);
  assert.equal(await asksOther(kept), 422, 'deactivated');
  const { status } = await call(other, 'POST', '/cms/user/login', {
    body: { username: 'mei', password: 'second-password' },
  });
  assert.equal(status, 401, 'no way back in');
  assert.deepEqual(await Promise.all([one, other].map(stop)), [0, 0]);
});
