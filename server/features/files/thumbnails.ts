import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { limitConcurrency } from '../../background/limits.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { openTempFolder } from '../../shared/temp-folder.ts';
import { shrinkImage } from './images.ts';
import { type FileRow, keyOf } from './keep.ts';
import type { Storage } from './storage.ts';

/** The bytes of an image in one of the allowed widths, as WebP; undefined if the image's own are missing. */
export type Thumbnails = (row: FileRow, width: number) => Promise<Readable | undefined>;

/** An image of the most pixels may take 200 MB while it is decoded. */
const MAX_RUNNING = 2;

/** The storage's key of an image in a width. */
export const thumbnailKeyOf = (path: string, width: number) => `thumbnails/${path}.${width}.webp`;

/** Makes each thumbnail when it is first asked for, a few at a time, and keeps it in the storage. */
export function makeThumbnails(storage: Storage, incoming: string): Thumbnails {
  const shrinking = limitConcurrency({ waiting: 50, atOnce: MAX_RUNNING });
  const making = new Map<string, Promise<void>>();

  async function make(row: FileRow, width: number): Promise<void> {
    const source = await storage.open(keyOf(row.path));
    if (!source) return;
    await using folder = await openTempFolder(incoming);
    const target = join(folder.path, 'thumbnail');
    await shrinkImage(source, width, target);
    await storage.put(thumbnailKeyOf(row.path, width), target);
  }

  return async (row, width) => {
    const key = thumbnailKeyOf(row.path, width);
    const kept = await storage.open(key);
    if (kept) return kept;
    const running = making.get(key) ?? shrinking(() => make(row, width)).finally(() => making.delete(key));
    making.set(key, running);
    await running;
    return storage.open(key);
  };
}

/** The thumbnail's width; undefined if the image itself is no wider. Throws if there is no such thumbnail. */
export function thumbnailWidth(
  { mime, width }: FileRow,
  wanted: number,
  allowed: readonly number[],
): number | undefined {
  if (!mime.startsWith('image/')) throw badParameters({ width: message('onlyForImages') });
  if (!allowed.includes(wanted))
    throw badParameters({ width: message('notOneOf', { allowed: allowed.map(String) }) });
  if (width === null) throw new AppError('imageUnreadable', { reason: 'its head could not be read' });
  return width <= wanted ? undefined : wanted;
}
