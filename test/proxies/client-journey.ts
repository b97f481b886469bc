import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { PASSWORD } from '../support/fresh-app.ts';
import { type Call, type Client, callOf } from '../support/library-client.ts';
import { image } from '../support/records/uploads.ts';
import type { Site } from './site.ts';

interface Tagged {
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly etag: string;
}
const STALE = { status: 412, code: 10062 };

/** What the typed client does in a project's page or program. */
export function clientJourney({ app, url, Quire, QuireError }: Site): void {
  const quire: Client = new Quire({ base: url });
  const call: Call = callOf(quire);
  before(() => quire.signIn('root', PASSWORD));

  it('creates, reads and changes a record on condition of its state', async () => {
    const id: string = await call('ship', 'create', {
      name: 'Northern Light',
      story: `<p>${'a '.repeat(900)}</p>`,
    });
    const first: Tagged = await call('ship', 'getTagged', id);
    const second: Tagged = await call('ship', 'patchAndGet', id, { crew: 2 }, { ifMatch: first.etag });
    await assert.rejects(call('ship', 'patch', id, { crew: 3 }, { ifMatch: first.etag }), STALE);
    const third: Tagged = await call('ship', 'patchAndGet', id, { crew: 4 }, { ifMatch: second.etag });
    await assert.rejects(call('ship', 'remove', id, { ifMatch: second.etag }), STALE);
    const { crew } = await app.root.read(`/v1/ship/${id}`);
    assert.equal(crew, 4);
    await call('ship', 'remove', id, { ifMatch: third.etag });
    await assert.rejects(call('ship', 'get', id), { status: 404 });
  });

  it('proposes a change of the state that it read', async () => {
    const id: string = await call('ship', 'create', { name: 'Proposed' });
    const { etag }: Tagged = await call('ship', 'getTagged', id);
    const items = [{ record: 'ship', action: 'update', id: Number(id), values: { crew: 5 }, etag }];
    await quire.request('POST', '/v1/change-set', { body: { title: 'Crew', items } });
    await call('ship', 'patch', id, { crew: 6 });
    await assert.rejects(quire.request('POST', '/v1/change-set', { body: { title: 'Crew', items } }), {
      status: 400,
    });
  });

  it('lists, counts and follows pages', async () => {
    const signs = Array.from({ length: 120 }, (_, index) => `L${index}`);
    await call(
      'berth',
      'bulk',
      signs.map((sign) => ({ action: 'create', values: { sign } })),
    );
    const { total }: { total: number } = await call('berth', 'list', {
      filter: { sign: { starts: 'L' } },
      total: true,
      count: 5,
    });
    assert.equal(total, signs.length);
    const found: string[] = [];
    for await (const { sign } of (await call('berth', 'each', { q: 'L', sort: ['id'] })) as AsyncIterable<{
      sign: string;
    }>)
      found.push(sign);
    assert.deepEqual(found, signs);
    const file: Response = await call('berth', 'exportFile', 'csv', { fields: ['sign'] });
    assert.equal((await file.text()).trim().split('\r\n').length, signs.length + 1);
  });

  it('uploads a file, at once and in pieces', async () => {
    const small = await image('png', 200, 200);
    const { id, url: address } = await quire.upload(new Blob([new Uint8Array(small)]), 'small 图.png');
    assert.ok(String(address).startsWith(`${url}/assets/`));
    const answer = await fetch(String(address));
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), small);
    const ship: string = await call('ship', 'create', { name: 'With papers', papers: id });
    assert.equal(String(((await call('ship', 'get', ship)) as { papers: unknown }).papers), String(id));
    const large = await image('png', 900, 700);
    const uploaded = await quire.files.upload(new Blob([new Uint8Array(large)]), { name: 'large.png' });
    assert.deepEqual((await app.root.get(`/cms/file/${uploaded.id}/content`)).bytes, large);
  });

  it('gets changes as they happen, though the answer has no end', { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const changes = quire.watch({ records: ['ship'], since: Date.now(), signal: stop.signal });
    for (const name of ['first', 'second']) {
      const made: string = await call('ship', 'create', { name: `${name} on the stream` });
      let record: string | undefined;
      while (record !== made) record = (await changes.next()).value.id;
    }
    stop.abort();
    await changes.return(undefined);
  });

  it('gets refusals with their fields', async () => {
    await assert.rejects(call('ship', 'create', { name: 'x'.repeat(61), crew: 1000 }), (error) => {
      assert.ok(error instanceof QuireError);
      assert.deepEqual([error.status, Object.keys(error.fields)], [400, ['name', 'crew']]);
      return error.message !== '' && error.requestId !== undefined;
    });
  });
}
