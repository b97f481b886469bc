import { shallowReactive } from 'vue';
import { chunksOf } from '../../form/chunks.ts';
import { digitsOf } from '../../form/digits.ts';
import { connection, whenOnline } from '../connection.ts';

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
/** The most ids that one request may name. */
const MOST = 100;
/** Null stands for a file that is deleted, or hidden from the caller. */
let known = emptyMap();
let waiting = new Set<string>();

/** A file, read if nothing is known of it but its id: undefined until then, null if it is gone or hidden. */
export function fileInfo(id: string): FileInfo | null | undefined {
  const found = known.get(id);
  if (found === undefined && /^\d+$/.test(id)) ask(id); // a file that is not uploaded yet has no number
  return found;
}

/** Reads what is not known yet of these files. */
export async function learnFiles(ids: readonly string[]): Promise<void> {
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  await Promise.all(chunksOf(unknown, MOST).map(readInfos));
}

/** Forgets all files: another user may see others. */
export function forgetFiles(): void {
  known = emptyMap(); // what is still being read for the former user ends up in the old one
}

export function rememberFile(info: FileInfo): void {
  known.set(info.id, info);
}

function ask(id: string): void {
  if (waiting.size === 0) queueMicrotask(readWaiting);
  waiting.add(id);
}

function readWaiting(): void {
  const asked = [...waiting];
  waiting = new Set();
  learnFiles(asked).catch(() => whenOnline(() => void learnFiles(asked).catch(() => undefined)));
}

/** The answer leaves out files that are gone or hidden. */
async function readInfos(ids: readonly string[]): Promise<void> {
  const ofThisUser = known;
  const query: [string, string][] = [
    ['id', ids.join()],
    ['count', String(ids.length)],
  ];
  const { items } = await connection.request('GET', '/cms/file', { query });
  for (const id of ids) ofThisUser.set(id, null);
  for (const info of (items as readonly Raw[]).map(infoOf)) ofThisUser.set(info.id, info);
}

function emptyMap() {
  return shallowReactive(new Map<string, FileInfo | null>());
}

/** A file as a record or an upload tells it. */
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
