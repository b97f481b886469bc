import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { BodyOf } from '../bodies.ts';
import type { Answer, Plain } from '../client.ts';
import type { FreshApp } from '../fresh-app.ts';

/** What GET tells of a resumable upload. */
export type UploadState = BodyOf<'GET /cms/file/upload/:id'>;

const TUS = { 'tus-resumable': '1.0.0' };
const PATH = '/cms/file/upload';

export const nameHeader = (name: string) => `filename ${Buffer.from(name).toString('base64')}`;

/** The checksum header of some bytes. */
export const checksumOf = (algorithm: string, bytes: Buffer) =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;

/** Sends the requests of tus as one person, under one base. */
export function tusOf(app: Pick<FreshApp, 'request'>, token?: string, base = '') {
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
    app.request(method, base + path, {
      ...(token !== undefined && { token }),
      headers: { ...TUS, ...headers },
      ...(body && { body }),
    });
  const begin = (size: number | string, headers: Record<string, string> = {}, query = '') =>
    send('POST', `${PATH}${query}`, { 'upload-length': String(size), ...headers });
  return {
    send,
    begin,
    /** Begins an upload that must be taken, and answers its id. */
    async begun(size: number, name = 'a.png', query = ''): Promise<number> {
      const answer = await begin(size, { 'upload-metadata': nameHeader(name) }, query);
      assert.equal(answer.status, 201, answer.text);
      return Number(answer.body.id);
    },
    patch: (id: number, offset: number | string, bytes: Buffer, headers: Record<string, string> = {}) =>
      send(
        'PATCH',
        `${PATH}/${id}`,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
        bytes,
      ),
    head: (id: number) => send('HEAD', `${PATH}/${id}`),
    remove: (id: number) => send('DELETE', `${PATH}/${id}`),
    async state(id: number): Promise<UploadState> {
      const answer = (await send('GET', `${PATH}/${id}`)) as unknown as Answer<UploadState>;
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
  };
}

/** The status and the code of an answer, whatever its base calls the code. */
export const outcomeOf = ({ status, body }: Answer<Plain>): readonly [number, unknown] => [
  status,
  body.error_code ?? body.code,
];
