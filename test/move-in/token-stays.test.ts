// No engine changes its result: it is about which host is asked.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, it } from 'node:test';
import { openApi } from '../../server/features/move-in/http/api.ts';

/** A server that notes what it is asked. */
async function host() {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { asked, name: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('the token of a move goes to no host that a path of the source names', async () => {
  const [source, other] = [await host(), await host()];
  for (const base of ['', '/cms', '/cms/']) {
    const api = openApi(`http://${source.name}${base}`, 'token-of-the-source');
    for (const path of [`//${other.name}/x`, `/\\${other.name}/x`, `///${other.name}/x`]) {
      await api.bytes(path);
      await api.get(path);
      await api.isPublic(path);
    }
  }
  assert.deepEqual([other.asked.length, source.asked.length], [0, 27]);
});
