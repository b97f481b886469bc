// Takes long: it starts processes, and waits until hung ones are ended.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { isolatedProject } from '../../support/isolated-project.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { until } from '../../support/until.ts';

// An isolated plug-in that does what it can to get out: each attack is a function that the value of a field names.

const SECRET = 'harbour-lantern-42';
const visits: string[] = [];
const listener = createServer((request, response) => {
  visits.push(String(request.url));
  response.end(SECRET);
}).listen(0, '127.0.0.1');
await once(listener, 'listening');
after(() => listener.close());
process.env.QUIRE_TEST_SECRET = SECRET;
const { port } = listener.address() as AddressInfo;

const PLUGIN = `
import { defineIsolatedPlugin } from 'quire-cms';
const io = (name) => import(name);
const attacks = {
  hello: () => 'hello',
  modules: async () => {
    const names = ['assert', 'buffer', 'events', 'path', 'querystring', 'stream', 'stream/promises', 'string_decoder', 'timers', 'timers/promises', 'url', 'util', 'util/types'];
    for (const name of names) await Promise.all([io(name), io('node:' + name)]);
    return names.length;
  },
  passwd: async () => (await io('node:fs')).readFileSync('/etc/passwd', 'utf8'),
  environmentFile: async () => (await io('node:fs')).readFileSync(new URL('../../.env', import.meta.url), 'utf8'),
  neighbour: async () => (await io(new URL('../attacker-two/secret.json', import.meta.url).href, { with: { type: 'json' } })).default.secret,
  importOutside: async () => (await import(new URL('../../secret.mjs', import.meta.url).href)).default,
  importJson: async () => (await import('/etc/hostname', { with: { type: 'json' } })).default,
  require: async () => (await io('node:module')).createRequire('/')('node:fs').readFileSync('/etc/passwd', 'utf8'),
  commonJs: async () => (await import('./common.cjs')).default,
  builtin: () => process.getBuiltinModule('node:fs').readFileSync('/etc/passwd', 'utf8'),
  environment: () => JSON.stringify(process.env),
  loadEnvFile: () => { process.loadEnvFile(new URL('../../.env', import.meta.url)); return JSON.stringify(process.env); },
  procEnvironment: async () => (await io('node:fs')).readFileSync('/proc/' + process.ppid + '/environ', 'utf8'),
  sqlite: async () => { const { DatabaseSync } = await io('node:sqlite'); new DatabaseSync('DATABASE'); return 'opened'; },
  child: async () => (await io('node:child_process')).execSync('id').toString(),
  worker: async () => { const { Worker } = await io('node:worker_threads'); new Worker('1', { eval: true }); return 'started'; },
  binding: () => Object.keys(process.binding('fs')).join(),
  linkedBinding: () => Object.keys(process._linkedBinding('fs')).join(),
  dlopen: () => process.dlopen({ exports: {} }, '/tmp/x.node'),
  execve: () => process.execve('/bin/sh', ['sh']),
  kill: () => process.kill(process.ppid, 'SIGTERM'),
  killRaw: () => process._kill(process.ppid, 15),
  debugParent: () => process._debugProcess(process.ppid),
  priority: async () => (await io('node:os')).setPriority(process.ppid, 19),
  inspector: async () => (await io('node:inspector')).open(0),
  wasi: async () => (await io('node:wasi')).WASI.name,
  net: async () => { const { connect } = await io('node:net'); return new Promise((yes, no) => connect(${port}, '127.0.0.1', () => yes('connected')).on('error', no)); },
  webSocket: () => new WebSocket('ws://127.0.0.1:${port}').url,
  fetchWithinWrite: async () => (await fetch('https://api.example.com/')).text(),
  otherHookRecords: async (event) => JSON.stringify(await event.records.list('secret')),
};
const behind = {
  hello: () => 'hello',
  granted: async ({ records }) => JSON.stringify(await records.list('task', { count: 1, where: { attack: 'granted' } })),
  otherCollection: ({ records }) => records.list('secret').then(JSON.stringify),
  users: ({ records }) => records.list('quire_user').then(JSON.stringify),
  prototypeName: ({ records }) => records.list('__proto__').then(JSON.stringify),
  constructorName: ({ records }) => records.list('constructor').then(JSON.stringify),
  createOther: ({ records }) => records.create('secret', { title: 'x' }),
  createUngranted: ({ records }) => records.create('task', { attack: 'x' }),
  removeUngranted: ({ records, record }) => records.remove('task', record.id),
  undeclaredField: ({ records, record }) => records.update('task', record.id, { hidden: 'x' }),
  filterUndeclared: ({ records }) => records.list('task', { where: { hidden: '${SECRET}' } }).then(JSON.stringify),
  sortUndeclared: ({ records }) => records.list('task', { sort: 'hidden' }).then(JSON.stringify),
  filterInjection: ({ records }) => records.list('task', { where: { 'id]&filter[hidden': '1' } }).then(JSON.stringify),
  pathInId: ({ records }) => records.find('task', '1/../../../cms/user').then(JSON.stringify),
  seesHidden: ({ record }) => String(record.hidden),
  seesSecret: ({ record }) => String(record.pin),
  readsHidden: async ({ records, record }) => String((await records.find('task', record.id)).hidden),
  listsHidden: async ({ records }) => JSON.stringify((await records.list('task')).map((one) => one.hidden ?? null)),
  newestFirst: async ({ records, record }) => {
    const [one, other] = await records.list('task', { count: 2 });
    return String(one.id) === String(record.id) && Number(other.id) < Number(one.id);
  },
  secondPage: async ({ records }) => {
    const [, second] = await records.list('task', { sort: 'id', count: 2 });
    return JSON.stringify(await records.list('task', { sort: 'id', count: 1, page: 1 })) === JSON.stringify([second]);
  },
  someAtOnce: async ({ records }) => (await records.list('task')).length,
  mostAtOnce: async ({ records }) => (await records.list('task', { count: 100 })).length > 20,
  tooMany: ({ records }) => records.list('task', { count: 101 }),
  none: ({ records }) => records.list('task', { count: 0 }),
  pageBefore: ({ records }) => records.list('task', { page: -1 }),
  otherOption: ({ records }) => records.list('task', { limit: 1 }),
  sortByNumber: ({ records }) => records.list('task', { sort: 1 }),
  whereList: ({ records }) => records.list('task', { where: ['x'] }),
  noValues: ({ records, record }) => records.update('task', record.id, ['x']),
  missing: async ({ records }) => String(await records.find('task', 999_999)),
  wrongValue: ({ records, record }) => records.update('task', record.id, { result: 5 }),
  actor: (event) => JSON.stringify([event.actor ?? null, event.requestId ?? null]),
  loopback: async () => (await fetch('http://127.0.0.1:${port}/')).text(),
  loopbackByTls: async () => (await fetch('https://127.0.0.1/')).text(),
  loopbackName: async () => (await fetch('https://localhost/')).text(),
  otherHost: async () => (await fetch('https://other.example.net/')).text(),
  subdomain: async () => (await fetch('https://api.example.com.evil.net/')).text(),
  userinfo: async () => (await fetch('https://api.example.com@127.0.0.1/')).text(),
  portOfHost: async () => (await fetch('https://api.example.com:${port}/')).text(),
  privateByName: async () => (await fetch('https://localtest.quire.test/')).text(),
};
const outcome = async (work, event) => {
  try { return 'got: ' + String(await work(event)).slice(0, 300); }
  catch (error) { return 'refused: ' + String(error?.message ?? error).slice(0, 300); }
};
export default defineIsolatedPlugin({
  hooks: {
    probe: {
      async beforeCreate(event) {
        const { attack } = event.values;
        if (attack === 'loop') for (;;);
        if (attack === 'never') return new Promise(() => {});
        if (attack === 'exit') process.exit(0);
        if (attack === 'throw') throw new Error('thrown on purpose');
        if (attack === 'heap') { const kept = []; for (;;) kept.push({ text: 'x'.repeat(1000) + Math.random() }); }
        if (attack === 'buffers') { const kept = []; for (;;) kept.push(Buffer.alloc(20_000_000, 1)); }
        if (attack === 'garbage') process.stdout.write('this is no message\\n');
        if (attack === 'endless') { const text = 'x'.repeat(1_000_000); for (let i = 0; i < 10; i += 1) process.stdout.write(text); return new Promise(() => {}); }
        if (attack === 'pollution') process.stdout.write('{"done":1,"value":{"__proto__":{"polluted":"yes"}}}\\n');
        if (attack === 'constructorPollution') process.stdout.write('{"done":1,"value":{"constructor":{"prototype":{"polluted":"yes"}}}}\\n');
        if (attack === 'deepValue') for (let i = 1; i < 100; i += 1) process.stdout.write('{"done":' + i + ',"value":{"result":' + '['.repeat(50000) + ']'.repeat(50000) + '}}\\n');
        if (attack === 'hugeValue') return { result: 'x'.repeat(3_000_000) };
        if (attack === 'number') return 7;
        if (attack === 'otherField') return { hidden: 'set by the plug-in' };
        if (attack === 'unknownField') return { nothing: 1 };
        if (attack === 'wrongValue') return { result: 5 };
        if (attack === 'longValue') return { result: 'x'.repeat(1_000_000) };
        if (attack === 'constructorField') return { constructor: 1 };
        if (attack === 'forgedAnswers') for (let i = 1; i < 1000; i += 1) process.stdout.write(JSON.stringify({ done: i, value: { hidden: 'forged' } }) + '\\n');
        if (attack === 'flood') { for (let i = 1; i < 100_000; i += 1) process.stdout.write(JSON.stringify({ ask: i, call: i, what: 'list', about: { collection: 'probe' } }) + '\\n'); return new Promise(() => {}); }
        return { result: await outcome(attacks[attack], event) };
      },
    },
    task: {
      async afterCommit(event) {
        if (event.action !== 'create') return;
        await event.records.update('task', event.record.id, { result: await outcome(behind[event.record.attack], event) });
      },
    },
  },
});
`;

