import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { FeedPosition } from '../../records/changes/note-changes.ts';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';

/** Reads and writes cursors: places in a list, as clients keep them. */
export interface Cursors {
  write(place: FeedPosition): string;
  /** Throws for a text that this server has not written; `name` is its parameter. */
  read(text: string, name: string): FeedPosition;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const NUMBER_BYTES = 8;
const TAG_BYTES = 16;
/** A position, or a position and a mark. */
const FORM = /^([\w-]{48}|[\w-]{59})$/;

/**
 * Encrypted cursors. A position counts all changes, or all change sets, including those that the caller may not see. The same
 * position has a different cursor each time, so a new cursor does not reveal that something was written. The first secret
 * writes, all of them read. A cursor of one list is refused by another.
 */
export function makeCursors(
  secrets: readonly [string, ...string[]],
  list: 'changes' | 'change sets' | 'changes of a field',
): Cursors {
  const keys = deriveKeys(secrets, `cursor of ${list}`);
  const [writing] = keys;
  return {
    write({ position, mark }) {
      const iv = randomBytes(IV_BYTES);
      const content = Buffer.alloc(mark === undefined ? NUMBER_BYTES : 2 * NUMBER_BYTES);
      content.writeBigInt64BE(position);
      if (mark !== undefined) content.writeBigInt64BE(mark, NUMBER_BYTES);
      const cipher = createCipheriv(CIPHER, writing, iv);
      const sealed = [iv, cipher.update(content), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },
    read(text, name) {
      const sealed = FORM.test(text) ? Buffer.from(text, 'base64url') : undefined;
      for (const key of sealed ? keys : []) {
        const place = sealed && opened(key, sealed);
        if (place !== undefined) return place;
      }
      throw badParameters({ [name]: message('notACursor') });
    },
  };
}

function opened(key: Buffer, sealed: Buffer): FeedPosition | undefined {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const content = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
    decipher.final();
    const position = content.readBigInt64BE();
    return content.length > NUMBER_BYTES
      ? { position, mark: content.readBigInt64BE(NUMBER_BYTES) }
      : { position };
  } catch {
    return undefined; // of another secret, or nobody's
  }
}
