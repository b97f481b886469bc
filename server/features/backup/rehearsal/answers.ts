import { readFile } from 'node:fs/promises';
import type { Catalogue } from '../../../definitions/catalogue.ts';
import { CannotStart } from '../../../errors.ts';

/** What a read was answered. */
export interface Answered {
  readonly status: number;
  /** JSON as values, anything else as text. */
  readonly body: unknown;
}

/** Answers by the names of their reads. */
export type Answers = Readonly<Record<string, Answered>>;

/** A read whose answer is another one, and where: a place in its body, or its status. */
export interface Difference {
  readonly name: string;
  readonly place: string;
}

/** Answers that were kept in a file. Throws CannotStart where it holds none. */
export async function readAnswers(file: string): Promise<Answers> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text) as Answers; // our own file: what is missing in it counts as different
  } catch {
    throw new CannotStart(`'${file}' holds no answers; allowed: a file that --record has written`);
  }
}

/** Which answers differ. A read that has no earlier answer differs as a whole. */
export function compare(before: Answers, now: Answers): Difference[] {
  return Object.entries(now).flatMap(([name, answer]) => {
    const place = placeOf(before[name], answer);
    return place === undefined ? [] : [{ name, place }];
  });
}

function placeOf(before: Answered | undefined, now: Answered): string | undefined {
  if (before === undefined) return 'it was not recorded';
  if (before.status !== now.status) return `status ${now.status}, before ${before.status}`;
  return differsAt(before.body, now.body, []);
}

/** The first place in which two values differ. The order of properties is no part of the contract. */
function differsAt(before: unknown, now: unknown, at: readonly string[]): string | undefined {
  if (!isObject(before) || !isObject(now))
    return Object.is(before, now) ? undefined : at.join('.') || 'the text';
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const place = differsAt(before[key], now[key], [...at, key]);
    if (place !== undefined) return place;
  }
  return undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

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
