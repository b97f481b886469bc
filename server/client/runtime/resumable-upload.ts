import { type Answer, described, idIn } from './answers.ts';
import type { Connection } from './connection.ts';
import { pauseFor } from './pause.ts';
import { queryOf } from './query.ts';
import { QuireError } from './quire-error.ts';
import type { UploadedFile } from './requests.ts';
import type { Id } from './shapes.ts';

export interface UploadOptions {
  readonly name?: string;
  readonly private?: boolean;
  /** Called with the part that has arrived, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  /** Called with the upload's id, with which another call, on another page too, can continue it. */
  readonly onBegun?: (id: Id) => void;
  /** The id of an upload of the same file that stopped: it continues, or begins again if it has expired. */
  readonly id?: Id | undefined;
  /** Stops the upload. Received bytes stay until the upload expires or is deleted. */
  readonly signal?: AbortSignal;
  /** How often in a row it tries again where nothing arrives; 10 by default. */
  readonly retries?: number;
}

const SPEAKS_TUS = { 'tus-resumable': '1.0.0' };
const MOST_SENT_AT_ONCE = 2_097_152;
const LONGEST_WAIT_MS = 15_000;

/** Uploads a file in pieces by tus 1.0, and resumes after a network failure. Throws QuireError if it is refused. */
export async function uploadInPieces(
  connection: Connection,
  file: Blob,
  options: UploadOptions,
): Promise<UploadedFile> {
  const { onProgress, retries = 10, signal } = options;
  const persistently = <T>(work: (isAgain: boolean) => Promise<T>) => withRetries(work, retries, signal);
  const known =
    options.id === undefined ? undefined : await persistently(() => findUpload(connection, options.id));
  const { id, received } = known ?? (await persistently(() => beginUpload(connection, file, options)));
  if (!known) options.onBegun?.(id);
  for (let offset = received; offset < file.size; onProgress?.(offset / file.size))
    offset = await persistently(async (isAgain) => {
      const from = isAgain ? await receivedOf(connection, id) : offset; // whatever became of the request that failed
      if (from === file.size) return from;
      return sendPiece(connection, id, { from, piece: file.slice(from, from + MOST_SENT_AT_ONCE), signal });
    });
  const { file: uploaded } = await persistently(() => connection.request('GET', addressOf(id)));
  return described({ ...(uploaded as Answer), id: idIn(uploaded as Answer) });
}

/** Gives up an upload in pieces. */
export async function giveUpUpload(connection: Connection, id: Id): Promise<void> {
  await connection.response('DELETE', addressOf(id), { headers: SPEAKS_TUS });
}

const addressOf = (id: Id) => `/cms/file/upload/${encodeURIComponent(id)}`;

interface BegunUpload {
  readonly id: Id;
  readonly received: number;
}

async function beginUpload(connection: Connection, file: Blob, options: UploadOptions): Promise<BegunUpload> {
  const name = options.name ?? (file instanceof File ? file.name : 'file');
  const headers = {
    ...SPEAKS_TUS,
    'upload-length': String(file.size),
    'upload-metadata': `filename ${btoa(String.fromCharCode(...new TextEncoder().encode(name)))}`,
  };
  const query = queryOf({ private: options.private });
  return { id: idIn(await connection.request('POST', '/cms/file/upload', { headers, query })), received: 0 };
}

/** Undefined where it has expired. */
async function findUpload(connection: Connection, id: Id = ''): Promise<BegunUpload | undefined> {
  try {
    return { id, received: await receivedOf(connection, id) };
  } catch (error) {
    if (error instanceof QuireError && error.status === 404) return undefined;
    throw error;
  }
}

async function receivedOf(connection: Connection, id: Id): Promise<number> {
  const { received } = await connection.request('GET', addressOf(id));
  return Number(received);
}

interface SentPiece {
  readonly from: number;
  readonly piece: Blob;
  readonly signal: AbortSignal | undefined;
}

async function sendPiece(
  connection: Connection,
  id: Id,
  { from, piece, signal }: SentPiece,
): Promise<number> {
  const headers = {
    ...SPEAKS_TUS,
    'upload-offset': String(from),
    'content-type': 'application/offset+octet-stream',
  };
  const sent = { headers, body: piece, signal };
  const answer = await connection.response('PATCH', addressOf(id), sent);
  return Number(answer.headers.get('upload-offset'));
}

/** Does the work again while it fails for reasons that pass, with growing pauses. */
async function withRetries<T>(
  work: (isAgain: boolean) => Promise<T>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    signal?.throwIfAborted();
    try {
      return await work(failures > 0);
    } catch (error) {
      if (signal?.aborted || failures >= retries || !passes(error)) throw error;
      await pauseFor(Math.min(500 * 2 ** failures, LONGEST_WAIT_MS), signal);
    }
  }
}

/** Whether another attempt may succeed: the network failed, the server is busy, or another request still sends to the upload. */
function passes(error: unknown): boolean {
  if (!(error instanceof QuireError)) return error instanceof TypeError;
  return error.status >= 500 || [409, 423, 429].includes(error.status);
}
