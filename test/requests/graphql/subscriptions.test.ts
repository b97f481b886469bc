import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { ask } from '../../support/graphql/asking.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ contentDir: 'test/content/graphql', graphql: true, language: 'en' });
const { root } = app;
const url = `${await app.server.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
const leave = new AbortController();
after(() => leave.abort());

/** Opens an operation as events, and gathers what comes. */
async function events(token: string, query: string, variables?: object) {
  const answer = await fetch(url, {
    method: 'POST',
    signal: leave.signal,
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ query, variables }),
  });
  const heard = {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: '',
    hasEnded: false,
  };
  const read = async () => {
    for await (const piece of answer.body ?? []) heard.text += Buffer.from(piece).toString();
    heard.hasEnded = true;
  };
  read().catch(() => undefined); // aborted at the end of the test
  return heard;
}
const results = ({ text }: { text: string }) =>
  [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
const CHANGES = 'subscription { changes { event collection id own fields } }';

/** Waits until a stream follows the feed: what was changed before is not told. */
async function following(heard: { text: string }): Promise<void> {
  await until(async () => {
    if (heard.text.includes('"country"')) return true;
    await root.make('/v1/country', { name: `marker ${Math.random()}` });
    return false;
  });
}

describe('a subscription', () => {
  it('tells changes by the protocol of graphql-sse', async () => {
    const heard = await events(root.access, CHANGES);
    assert.deepEqual([heard.status, heard.type], [200, 'text/event-stream; charset=utf-8']);
    await following(heard);
    const id = await root.make('/v1/article', { title: 'Told' });
    await until(() => heard.text.includes('"article"'));
    const told = results(heard).find(({ data }) => data.changes.collection === 'article');
    assert.deepEqual(told.data.changes, {
      event: 'created',
      collection: 'article',
      id: String(id),
      own: true,
      fields: null,
    });
  });

  it('tells nothing of records and fields that the caller may not see', async () => {
    const person = await app.person();
    const heard = await events(person.access, CHANGES);
    await following(heard);
    await root.make('/v1/diary', { title: 'of root' });
    const id = await root.make('/v1/author', { name: 'Ase', note: 'hiddenword' });
    await root.done(`PATCH /v1/author/${id}`, { name: 'Bea', note: 'hiddenword 2' });
    await until(() => heard.text.includes('"updated"'));
    const changes = results(heard).map(({ data }) => data.changes);
    assert.ok(changes.every(({ collection }) => collection !== 'diary'));
    assert.deepEqual(changes.find(({ event }) => event === 'updated').fields, ['name']);
    assert.doesNotMatch(heard.text, /hiddenword|note/);
  });

  it('ends as soon as the caller is no longer let in', async () => {
    const person: Person = await app.person();
    const heard = await events(person.access, CHANGES);
    await following(heard);
    await root.done(`DELETE /cms/admin/user/${person.id}/activation`);
    await root.make('/v1/article', { title: 'After the end' });
    await until(() => heard.hasEnded);
    assert.match(heard.text, /event: complete\ndata:\n\n$/);
    assert.doesNotMatch(heard.text, /"article"/);
  });

  it('of one collection has its records, as far as the caller sees them', async () => {
    const person = await app.person();
    const heard = await events(
      person.access,
      'subscription { author_changes { event record { name } } changes: __typename }',
    );
    assert.equal(heard.status, 400); // one field alone
    const one = await events(person.access, 'subscription { author_changes { event record { name } } }');
    await until(async () => {
      if (results(one).length > 0) return true;
      await root.make('/v1/author', { name: 'Cleo', note: 'hiddenword' });
      return false;
    });
    assert.deepEqual(results(one)[0].data.author_changes, { event: 'created', record: { name: 'Cleo' } });
    const hidden = await events(person.access, 'subscription { author_changes { record { note } } }');
    assert.equal(hidden.status, 400);
  });

  it('needs a reader of events, and a collection that is there', async () => {
    const { status, errors } = await ask(root, CHANGES);
    assert.equal(status, 400);
    assert.match(errors?.[0]?.message ?? '', /text\/event-stream/);
    const heard = await events(root.access, 'subscription { changes(collections: ["nothing"]) { id } }');
    await until(() => heard.hasEnded);
    assert.equal(results(heard)[0].errors[0].extensions.status, 400);
  });
});

describe('a query', () => {
  it('is answered as events to those who read nothing else', async () => {
    const heard = await events(root.access, '{ site { motto } }');
    await until(() => heard.hasEnded);
    assert.deepEqual(results(heard), [{ data: { site: { motto: 'To all' } } }]);
    assert.match(heard.text, /event: complete/);
  });
});
