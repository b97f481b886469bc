import { AppError } from '../../errors.ts';
import { imageSize } from './images.ts';
import type { Received } from './receive.ts';
import type { UploadRules } from './upload-rules.ts';

/** A received file whose type, and size in pixels where it is an image, its content has shown. */
export interface Examined extends Received {
  readonly mime: string;
  readonly extension: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Decides a file's type by its content alone. Throws where that is none of the types that are taken. */
export async function examine(received: Received, { types }: UploadRules): Promise<Examined> {
  const { fileTypeFromFile } = await import('file-type');
  const type = await fileTypeFromFile(received.file);
  if (!type || !types.has(type.ext))
    throw new AppError('fileTypeRefused', {
      detail: `${received.name} 的内容${type ? `是 ${type.ext}` : '无法识别'}，允许 ${[...types].join('、')}`,
    });
  const size = type.mime.startsWith('image/') ? await imageSize(received.file) : undefined;
  return {
    ...received,
    mime: type.mime,
    extension: type.ext,
    width: size?.width ?? null,
    height: size?.height ?? null,
  };
}
