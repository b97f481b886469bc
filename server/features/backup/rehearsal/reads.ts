import type { Catalogue } from '../../../definitions/catalogue.ts';
import { CannotStart } from '../../../errors.ts';

/** A read to compare: what is asked for, and by whom. */
export interface Read {
  /** The name of a user; undefined for a caller without a sign-in. */
  readonly username: string | undefined;
  readonly path: string;
}

/** Stands for a caller without a sign-in. */
const NOBODY = '-';
const FORM = `a line for each read, such as 'root /api/v1/article?count=20', with ${NOBODY} for a caller without a sign-in`;

/** A read as people write it, and as answers are found by. */
export const nameOf = ({ username = NOBODY, path }: Read): string => `${username} ${path}`;

/** The reads that a text lists. Throws CannotStart, naming the first line that cannot be read. */
export function readReads(text: string): Read[] {
  return text.split('\n').flatMap((line, place) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [, username = '', path = ''] = /^(\S+)\s+(\/\S*)\s*$/.exec(line) ?? [];
    if (path === '') throw new CannotStart(`line ${place + 1} of the reads cannot be read; allowed: ${FORM}`);
    return [{ username: username === NOBODY ? undefined : username, path }];
  });
}

/** The first page of every collection, as root sees it. */
export function firstPages({ listed }: Catalogue): Read[] {
  return listed.map(({ path }) => ({ username: 'root', path: `/api${path}?count=20&sort=id&total=true` }));
}
