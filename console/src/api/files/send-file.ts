import { fromText } from '../../../../server/shared/exact-json.ts';
import { apiBase } from '../../base.ts';
import { language } from '../../texts/index.ts';
import { accessToken, connection, QuireError } from '../connection.ts';

interface How {
  /** Absent for forms, whose type the browser writes. */
  readonly type?: string;
  /** Called with the fraction that has been sent, from 0 to 1. */
  onProgress?(part: number): void;
  readonly signal?: AbortSignal;
}

/** Uploads something large and returns the answer. Throws QuireError. */
export async function sendFile(path: string, body: FormData | File, how: How): Promise<unknown> {
  // A quick request first renews a token that has expired: a large body cannot be sent twice.
  await connection.request('GET', '/cms/user/information').catch(() => {});
  how.signal?.throwIfAborted(); // an event that is over reaches no listener
  return send(path, body, how);
}

/** `fetch` does not tell how much of a body has been sent; this older form of a request does. */
function send(path: string, body: FormData | File, { type, onProgress, signal }: How): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${apiBase}${path}`);
    request.setRequestHeader('accept-language', language.value);
    request.setRequestHeader('authorization', `Bearer ${accessToken() ?? ''}`);
    if (type !== undefined) request.setRequestHeader('content-type', type);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('the network failed'));
    request.onload = () => {
      const isDone = request.status >= 200 && request.status < 300;
      if (isDone) resolve(fromText(request.responseText));
      else reject(new QuireError(request.status, bodyOf(request.responseText)));
    };
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
