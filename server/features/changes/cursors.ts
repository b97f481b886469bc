import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** A position in the feed as clients keep it. */
export interface Cursors {
  write(position: bigint): string;
  /** Throws for what this server has not written; `name` is the parameter that held it. */
  read(text: string, name: string): bigint;
}

const FORM = /^[\w-]{22}$/;
const BLOCK = 'aes-256-ecb'; // one block alone: nothing could repeat in it
const MARK = Buffer.from('changes\0');

/**
 * Cursors that tell nothing: a position counts the changes of all records, also of those that a caller may not see. The
 * first secret writes, all read.
 */
export function makeCursors(secrets: readonly [string, ...string[]]): Cursors {
  const keyOf = (secret: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'quire cursor of changes', 32));
  const [first, ...others] = secrets;
  const writing = keyOf(first);
  const keys = [writing, ...others.map(keyOf)];
  return {
    write(position) {
      const block = Buffer.alloc(16);
      block.writeBigInt64BE(position);
      MARK.copy(block, 8);
      return createCipheriv(BLOCK, writing, null).setAutoPadding(false).update(block).toString('base64url');
    },
    read(text, name) {
      const sealed = Buffer.from(text, 'base64url');
      if (FORM.test(text) && sealed.length === 16)
        for (const key of keys) {
          const block = createDecipheriv(BLOCK, key, null).setAutoPadding(false).update(sealed);
          if (block.subarray(8).equals(MARK)) return block.readBigInt64BE();
        }
      throw badParameters({ [name]: message('notACursor') });
    },
  };
}
