import { Readable } from 'node:stream';
import { Bytes } from '../../http/bytes.ts';
import type { Prepared } from './run-operation.ts';

export const STREAM = 'text/event-stream';

export function eventsOf(_prepared: Prepared): Bytes {
  return new Bytes(200, { 'content-type': STREAM }, Readable.from([]));
}
