import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, type Person } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/secrets' });

let ann: Person;
let bob: Person;
let planner: Person;
const records: Record<string, { unseen: number; seen: number }> = {};

const make = async (token: string, path: string, body: unknown) => await app.as(token).make(path, body);
const write = (token: string, body: unknown) => app.as(token).post('/v1/page', body);

before(async () => {
  ann = await app.person();
  bob = await app.person();
  planner = await app.granted('plan.read');
  records.diary = {
    unseen: await make(ann.access, '/v1/diary', { title: 'of ann' }),
    seen: await make(bob.access, '/v1/diary', { title: 'of bob' }),
  };
  records.previous = {
    unseen: await make(ann.access, '/v1/page', {}),
    seen: await make(bob.access, '/v1/page', {}),
  };
  records.reader = { unseen: ann.id, seen: bob.id };
});

describe('a reference to a record that the caller may not see', () => {
  it('is answered like one to a record that is not there', async () => {
    for (const [field, { unseen, seen }] of Object.entries(records)) {
      const hidden = await write(bob.access, { [field]: unseen });
      const missing = await write(bob.access, { [field]: 999_999 });
      assert.deepEqual([hidden.status, hidden.body.code], [400, 10030], field);
      const masked = (text: string, id: number) =>
        text.replaceAll(new RegExp(`(refers to|the user) ${id}\\b`, 'g'), '$1 …');
      assert.equal(masked(hidden.text, unseen), masked(missing.text, 999_999));
      assert.equal((await write(bob.access, { [field]: seen })).status, 201, field);
      assert.equal(
        (await write(app.root.access, { [field]: unseen })).status,
        201,
        'super administrators see all',
      );
    }
  });
  it('needs the permission to read it', async () => {
    const plan = await make(app.root.access, '/v1/plan', { title: 'secret' });
    const [refused, allowed] = [await write(bob.access, { plan }), await write(planner.access, { plan })];
    assert.deepEqual([refused.status, allowed.status], [400, 201]);
  });
  it('is refused in a change too, and one that was there before stays', async () => {
    const plan = await make(app.root.access, '/v1/plan', { title: 'kept' });
    const page = await make(app.root.access, '/v1/page', { plan });
    const change = (method: string, body: unknown) => bob.ask(`${method} /v1/page/${page}`, body);
    const other = await make(app.root.access, '/v1/plan', { title: 'other' });
    assert.equal((await change('PATCH', { plan: other })).status, 400);
    assert.equal((await change('PUT', { plan: other })).status, 400);
    assert.equal((await change('PUT', { plan, words: 'whole' })).status, 200);
    assert.equal((await change('PATCH', { plan: null })).status, 200);
  });
});

describe('a record that others refer to', () => {
  it('stays, and is not told who they are unless the caller sees them', async () => {
    const diary = await make(bob.access, '/v1/diary', { title: 'held' });
    const holder = await make(app.root.access, '/v1/page', { diary });
    const remove = (token: string) => app.as(token).delete(`/v1/diary/${diary}`);
    const [unseen, seen] = [await remove(bob.access), await remove(app.root.access)];
    assert.deepEqual([unseen.status, seen.status], [403, 403]);
    assert.doesNotMatch(String(unseen.body.message), /\d|Page/);
    assert.match(
      String(seen.body.message),
      new RegExp(`1 record of Page \\(field diary, such as ${holder}\\)`),
    );
  });
});
