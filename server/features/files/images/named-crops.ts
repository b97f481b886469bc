import { AppError, badParameters } from '../../../errors.ts';
import type { ImageSize, UploadRules } from '../../../storage/upload-rules.ts';
import { failures } from '../failures.ts';
import type { FileRecord } from '../keep.ts';
import { message } from '../messages/message.ts';
import { IMAGE_FORMATS, type ImageFormat } from './accepted-format.ts';
import { type Focus, type Part, partAround, shownSize } from './crop.ts';
import { notDeclared } from './declared.ts';

const MIDDLE = 50;

/** The folders of copies in the storage, by the paths of their files. */
export const COPY_FOLDERS: readonly string[] = ['thumbnails', 'crops'];

/** An image in a declared size. */
export interface NamedCrop {
  /** Identifies the crop among all of the same image, apart from the format. */
  readonly mark: string;
  readonly part: Part;
  readonly size: ImageSize;
}

/** The focus of an image; its middle unless somebody set it. */
export function focusOf({ focus_x, focus_y }: Pick<FileRecord, 'focus_x' | 'focus_y'>): Focus {
  return { x: focus_x ?? MIDDLE, y: focus_y ?? MIDDLE };
}

/** Throws if there is no such size, or the file is no image that can be cut. */
export function namedCrop(record: FileRecord, name: string, sizes: UploadRules['imageSizes']): NamedCrop {
  const { mime, width, height } = record;
  if (!mime.startsWith('image/')) throw badParameters({ size: message('onlyForImages') });
  const size = sizes.get(name);
  if (!size) throw badParameters({ size: notDeclared([...sizes.keys()], 'IMAGE_SIZES') });
  if (width === null || height === null)
    throw new AppError(failures.imageUnreadable, { reason: message('imageHeadUnreadable') });
  const part = partAround(focusOf(record), { width, height }, size);
  return { mark: markOf(size, focusOf(record)), part, size: shownSize(part, size) };
}

/** The storage's key of an image in a size and format. */
export function cropKeyOf(path: string, mark: string, format: ImageFormat): string {
  return `crops/${path}.${mark}.${format}`;
}

/** The path and the focus of a crop's key. */
export function readCropKey(key: string): { path: string; focus: string } | undefined {
  const [, path, focus] = /^crops\/(.+)\.\d+x\d+\.(\d+-\d+)\.[a-z]+$/.exec(key) ?? [];
  return path === undefined || focus === undefined ? undefined : { path, focus };
}

/** The keys of all copies in declared sizes that are cut around a file's focus. */
export function cropKeysOf(record: FileRecord, { imageSizes }: Pick<UploadRules, 'imageSizes'>): string[] {
  const marks = [...imageSizes.values()].map((size) => markOf(size, focusOf(record)));
  return marks.flatMap((mark) => IMAGE_FORMATS.map((format) => cropKeyOf(record.path, mark, format)));
}

export function focusMark({ x, y }: Focus): string {
  return `${x}-${y}`;
}

function markOf({ width, height }: ImageSize, focus: Focus): string {
  return `${width}x${height}.${focusMark(focus)}`;
}
