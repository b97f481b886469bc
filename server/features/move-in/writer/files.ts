import { file } from '../../../records/file.collection.ts';
import { KIND, type MovedFile } from '../source.ts';
import { inBatches, type Move, reasonOf, writeMoved } from './move.ts';

const BATCH = 100;

/** Files by the rules of uploads, each once. Texts show them by their addresses here. */
export async function moveFiles(move: Move): Promise<void> {
  const { source, known, store, report, addresses } = move;
  for await (const batch of inBatches(source.files(), BATCH)) {
    const found = await known.find(
      KIND.file,
      batch.map(({ key }) => key),
    );
    const ids = [...found.values()].map(({ target_id }) => target_id);
    const records = ids.length > 0 ? await store.reads.where(file, (q) => q.where('id', 'in', ids)) : [];
    const paths = new Map(records.map(({ id, path }) => [id, path]));
    for (const one of batch) {
      const before = found.get(one.key);
      if (before) report.count('files', paths.has(before.target_id) ? 'unchanged' : 'left alone');
      const path = before ? paths.get(before.target_id) : await moveFile(move, one);
      if (path === undefined || one.isPrivate) continue;
      for (const there of one.addresses) addresses.set(there, `/assets/${path}`);
    }
  }
}

/** The path here of a file that was stored. */
async function moveFile(move: Move, one: MovedFile): Promise<string | undefined> {
  const { report, known, takeFile, isRehearsal, brings } = move;
  if (!brings.files) {
    report.count('files', 'left alone');
    report.note('Files stay behind: add --files to bring them');
    return undefined;
  }
  if (isRehearsal) {
    report.count('files', 'created');
    return undefined;
  }
  const opened = await one.open();
  if ('reason' in opened) {
    report.refuse('file', one.key, opened.reason);
    return undefined;
  }
  try {
    await using taken = await takeFile(opened, one.name, one.isPrivate ? 'private' : 'public');
    await taken.store();
    await writeMoved(move, async (writes) => {
      const target = await writes.create(file, {
        ...taken.values,
        alt: Object.keys(one.alt).length > 0 ? one.alt : null,
      });
      await known.remember(writes, { kind: KIND.file, key: one.key, target }, undefined);
    });
    report.count('files', 'created');
    return taken.values.path;
  } catch (error) {
    report.refuse('file', one.key, reasonOf(error));
    return undefined;
  } finally {
    opened.destroy();
  }
}
