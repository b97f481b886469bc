import { call } from '../call.ts';
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

export async function listLog({ start, end, ...others }: LogFilter, page = 0, count = LINES_A_PAGE) {
  const { keyword, refused, sessions, ...texts } = {
    ...others,
    start: start && `${start} 00:00:00`,
    end: end && `${end} 23:59:59`,
  };
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
  const query = {
    ...{ ...given, page, count, address: true, refusal_ids: true },
    ...(refused && { refused: refused === 'true' }),
    ...(sessions && { sessions: sessions === 'true' }),
  };
  return keyword
    ? call('GET /cms/log/search', { query: { ...query, keyword } })
    : call('GET /cms/log', { query });
}

export type Period = ItemOf<'GET /cms/log/activity'>;

/** What happened in the last 30 days, by day in the reader's time zone. */
export async function readActivity(): Promise<readonly Period[]> {
  const offset = -new Date().getTimezoneOffset();
  return (await call('GET /cms/log/activity', { query: { by: 'day', offset } })).items;
}
