// npm run bench: Quire beside a bare Node server, in one run on one machine. The table says which targets were met; the
// exit code is 0 unless a part could not be measured. `npm run bench -- requests start` measures these parts only.
import { besideLogins } from './beside-logins.ts';
import { consolePages } from './browser/main.ts';
import { capacity } from './capacity/main.ts';
import { coldReads } from './cold-reads.ts';
import { compare } from './compare.ts';
import { drafts } from './drafts.ts';
import { engines } from './engines.ts';
import { files } from './files.ts';
import { isolatedHooks } from './isolated-hooks.ts';
import { largeLists } from './large-lists.ts';
import { listeners } from './listeners.ts';
import { metrics } from './metrics.ts';
import { mixes } from './mixes.ts';
import { prepare, type Requests } from './prepare.ts';
import { scale } from './scale/main.ts';
import { searches } from './searches.ts';
import { pinned } from './servers/cores.ts';
import { startQuire, temporaryFolder } from './servers/quire.ts';
import { startServer } from './servers/server.ts';
import { memory, startTime } from './start-and-memory.ts';
import { type AnyRecord, table } from './table.ts';
import { transfer } from './transfer.ts';
import { trees } from './trees.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const records: AnyRecord[] = [];
const folder = temporaryFolder();
let prepared: Promise<Requests> | undefined;

/** Each part adds its records. They share a database of 20,000 books, filled for the first part that needs it, or create their own. */
const parts: Readonly<Record<string, () => Promise<void>>> = {
  requests: besideBare,
  mixes: async () => void records.push(...(await mixes(folder, await books()))),
  metrics: async () => void records.push(...(await metrics(folder, await books()))),
  cold: async () => void records.push(...(await coldReads())),
  logins: besideManyLogins,
  lists: async () => void records.push(...(await largeLists())),
  searches: async () => void records.push(...(await searches())),
  drafts: async () => void records.push(...(await drafts())),
  listeners: async () => void records.push(...(await listeners())),
  isolated: async () => void records.push(...(await isolatedHooks())),
  trees: async () => void records.push(...(await trees())),
  transfer: async () => void records.push(...(await transfer())),
  engines: async () => void records.push(...(await engines())),
  scale,
  capacity: async () => void records.push(...(await capacity())),
  files: async () => void records.push(...(await files())),
  start: async () => {
    await books();
    records.push(await startTime(folder));
  },
  console: () => consolePages(records),
  memory: async () => void records.push(await memory(folder, (await books()).read)),
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  console.error(`There is no part '${unknown}'; there are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
console.log(pinned ? 'Server on core 0, load on core 1.' : 'Not pinned to cores: expect unsteady figures.');
for (const [name, part] of Object.entries(parts)) {
  if (named.length > 0 && !named.includes(name)) continue;
  await part().catch((error: unknown) => {
    console.error(`${name} could not be measured:`, error);
    process.exitCode = 1;
  });
}
if (records.length > 0) console.log(`\n${table(records)}`);

function books(): Promise<Requests> {
  prepared ??= fill();
  return prepared;
}

async function fill(): Promise<Requests> {
  await using quire = await startQuire(folder);
  return await prepare(quire.port);
}

/** The records that are ratios. */
async function besideBare(): Promise<void> {
  const requests = await books();
  await using bare = await startServer(new URL('./servers/bare-server.ts', import.meta.url), {
    core: 'server',
  });
  await using quire = await startQuire(folder);
  const both = [bare, quire] as const;
  records.push(await compare('read by id with a token', 0.6, both, requests.read));
  records.push(await compare('read by id, 20,000 records in turn', 0.45, both, requests.readMany));
  records.push(await compare('read through a group permission', 0.55, both, requests.granted));
  records.push(await compare('list of 20 by keyset', 0.2, both, requests.list));
  const [page = ''] = requests.expanded;
  records.push(await compare('page of 20 with one expanded reference', 0.12, both, [page]));
  records.push(await compare('the same, pages in turn', 0.12, both, requests.expanded));
  records.push(await compare('create, acknowledged when durable', 0.12, both, requests.create));
  records.push(
    await compare('create with a reference, a unique field and a hook', 0.12, both, requests.createArticle),
  );
}

/** Argon2id needs a core of its own to leave the event loop alone; one core shared out is a scheduler's figure. */
async function besideManyLogins(): Promise<void> {
  const requests = await books();
  for (const [core, where] of [
    ['server', 'one core'],
    ...(pinned ? [['any', 'all cores'] as const] : []),
  ] as const) {
    await using quire = await startQuire(folder, core);
    records.push(await besideLogins(`p99 of reads beside 8 logins, server on ${where}`, quire, requests));
  }
}
