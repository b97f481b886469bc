import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { AppError } from '../../../errors.ts';
import { message } from '../../../messages/message.ts';
import type { Examined } from '../examine.ts';
import { cleanGif } from './gif.ts';
import { cleanHeif } from './heif.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const cleaners: Readonly<Record<string, (image: Buffer) => Buffer[]>> = {
  jpg: cleanJpeg,
  png: cleanPng,
  apng: cleanPng,
  webp: cleanWebp,
  gif: cleanGif,
  avif: cleanHeif,
  heic: cleanHeif,
  heif: cleanHeif,
};

/** An image is read into memory whole. */
const MAX_BYTES = 100_000_000;

/**
 * Removes metadata from an image: place, time, author, camera. Pixels, frames, colour profile and orientation stay unchanged to
 * the byte. Throws for images whose metadata this server cannot find.
 */
export async function removeMetadata(image: Examined): Promise<Examined> {
  if (!image.mime.startsWith('image/')) return image;
  const clean = cleaners[image.extension];
  const { name } = image;
  if (!clean) throw new AppError('fileTypeRefused', { detail: message('metadataStays', { name }) });
  if (image.size > MAX_BYTES)
    throw new AppError('fileTooLarge', { detail: message('atMostBytes', { max: MAX_BYTES }) });
  const pieces = cleaned(clean, await readFile(image.file));
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  const sha256 = hash.digest('hex');
  if (sha256 === image.sha256) return image;
  await writeFile(image.file, pieces, { flush: true });
  return { ...image, size, sha256 };
}

function cleaned(clean: (image: Buffer) => Buffer[], image: Buffer): Buffer[] {
  try {
    return clean(image);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new AppError('imageUnreadable', { cause }); // a length in it leads beyond its end
  }
}
