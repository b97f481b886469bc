import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PluginProcess } from '../../server/features/isolated/process/plugin-process.ts';
import { startProcess } from '../../server/features/isolated/process/start-process.ts';
import { ViewProcesses } from '../../server/features/isolated/view-processes.ts';
import { canObserve, isRunning } from '../support/processes.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { until } from '../support/until.ts';

// What Node's permission model refuses by itself, to code that would have got around everything that the runtime takes away.

const folder = temporaryFolder();
const script = join(folder, 'bare.mjs');
writeFileSync(
  script,
  `
const attacks = {
  read: async () => (await import('node:fs')).readFileSync('/etc/passwd'),
  write: async () => (await import('node:fs')).writeFileSync(new URL('./made', import.meta.url), 'x'),
  child: async () => (await import('node:child_process')).execSync('id'),
  worker: async () => new (await import('node:worker_threads')).Worker('1', { eval: true }),
  net: async () => { const { connect } = await import('node:net'); return new Promise((yes, no) => connect(9, '127.0.0.1', yes).on('error', no)); },
  name: async () => (await import('node:dns/promises')).lookup('localhost'),
  datagram: async () => { const { createSocket } = await import('node:dgram'); return new Promise((yes, no) => createSocket('udp4').on('error', no).bind(0, yes)); },
  inspector: async () => (await import('node:inspector')).open(0),
  wasi: async () => new (await import('node:wasi')).WASI({ version: 'preview1' }),
  binding: () => process.binding('fs'),
  addon: () => process.dlopen({ exports: {} }, '/x.node'),
  sqlite: () => import('node:sqlite'),
};
const outcomes = {};
for (const [name, attack] of Object.entries(attacks))
  outcomes[name] = await Promise.resolve().then(attack).then(() => 'done', (error) => error.code);
outcomes.environment = Object.keys(process.env).length;
process.stdout.write(JSON.stringify(outcomes));
process.exit();
`,
);

it('code in the process of a plug-in has no permission but to read its folder', async () => {
  const child = startProcess({ folder, main: 'unused' }, script);
  const parts: Buffer[] = [];
  for await (const part of child.stdout) parts.push(part);
  const denied = 'ERR_ACCESS_DENIED';
  assert.deepEqual(JSON.parse(Buffer.concat(parts).toString()), {
    ...{ read: denied, write: denied, child: denied, worker: denied, net: denied, name: denied },
    ...{ datagram: denied, inspector: denied, wasi: denied, binding: denied },
    addon: 'ERR_DLOPEN_DISABLED',
    sqlite: 'ERR_UNKNOWN_BUILTIN_MODULE',
    environment: 0,
  });
});

it('processes for people are as few as are bearable: idle ones make room, busy ones stay', async () => {
  const views = new ViewProcesses();
  const closed: number[] = [];
  const made = (id: number) => () => ({ close: () => closed.push(id) }) as unknown as PluginProcess;
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const use = (id: number, work: Promise<void> = done) =>
    views.use({ plugin: 'one', userId: BigInt(id) }, made(id), () => work);
  await use(1, Promise.resolve());
  await use(2, Promise.resolve());
  await use(1, Promise.resolve());
  const busy = [3, 4, 5, 6, 7, 8].map((id) => use(id));
  assert.deepEqual(closed, []);
  busy.push(use(9));
  assert.deepEqual(closed, [2]);
  busy.push(use(10));
  assert.deepEqual(closed, [2, 1]);
  await assert.rejects(use(11), /8 processes are at work for people/);
  finish();
  await Promise.all(busy);
  views.end('other');
  assert.equal(closed.length, 2);
  views.end('one');
  assert.equal(closed.length, 10);
});

describe('a plug-in that writes messages itself', () => {
  const line = (text: string) => `process.stdout.write(${JSON.stringify(text)});`;
  const ask = JSON.stringify({ ask: 1, call: 1, what: 'list', about: {} });
  for (const [what, code, problem] of [
    ['says that it is ready, and then what is no message', line('{"ready":true}\nwhat\n'), /no message/],
    [
      'asks on and on, and reads no answer',
      `${line('{"ready":true}\n')} await new Promise((yes) => process.stdin.once('readable', yes)); for (;;) { ${line(`${ask}\n`)} await new Promise(setImmediate); }`,
      /reads no answers/,
    ],
  ] as const)
    it(`is ended: it ${what}`, async () => {
      const own = temporaryFolder();
      const main = join(own, 'index.mjs');
      writeFileSync(main, code);
      const process = new PluginProcess({
        folder: own,
        main,
        answer: async () => 'x'.repeat(1_000_000),
        note() {},
      });
      const call = { kind: 'hook', collection: 'task', name: 'afterCommit', event: {} } as const;
      const patience = new Promise((_, no) =>
        setTimeout(no, 90_000, new Error('it was never answered')).unref(),
      );
      await assert.rejects(Promise.race([process.call(call, 60_000), patience]), problem);
      process.close();
    });
});

describe('the process of a plug-in ends when the server is killed', { skip: !canObserve }, () => {
  const busy = (work: string) =>
    `console.log(process.pid); export default { hooks: { task: { afterCommit() { ${work} } } } };`;
  for (const [what, code] of [
    ['that computes on and on', busy('for (;;);')],
    [
      'that never ends loading',
      'console.log(process.pid); await new Promise((yes) => setTimeout(yes, 1e9));',
    ],
    ['that takes the way out away', `process.exit = () => {}; setInterval(() => {}, 1e6); ${busy('')}`],
  ] as const)
    it(`of one ${what}`, async () => {
      const own = temporaryFolder();
      writeFileSync(join(own, 'index.mjs'), code);
      const args = ['--preserve-symlinks', '--input-type=module', '--eval', callerOf(own)];
      const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [said] = await once(server.stdout, 'data');
      const id = String(said).trim();
      assert.ok(isRunning(id));
      server.kill('SIGKILL');
      await until(() => !isRunning(id));
    });
});

/** Stands for a server: calls the plug-in of this folder, and passes on what it prints. */
function callerOf(folder: string): string {
  const source = new URL('../../server/features/isolated/process/plugin-process.ts', import.meta.url);
  const parts = JSON.stringify({ folder, main: join(folder, 'index.mjs') });
  return `
    import { PluginProcess } from '${source}';
    const plugin = new PluginProcess({ ...${parts}, answer: async () => {}, note: (line) => console.log(line) });
    setInterval(() => {}, 1_000_000);
    await plugin.call({ kind: 'hook', collection: 'task', name: 'afterCommit', event: {} }, 1_000_000);
  `;
}
