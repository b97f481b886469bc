import { AppError, badParameters } from '../../../errors.ts';
import { failures } from '../failures.ts';
import type { FileRecord } from '../keep.ts';
import { message } from '../messages/message.ts';
import { notDeclared } from './declared.ts';

/** The storage's key of an image in a width. */
export const thumbnailKeyOf = (path: string, width: number) => `thumbnails/${path}.${width}.webp`;

/** The thumbnail's width; undefined if the image itself is no wider. Throws if there is no such thumbnail. */
export function thumbnailWidth(
  { mime, width }: FileRecord,
  wanted: number,
  allowed: readonly number[],
): number | undefined {
  if (!mime.startsWith('image/')) throw badParameters({ width: message('onlyForImages') });
  if (!allowed.includes(wanted))
    throw badParameters({ width: notDeclared(allowed.map(String), 'THUMBNAIL_WIDTHS') });
  if (width === null)
    throw new AppError(failures.imageUnreadable, { reason: message('imageHeadUnreadable') });
  return width <= wanted ? undefined : wanted;
}
