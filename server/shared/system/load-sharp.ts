import type Sharp from 'sharp';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { howToInstall, isInstalled } from './optional-packages.ts';

/** The formats that are read; libvips knows many more, each with its own past of flaws. */
const READ = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'];

let loading: Promise<typeof Sharp> | undefined;

/** The image library, loaded on first use so that no start waits for it. Throws if it is not installed. */
export async function loadSharp(): Promise<typeof Sharp> {
  if (!loading && !isInstalled('sharp'))
    throw new AppError('partNotInstalled', {
      reason: message('imagesNeedSharp', { how: howToInstall('sharp') }),
    });
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: READ.map((format) => `VipsForeignLoad${format}`) });
    return sharp;
  });
  return loading;
}
