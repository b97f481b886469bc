import assert from 'node:assert/strict';
import type { Client } from '../client.ts';
import { image, multipart, type Uploaded } from './uploads.ts';

/** Uploads that only those read who may read a record that refers to them. */
export async function uploadSecret(
  by: Client,
  bytes?: Buffer,
): Promise<Uploaded & { readonly bytes: Buffer; readonly private: boolean }> {
  const content = bytes ?? (await image());
  const { body, headers } = multipart([{ key: 'f', name: 'secret.png', bytes: content }]);
  const answer = await by.post<[Uploaded & { private: boolean }]>('/cms/file?private=true', body, {
    headers,
  });
  assert.equal(answer.status, 200, answer.text);
  return { ...answer.body[0], bytes: content };
}

/** What a caller is answered who asks for a file by its id: for its content, and for an address of it. */
export async function waysTo(by: Client, { id }: { readonly id: number }): Promise<readonly number[]> {
  const content = await by.get(`/cms/file/${id}/content`);
  const address = await by.get(`/cms/file/${id}/address`);
  if (content.status === 404) assert.deepEqual(content.body.error_code, 10026);
  return [content.status, address.status];
}

/** The path and query of an absolute address. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export const OPEN = [200, 200];
export const SHUT = [404, 404];