const ACCESS = 'access: { read: login, create: login, update: login, delete: login }';
const FIELDS =
  "fields: { attack: text({ max: 40 }), result: text({ max: 400, default: '' }), hidden: text({ max: 80, default: '' }), pin: text({ max: 80, secret: true }) }";
const collection = (name: string, fields = FIELDS) =>
  `export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'full', ${fields}, ${ACCESS} });`;

const contentDir = isolatedProject(
  {
    attacker: {
      needs: {
        collections: {
          probe: { read: ['attack'], create: ['result'] },
          task: { read: ['attack', 'result', 'pin'], update: ['result'] },
        },
        hooks: { probe: ['beforeCreate'], task: ['afterCommit'] },
        hosts: ['api.example.com', 'localtest.quire.test'],
      },
      files: {
        'index.ts': PLUGIN,
        'common.cjs': "module.exports = module.constructor._load('fs').readFileSync('/etc/passwd', 'utf8');",
      },
    },
  },
  {
    'content/probe.ts': collection('probe'),
    'content/task.ts': collection('task'),
    'content/secret.ts': collection('secret', 'fields: { title: text({ max: 80 }) }'),
    'isolated/attacker-two/secret.json': '',
  },
);
const root = dirname(contentDir);
writeFileSync(join(root, '.env'), `QUIRE_SECRET=${SECRET}\n`);
writeFileSync(join(root, 'secret.mjs'), `export default '${SECRET}';\n`);
writeFileSync(join(root, 'isolated/attacker-two/secret.json'), JSON.stringify({ secret: SECRET }));

