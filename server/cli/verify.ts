import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CannotStart } from '../errors.ts';
import { type Command, Misuse } from '../module/commands/command.ts';
import { writeWhole } from '../module/commands/write-whole.ts';
import { firstLost, logChain, openKey, readKnown, toKnown } from '../records/index.ts';
import { allCheckpoints, type Report, verifyLog } from '../records/log-chain/verify-log.ts';
import type { RecordStore } from '../records/record-store.ts';
import { withDatabase } from './shared/with-database.ts';

/** Faults that are told one by one. */
const MOST_TOLD = 20;
const KEY = /^[\w-]{43}$/;

export const verify: Command = {
  usage: '[--known <file>] [--key <public key>]… [--export <file>]',
  summary:
    'Compares the audit log with the checkpoints that seal it, and names the first line that was changed, removed or inserted. --known compares with checkpoints that were kept elsewhere, which --export writes.',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        known: { type: 'string' },
        key: { type: 'string', multiple: true, default: [] },
        export: { type: 'string' },
      },
    });
    const wrong = values.key.find((key) => !KEY.test(key));
    if (wrong !== undefined)
      throw new Misuse(`--key ${wrong}: allowed: a public key as this command prints it`);
    const known = values.known === undefined ? [] : readFile(values.known);
    await withDatabase(async ({ store }, { secrets }) => {
      const report = await verifyLog(store.reads, Date.now());
      const record = await store.reads.first(logChain, (select) => select);
      const own = record && openKey(record, secrets)?.publicKey;
      const trusted = new Set([...values.key, ...(own === undefined ? [] : [own])]);
      const lost = await firstLost(store.reads, known);
      const problems = [
        ...(lost
          ? [`checkpoint ${lost.number}, known elsewhere, is not in the chain: it was cut off or made anew`]
          : []),
        ...foreignKeys(report, trusted),
        ...report.faults.map(({ text }) => text),
      ];
      print(report, problems, known.length);
      if (values.export !== undefined) await exportTo(store, values.export);
    });
  },
};

function readFile(file: string) {
  const text = readFileSync(file, 'utf8');
  try {
    return readKnown(text);
  } catch (cause) {
    throw new CannotStart(
      `${file}: ${cause instanceof Error ? cause.message : cause}; allowed: what --export wrote`,
      {
        cause,
      },
    );
  }
}

/** Somebody who can write to the database can make a chain anew, with another key. */
function foreignKeys({ publicKeys }: Report, trusted: ReadonlySet<string>): string[] {
  return publicKeys
    .filter((key) => !trusted.has(key))
    .map(
      (key) =>
        `checkpoints are signed with the key ${key}, which QUIRE_SECRET does not open; if it was yours before the secret was lost, name it by --key`,
    );
}

function print(report: Report, problems: readonly string[], known: number): void {
  const { checkpoints, sound, unsealed, unsealedSince, erased, before, publicKeys } = report;
  const at = (time: number) => new Date(time).toISOString();
  if (problems.length > 0) {
    for (const problem of problems.slice(0, MOST_TOLD)) console.log(problem);
    if (problems.length > MOST_TOLD) console.log(`and ${problems.length - MOST_TOLD} more`);
    process.exitCode = 1;
  }
  console.log(`${sound} lines are as they were sealed, by ${checkpoints} checkpoints`);
  if (known > 0) console.log(`checkpoints known elsewhere: ${known}`);
  if (unsealedSince !== undefined)
    console.log(`not sealed yet: ${unsealed}, the first of ${at(unsealedSince)}`);
  if (erased > 0) console.log(`sealed anew by erasures: ${erased}`);
  if (before > 0) console.log(`removed by retention: lines of before ${at(before)}`);
  for (const key of publicKeys) console.log(`public key: ${key}`);
}

async function exportTo({ reads }: RecordStore, file: string): Promise<void> {
  async function* lines() {
    for await (const one of allCheckpoints(reads)) yield `${toKnown(one)}\n`;
  }
  await writeWhole(file, lines());
  console.log(`Wrote the checkpoints to ${file}`);
}
