import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Door } from '../../../access/door.ts';
import { AppError, isRefusal } from '../../../errors.ts';
import { openTempFolder } from '../../../shared/system/folders.ts';
import { type FileParts, failures, message } from '../index.ts';
import { cutPieces } from './cut-pieces.ts';
import { finishUpload } from './finish-upload.ts';
import { getOwnUpload, type HeldUpload, holdUpload } from './held-upload.ts';
import { piecesOf, type ResumableUpload } from './resumable-upload.collection.ts';
import { type Checksum, readChecksum, readOffset, requireOffsetType } from './tus.ts';

interface Sent {
  readonly id: bigint;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/** Receives the body of a request to an upload, and returns the new offset. The last byte turns it into a file. */
export async function receivePieces(
  door: Door,
  parts: FileParts,
  { id, headers, body }: Sent,
): Promise<ResumableUpload> {
  requireOffsetType(headers);
  const checksum = readChecksum(headers);
  const held = await holdUpload(door, { id, offset: readOffset(headers), resumeMs: parts.rules.resumeMs });
  try {
    if (Number(headers['content-length'] ?? 0) > held.left)
      throw new AppError(failures.fileTooLarge, { detail: message('bytesLeft', { max: held.left }) });
    await receive(door, parts, held, { body, checksum });
  } finally {
    await held.release();
  }
  return getOwnUpload(door.reads, door.actor, id);
}

/** A piece is in the storage before its record says so: a process that dies in between leaves bytes that no record names. */
async function receive(
  door: Door,
  parts: FileParts,
  held: HeldUpload,
  { body, checksum }: { readonly body: Readable; readonly checksum: Checksum | undefined },
): Promise<void> {
  await using folder = await openTempFolder(parts.incoming);
  const onBytes = () => held.keep();
  for await (const piece of cutPieces(body, { folder: folder.path, left: held.left, checksum, onBytes })) {
    if (piece.size === held.left) {
      await finishUpload(door, parts, held, piece);
      return;
    }
    const key = `${piecesOf(held.record)}${randomBytes(8).toString('hex')}`; // a request that lost its lock overwrites nothing
    await parts.storage.put(key, piece.file);
    await held.advance(key, piece.size).catch(async (error) => {
      // The upload was deleted meanwhile, so nothing else would remove this piece.
      if (isRefusal(error)) await parts.storage.remove(key);
      throw error;
    });
  }
}
