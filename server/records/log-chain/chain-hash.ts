import { hash } from 'node:crypto';
import { toJson } from '../../shared/exact-json.ts';
import type { Checkpoint } from './log-chain.collection.ts';

/** Names the form of what is hashed. */
const FORM = 'quire log 1';

/** What the hash of a checkpoint covers. */
export type Hashed = Pick<
  Checkpoint,
  | 'number'
  | 'kind'
  | 'time'
  | 'first_line'
  | 'last_line'
  | 'lines'
  | 'newest'
  | 'before'
  | 'entries_hash'
  | 'public_key'
  | 'previous'
>;

/** The hash of a checkpoint, and through it of all before: 43 characters of base64url. */
export function hashOfCheckpoint(one: Hashed): string {
  const content = [
    FORM,
    one.number,
    one.kind,
    one.time,
    one.first_line,
    one.last_line,
    one.lines,
    one.newest,
    one.before,
    one.entries_hash,
    one.public_key,
    one.previous,
  ];
  return hash('sha256', toJson(content), 'base64url');
}
