import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Server } from '../../../server/start.ts';
import { openHere, PASSWORD } from '../../support/server-process.ts';

const NAME = 'first-drafts';
const before = { CONTENT_DIR: 'test/content/before-drafts' };
const after = { CONTENT_DIR: 'test/content/after-drafts' };

/** Requests of root to a server that is open only meanwhile. */
async function meanwhile(
  settings: Record<string, string>,
  work: (
    ask: (request: string, body?: object) => Promise<{ status: number; body: Record<string, unknown> }>,
    server: Server,
  ) => Promise<void>,
): Promise<void> {
  const server: Server = await openHere(NAME, settings);
  try {
    let headers = {};
    const ask = async (request: string, payload?: object) => {
      const [method = '', url = ''] = request.split(' ');
      const answer = await server.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(payload && { payload }),
      });
      return { status: answer.statusCode, body: answer.json() };
    };
    const { body } = await ask('POST /cms/user/login', { username: 'root', password: PASSWORD });
    headers = { authorization: `Bearer ${body.access_token}` };
    await work(ask, server);
  } finally {
    await server.close();
  }
}

const items = (body: Record<string, unknown>) => body.items as readonly Record<string, unknown>[];

// One test: the database of this name ends with the test that first asks for it.
test('a collection that gets drafts keeps its records as published, and loses its drafts only when nothing is lost with them', async () => {
  await meanwhile(before, async (ask) => {
    await ask('POST /v1/label', { name: 'one' });
    for (const subject of ['kept', 'waste', 'purged']) await ask('POST /v1/letter', { subject, labels: [1] });
    for (const subject of ['Zug', 'Öl', 'ohne']) await ask('POST /v1/letter', { subject });
    await ask('PATCH /v1/letter/1', { subject: 'kept well' });
    await ask('DELETE /v1/letter/2');
    await ask('DELETE /v1/letter/3');
    assert.equal((await ask('DELETE /v1/letter/trash/3')).status, 200);
  });
  let made = 0;
  for (const _ of ['first', 'second'])
    await meanwhile(after, async (ask) => {
      for (const version of ['published', 'draft']) {
        const list = await ask(`GET /v1/letter?version=${version}&filter[labels][eq]=1`);
        assert.deepEqual(
          items(list.body).map(({ subject }) => subject),
          ['kept well'],
          version,
        );
        const sorted = await ask(`GET /v1/letter?version=${version}&sort=subject&filter[id][gt]=3`);
        assert.deepEqual(
          items(sorted.body).map(({ subject }) => subject),
          ['ohne', 'Öl', 'Zug'],
          version,
        );
        const { body } = await ask(`GET /v1/letter/1/history?version=${version}`);
        assert.equal(items(body).length, 2, version);
      }
      assert.equal((await ask('GET /v1/letter/1?version=draft')).body.publication, 'published');
      assert.equal(items((await ask('GET /v1/letter/trash')).body).length, 1);
    });
  await meanwhile(after, async (ask) => {
    made = Number((await ask('POST /v1/letter', { subject: 'new' })).body.id);
    assert.ok(made > 3, 'no id is given out twice');
    assert.equal((await ask('POST /v1/letter/trash/2/restore')).status, 200);
    assert.equal((await ask('GET /v1/letter/2?version=draft')).body.publication, 'draft');
    assert.equal((await ask('GET /v1/letter/2')).status, 404);
  });

  await assert.rejects(openHere(NAME, before), /letter has no drafts any more, and 2 of its drafts/);
  await meanwhile(after, async (ask) => {
    await ask('DELETE /v1/letter/2');
    await ask(`POST /v1/letter/${made}/publish`);
  });
  await meanwhile(before, async (ask, { notices }) => {
    assert.doesNotMatch(notices.join(' '), /letter_drafts/);
    assert.equal((await ask(`GET /v1/letter/${made}`)).body.subject, 'new');
    await ask(`PATCH /v1/letter/${made}`, { subject: 'without a draft' });
  });
  await meanwhile(after, async (ask) => {
    const { body } = await ask(`GET /v1/letter/${made}?version=draft`);
    assert.deepEqual([body.subject, body.publication], ['without a draft', 'published']);
  });
});
