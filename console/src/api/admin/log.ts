import { call } from '../call.ts';
import { connection } from '../connection.ts';
import type { ItemOf } from '../route-types.ts';

/** A line of the audit log. */
export type LogLine = ItemOf<'GET /cms/log'>;

export interface LogFilter {
  readonly name?: string;
  readonly keyword?: string;
  /** `true` for refusals only, `false` for all others, empty for both. */
  readonly refused?: string;
  /** The same for sign-ins, renewed tokens and sign-outs. */
  readonly sessions?: string;
  /** The id of an API key; empty for all. */
  readonly key?: string;
  /** Days as `YYYY-MM-DD`; empty for no bound. */
  readonly start?: string;
  readonly end?: string;
}

export const LINES_A_PAGE = 50;

export async function listLog({ keyword, ...others }: LogFilter, page = 0, count = LINES_A_PAGE) {
  const query = { ...queryOf(others), page, count, address: true, refusal_ids: true };
  return keyword
    ? call('GET /cms/log/search', { query: { ...query, keyword } })
    : call('GET /cms/log', { query });
}

/** All lines of a filter without a keyword as CSV for spreadsheets. */
export async function exportLog({ keyword: _, ...filter }: LogFilter): Promise<Blob> {
  const query = Object.entries({ ...queryOf(filter), bom: true });
  return (
    await connection.response('GET', '/cms/log/export', {
      query: query.map(([name, value]): [string, string] => [name, String(value)]),
    })
  ).blob();
}

function queryOf({ start, end, refused, sessions, ...texts }: Omit<LogFilter, 'keyword'>) {
  const given = { ...texts, start: start && `${start} 00:00:00`, end: end && `${end} 23:59:59` };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, text]) => text)),
    ...(refused && { refused: refused === 'true' }),
    ...(sessions && { sessions: sessions === 'true' }),
  };
}

export type Period = ItemOf<'GET /cms/log/activity'>;

/** What happened in the last 30 days, by day in the reader's time zone. */
export async function readActivity(): Promise<readonly Period[]> {
  const offset = -new Date().getTimezoneOffset();
  return (await call('GET /cms/log/activity', { query: { by: 'day', offset } })).items;
}
