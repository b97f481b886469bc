import type Sharp from 'sharp';

/** The formats that are read; libvips knows many more, each with its own past of flaws. */
const READ = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'];

let loading: Promise<typeof Sharp> | undefined;

/** The image library, loaded on first use so that no start waits for it. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: READ.map((format) => `VipsForeignLoad${format}`) });
    return sharp;
  });
  return loading;
}
