import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BodyOf, Explained } from '../../support/bodies.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';

const MISSING = [403, 10303];
const DAY_MS = 86_400_000;
const policy = (days: number) => ({
  factorPolicy: { groups: new Set(['Treasurers']), graceMs: days * DAY_MS, freshMs: 600_000 },
});
const app = await freshApp(policy(7));
const strict = await freshApp(policy(0));
const groupOf = new Map<FreshApp, number>();

/** A member of the group that needs a second factor. */
async function treasurer(one: FreshApp) {
  const known =
    groupOf.get(one) ?? (await one.root.make('/cms/admin/group', { name: 'Treasurers', info: '' }));
  groupOf.set(one, known);
  return one.person([known]);
}
const expire = (id: number) =>
  app.behind('update quire_user set factor_due = ? where id = ?', Date.now() - 1, id);

/** What there is to do without a second factor, and what is open to those who first have to set one up. */
const closed = ['GET /cms/definition', 'POST /v1/book', 'PUT /cms/user', 'GET /v1/book/1'];
const open = ['GET /cms/user/second-factor', 'GET /cms/user/information', 'GET /cms/user/sessions'];

const summaryOf = ({ allowed, rows: records, user }: Explained) => [allowed, records, user?.factor_missing];

describe('a group that needs a second factor', () => {
  it('gives its members time', async () => {
    const person = await treasurer(app);
    const shown = await secondFactorsOf(app).overview(person);
    assert.deepEqual([shown.required, shown.enabled], [true, false]);
    assert.ok(Number(shown.due_time) > Date.now() + 6 * DAY_MS);
    assert.equal((await person.get('/cms/definition')).status, 200);
    const other = await secondFactorsOf(app).overview(await app.person());
    assert.deepEqual([other.required, other.due_time], [false, null]);
  });

  it('then leaves them nothing but to set one up', async () => {
    const person = await treasurer(app);
    await expire(person.id);
    for (const request of closed) assert.deepEqual(await person.outcome(request, {}), MISSING, request);
    for (const request of open) assert.equal((await person.ask(request)).status, 200, request);
    const { access } = await app.signIn(person.username);
    assert.deepEqual(await app.as(access).outcome('GET /cms/definition'), MISSING);
    await secondFactorsOf(app).setUpApp(app.as(access));
    assert.equal((await app.as(access).get('/cms/definition')).status, 200);
  });

  it('ends what super administrators among them see as somebody else', async () => {
    const everybody = await freshApp({ factorPolicy: { ...policy(7).factorPolicy, groups: new Set('*') } });
    const { id: user_id } = await everybody.person();
    const { access_token } = await everybody.root.done<{ access_token: string }>(
      'POST /cms/access/impersonation',
      { user_id },
    );
    const seen = everybody.as(access_token);
    assert.equal((await seen.get('/cms/definition')).status, 200);
    await everybody.behind('update quire_user set factor_due = 1 where id = 1');
    for (const request of ['GET /cms/definition', 'GET /v1/book/1'])
      assert.deepEqual(await seen.outcome(request), MISSING, request);
  });

  it('is explained as it then decides', async () => {
    const person = await treasurer(app);
    const about = `user=${person.id}`;
    const explain = (query: string) => app.root.read<Explained>(`/cms/access/explain?${query}&${about}`);
    assert.deepEqual(summaryOf(await explain('collection=book')), [true, 'all', false]);
    await expire(person.id);
    assert.deepEqual(summaryOf(await explain('collection=book')), [false, 'none', true]);
    for (const request of [...closed, ...open]) {
      const [method = '', path = ''] = request.split(' ');
      const isDone = (await person.outcome(request, {}))[1] !== MISSING[1];
      const { allowed } = await explain(`method=${method}&path=${path}`);
      assert.equal(allowed, isDone, request);
    }
    const { items } = await app.root.read<{ items: { id: number; factor_missing: boolean }[] }>(
      '/cms/access/holders?record=book&count=100',
    );
    const overdue = items.filter((one) => one.factor_missing).map(({ id }) => id);
    assert.ok(overdue.includes(person.id) && !overdue.includes(1));
    const matrix = await app.root.read<BodyOf<'GET /cms/access/matrix'>>(`/cms/access/matrix?${about}`);
    assert.equal(matrix.records[0]?.actions.read, 'none');
    const recordsOf = (path: string) => matrix.routes.find((one) => one.path === path)?.rows;
    assert.deepEqual(['/cms/file', '/cms/user/sessions'].map(recordsOf), ['none', 'all']);
  });

  it('names to readers of the log whom it stopped', async () => {
    const person = await treasurer(app);
    await expire(person.id);
    const { headers } = await person.post('/v1/book', {});
    const told = await app.root.read<{ username: string; groups: { name: string }[] }>(
      `/cms/access/refusals/${headers['x-request-id']}`,
    );
    assert.deepEqual([told.username, told.groups.map(({ name }) => name)], [person.username, ['Treasurers']]);
  });

  it('gives the time once', async () => {
    const person = await treasurer(app);
    const { due_time } = await secondFactorsOf(app).overview(person);
    await app.signIn(person.username);
    await app.as(person.refresh).get('/cms/user/refresh');
    assert.equal((await secondFactorsOf(app).overview(person)).due_time, due_time);
    await secondFactorsOf(app).setUpApp(person);
    await expire(person.id);
    assert.equal((await person.get('/cms/definition')).status, 200);
    await app.root.done(`DELETE /cms/admin/user/${person.id}/second-factor`);
    const { access } = await app.signIn(person.username);
    assert.deepEqual(await app.as(access).outcome('GET /cms/definition'), MISSING);
  });

  it('binds those who join, and no longer those who leave', async () => {
    const person = await app.person();
    assert.equal((await person.get('/cms/definition')).status, 200);
    await expire(person.id);
    const groupId = groupOf.get(app);
    await app.root.done(`PUT /cms/admin/user/${person.id}`, { group_ids: [groupId] });
    assert.deepEqual(await person.outcome('GET /cms/definition'), MISSING);
    await app.root.done(`PUT /cms/admin/user/${person.id}`, { group_ids: [] });
    assert.equal((await person.get('/cms/definition')).status, 200);
  });

  it('gives no time where none is set', async () => {
    const person = await treasurer(strict);
    assert.deepEqual(await person.outcome('GET /cms/definition'), MISSING);
    await secondFactorsOf(strict).setUpApp(person);
    assert.equal((await person.get('/cms/definition')).status, 200);
  });

  it('lets clients of the Lin CMS family refresh and sign out', async () => {
    const person = await treasurer(strict);
    for (const base of ['/lin2', '/lin3']) {
      assert.equal((await strict.as(person.access).get(`${base}/cms/user/information`)).status, 200);
      assert.equal((await strict.as(person.refresh).get(`${base}/cms/user/refresh`)).status, 200);
    }
    assert.equal((await person.post('/cms/user/logout')).status, 200);
  });

  it('binds no program', async () => {
    const body = { username: 'ledger', group_ids: [groupOf.get(strict)] };
    const user_id = await strict.root.make('/cms/service-user', body);
    const { key } = await strict.root.done<{ key: string }>('POST /cms/key', { user_id, name: 'nightly' });
    assert.equal((await strict.as(key).get('/cms/definition')).status, 200);
  });
});
