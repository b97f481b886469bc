import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import { AppError } from '../../../errors.ts';
import type { Message } from '../../../messages/message.ts';
import type { UploadRules } from '../../../storage/upload-rules.ts';
import { failures } from '../failures.ts';
import { message } from '../messages/message.ts';
import type { Received } from '../receive.ts';
import { imageSize } from './image-size.ts';
import { metadataRemover } from './metadata/remove-metadata.ts';
import { isNamedAsText, textType } from './text-type.ts';

/** A received file whose type, and size in pixels where it is an image, its content has shown. */
export interface Examined extends Received {
  readonly mime: string;
  readonly extension: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** The rules that concern what is in a file. */
export type InspectionRules = Pick<UploadRules, 'types' | 'keepsMetadata'>;

/** Smaller files are read into memory at once: hundreds of small reads take longer. */
const SMALL_BYTES = 4_000_000;
/** A text is read into memory whole, and so is an image. */
const MAX_TEXT_BYTES = 50_000_000;
const MAX_IMAGE_BYTES = 100_000_000;

/**
 * Determines a file's type from its content alone, and removes the metadata of an image unless the rules keep it. Throws if the
 * rules do not allow the file.
 */
export async function examine(received: Received, rules: InspectionRules): Promise<Examined> {
  const small = received.size <= SMALL_BYTES ? await readFile(received.file) : undefined;
  const marked = await (small ? fileTypeFromBuffer(small) : fileTypeFromFile(received.file));
  const text =
    !marked || marked.ext === 'xml'
      ? textType(received.name, small ?? (await readText(received)))
      : undefined;
  const type = text ?? marked;
  requireAllowed(received, type, rules);
  const file = { ...received, mime: type.mime, extension: type.ext, width: null, height: null };
  return type.mime.startsWith('image/') && !text ? examineImage(file, small, rules) : file;
}

/** No accepted kind of text is larger. */
async function readText({ file, size }: Received): Promise<Uint8Array> {
  return size <= MAX_TEXT_BYTES ? readFile(file) : new Uint8Array(1); // a NUL is no text
}

/** The size is read from the cleaned image, because the image library needs long for some kinds of metadata. */
async function examineImage(
  image: Examined,
  small: Buffer | undefined,
  { keepsMetadata }: InspectionRules,
): Promise<Examined> {
  const { name } = image;
  const removeMetadata = metadataRemover(image.extension);
  if (!removeMetadata && keepsMetadata) return image; // of a type that the image library does not read either
  if (!removeMetadata)
    throw new AppError(failures.fileTypeRefused, { detail: message('metadataStays', { name }) });
  if (image.size > MAX_IMAGE_BYTES)
    throw new AppError(failures.fileTooLarge, { detail: message('atMostBytes', { max: MAX_IMAGE_BYTES }) });
  const cleaned = orRefuse(name, removeMetadata, small ?? (await readFile(image.file)));
  const sized = { ...image, ...(await imageSize(cleaned)) };
  if (keepsMetadata) return sized;
  const sha256 = createHash('sha256').update(cleaned).digest('hex');
  if (sha256 === image.sha256) return sized;
  await writeFile(image.file, cleaned, { flush: true });
  return { ...sized, size: cleaned.length, sha256 };
}

interface FoundType {
  readonly ext: string;
  readonly mime: string;
}

/** Throws if a type is unknown, or none of those that are taken. */
function requireAllowed(
  { name }: Received,
  type: FoundType | undefined,
  { types }: InspectionRules,
): asserts type is FoundType {
  if (type && types.has(type.ext)) return;
  throw new AppError(failures.fileTypeRefused, { detail: whyRefused(name, type, types) });
}

function whyRefused(name: string, type: FoundType | undefined, types: UploadRules['types']): Message {
  const allowed = [...types];
  if (type) return message('contentNotAllowed', { name, found: type.ext, allowed });
  return isNamedAsText(name, types)
    ? message('textNotUtf8', { name })
    : message('contentUnknown', { name, allowed });
}

function orRefuse(name: string, removeMetadata: (image: Buffer) => Buffer, image: Buffer): Buffer {
  try {
    return removeMetadata(image);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new AppError(failures.imageUnreadable, { detail: message('claimsTooMuch', { name }), cause });
  }
}
