import { randomKey } from '../../edits/unsaved-edit.ts';
import { call } from '../call.ts';
import type { AnswerOf } from '../route-types.ts';

/** In how many records a file would be replaced, and which ones keep it and why. */
export type ReplacementPreview = AnswerOf<'POST /cms/file/:id/replacement/preview'>;

export async function previewReplacement(id: string, by: string): Promise<ReplacementPreview> {
  return call('POST /cms/file/:id/replacement/preview', { params: { id }, body: { by } });
}

/** Replaces a file in as many records as the preview said. Returns the id of the request, by which it is undone. */
export async function replaceFile(id: string, by: string, expected: number): Promise<string> {
  const options = { params: { id }, body: { by, expected }, idempotencyKey: randomKey() };
  return (await call('POST /cms/file/:id/replacement', options)).request_id;
}
