import { readFile } from 'node:fs/promises';
import { type Command, Misuse } from '../../../module/commands/command.ts';
import { writeWhole } from '../../../module/commands/write-whole.ts';
import { encryptionFor, printingDamage, projectOf, readFolder } from '../command-parts.ts';
import { newestIn } from '../newest.ts';
import { recordsOf } from '../runs.ts';
import { type Answers, compare, firstPages, readAnswers, readReads } from './answers.ts';
import { rehearse } from './rehearse.ts';

export const rehearseCommand: Command = {
  usage: '<folder> [--reads <file>] [--record <file> | --compare <file>] [--key <file>]',
  summary:
    'Restores the newest backup in the folder to a scratch database, migrates that with this version, and reads from it: the first page of every collection as root, or what the file of reads lists. --record keeps the answers, --compare names those that differ from kept ones. Nothing else changes.',
  async run(args, host) {
    const option = { type: 'string' } as const;
    const options = { reads: option, record: option, compare: option, key: option };
    const { folder, values } = readFolder('rehearse', args, options);
    if (values.record !== undefined && values.compare !== undefined)
      throw new Misuse('--record and --compare exclude each other');
    const { settings, catalogue } = await projectOf(host);
    const reads =
      values.reads === undefined ? firstPages(catalogue) : readReads(await readFile(values.reads, 'utf8'));
    const before = values.compare === undefined ? undefined : await readAnswers(values.compare);
    const encryption = await encryptionFor(settings, values.key);
    await printingDamage(async () => {
      const path = await newestIn(folder);
      const { manifest, answers } = await rehearse(path, settings, {
        encryption,
        reads,
        migrated: host.migrated,
      });
      console.log(
        `${path}: ${recordsOf(manifest)} records were restored and migrated, ${reads.length} reads answered.`,
      );
      if (values.record !== undefined) await writeWhole(values.record, lines(answers));
      report(answers, before);
    });
  },
};

async function* lines(answers: Answers): AsyncGenerator<string> {
  yield `${JSON.stringify(answers, undefined, 1)}\n`;
}

/** Prints what went wrong, and what is answered differently; then the command ends with 1. */
function report(answers: Answers, before: Answers | undefined): void {
  const broken = Object.entries(answers).filter(([, { status }]) => status >= 500);
  for (const [name, { status }] of broken) console.error(`${name}: status ${status}`);
  const different = before === undefined ? [] : compare(before, answers);
  for (const { name, place } of different) console.error(`${name}: ${place}`);
  if (before !== undefined) console.log(`${different.length} answers differ.`);
  if (broken.length + different.length > 0) process.exitCode = 1;
}
