import { loadSharp } from '../../../shared/system/load-sharp.ts';

/** In pixels, as shown. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined if the head of an image cannot be read, or is that of a drawing. The rest of the image may be broken. */
export async function imageSize(image: Buffer): Promise<ImageSize | undefined> {
  const sharp = await loadSharp();
  const head = await sharp(image, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  return head?.format === 'svg' ? undefined : head?.autoOrient;
}
