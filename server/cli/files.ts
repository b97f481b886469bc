import { parseArgs } from 'node:util';
import { AppError } from '../errors.ts';
import { type Comparison, compareFiles } from '../features/files/compare.ts';
import type { Finding } from '../features/files/finding.ts';
import { openUploads } from '../features/files/open-uploads.ts';
import { type Command, Misuse } from './command.ts';
import { withServer } from './with-server.ts';

export const files: Command = {
  usage: 'check | sweep [--apply]',
  summary: 'reports bytes of uploads without a row, and rows without bytes; sweep --apply takes them away',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { apply: { type: 'boolean' } },
    });
    const [task] = positionals;
    const isSweep = task === 'sweep';
    if (positionals.length !== 1 || (!isSweep && (task !== 'check' || values.apply)))
      throw new Misuse(`files cannot do '${args.join(' ')}'`);
    await withServer(async ({ records }, settings) => {
      const comparison = await compareFiles(records, openUploads(settings), Date.now());
      const isOurs = comparison.sound > 0;
      if (values.apply && !isOurs)
        console.log(
          'No file has both a row and bytes. Nothing is removed: DATABASE_URL or UPLOAD_DIR may be another one’s.',
        );
      const left = await report(comparison, values.apply === true && isOurs);
      if (left > 0 && (values.apply || !isSweep)) process.exitCode = 1;
    });
  },
};

/** Tells each finding, and ends it where that is wanted; answers how many are left. */
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
    console.log(`kept: ${what}: ${error.text}`);
    return false;
  }
}
