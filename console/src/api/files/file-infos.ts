import { shallowReactive } from 'vue';
import { digitsOf } from '../../form/exact-json.ts';

/** What is shown of an uploaded file. */
export interface FileInfo {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly size: number;
  readonly width: number | null;
  readonly private?: boolean;
  /** Texts by language. */
  readonly alt?: Readonly<Record<string, string>> | undefined;
}

type Raw = Readonly<Record<string, unknown>>;
const known = shallowReactive(new Map<string, FileInfo>());

/** A file that was shown or uploaded before; undefined if nothing is known of it but its id. */
export function fileInfo(id: string): FileInfo | undefined {
  return known.get(id);
}

export function rememberFile(info: FileInfo): void {
  known.set(info.id, info);
}

/** A file as a row or an upload tells it. */
export function infoOf(file: Raw): FileInfo {
  const { url, name, path, size, width } = file;
  return {
    id: digitsOf(file.id) ?? '',
    url: String(url ?? ''),
    name: String(name ?? path ?? ''),
    size: Number(size ?? 0),
    width: typeof width === 'number' ? width : null,
    private: file.private === true,
    alt: (file.alt ?? undefined) as FileInfo['alt'], // the documented form of a file
  };
}
