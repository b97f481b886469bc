// No engine changes its result: the embedded database alone writes to a file of this process.
import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freshApp } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';

describe('writes while the disk is slow or broken', async () => {
  const app = await freshApp({ logLevel: 'silent' });
  const headers = { authorization: `Bearer ${app.root.access}` };
  const create = (title: string) =>
    app.server.app.inject({ method: 'POST', url: '/v1/book', headers, payload: { title } });
  const read = () => app.server.app.inject({ url: '/v1/book', headers });
  const file = await open(fileURLToPath(import.meta.url));
  const disk: { datasync(): Promise<void> } = Object.getPrototypeOf(file);
  await file.close();

  it('answers a write only when it is on disk, and reads at once', async ({ mock }) => {
    const flushed = Promise.withResolvers<void>();
    const { mock: calls } = mock.method(disk, 'datasync', () => flushed.promise);
    let isAnswered = false;
    const first = create('slow').finally(() => {
      isAnswered = true;
    });
    await until(() => calls.callCount() > 0);
    assert.equal((await read()).statusCode, 200);
    assert.equal(isAnswered, false);
    const second = create('behind it');
    flushed.resolve();
    assert.equal((await first).statusCode, 201);
    assert.equal((await second).statusCode, 201);
    assert.ok(calls.callCount() >= 2, 'the second was brought to disk by itself');
  });

  it('refuses all writes once one could not be brought to disk, and still reads', async ({ mock }) => {
    const broken = mock.method(disk, 'datasync', async () => {
      throw new Error('EIO');
    });
    assert.equal((await create('lost')).statusCode, 503);
    broken.mock.restore();
    assert.equal((await create('later')).statusCode, 503);
    assert.equal((await read()).statusCode, 200);
  });
});
