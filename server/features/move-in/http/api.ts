import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fromJson } from '../../../shared/json.ts';
import { SourceProblem } from '../source.ts';

const PATIENCE_MS = 120_000;
const MOST_BYTES = 200_000_000;
const MOST_TRIES = 4;
const PAUSE_MS = 1000;

/** The API of a running system. */
export interface Api {
  readonly host: string;
  readonly origin: string;
  /** The JSON at a path, with exact numbers. Throws SourceProblem. */
  get(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  /** The same, or undefined where there is nothing at the path. */
  find(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Whether everybody may read a path. */
  isPublic(path: string): Promise<boolean>;
  /** The bytes at a path, or why they cannot be had. */
  bytes(path: string): Promise<Readable | { readonly reason: string }>;
}

/** The token stands in a file or in MOVE_IN_TOKEN: others could read it on the command line. */
export async function readToken(file: string | undefined): Promise<string> {
  const text =
    file === undefined ? (process.env.MOVE_IN_TOKEN ?? '') : await readFile(file, 'utf8').catch(refuse);
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new SourceProblem(
    'there is no token: put it into a file and name that by --token-file, or set MOVE_IN_TOKEN',
  );
}

function refuse(cause: Error): never {
  throw new SourceProblem(`--token-file: cannot be read (${cause.message})`, { cause });
}

/** Redirects are refused: the token would go where nobody sent it. */
export function openApi(from: string, token: string): Api {
  const base = URL.parse(from);
  if (!base || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '')
    throw new SourceProblem(
      `--from: '${from}' is no address such as https://cms.example, without a name and a password`,
    );
  // Not resolved against the base: a path that begins with `//`, which the system names, would be another host.
  const urlOf = (path: string) => new URL(`${base.origin}${base.pathname.replace(/\/$/, '')}${path}`);
  const ask = async (path: string, query: Readonly<Record<string, string>> = {}) => {
    const url = urlOf(path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { authorization: `Bearer ${token}`, accept: '*/*' };
    return fetchPatiently(url, { headers, redirect: 'error' });
  };
  const read = async (answer: Response, path: string) => {
    if (!answer.ok)
      throw new SourceProblem(`${base.origin}${path} answers ${answer.status}${advice(answer.status)}`);
    return fromText(await textOf(answer, path), path);
  };
  return {
    host: base.host,
    origin: base.origin,
    async get(path, query) {
      return read(await ask(path, query), path);
    },
    async find(path, query) {
      const answer = await ask(path, query);
      if (answer.status !== 404) return read(answer, path);
      await answer.body?.cancel();
      return undefined;
    },
    async isPublic(path) {
      const answer = await fetchPatiently(urlOf(path), { redirect: 'error' });
      await answer.body?.cancel();
      return answer.ok;
    },
    async bytes(path) {
      const answer = await ask(path);
      if (answer.ok && answer.body)
        return Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]); // the same streams
      await answer.body?.cancel();
      return { reason: `${path} answers ${answer.status}` };
    },
  };
}

/** Asks again while the system is busy, or cannot be reached for a moment. */
async function fetchPatiently(url: URL, init: RequestInit): Promise<Response> {
  for (let tried = 1; ; tried += 1)
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
      if ((answer.status !== 429 && answer.status < 500) || tried === MOST_TRIES) return answer;
      await answer.body?.cancel();
      await pause(PAUSE_MS * 2 ** tried);
    } catch (error) {
      if (tried === MOST_TRIES)
        throw new SourceProblem(`${url.origin} cannot be reached (${causeOf(error)})`);
      await pause(PAUSE_MS);
    }
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

function advice(status: number): string {
  return status === 401 || status === 403 ? ': the token must be one of an administrator' : '';
}

async function textOf(answer: Response, path: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) throw new SourceProblem(`${path} answers more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function fromText(text: string, path: string): unknown {
  try {
    return fromJson<unknown>(text);
  } catch (error) {
    throw new SourceProblem(`${path} answers no JSON`, { cause: error });
  }
}
