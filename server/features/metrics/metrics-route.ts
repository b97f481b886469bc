import { Readable } from 'node:stream';
import { everyone } from '../../definitions/access-rule.ts';
import { Bytes, type Route, route } from '../../http/index.ts';
import { message } from './messages/message.ts';
import { PATH } from './path.ts';
import type { Scrape } from './scrape.ts';

/** The figures on the port that everybody uses. Who is not in METRICS_NETWORKS is refused before. */
export function metricsRoute(scrape: Scrape): Route {
  return route({
    method: 'GET',
    path: PATH,
    access: everyone,
    tag: message('healthTag'),
    summary: message('tellFigures'),
    produces: 'text/plain',
    isNotForLin: true,
    isAlwaysAnswered: true,
    isUncounted: true,
    isConfidential: true,
    asksNobody: true,
    async handle() {
      const { type, text } = await scrape.text();
      return new Bytes(200, { 'content-type': type, 'cache-control': 'no-store' }, Readable.from([text]));
    },
  });
}
