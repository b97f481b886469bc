// No engine changes its result: it is about what is sent before an answer.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeAskRoutes } from '../../../server/features/mcp/ask-routes.ts';
import { CallsUnderWay } from '../../../server/features/mcp/calls-under-way.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ contentDir: 'test/content/sets', mcp: true, language: 'en' });
const robot = await keysOf(app).program({}, [await app.groupWith('article.write')]);
await app.server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.app.server.address() as { readonly port: number };

interface Sent {
  readonly method?: string;
  readonly params?: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly total: number;
  };
  readonly result?: { readonly isError?: boolean };
}

const call = (name: string, given: object, _meta?: object, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}/api/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${robot.key}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: given, ...(_meta && { _meta }) },
    }),
    ...(signal && { signal }),
  });
const sentIn = (text: string): Sent[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as Sent] : []));
const ITEMS = [{ collection: 'article', action: 'create', values: { title: 'Herons' } }];

describe('a call under way', () => {
  for (const [what, caller, id, isCancelled] of [
    ['its own id', 'ann', 1, true],
    ['an id of another kind', 'ann', '1', false],
    ['another id', 'ann', 2, false],
    ['another caller', 'bob', 1, false],
    ['nothing', 'ann', undefined, false],
  ] as const)
    it(`is cancelled by its own caller and id alone: ${what}`, () => {
      const calls = new CallsUnderWay();
      const { signal } = calls.enter('ann', 1);
      calls.cancel(caller, id);
      assert.equal(signal.aborted, isCancelled);
    });

  it('goes on where two have the same id, until one of them has ended', () => {
    const calls = new CallsUnderWay();
    const [one, other] = [calls.enter('ann', 1), calls.enter('ann', 1)];
    calls.cancel('ann', 1);
    assert.deepEqual([one.signal.aborted, other.signal.aborted], [false, false]);
    one.leave();
    calls.cancel('ann', 1);
    assert.deepEqual([one.signal.aborted, other.signal.aborted], [false, true]);
  });

  it('reads no further once it is cancelled, and finishes what it writes', async () => {
    const ask = makeAskRoutes(app.server.app);
    const signal = AbortSignal.abort();
    const asking = {
      authorization: `Bearer ${robot.key}`,
      language: 'en',
      address: '127.0.0.1',
      base: '/api',
      signal,
    };
    await assert.rejects(ask(asking, { method: 'GET', path: '/v1/article' }), { name: 'AbortError' });
    const made = await ask(asking, {
      method: 'POST',
      path: '/v1/change-set',
      body: { title: 'Birds', items: ITEMS },
    });
    assert.equal(made.status, 201, made.text);
  });

  it('takes a cancellation as an empty answer', async () => {
    const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const headers = { accept: 'application/json, text/event-stream' };
    for (const params of [{ requestId: 1 }, {}, { requestId: { toString: 1 } }]) {
      const answer = await robot.post('/mcp', { ...body, params }, { headers });
      assert.ok([202, 400].includes(answer.status), answer.text);
    }
  });

  it('is cancelled by no other key of the same user', async () => {
    const other = app.as((await keysOf(app).makeKey(robot.owner.id)).key);
    const held: AbortSignal[] = [];
    const inject = app.server.app.inject.bind(app.server.app) as (options: object) => Promise<unknown>;
    const hold = (options: { readonly signal?: AbortSignal }) => {
      const { signal } = options;
      if (!signal) return inject(options);
      held.push(signal);
      return new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason)));
    };
    Object.assign(app.server.app, { inject: hold });
    const asked = call('list_records', { collection: 'article' });
    await until(() => held.length === 1);
    const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const headers = { accept: 'application/json, text/event-stream' };
    await other.post('/mcp', body, { headers });
    assert.equal(held[0]?.aborted, false);
    await robot.post('/mcp', body, { headers });
    assert.equal(held[0]?.aborted, true);
    await (await asked).text();
    Object.assign(app.server.app, { inject });
  });

  it('has a text or a number as its id: others are refused', async () => {
    for (const id of [{ toString: 1, valueOf: 1 }, [1], true]) {
      const answer = await robot.post('/mcp', { jsonrpc: '2.0', id, method: 'ping' });
      assert.equal(answer.status, 400, answer.text);
    }
  });
});

describe('the progress of a call', () => {
  for (const [name, given, total] of [
    ['list_records', { collection: 'article' }, 1],
    ['propose_changes', { title: 'Birds', items: ITEMS }, 3],
  ] as const)
    it(`is told step by step under the caller's token, before the answer: ${name}`, async () => {
      for (const token of ['mine', 7]) {
        const sent = sentIn(await (await call(name, given, { progressToken: token })).text());
        const told = sent.filter(({ method }) => method === 'notifications/progress');
        assert.deepEqual(
          told.map(({ params }) => params),
          Array.from({ length: total + 1 }, (_, progress) => ({ progressToken: token, progress, total })),
        );
        assert.equal(sent.at(-1)?.result?.isError, undefined, JSON.stringify(sent));
      }
    });

  it('is told to nobody who did not ask for it', async () => {
    const text = await (await call('list_records', { collection: 'article' })).text();
    assert.doesNotMatch(text, /progress/);
    assert.match(text, /"result"/);
  });

  it('gives the place of a caller back, who leaves after the first step or reads to the end', async () => {
    for (let time = 0; time < 40; time += 1) {
      const left = new AbortController();
      const answer = await call(
        'list_records',
        { collection: 'article' },
        { progressToken: time },
        left.signal,
      );
      if (answer.status === 200) await answer.body?.getReader().read();
      left.abort();
    }
    await until(async () => (await call('list_records', { collection: 'article' })).status === 200, 50);
    const sets = await app.root.get('/v1/change-set?count=100');
    assert.equal(sets.status, 200);
  });
});
