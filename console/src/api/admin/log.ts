import { connection } from '../connection.ts';

/** A line of the audit log. */
export interface LogLine {
  readonly id: string;
  readonly message: string;
  readonly time: number;
  readonly user_id: number | bigint | string;
  readonly username: string;
  readonly status_code: number;
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  readonly address: string | null;
}

export interface LogFilter {
  readonly name?: string;
  readonly keyword?: string;
  /** `true` for refusals alone, `false` for all others, empty for both. */
  readonly refused?: string;
  /** The same for sign-ins, renewed tokens and sign-outs. */
  readonly sessions?: string;
  /** The id of the API key by which things were done; empty for all. */
  readonly key?: string;
  /** Days as `YYYY-MM-DD`; empty for no bound. */
  readonly start?: string;
  readonly end?: string;
}

export const LINES_A_PAGE = 50;

export async function listLog({ start, end, ...others }: LogFilter, page = 0, count = LINES_A_PAGE) {
  const asked = {
    ...others,
    start: start && `${start} 00:00:00`,
    end: end && `${end} 23:59:59`,
    page: String(page),
    count: String(count),
    address: 'true',
  };
  const query = Object.entries(asked).filter((one): one is [string, string] => Boolean(one[1]));
  const path = others.keyword ? '/cms/log/search' : '/cms/log';
  const { items, total } = await connection.request('GET', path, { query });
  return { items: items as readonly LogLine[], total: Number(total) }; // the documented form of this route
}

export interface Period {
  readonly time: number;
  readonly done: number;
  readonly refused: number;
}

/** What the log tells of the last 30 days, by the days of this reader. */
export async function readActivity(): Promise<readonly Period[]> {
  const offset = String(-new Date().getTimezoneOffset());
  const { items } = await connection.request('GET', '/cms/log/activity', {
    query: [
      ['by', 'day'],
      ['offset', offset],
    ],
  });
  return items as readonly Period[]; // the documented form of this route
}
