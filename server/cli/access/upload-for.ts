import { FILES_PATH } from '../../../contract/own-paths.ts';
import type { Field } from '../../definitions/field.ts';
import type { TestClient } from '../../entries/test-requests.ts';
import { sampleFile } from './sample-files.ts';

const BOUNDARY = 'file-of-a-statement';

/** Uploads a file that the field accepts; returns its id, or undefined if none can be made up. */
export async function uploadFor(
  client: TestClient,
  { accept, isPrivate }: Pick<Field, 'accept' | 'isPrivate'>,
  types: ReadonlySet<string>,
): Promise<bigint | undefined> {
  const sample = await sampleFile(accept, types);
  if (!sample) return undefined;
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${sample.name}"\r\ncontent-type: ${sample.type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), sample.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const path = isPrivate ? `${FILES_PATH}?private=true` : FILES_PATH;
  const {
    status,
    body: answer,
    text,
  } = await client.post<readonly { id: number }[]>(path, body, { headers });
  if (status >= 300) throw new Error(`no file could be uploaded: ${text}`);
  const [uploaded] = answer;
  return uploaded && BigInt(uploaded.id);
}
