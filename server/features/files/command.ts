import { parseArgs } from 'node:util';
import { operatorDoor } from '../../access/operator.ts';
import { job } from '../../background/job.collection.ts';
import { AppError } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { type Command, Misuse } from '../../module/commands/command.ts';
import { file, type Reads, revision } from '../../records/index.ts';
import { openUploads } from '../../storage/open-uploads.ts';
import type { Finding } from './compare.ts';
import { type Comparison, compareFiles } from './compare.ts';
import { PURGE_KINDS } from './purge/purge-files.ts';

export const files: Command = {
  usage: 'check | sweep [--apply]',
  summary:
    'Reports bytes without a record, records without bytes and damage; sweep --apply removes the first two.',
  async run(args, { withServer }) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { apply: { type: 'boolean' } },
    });
    const [task] = positionals;
    const isSweep = task === 'sweep';
    if (positionals.length !== 1 || (!isSweep && (task !== 'check' || values.apply)))
      throw new Misuse(`unknown arguments '${args.join(' ')}'`);
    await withServer(async ({ store }, settings) => {
      const comparison = await compareFiles(
        operatorDoor(store, 'files sweep'),
        openUploads(settings),
        Date.now(),
      );
      const isOurs = comparison.sound > 0;
      if (values.apply && !isOurs)
        console.log(
          'Nothing is removed: no file has both a record and bytes. Check DATABASE_URL and UPLOAD_DIR.',
        );
      const purges = await purgesIn(store.ownReads);
      if (purges !== undefined) console.log(purges);
      const left = await report(comparison, values.apply === true && isOurs);
      if (left > 0 && (values.apply || !isSweep)) process.exitCode = 1;
    });
  },
};

/** What became of the files of destroyed records; undefined if there were none. */
async function purgesIn(reads: Reads): Promise<string | undefined> {
  const purged = await reads.count(revision, (select) =>
    select.where('collection', '=', file.name).where('action', '=', 'purge'),
  );
  const jobs = await reads.where(job, (select) =>
    select.where('kind', 'in', PURGE_KINDS).where('state', '<>', 'done'),
  );
  if (purged + jobs.length === 0) return undefined;
  const failed = jobs.filter(({ state }) => state === 'failed').length;
  return `files destroyed with their records: ${purged}; jobs to do: ${jobs.length - failed}, given up: ${failed}`;
}

/** Prints each finding and, with `apply`, removes it; returns how many are left. */
async function report({ sound, findings }: Comparison, apply: boolean): Promise<number> {
  let removed = 0;
  for (const finding of findings) {
    const isRemoved = apply && (await remove(finding));
    console.log(`${isRemoved ? 'removed: ' : ''}${finding.kind}: ${finding.what}, ${finding.size} bytes`);
    if (isRemoved) removed += 1;
  }
  const bytes = findings.reduce((sum, { size }) => sum + size, 0);
  console.log(`${sound} sound; ${findings.length} found, ${bytes} bytes; ${removed} removed`);
  return findings.length - removed;
}

async function remove({ what, remove }: Finding): Promise<boolean> {
  try {
    await remove?.();
    return remove !== undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.log(`kept: ${what}: ${render(error.text, 'en')}`);
    return false;
  }
}
