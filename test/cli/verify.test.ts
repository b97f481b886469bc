// No engine changes what the command says of a log.
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { sendCheckpoints } from '../../server/parts/seal-log.ts';
import { log } from '../../server/records/log.collection.ts';
import { LogChain } from '../../server/records/log-chain/log-chain.ts';
import { systemContext } from '../../server/records/store/write-context.ts';
import { command, databaseNamed, folder, openHere, quire } from '../support/server-process.ts';

const secret = '0123456789abcdef0123456789abcdef';
const SECRET = { QUIRE_SECRET: secret };
const { look, change } = await databaseNamed('sealed', 'content');
const server = await openHere('sealed', SECRET);
const { store } = server;
const chain = new LogChain(store, [secret]);
const write = (message: string) =>
  store.write(systemContext('test'), (writes) => writes.create(log, { message }));
for (const message of ['one', 'two', 'three']) {
  await write(message);
  await chain.seal();
}
const exported = join(folder, 'checkpoints.jsonl');
const verify = (...args: string[]) => command(['verify', ...args], 'sealed', SECRET);

test('a log that is as it was sealed ends with 0, and its public key', async () => {
  const { ended, said } = await quire(['verify', '--export', exported], 'sealed', SECRET);
  assert.equal(await ended, 0, said());
  assert.match(said(), /^3 lines are as they were sealed, by 3 checkpoints$/m);
  const [chained] = await look('select public_key from quire_log_chain');
  assert.match(said(), new RegExp(`^public key: ${chained?.public_key}$`, 'm'));
  assert.equal(statSync(exported).mode & 0o777, 0o600);
  const lines = readFileSync(exported, 'utf8').trim().split('\n');
  assert.deepEqual(Object.keys(JSON.parse(lines[0] ?? '')), [
    'number',
    'time',
    'hash',
    'signature',
    'public_key',
  ]);
  assert.equal(lines.length, 3);
});

test('a changed line ends with 1, and is the first thing that is said', async () => {
  await change(`update quire_log set message = 'deux' where message = 'two'`);
  const { code, said } = await verify();
  assert.equal(code, 1);
  assert.match(
    said,
    /^line 2, written \S+, was changed after checkpoint 2 of \S+\n2 lines are as they were sealed/,
  );
  await change(`update quire_log set message = 'two' where message = 'deux'`);
});

test('a line that is not sealed yet is told, and no fault', async () => {
  await write('four');
  const { code, said } = await verify();
  assert.equal(code, 0, said);
  assert.match(said, /^not sealed yet: 1, the first of \d{4}-/m);
  await chain.seal();
});

describe('checkpoints kept elsewhere show', () => {
  it('that a chain is the one they are of', async () => {
    const { code, said } = await verify('--known', exported);
    assert.equal(code, 0, said);
    assert.match(said, /^checkpoints known elsewhere: 3$/m);
  });

  it('that its end was cut off with its lines', async () => {
    await verify('--export', exported);
    const [kept] = await look('select * from quire_log_checkpoint where number = 4');
    const [line] = await look(`select * from quire_log where message = 'four'`);
    await change('delete from quire_log_checkpoint where number = 4');
    await change(`delete from quire_log where message = 'four'`);
    assert.equal((await verify()).code, 0, 'nothing in the database shows it');
    const { code, said } = await verify('--known', exported);
    assert.equal(code, 1);
    assert.match(said, /^checkpoint 4, known elsewhere, is not in the chain/);
    for (const [table, record] of [
      ['quire_log_checkpoint', kept],
      ['quire_log', line],
    ] as const) {
      const names = Object.keys(record ?? {});
      const values = names.map(() => '?').join(', ');
      const columns = names.map((name) => `"${name}"`).join(', ');
      await change(`insert into ${table} (${columns}) values (${values})`, ...Object.values(record ?? {}));
    }
    assert.equal((await verify('--known', exported)).code, 0);
  });
});

test('a chain with the key of somebody else is not trusted, unless the operator knows the key', async () => {
  const other = 'another secret of at least 32 bytes!';
  const { code, said } = await command(['verify'], 'sealed', { QUIRE_SECRET: other });
  assert.equal(code, 1);
  const [, key = ''] =
    /^checkpoints are signed with the key (\S+), which QUIRE_SECRET does not open/.exec(said) ?? [];
  const trusting = await command(['verify', `--key=${key}`], 'sealed', { QUIRE_SECRET: other });
  assert.equal(trusting.code, 0, trusting.said);
});

describe('arguments that cannot be used end with 2:', () => {
  const nonsense = join(folder, 'nonsense');
  writeFileSync(nonsense, '{"number":1}\n');
  for (const [args, said] of [
    [['--key', 'short'], /--key short: allowed: a public key/],
    [['--known', nonsense], /nonsense: line 1 is no signed checkpoint; allowed: what --export wrote/],
    [['more'], /Unexpected argument 'more'/],
  ] as const)
    it(args[0], async () => {
      const outcome = await verify(...args);
      assert.equal(outcome.code, 2, outcome.said);
      assert.match(outcome.said, said);
    });
});

describe('checkpoints are sent', () => {
  const unsent = async () => (await look('select id from quire_log_checkpoint where sent = false')).length;

  it('to an address, and again if it did not take them', async () => {
    const bodies: string[] = [];
    let status = 503;
    const receiver = createServer(async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString());
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const before = await unsent();
    await assert.rejects(
      sendCheckpoints(store, `http://127.0.0.1:${port}/`),
      /LOG_CHECKPOINTS_TO answered 503/,
    );
    assert.equal(await unsent(), before);
    status = 204;
    await sendCheckpoints(store, `http://127.0.0.1:${port}/`);
    await sendCheckpoints(store, `http://127.0.0.1:${port}/`);
    assert.equal(await unsent(), 0);
    assert.equal(bodies.length, 2);
    assert.equal(bodies[1], bodies[0]);
    assert.equal(bodies[1], readFileSync(exported, 'utf8'));
    receiver.close();
  });

  it('to a file, which its owner alone may read, as --known takes it', async () => {
    await write('five');
    await chain.seal();
    const file = join(folder, 'elsewhere', 'checkpoints.jsonl');
    await sendCheckpoints(store, file);
    assert.equal(await unsent(), 0);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { code, said } = await verify('--known', file);
    assert.equal(code, 0, said);
    await server.close();
  });
});
