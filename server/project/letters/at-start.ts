import type { JobKind } from '../../background/job-kind.ts';
import { systemContext, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { dataMigration } from '../data-migration.collection.ts';
import { LettersReport } from './report.ts';
import { respellAll } from './respell.ts';

/** Raise the number when texts are stored in yet another spelling. */
const NAME = 'quire letters 2';
const JOB = 'letters';
/** A start looks through this many records itself, and leaves more to a job. */
const FEW = 2000;

/** Marks the texts of a database as looked through: in a new one, all are stored as they should be. */
export async function markRespelt(writes: Writes, changed = 0n): Promise<void> {
  const known = await writes.first(dataMigration, (select) => select.where('name', '=', NAME));
  if (known) await writes.update(dataMigration, known.id, { state: 'done', changed });
  else await writes.create(dataMigration, { name: NAME, state: 'done', changed });
}

/** Texts that earlier versions stored are stored anew, once; a large database is left to a job. Returns what the operator should know. */
export async function respellAtStart(store: RecordStore): Promise<string[]> {
  const known = await store.ownReads.first(dataMigration, (select) => select.where('name', '=', NAME));
  if (known) return [];
  const report = new LettersReport();
  const isDone = await respellAll(store, { most: FEW, tell: report.tell });
  await store.writeAlone(systemContext(JOB), async (writes) => {
    if (isDone) return markRespelt(writes, BigInt(report.changed));
    if (await writes.first(dataMigration, (select) => select.where('name', '=', NAME))) return;
    await writes.create(dataMigration, { name: NAME, state: 'begun', changed: BigInt(report.changed) });
    await writes.addJob({ kind: JOB, data: 'null' });
  });
  return noticesOf(report);
}

/** The job that looks through the texts of a large database. After a restart, any process begins it again. */
export function lettersKind(store: RecordStore, print: (line: string) => void): JobKind {
  return {
    name: JOB,
    atOnce: 1,
    mostTries: 20,
    async run() {
      const report = new LettersReport();
      await respellAll(store, { tell: report.tell });
      await store.write(systemContext(JOB), (writes) => markRespelt(writes, BigInt(report.changed)));
      for (const line of noticesOf(report)) print(line);
    },
  };
}

function noticesOf(report: LettersReport): string[] {
  return report.lines().map((line) => `Texts of an earlier version are stored as new ones now: ${line}`);
}
