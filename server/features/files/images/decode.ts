import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sharp } from 'sharp';
import { AppError } from '../../../errors.ts';
import { loadSharp } from '../../../shared/system/load-sharp.ts';
import type { ImageSize } from '../../../storage/upload-rules.ts';
import { failures } from '../failures.ts';
import type { ImageFormat } from './accepted-format.ts';
import type { Part } from './crop.ts';

/** Larger images are kept but never decoded: even a small file can hold more pixels than fit into memory. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 10;
/** Most height of a thumbnail, as a multiple of its width. */
const MAX_RATIO = 4;
/** Little effort, because the first request waits for it. */
const AVIF = { quality: 50, effort: 2 };

/** Writes an image as a WebP of at most this width. Throws if it cannot be decoded; a cut-off end is tolerated. */
export async function shrinkImage(source: Readable, width: number, target: string): Promise<void> {
  const shrinking = (await decoder())
    .resize({ width, height: width * MAX_RATIO, fit: 'inside', withoutEnlargement: true })
    .webp();
  await write(source, shrinking, target);
}

/** The part to cut out of an image, and the output format. */
interface Crop {
  readonly part: Part;
  readonly size: ImageSize;
  readonly format: ImageFormat;
}

/** Writes a part of an image in a size and format. Throws if it cannot be decoded; a cut-off end is tolerated. */
export async function cropImage(
  source: Readable,
  { part, size, format }: Crop,
  target: string,
): Promise<void> {
  const cropping = (await decoder())
    .extract(part)
    .resize({ ...size, fit: 'fill' })
    .toFormat(format, format === 'avif' ? AVIF : {});
  await write(source, cropping, target);
}

async function decoder(): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp({ limitInputPixels: MAX_PIXELS, failOn: 'none', sequentialRead: true })
    .autoOrient()
    .timeout({ seconds: MAX_SECONDS });
}

async function write(source: Readable, image: Sharp, target: string): Promise<void> {
  try {
    await pipeline(source, image, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new AppError(failures.imageUnreadable, { cause });
  }
}