const app = await freshApp({ logLevel: 'silent', contentDir });
const { root: admin } = app;
const { serviceUser } = keysOf(app);
const robot = await serviceUser();
await admin.done('PUT /api/cms/plugin/attacker/grant', { user_id: robot.id });
await admin.make('/v1/secret', { title: SECRET });

/** Sends a write that the plug-in sees, whose failure a server must survive. */
async function probe(attack: string) {
  const answer = await app.server.app.inject({
    method: 'POST',
    url: '/api/v1/probe',
    headers: { authorization: `Bearer ${admin.access}` },
    payload: { attack, hidden: 'kept' },
  });
  return { status: answer.statusCode, text: answer.body };
}

/** Waits until the process that broke a limit may be started again. */
async function recovered(): Promise<void> {
  for (;;) {
    const { status, text } = await probe('hello');
    if (status === 201) return assert.match(text, /got: hello/);
    assert.equal(status, 503, text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('within a write', () => {
  const closed = "an isolated plug-in has no module 'node:";
  const unreadable = 'Access to this API has been restricted';
  const gone = 'is not a function';
  const heldUp = 'beforeCreate holds up a write, so it has no records, no hosts and no mails';
  const attacks: readonly [attack: string, reason: string][] = [
    ['passwd', `${closed}fs'`],
    ['environmentFile', `${closed}fs'`],
    ['neighbour', unreadable],
    ['importOutside', unreadable],
    ['importJson', unreadable],
    ['require', `${closed}module'`],
    ['commonJs', 'an isolated plug-in consists of ES modules'],
    ['builtin', gone],
    ['loadEnvFile', gone],
    ['procEnvironment', `${closed}fs'`],
    ['sqlite', `${closed}sqlite'`],
    ['child', `${closed}child_process'`],
    ['worker', `${closed}worker_threads'`],
    ['binding', gone],
    ['linkedBinding', gone],
    ['dlopen', gone],
    ['execve', gone],
    ['kill', gone],
    ['killRaw', gone],
    ['debugParent', gone],
    ['priority', `${closed}os'`],
    ['inspector', `${closed}inspector'`],
    ['wasi', `${closed}wasi'`],
    ['net', `${closed}net'`],
    ['webSocket', 'WebSocket is not defined'],
    ['fetchWithinWrite', heldUp],
    ['otherHookRecords', heldUp],
  ];
  for (const [attack, reason] of attacks)
    it(`${attack} gets nothing`, async () => {
      const { status, text } = await probe(attack);
      assert.equal(status, 201, text);
      const { result } = JSON.parse(text);
      assert.ok(result.startsWith('refused: ') && result.includes(reason), result);
      assert.doesNotMatch(text, new RegExp(`${SECRET}|root:`));
    });
  it('modules that only compute are there', async () => {
    assert.match((await probe('modules')).text, /"result":"got: 13"/);
  });
  it('the environment is empty', async () => {
    assert.match((await probe('environment')).text, /"result":"got: \{\}"/);
  });
});

describe('a plug-in that breaks a limit', () => {
  const attacks: readonly [attack: string, status: number][] = [
    ['loop', 503],
    ['never', 503],
    ['exit', 503],
    ['throw', 503],
    ['heap', 503],
    ['buffers', 503],
    ['garbage', 503],
    ['endless', 503],
    ['pollution', 503],
    ['constructorPollution', 503],
    ['deepValue', 503],
    ['hugeValue', 503],
    ['number', 503],
    ['otherField', 503],
    ['wrongValue', 503],
    ['longValue', 503],
    ['constructorField', 503],
    ['forgedAnswers', 503],
    ['flood', 503],
  ];
  for (const [attack, expected] of attacks)
    it(`${attack} fails the write alone`, async () => {
      const { status, text } = await probe(attack);
      assert.equal(status, expected, text);
      assert.doesNotMatch(text, /polluted|forged/);
      assert.equal(Reflect.get({}, 'polluted'), undefined);
      await recovered();
      const { total } = await admin.read<{ total: number }>(`/v1/probe?filter[attack][eq]=${attack}`);
      assert.equal(total, 0);
    });
});

describe('behind a write', () => {
  const outcomes: readonly [attack: string, result: RegExp][] = [
    ['hello', /^got: hello$/],
    ['granted', /^got: \[\{"id":\d+,"attack":"granted","result":""\}\]$/],
    ['otherCollection', /^refused: it was not granted to read 'secret'/],
    ['users', /^refused: it was not granted to read 'quire_user'/],
    ['prototypeName', /^refused: it was not granted to read '__proto__'/],
    ['constructorName', /^refused: it was not granted to read 'constructor'/],
    ['createOther', /^refused: it was not granted to create 'secret'/],
    ['createUngranted', /^refused: it was not granted to create 'task'/],
    ['removeUngranted', /^refused: it was not granted to delete 'task'/],
    ['undeclaredField', /^refused: it was not granted to update the field 'hidden'/],
    ['filterUndeclared', /^refused: it was not granted to read the field 'hidden'/],
    ['sortUndeclared', /^refused: it was not granted to read the field 'hidden'/],
    ['filterInjection', /^refused: it was not granted to read the field/],
    ['pathInId', /^refused: it names no id/],
    ['seesHidden', /^got: undefined$/],
    ['seesSecret', /^got: undefined$/],
    ['readsHidden', /^got: undefined$/],
    ['listsHidden', /^got: \[null/],
    ['newestFirst', /^got: true$/],
    ['secondPage', /^got: true$/],
    ['someAtOnce', /^got: 20$/],
    ['mostAtOnce', /^got: true$/],
    ['tooMany', /^refused: 'count' must be a whole number from 1 to 100$/],
    ['none', /^refused: 'count' must be a whole number from 1 to 100$/],
    ['pageBefore', /^refused: 'page' must be a whole number from 0$/],
    ['otherOption', /^refused: a list has no 'limit' \(allowed: where, sort, count, page\)$/],
    ['sortByNumber', /^refused: 'sort' must be text, and 'where' an object$/],
    ['whereList', /^refused: 'sort' must be text, and 'where' an object$/],
    ['noValues', /^refused: what it wants to update is no object of values$/],
    ['missing', /^got: undefined$/],
    ['wrongValue', /^refused: PATCH 'task': 422 /],
    ['actor', /^got: \[null,null\]$/],
    ['loopback', /^refused: it reaches hosts by https alone/],
    ['loopbackByTls', /^refused: it was not granted the host '127\.0\.0\.1'/],
    ['loopbackName', /^refused: it was not granted the host 'localhost'/],
    ['otherHost', /^refused: it was not granted the host 'other\.example\.net' \(granted: api\.example\.com/],
    ['subdomain', /^refused: it was not granted the host/],
    ['userinfo', /^refused: it reaches hosts by https alone|refused: .*credentials/],
    ['portOfHost', /^refused: it reaches hosts by https alone/],
    ['privateByName', /^refused: 'localtest\.quire\.test' (cannot be reached|has no public address)/],
  ];
  for (const [attack, expected] of outcomes)
    it(`${attack} gets what was granted`, async () => {
      const id = await admin.make('/v1/task', { attack, hidden: SECRET, pin: SECRET });
      await app.server.store.jobs.idle();
      const { result } = await admin.read<{ result: string }>(`/v1/task/${id}`);
      assert.match(result, expected);
      assert.doesNotMatch(result, new RegExp(SECRET));
    });
  it('the log names the plug-in and its key with what was refused', async () => {
    const refused = async () => (await admin.get('/api/cms/log/search?keyword=attacker&count=100')).text;
    await until(async () => (await refused()).includes("was not granted the host 'other.example.net'"));
    assert.match(await refused(), /it was not granted to read 'secret'/);
    assert.match(await refused(), /plug-in attacker was refused/);
  });
  it('nobody was visited', () => assert.deepEqual(visits, []));
});
