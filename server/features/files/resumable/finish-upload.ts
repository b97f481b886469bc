import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type Door, done, success } from '../../../access/index.ts';
import { AppError, isRefusal } from '../../../errors.ts';
import { openTempFolder } from '../../../shared/system/folders.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type FileParts, type FileRecord, failures, keepFiles, message, receiveFile } from '../index.ts';
import type { Examined } from '../inspection/examine.ts';
import type { Piece } from './cut-pieces.ts';
import type { HeldUpload } from './held-upload.ts';
import { removePieces, removeUpload } from './remove-uploads.ts';
import { resumableUpload, uploadPiece } from './resumable-upload.collection.ts';

/**
 * Turns an upload into a file by the rules of all uploads, and returns its id. The last piece counts as received only if that
 * succeeds; otherwise the client sends it again. An upload whose content is refused is removed.
 */
export async function finishUpload(
  door: Door,
  parts: FileParts,
  held: HeldUpload,
  last: Piece,
): Promise<bigint> {
  const { id, size } = held.record;
  await using folder = await openTempFolder(parts.incoming);
  const prepared = await joined(door, parts, { held, last, folder: folder.path }).catch(async (error) => {
    if (isRefusal(error)) await removeUpload(door, id, held.record.held_by);
    throw error;
  });
  let fileId = 0n;
  await keepFiles(door, parts, [prepared], {
    isPrivate: held.record.private,
    begin: (writes) => held.claim(writes),
    async finish(writes, [record]) {
      fileId = (record as FileRecord).id; // there is one for each upload
      await removePieces(writes, held.record);
      await writes.update(resumableUpload, id, { received: size, file_id: fileId });
      return done(success.done, message('filesUploaded', { ids: [String(fileId)] }));
    },
  });
  return fileId;
}

interface Joining {
  readonly held: HeldUpload;
  readonly last: Piece;
  readonly folder: string;
}

async function joined(
  { reads, admission }: Door,
  { storage, rules, inspect }: FileParts,
  { held, last, folder }: Joining,
): Promise<Examined> {
  const { id, name, size } = held.record;
  const pieces = await reads.where(uploadPiece, (select) =>
    select.where('upload_id', '=', id).orderBy('start'),
  );
  const content = Readable.from(contentOf(storage, pieces, { held, last }));
  const limits = { ...rules, maxFileBytes: size, maxTotalBytes: size };
  const received = await receiveFile(content, name, limits, folder);
  if (received.size !== size) throw new AppError(failures.uploadNotFound);
  return inspect(received, admission.requester);
}

async function* contentOf(
  storage: Storage,
  pieces: readonly { readonly key: string }[],
  { held, last }: Pick<Joining, 'held' | 'last'>,
): AsyncGenerator<Buffer> {
  for (const { key } of pieces) {
    const stream = await storage.open(key);
    if (!stream) throw new AppError(failures.uploadNotFound); // the pieces are missing from the storage
    for await (const chunk of stream) {
      held.keep();
      yield chunk;
    }
  }
  for await (const chunk of createReadStream(last.file)) {
    held.keep();
    yield chunk;
  }
}
