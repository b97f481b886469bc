import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const NOTICE = 'TRACES: no SDK of OpenTelemetry is loaded, so nothing is traced.';

it('where no SDK is loaded, a start says that nothing is traced, and everything else goes on', async () => {
  const app = await freshApp({ traces: true });
  assert.deepEqual(
    app.server.notices.filter((one) => one.startsWith('TRACES')),
    [NOTICE],
  );
  for (const title of ['One', 'Two']) {
    const id = await app.makeBook({ title });
    assert.equal((await app.root.get(`/v1/book/${id}`)).body.title, title);
  }
  const off = await freshApp();
  assert.ok(!off.server.notices.includes(NOTICE));
});
