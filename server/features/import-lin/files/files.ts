import { AppError } from '../../../errors.ts';
import { file, formerPath, publicFile } from '../../../records/index.ts';
import { createUnder, type Decision, fitting, type ImportStep, skipped } from '../decision.ts';
import type { SourceRecord } from '../engines/engine.ts';
import { decideEach, type Move, timesOf } from '../move.ts';
import type { Assets } from './assets.ts';
import { Contents } from './contents.ts';

export const FILES = 'lin_file';

/**
 * Uploaded files, by the rules of uploads. They are copied from the folder of `--assets`, and their paths there go on
 * answering. A content that is here already gets no second record.
 */
export function files(move: Move): ImportStep {
  const { source, store, assets } = move;
  const contents = new Contents(move);
  return {
    table: FILES,
    home: file,
    isReferredTo: true,
    select: [
      't.path',
      't.type',
      't.name',
      't.extension',
      't.size',
      't.md5',
      ...source.only(FILES, 'create_time', 'update_time'),
      `${source.isDeleted(FILES)} as deleted`,
    ],
    async decide(records) {
      const firsts = await source.firstLiving(FILES, 'path', records);
      const held = await store.reads.where(formerPath, (select) =>
        select.where('path', 'in', records.map(addressOf)),
      );
      const answering = new Set(held.map(({ path }) => path));
      return decideEach(move, FILES, records, (record) => {
        const path = addressOf(record);
        const first = firsts.get(record.path ?? '');
        if (record.type === 'REMOTE')
          return skipped(`it lies elsewhere, not in the folder of assets: '${path}'`);
        if (!assets) return skipped('its bytes are left behind: name the folder of them by --assets');
        if (first !== record.id) return skipped(`'${path}' is also the path of file ${first} there`);
        if (answering.has(path)) return skipped(`another file answers under '${path}' here`);
        return decideFile(move, { assets, contents }, record);
      });
    },
  };
}

/** The path as a browser asks for it below `/assets/`. */
function addressOf({ path }: SourceRecord): string {
  return (path ?? '').replaceAll('\\', '/').replace(/^\/+/, '');
}

async function decideFile(
  move: Move,
  { assets, contents }: { readonly assets: Assets; readonly contents: Contents },
  record: SourceRecord,
): Promise<Decision> {
  const path = addressOf(record);
  const found = await assets.read(path);
  if ('reason' in found) return skipped(`${found.reason}: '${path}'`);
  const taken = await contents.keep(found.content, record.name ?? '');
  if (typeof taken === 'string') return skipped(`${taken}: '${path}'`);
  const { kept, isNew } = taken;
  const { times, changes } = timesOf(move, record);
  if (!isNew) changes.push('its content is that of another file, whose record it shares');
  return fitting(
    formerPath,
    { path, file_id: 1n },
    {
      outcome: 'imported',
      changes,
      shared: kept,
      async write(at, id) {
        const writes = at(times);
        const shared = await publicFile(writes, kept.values.sha256);
        if (!shared && kept.id !== undefined) throw new AppError('fileNotFound'); // its bytes may be gone as well
        const file_id = shared?.id ?? (await createUnder(writes, file, kept.values, id));
        await at().create(formerPath, { path, file_id });
        return file_id;
      },
    },
  );
}
