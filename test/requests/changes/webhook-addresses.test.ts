import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AddressRefused } from '../../../server/features/webhooks/allowed-addresses.ts';
import { makePost } from '../../../server/features/webhooks/post.ts';
import type { Delivery } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ contentDir: 'test/content/rules', webhookNetworks: ['127.0.0.0/8'] });

describe('an address of a webhook is refused', () => {
  const refused = [
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[fec0::1]/',
    'https://[fe80::1]/',
    'https://[::]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2001:db8::1]/',
    'https://[2002:a00:1::]/',
    'https://[2001:0:a00:1::]/',
    'https://[3fff::1]/',
    'https://[4000::1]/',
    'https://[ff0e::1]/',
    'https://255.255.255.255/',
    'https://240.0.0.1/',
    'https://0/',
    'https://2130706434.example.com:99999/',
    'http://93.184.216.34/',
    'nothing',
  ];
  for (const url of refused)
    it(url, async () => {
      const { status, body } = await app.root.post('/cms/webhook', { name: 'x', url });
      assert.equal(status, 400);
      assert.match(JSON.stringify(body), /url/);
    });

  it('when its name leads to an internal network, at the time of the delivery', async () => {
    const strict = await freshApp({ contentDir: 'test/content/rules' });
    const id = await strict.root.make('/cms/webhook', {
      name: 'inside',
      url: 'https://localhost/',
    });
    await strict.root.done(`POST /cms/webhook/${id}/test`);
    const first = async () => (await strict.root.list<Delivery>(`/cms/webhook/${id}/delivery`))[0];
    await until(async () => (await first())?.tries === 1);
    const { problem } = (await first()) ?? {};
    assert.match(problem ?? '', /WEBHOOK_NETWORKS/);
    assert.doesNotMatch(problem ?? '', /127|::1/, 'an address that an internal name leads to');
  });

  it('when it is not allowed any more, although a connection to it is kept', async () => {
    const receiver = await webhookReceiver();
    const url = `${receiver.address.replace('127.0.0.1', 'localhost')}/kept`;
    let isAllowed = true;
    const post = makePost(() => () => isAllowed);
    const send = () => post(url, { headers: {}, body: '{}' }, new AbortController().signal);
    for (let sent = 0; sent < 2; sent += 1) {
      assert.equal((await send()).status, 204);
      await nextTurn(); // the connection is free again
    }
    isAllowed = false;
    await assert.rejects(send(), AddressRefused);
    assert.equal(receiver.at('/kept').length, 2);
  });

  it('never because the receiver had reset the connection to it that is kept', async () => {
    const sockets: Socket[] = [];
    const server = createServer((request, response) => {
      sockets.push(request.socket);
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    after(() => server.close());
    const { port } = server.address() as { port: number };
    const post = makePost(() => (address) => address === '127.0.0.1');
    const send = () =>
      post(`http://127.0.0.1:${port}/`, { headers: {}, body: '{}' }, new AbortController().signal);
    await send();
    await nextTurn(); // the connection is free again
    for (const socket of sockets) socket.resetAndDestroy();
    assert.equal((await send()).status, 204);
    assert.equal(new Set(sockets).size, 2);
  });
});
