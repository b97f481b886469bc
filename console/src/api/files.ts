import type { UploadedFile } from '../../../server/features/client/runtime.ts';
import { apiBase } from '../base.ts';
import { digitsOf, readExact } from '../form/exact-json.ts';
import { language } from '../texts/index.ts';
import { accessToken, connection, QuireError } from './connection.ts';

export type { UploadedFile };

/** Uploads a file and tells how far it is, from 0 to 1. */
export async function uploadFile(file: File, onProgress?: (part: number) => void): Promise<UploadedFile> {
  // A quick request first renews a token that has expired: an upload cannot be begun twice.
  await connection.request('GET', '/cms/user/information').catch(() => {});
  const body = new FormData();
  body.append('file', file, file.name);
  const [uploaded] = (await send(body, onProgress)) as [Readonly<Record<string, unknown>>];
  return { ...uploaded, id: digitsOf(uploaded.id) ?? '' } as UploadedFile;
}

/** `fetch` does not tell how much of a body has been sent; this older form of a request does. */
function send(body: FormData, onProgress?: (part: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${apiBase}/cms/file`);
    request.setRequestHeader('accept-language', language.value);
    request.setRequestHeader('authorization', `Bearer ${accessToken() ?? ''}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('the network failed'));
    request.onload = () => {
      const isDone = request.status >= 200 && request.status < 300;
      if (isDone) resolve(readExact(request.responseText));
      else reject(new QuireError(request.status, bodyOf(request.responseText)));
    };
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
