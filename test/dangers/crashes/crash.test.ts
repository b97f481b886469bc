import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { isWhole } from '../../support/in-turn.ts';
import { call, databaseNamed, type Running, signIn, start, stop } from '../../support/server-process.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

const WRITERS = 24;
const ROUNDS = isWhole ? 3 : 1;

interface Acknowledged {
  readonly title: string;
  readonly version: number;
}

/** Creates and changes books until the server is gone; notes only what was acknowledged. */
async function writeUntilGone(
  server: Running,
  token: string,
  name: string,
  books: Map<string, Acknowledged>,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      const title = `${name} ${turn}`;
      const body = { title, author: 'version 0', summary: 'x'.repeat(900) };
      const made = await call(server, 'POST', '/v1/book', { token, body });
      assert.equal(made.status, 201);
      const id = String(made.body.id);
      books.set(id, { title, version: 0 });
      const changes = { token, body: { author: 'version 1' } };
      assert.equal((await call(server, 'PATCH', `/v1/book/${id}`, changes)).status, 200);
      books.set(id, { title, version: 1 });
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return; // the connection broke: the server is gone
    }
  }
}

test('a kill in the middle of many writes loses nothing acknowledged and leaves nothing half-written', {
  timeout: 300_000,
}, async () => {
  const acknowledged = new Map<string, Acknowledged>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await start('crash', { LANGUAGE: 'en' });
    const token = await signIn(server);
    const before = acknowledged.size;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilGone(server, token, `round ${round} writer ${writer}`, acknowledged),
    );
    const enough = before + WRITERS * (2 + round);
    await until(() => acknowledged.size >= enough);
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    await Promise.all(writers);
    assert.ok(acknowledged.size > before, 'some writes were acknowledged before the kill');
  }

  const server = await start('crash', { LANGUAGE: 'en' });
  const token = await signIn(server);
  for (const id of [...acknowledged.keys()].slice(-50)) {
    const { body } = await call(server, 'GET', `/v1/book/${id}`, { token });
    assert.equal(body.title, acknowledged.get(id)?.title, `book ${id} is answered after the restart`);
  }
  assert.equal(await stop(server), 0);

  const { look } = await databaseNamed('crash');
  if (engineName === 'sqlite')
    assert.deepEqual(await look('pragma integrity_check'), [{ integrity_check: 'ok' }]);
  const books = new Map((await look('select * from book')).map((book) => [book.id, book]));
  for (const [id, { title, version }] of acknowledged) {
    const book = books.get(id);
    assert.equal(book?.title, title, `acknowledged book ${id} is there`);
    assert.ok(
      Number(String(book?.author).slice('version '.length)) >= version,
      `book ${id} keeps its acknowledged change`,
    );
  }
  const revisions = Map.groupBy(
    await look(`select * from quire_revision where collection = 'book' order by id`),
    (record) => record.record_id,
  );
  const messages = new Set((await look('select message from quire_log')).map(({ message }) => message));
  for (const [id, book] of books) {
    const actions = revisions.get(id)?.map(({ action }) => action) ?? [];
    const isSample = book.create_user_id === '-1';
    const changed = book.author === 'version 1';
    assert.deepEqual(actions, changed ? ['create', 'update'] : ['create'], `the revisions of book ${id}`);
    assert.equal(messages.has(`root: Book created (id ${id})`), !isSample, `the log of making book ${id}`);
    assert.equal(messages.has(`root: Book ${id} updated`), changed, `the log of changing book ${id}`);
  }
  assert.equal(revisions.size, books.size, 'no revision without its book');
  const logged = [...messages].filter((message) => String(message).startsWith('root: Book created')).length;
  assert.equal(logged, books.size - 2, 'no log without its book; the two samples have none');
});
