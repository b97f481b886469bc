import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { imageSize } from './images/decode.ts';
import type { Received } from './receive.ts';
import type { UploadRules } from './upload-rules.ts';

/** A received file whose type, and size in pixels where it is an image, its content has shown. */
export interface Examined extends Received {
  readonly mime: string;
  readonly extension: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Determines a file's type from its content alone. Throws if the rules do not allow it. */
export async function examine(received: Received, { types }: UploadRules): Promise<Examined> {
  const { fileTypeFromFile } = await import('file-type');
  const type = await fileTypeFromFile(received.file);
  if (!type || !types.has(type.ext)) {
    const { name } = received;
    const allowed = [...types];
    const detail = type
      ? message('contentNotAllowed', { name, found: type.ext, allowed })
      : message('contentUnknown', { name, allowed });
    throw new AppError('fileTypeRefused', { detail });
  }
  const size = type.mime.startsWith('image/') ? await imageSize(received.file) : undefined;
  return {
    ...received,
    mime: type.mime,
    extension: type.ext,
    width: size?.width ?? null,
    height: size?.height ?? null,
  };
}
