// No engine changes its result: it is about processes that tell each other what they counted.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { type Exposition, readExposition } from '../../support/exposition.ts';
import { freePort } from '../../support/free-port.ts';
import { type Running, start, stop, workersOf } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const LIVE = { method: 'GET', route: '/health/live', status: '200' };

/** Asks on a connection of its own, which any worker may take. One that was given to a killed worker is never answered. */
async function ask(url: string): Promise<string> {
  const asked = get(url, { agent: false, signal: AbortSignal.timeout(5000) });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return Buffer.concat(await answer.toArray()).toString();
}

const scrapeAt = async (base: string): Promise<Exposition> => readExposition(await ask(`${base}/metrics`));

const workersIn = ({ series }: Exposition): string[] =>
  [...new Set(series.flatMap(({ labels }) => labels.worker ?? []))].sort();

const countIn = (scraped: Exposition, worker?: string): number =>
  scraped.sum('quire_http_requests_total', { ...LIVE, ...(worker !== undefined && { worker }) }) ?? 0;

/** Until both workers, which take turns, have answered something, and count nothing more: an answer is counted once it is sent. */
async function untilBothAnswered(server: Running, at: string): Promise<void> {
  await until(async () => {
    for (let turn = 0; turn < 2; turn += 1) await ask(`${server.base}/health/live`);
    const scraped = await scrapeAt(at);
    return countIn(scraped, '1') > 0 && countIn(scraped, '2') > 0;
  });
  let counted: number | undefined;
  await until(async () => {
    const before = counted;
    counted = countIn(await scrapeAt(at));
    return counted === before;
  });
}

describe('with several workers, a scrape', () => {
  it('on its own port tells of all of them, whichever answers, and of what they share once', async () => {
    const port = await freePort();
    const server = await start('metrics-workers', { WORKERS: '2', METRICS_PORT: String(port) });
    const at = `http://127.0.0.1:${port}`;
    await untilBothAnswered(server, at);
    const before = countIn(await scrapeAt(at));
    for (let turn = 0; turn < 10; turn += 1) await ask(`${server.base}/health/live`);
    for (let turn = 0; turn < 5; turn += 1) {
      const scraped = await scrapeAt(at);
      assert.deepEqual(workersIn(scraped), ['1', '2']);
      assert.equal(countIn(scraped), before + 10);
      const shared = scraped.series.filter(({ name }) => name === 'quire_database_size_bytes');
      assert.deepEqual(
        shared.map(({ labels }) => labels),
        [{}],
      );
    }
    await stop(server);
  });

  it('goes on while a worker is replaced, which begins anew under the same number', async () => {
    const server = await start('metrics-workers', { WORKERS: '2', METRICS_NETWORKS: '127.0.0.1' });
    await untilBothAnswered(server, server.base);
    const startsIn = (scraped: Exposition) =>
      ['1', '2'].map((worker) => scraped.sum('process_start_time_seconds', { worker }));
    const before = startsIn(await scrapeAt(server.base));
    const [killed = 0] = await workersOf(server);
    process.kill(killed, 'SIGKILL');
    await until(async () => {
      const scraped = await scrapeAt(server.base).catch(() => undefined); // its connection may have been the killed one's
      if (!scraped || workersIn(scraped).length < 2) return false;
      const renewed = startsIn(scraped).filter((time, index) => time !== before[index]);
      return renewed.length === 1;
    });
    assert.deepEqual(workersIn(await scrapeAt(server.base)), ['1', '2']);
    await stop(server);
  });
});
