import { cleanGif } from './gif.ts';
import { cleanHeif } from './heif.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

/** The image without its metadata: place, time, author, camera. It may reuse the memory of the one that it is given. */
type Clean = (image: Buffer) => Buffer;

const cleaners: Readonly<Record<string, Clean>> = {
  jpg: cleanJpeg,
  png: cleanPng,
  apng: cleanPng,
  webp: cleanWebp,
  gif: cleanGif,
  avif: cleanHeif,
  heic: cleanHeif,
  heif: cleanHeif,
};

/**
 * Removes metadata from images with this extension. Pixels, frames, colour profile and orientation stay unchanged to the byte.
 * Throws a RangeError for an image that claims to hold more than it does. Undefined if this server cannot find the metadata of
 * such images.
 */
export function metadataRemover(extension: string): Clean | undefined {
  return cleaners[extension];
}
