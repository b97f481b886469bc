import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { readPassword } from '../../server/cli/user/read-password.ts';
import { Misuse } from '../../server/module/commands/command.ts';
import { call, command, quire, serveHere, signIn, start, stop } from '../support/server-process.ts';

const server = await serveHere('unlock');
await signIn(server);
const logIn = async (password: string, username = 'root') =>
  (await call(server, 'POST', '/cms/user/login', { body: { username, password } })).status;
/** Runs `quire user` with these arguments; answers the exit code and what it said. One that reads input has a process of its own. */
const user = async (args: readonly string[], input?: string) => {
  if (input === undefined) {
    const { code, said } = await command(['user', ...args], 'unlock');
    return [code, said];
  }
  const { child, ended, said } = await quire(['user', ...args], 'unlock');
  child.stdin.on('error', () => {}); // it may have ended without reading
  child.stdin.end(input);
  return [await ended, said()];
};
const unlock = (...args: string[]) => user(args);

test('an account is unlocked while the server runs', async () => {
  for (let turn = 0; turn < 7; turn += 1) assert.equal(await logIn('wrong guess'), 401);
  assert.equal(await logIn('wrong guess'), 429);
  assert.deepEqual(await unlock('unlock', 'root'), [0, 'root: failed sign-ins are forgotten\n']);
  assert.equal(await logIn('wrong guess'), 401);
  await unlock('unlock', 'root');
  assert.deepEqual(await unlock('unlock', 'root'), [0, 'root: no failed sign-ins\n']);
});

test('a user is erased while the server runs', async () => {
  const body = {
    username: 'somebody-here',
    password: 'correct-horse-7',
    confirm_password: 'correct-horse-7',
    email: 'somebody@private.example',
  };
  const root = { token: await signIn(server) };
  assert.equal((await call(server, 'POST', '/cms/user/register', { ...root, body })).status, 201);
  const [code, said] = await unlock('erase', 'somebody-here');
  assert.deepEqual(
    [code, /^somebody-here: personal data erased, shown as '.+ 2'\n$/.test(String(said))],
    [0, true],
  );
  const log = await call(server, 'GET', '/cms/log?count=100', root);
  assert.doesNotMatch(JSON.stringify(log.body), /somebody/);
  assert.deepEqual(await unlock('erase', 'somebody-here'), [1, 'somebody-here: There is no such user\n']);
  assert.equal((await unlock('erase', 'root'))[0], 1);
});

test('a lost password of root has a way back, on every instance, while they run', async () => {
  const second = await start('unlock');
  const token = await signIn(server);
  const read = async (at: typeof server) => (await call(at, 'GET', '/cms/log', { token })).status;
  assert.deepEqual([await read(server), await read(second)], [200, 200]);
  for (let turn = 0; turn < 7; turn += 1) await logIn('wrong guess');
  assert.equal((await user(['reset', 'root'], 'password\n'))[0], 1);
  assert.equal((await user(['reset', 'root', 'as-an-argument']))[0], 2);
  assert.deepEqual([await read(server), await read(second)], [200, 200], 'nothing has changed yet');
  const changed = 'root: the password is changed, all sessions have ended\n';
  assert.deepEqual(await user(['reset', 'root'], 'a way back 9\r\nanother line'), [0, changed]);
  assert.deepEqual([await read(server), await read(second)], [422, 422]);
  assert.deepEqual([await logIn('process-test-1'), await logIn('a way back 9')], [401, 200]);
  const again = await signIn(server, 'root', 'a way back 9');
  const log = await call(server, 'GET', '/cms/log?count=100', { token: again });
  assert.match(JSON.stringify(log.body), /"username":"system"[^}]*CLI/);
  assert.doesNotMatch(JSON.stringify(log.body), /a way back/);
  await stop(second);
});

test('a user is created and deactivated', async () => {
  const [name, password] = ['made-here', 'correct-horse-7'];
  assert.deepEqual(await user(['create', name], password), [0, `${name}: created\n`]);
  assert.equal(await logIn(password, name), 200);
  assert.equal((await user(['create', 'Made-Here'], password))[0], 1, 'the name is taken');
  assert.deepEqual(await user(['remove-factors', name]), [0, `${name}: no second factor\n`]);
  assert.deepEqual(await user(['deactivate', name]), [0, `${name}: deactivated, all sessions have ended\n`]);
  assert.equal(await logIn(password, name), 401);
});

test('other arguments are refused', async () => {
  for (const args of [[], ['unlock'], ['lock', 'root'], ['erase'], ['unlock', 'root', 'more']])
    assert.equal((await unlock(...args))[0], 2, args.join(' '));
  assert.equal((await user(['reset', 'root', '--group', 'x'], 'a way back 9'))[0], 2);
});

describe('a password that is typed at a terminal', () => {
  const terminal = (...keys: string[]) => {
    const modes: boolean[] = [];
    const input = Object.assign(Readable.from(keys.map((key) => Buffer.from(key))), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => void modes.push(isRaw),
    });
    const told: string[] = [];
    const read = () => readPassword(input as never, (text) => told.push(text));
    return { read, modes, told };
  };

  test('is asked for twice and not shown', async () => {
    const { read, modes, told } = terminal('se', 'cret\u007f\u007fet, 密', '码\r', 'secret, 密码\r');
    assert.equal(await read(), 'secret, 密码');
    assert.deepEqual(modes, [true, false]);
    assert.doesNotMatch(told.join(''), /secret/);
    assert.equal(await terminal('pasted at once\rpasted at once\r').read(), 'pasted at once');
  });

  for (const keys of ['first one\rother one\r', 'half\u0003', 'half', 'tiny\rtiny\r'])
    test(`is refused: ${JSON.stringify(keys)}`, async () => {
      const { read, modes } = terminal(keys);
      await assert.rejects(read, Misuse);
      assert.equal(modes.at(-1), false);
    });
});
