import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { filled, LARGE } from './large-lists.ts';
import { records as size } from './parameters.ts';
import { signIn } from './prepare.ts';
import { cpuSeconds, residentMegabytes } from './servers/process.ts';
import { rootPassword, startCommand, startQuire, temporaryFolder } from './servers/quire.ts';
import type { AnyRecord } from './table.ts';

const LOOK_EVERY_MS = 100;
const EXPORT_TARGET = 200_000;
const imports = [
  { collection: 'sample', what: 'without history', target: 50_000 },
  { collection: 'kept_sample', what: 'with history', target: 15_000 },
] as const;

/** The duration of something, by the clock and in CPU time of its process. */
interface Took {
  readonly seconds: number;
  readonly cpu: number;
}

/** Records per second into and out of SQLite. */
export async function transfer(): Promise<AnyRecord[]> {
  const folder = temporaryFolder();
  const file = join(folder, 'rows.csv');
  await pipeline(Readable.from(lines()), createWriteStream(file));
  const records: AnyRecord[] = [];
  for (const { collection, what, target } of imports) {
    const { megabytes, ...took } = await runImport(folder, collection, file);
    const about = `import of ${size} records of five short fields, ${what}`;
    records.push(rateRecord(about, { ...took, count: size, note: `, at most ${megabytes} MB` }, target));
  }
  const { folder: articles } = await filled(LARGE);
  for (const format of ['csv', 'jsonl', 'json']) {
    const took = await runExport(articles, format);
    records.push(
      rateRecord(`export of ${LARGE} articles as ${format}`, { ...took, count: LARGE }, EXPORT_TARGET),
    );
  }
  return records;
}

function* lines(): Generator<string> {
  yield 'code,title,author,place,note\n';
  for (let record = 1; record <= size; record += 1)
    yield `code-${record},title ${record},author ${record % 100},place ${record % 10},"some, note"\n`;
}

/** From the command's start to its end, with the highest memory seen. */
async function runImport(
  folder: string,
  collection: string,
  file: string,
): Promise<Took & { megabytes: number }> {
  const began = performance.now();
  const child = startCommand(folder, ['import', collection, file]);
  const pid = child.pid ?? 0;
  let said = '';
  child.stderr.on('data', (part) => {
    said = (said + part).slice(-2000);
  });
  child.stdout.resume();
  const ended = once(child, 'exit');
  let [megabytes, cpu] = [0, 0];
  while (child.exitCode === null) {
    megabytes = Math.max(megabytes, Math.round(residentMegabytes(pid)));
    cpu = cpuSeconds(pid);
    await Promise.race([ended, sleep(LOOK_EVERY_MS)]);
  }
  if (child.exitCode !== 0) throw new Error(`the import failed: ${said}`);
  return { seconds: (performance.now() - began) / 1000, cpu, megabytes };
}

async function runExport(folder: string, format: string): Promise<Took> {
  await using quire = await startQuire(folder);
  const token = await signIn(quire.port, { username: 'root', password: rootPassword });
  const [began, used] = [performance.now(), cpuSeconds(quire.pid)];
  const answer = await fetch(`http://127.0.0.1:${quire.port}/v1/article/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let lines = 0;
  for await (const chunk of answer.body ?? [])
    for (let place = chunk.indexOf(0x0a); place >= 0; place = chunk.indexOf(0x0a, place + 1)) lines += 1;
  const took = { seconds: (performance.now() - began) / 1000, cpu: cpuSeconds(quire.pid) - used };
  if (lines < LARGE || lines > LARGE + 2) throw new Error(`an export of ${LARGE} records has ${lines} lines`);
  return took;
}

interface Measured extends Took {
  readonly count: number;
  readonly note?: string;
}

function rateRecord(what: string, { seconds, cpu, count, note = '' }: Measured, target: number): AnyRecord {
  const rate = count / seconds;
  return {
    what,
    measured: `${Math.round(rate)} records/s, ${Math.round(count / cpu)} a second of CPU time${note}`,
    target: `≥ ${target} records/s`,
    met: rate >= target,
  };
}
