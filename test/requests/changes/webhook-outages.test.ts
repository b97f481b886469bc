// No engine changes its result: the outage is made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unavailable } from '../../../server/database/retrying.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

test('a webhook outlasts a database that was lost while its changes were read', async () => {
  const app = await freshApp({ webhookNetworks: ['127.0.0.0/8'], logLevel: 'silent' });
  const receiver = await webhookReceiver();
  const body = { name: 'books', url: `${receiver.address}/books`, records: ['book'] };
  const id = await app.root.make('/cms/webhook', body);
  const { changes } = app.server.store;
  const original = changes.after;
  let failures = 0;
  changes.after = async () => {
    failures += 1;
    throw unavailable('the connection was lost');
  };
  await app.root.done('POST /v1/book', { title: 'meanwhile' });
  await until(() => failures > 1);
  changes.after = original;
  await until(() => receiver.at('/books').length > 0);
  assert.equal((await app.root.read<{ state: string }>(`/cms/webhook/${id}`)).state, 'active');
});
