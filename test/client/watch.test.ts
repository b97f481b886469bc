import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../support/fresh-app.ts';
import { callOf, openLibrary } from '../support/library-client.ts';

const { base, Quire, QuireError } = await openLibrary();

const opened: AbortController[] = [];
/** Streams whose connection can be broken from outside. */
const breakable = (url: string, init: RequestInit) => {
  if (!url.includes('/v1/changes')) return fetch(url, init);
  const broken = new AbortController();
  opened.push(broken);
  const signal = init.signal ? AbortSignal.any([init.signal, broken.signal]) : broken.signal;
  return fetch(url, { ...init, signal });
};

describe('a watch', () => {
  it('tells each change once, also of the time in which its stream was broken', async () => {
    const quire = new Quire({ base, fetch: breakable });
    await quire.signIn('root', PASSWORD);
    const call = callOf(quire);
    const stop = new AbortController();
    const begun = Date.now();
    const changes = quire.watch({ collections: ['author'], since: begun, signal: stop.signal });
    const made: string[] = [];
    const make = async (name: string) => made.push(await call('author', 'create', { name }));
    const seen: string[] = [];
    const next = async () => {
      const { value } = await changes.next();
      assert.equal(value.event, 'created');
      assert.equal(value.own, true);
      seen.push(value.id);
      return value.cursor as string;
    };
    await make('one');
    const cursor = await next();
    opened.at(-1)?.abort();
    await make('two');
    await make('three');
    await next();
    await next();
    assert.deepEqual(seen, made);
    assert.equal(opened.length, 2);
    stop.abort();
    assert.deepEqual(await changes.next(), { value: undefined, done: true });

    const again = quire.watch({ collections: ['author'], after: cursor });
    assert.equal((await again.next()).value.id, made[1]);
    await again.return(undefined);
  });

  it('ends with what the server refuses', async () => {
    const stranger = new Quire({ base });
    for (const [request, status] of [
      [{ since: 0 }, 410],
      [{ collections: ['nothing'] }, 400],
      [{ after: 'x' }, 400],
    ] as const)
      await assert.rejects(
        () => stranger.watch(request).next(),
        (error) => error instanceof QuireError && error.status === status,
      );
  });
});
