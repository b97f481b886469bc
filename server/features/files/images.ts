import type Sharp from 'sharp';

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
