// npm run bench: Quire beside a bare Node server, in one run and on one machine. Judges nothing: the table says what was
// met and what was missed, and the exit code is 0 unless something could not be measured.
import { besideLogins } from './beside-logins.ts';
import { compare } from './compare.ts';
import { pinned } from './cores.ts';
import { largeLists } from './large-lists.ts';
import { prepare } from './prepare.ts';
import { startQuire, temporaryFolder } from './quire.ts';
import { startServer } from './server.ts';
import { memory, startTime } from './start-and-memory.ts';
import { type Row, table } from './table.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const rows: Row[] = [];
console.log(pinned ? 'Server on core 0, load on core 1.' : 'Not pinned to cores: expect unsteady figures.');
try {
  const folder = temporaryFolder();
  const requests = await compareWithBare(folder);
  if (pinned) rows.push(await besideLoginsOnAllCores(folder, requests));
  rows.push(...(await largeLists()));
  rows.push(await startTime(folder));
  rows.push(await memory(folder, requests.read));
} catch (error) {
  console.error('Not everything could be measured:', error);
  process.exitCode = 1;
}
console.log(`\n${table(rows)}`);

/** The rows that are ratios, on a new database that stays behind in the folder. */
async function compareWithBare(folder: string) {
  await using bare = await startServer(new URL('./bare-server.ts', import.meta.url), { core: 'server' });
  await using quire = await startQuire(folder);
  const requests = await prepare(quire.port);
  const both = [bare, quire] as const;
  rows.push(await compare('read by id with a token', 0.6, both, requests.read));
  rows.push(await compare('read by id, 20,000 rows in turn', 0.45, both, requests.readMany));
  rows.push(await compare('read through a group permission', 0.55, both, requests.granted));
  rows.push(await compare('list of 20 by keyset', 0.2, both, requests.list));
  rows.push(await compare('create, acknowledged when durable', 0.12, both, requests.create));
  rows.push(await besideLogins('p99 of reads beside 8 logins, server on one core', quire, requests));
  return requests;
}

/** Argon2id needs a core of its own to leave the event loop alone; one core shared out is a scheduler's figure. */
async function besideLoginsOnAllCores(folder: string, requests: Awaited<ReturnType<typeof prepare>>) {
  await using quire = await startQuire(folder, 'any');
  return await besideLogins('p99 of reads beside 8 logins, server on all cores', quire, requests);
}
