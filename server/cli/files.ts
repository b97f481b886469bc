import { parseArgs } from 'node:util';
import { operatorDoor } from '../access/operator.ts';
import { AppError } from '../errors.ts';
import type { Finding } from '../features/files/compare.ts';
import { type Comparison, compareFiles } from '../features/files/compare.ts';
import { openUploads } from '../features/files/open-uploads.ts';
import { render } from '../messages/message.ts';
import { type Command, Misuse } from './shared/command.ts';
import { withServer } from './shared/with-server.ts';

export const files: Command = {
  usage: 'check | sweep [--apply]',
  summary: 'Reports bytes without a row, rows without bytes and damage; sweep --apply removes the first two.',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { apply: { type: 'boolean' } },
    });
    const [task] = positionals;
    const isSweep = task === 'sweep';
    if (positionals.length !== 1 || (!isSweep && (task !== 'check' || values.apply)))
      throw new Misuse(`unknown arguments '${args.join(' ')}'`);
    await withServer(async ({ records }, settings) => {
      const comparison = await compareFiles(
        operatorDoor(records, 'files sweep'),
        openUploads(settings),
        Date.now(),
      );
      const isOurs = comparison.sound > 0;
      if (values.apply && !isOurs)
        console.log(
          'Nothing is removed: no file has both a row and bytes. Check DATABASE_URL and UPLOAD_DIR.',
        );
      const left = await report(comparison, values.apply === true && isOurs);
      if (left > 0 && (values.apply || !isSweep)) process.exitCode = 1;
    });
  },
};

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
