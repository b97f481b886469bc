import { AppError } from '../../errors.ts';
import type { ByteRange } from '../../storage/storage.ts';
import { failures } from './failures.ts';

/**
 * Reads a Range header of one range (RFC 9110, 14.2). Undefined if the whole is to be sent: without one, and, as a server
 * may, for several ranges or other units. Throws if the range lies outside.
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined; // not a range at all
  if (start > end)
    throw new AppError(failures.rangeNotSatisfiable, { headers: { 'content-range': `bytes */${size}` } });
  return { start, end };
}
