import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type Sharp from 'sharp';
import { AppError } from '../../errors.ts';

/** A larger image is kept, but not decoded: however few its bytes, its pixels would fill the memory. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 10;
/** A thumbnail is at most so many times as high as it is wide. */
const MAX_RATIO = 4;

/** The formats that are decoded; what hides another behind one of their names is not. */
const DECODED = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

/** Width and height as an image is seen; undefined where its head cannot be read. What follows the head may be broken. */
export async function imageSize(file: string): Promise<{ width: number; height: number } | undefined> {
  const sharp = await loadSharp();
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  return head?.autoOrient;
}

/** Writes an image as a WebP of at most this width. Throws where it cannot be decoded; a cut-off end is no hindrance. */
export async function shrinkImage(source: Readable, width: number, target: string): Promise<void> {
  const sharp = await loadSharp();
  const shrinking = sharp({ limitInputPixels: MAX_PIXELS, failOn: 'none', sequentialRead: true })
    .autoOrient()
    .resize({ width, height: width * MAX_RATIO, fit: 'inside', withoutEnlargement: true })
    .webp()
    .timeout({ seconds: MAX_SECONDS });
  try {
    await pipeline(source, shrinking, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new AppError('imageUnreadable', { cause });
  }
}

let loading: Promise<typeof Sharp> | undefined;

/** Loaded by the first image, so that no start waits for it. */
function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: DECODED.map((format) => `VipsForeignLoad${format}`) });
    return sharp;
  });
  return loading;
}
