// No engine changes its result: what is there already is counted.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assignment } from '../../../server/features/assignments/assignment.collection.ts';
import { comment } from '../../../server/features/comments/comment.collection.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';

const sets = await freshApp({ contentDir: 'test/content/sets', language: 'en' });
const secrets = await freshApp({ contentDir: 'test/content/secrets', language: 'en' });
const numbers = (count: number) => Array.from({ length: count }, (_, at) => BigInt(at + 1));

it('a record takes 500 threads of all people together', async () => {
  const writer = await sets.granted('article.write');
  const [full, other] = [
    await writer.make('/v1/article', { title: 'Talked about' }),
    await writer.make('/v1/article', { title: 'Quiet' }),
  ];
  await sets.server.store.write(systemContext('earlier'), (writes) =>
    writes.createMany(
      comment,
      numbers(499).map((at) => ({ collection: 'article', record_id: BigInt(full), text: `${at}` })),
    ),
  );
  const say = async (record_id: number) =>
    (await writer.post('/cms/comment', { collection: 'article', record_id, text: 'and this' })).status;
  assert.deepEqual([await say(full), await say(full), await say(other)], [201, 400, 201]);
});

describe('assignments', () => {
  let writer: Person;
  let reader: Person;
  before(async () => {
    writer = await secrets.granted('plan.read', 'plan.create', 'plan.update');
    reader = await secrets.granted('plan.read');
  });
  type Given = Readonly<Record<'record_id' | 'user_id', bigint>> & { readonly done_time?: number };
  const assigned = (given: readonly Given[], context = systemContext('earlier')) =>
    secrets.server.store.write(context, (writes) =>
      writes.createMany(
        assignment,
        given.map((one) => ({ collection: 'plan', ...one })),
      ),
    );
  const assign = async (record_id: number, user_id: number) =>
    (await writer.post('/cms/assignment', { collection: 'plan', record_id, user_id })).status;
  const plan = () => writer.make('/v1/plan', { title: 'A plan' });

  it('of a record are 20 that are open', async () => {
    const [full, other] = [await plan(), await plan()];
    const of = (record: number, user: bigint, more = {}) => ({
      ...{ record_id: BigInt(record), user_id: user + 9000n },
      ...more,
    });
    await assigned([
      ...numbers(19).map((user) => of(full, user)),
      ...numbers(30).map((user) => of(full, user + 100n, { done_time: 1 })),
    ]);
    assert.equal(await assign(full, reader.id), 201);
    const another = await secrets.granted('plan.read');
    assert.deepEqual([await assign(full, another.id), await assign(other, another.id)], [400, 201]);
  });

  it('of a user are 500 that are open', async () => {
    const [busy, idle] = [await secrets.granted('plan.read'), await secrets.granted('plan.read')];
    await assigned(numbers(499).map((at) => ({ record_id: at + 9000n, user_id: BigInt(busy.id) })));
    const [first, second] = [await plan(), await plan()];
    assert.deepEqual(
      [await assign(first, busy.id), await assign(second, busy.id), await assign(second, idle.id)],
      [201, 400, 201],
    );
  });

  it('by a user are 200 in an hour', async () => {
    const person = await secrets.granted('plan.read', 'plan.create', 'plan.update');
    const record_id = await person.make('/v1/plan', { title: 'Asked often' });
    const other = await secrets.granted('plan.read', 'plan.create', 'plan.update');
    const { id, username } = person;
    await assigned(
      numbers(199).map((at) => ({ record_id: at, user_id: BigInt(reader.id), done_time: 1 })),
      { ...systemContext('earlier'), actor: { id: BigInt(id), username } },
    );
    const another = await secrets.granted('plan.read');
    const ask = async (by: Person, user_id: number) =>
      (await by.post('/cms/assignment', { collection: 'plan', record_id, user_id })).status;
    assert.deepEqual(
      [await ask(person, reader.id), await ask(person, another.id), await ask(other, another.id)],
      [201, 429, 201],
    );
  });
});
