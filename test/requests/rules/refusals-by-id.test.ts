import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BodyOf, LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/rules' });
const { root, nobody } = app;
const { program } = keysOf(app);
const [member, other] = [await app.person(), await app.person()];
const auditor = await app.granted('log.list');
const refusedId = async (person: typeof nobody, request: string, body?: unknown) => {
  const { status, headers } = await person.ask(request, body);
  assert.ok(status === 401 || status === 403 || status === 422, `${request}: ${status}`);
  return String(headers['x-request-id']);
};
const told = (id: string) =>
  auditor.read<BodyOf<'GET /cms/access/refusals/:id'>>(`/cms/access/refusals/${id}`);
const keys = ({ missing }: BodyOf<'GET /cms/access/refusals/:id'>) => missing.map(({ key }) => key);

describe('a refusal, by the id of its answer,', () => {
  it('tells readers of the log who, what, by which rule, in which groups and what was missing', async () => {
    const id = await refusedId(auditor, 'GET /cms/log/search');
    const found = await told(id);
    assert.deepEqual(
      [found.failure, found.status, found.method, found.path, found.user_id, keys(found)],
      ['permissionMissing', 401, 'GET', '/cms/log/search', auditor.id, ['log.search']],
    );
    assert.deepEqual(
      found.groups?.map((one) => one.id),
      [auditor.groupId],
    );
    assert.match(String(found.message), /log\.search/);
  });

  it('has its id in its log line if the request asks for such ids', async () => {
    const id = await refusedId(auditor, 'GET /cms/log/search');
    const line = async (query: string) =>
      (await auditor.list<LogLine>(`/cms/log?refused=true&count=1${query}`))[0];
    assert.equal((await line('&refusal_ids=true'))?.refusal_id, id);
    assert.equal(Object.hasOwn((await line('')) ?? {}, 'refusal_id'), false);
    const all = await auditor.list<LogLine>('/cms/log?count=50&refusal_ids=true');
    for (const { status_code, refusal_id } of all) assert.equal(refusal_id === null, status_code < 400);
  });

  it('tells refused users which permission would have been enough, and no one else', async () => {
    const id = await refusedId(member, 'GET /cms/log/search');
    const own = await member.get<BodyOf<'GET /cms/access/refusals/:id'>>(`/cms/user/refusals/${id}`);
    assert.deepEqual([own.status, keys(own.body)], [200, ['log.search']]);
    for (const hidden of ['message', 'user_id', 'groups', 'username', 'address'])
      assert.equal(Object.hasOwn(own.body, hidden), false, hidden);
    for (const person of [other, auditor, root])
      assert.equal((await person.get(`/cms/user/refusals/${id}`)).status, 404);
    assert.equal((await nobody.get(`/cms/user/refusals/${id}`)).status, 401);
    for (const person of [nobody, member, other])
      assert.equal((await person.get(`/cms/access/refusals/${id}`)).status, 401);
  });

  it('remembers what held then, not what holds now', async () => {
    const late = await app.person();
    const id = await refusedId(late, 'GET /cms/log/search');
    const joined = [await app.groupWith('log.search')];
    await root.done(`PUT /cms/admin/user/${late.id}`, { email: 'late@example.com', group_ids: joined });
    await late.read('/cms/log/search');
    assert.deepEqual(keys(await told(id)), ['log.search']);
  });

  it('tells of strangers and of rules that no permission meets', async () => {
    const stranger = await told(await refusedId(nobody, 'GET /cms/user/information'));
    assert.deepEqual([stranger.failure, stranger.user_id, keys(stranger)], ['authenticationFailed', 0, []]);
    const forSuper = await told(await refusedId(member, 'GET /cms/access/matrix'));
    assert.deepEqual([forSuper.failure, keys(forSuper)], ['superRequired', []]);
    const forged = await told(await refusedId(app.as('x'), 'GET /cms/user/information'));
    assert.deepEqual([forged.failure, forged.user_id], ['tokenInvalid', 0]);
  });

  it('tells of a key what its user may and it may not', async () => {
    const narrow = await program({ read_only: true });
    const id = await refusedId(narrow, 'POST /v1/note', { words: 'x' });
    assert.equal((await told(id)).failure, 'keyTooNarrow');
    assert.equal(
      (await narrow.read<BodyOf<'GET /cms/access/refusals/:id'>>(`/cms/user/refusals/${id}`)).failure,
      'keyTooNarrow',
    );
  });

  it('is not stored where a flood is only counted, and says so', async () => {
    const flooding = await app.person();
    const ids: string[] = [];
    for (let count = 0; count < 25; count++) ids.push(await refusedId(flooding, 'GET /cms/log/search'));
    await told(ids[0] ?? '');
    const counted = await auditor.get(`/cms/access/refusals/${ids[24]}`);
    assert.equal(counted.status, 404);
    assert.match(counted.text, /only the first of each minute/);
  });

  for (const id of ['%00', 'a'.repeat(61), 'a b', "'"])
    it(`is refused for ${id.slice(0, 5)}`, async () =>
      assert.equal((await auditor.get(`/cms/access/refusals/${encodeURIComponent(id)}`)).status, 400));

  it('leaves the bodies of refusals as they were', async () => {
    const { body } = await member.get('/cms/log/search');
    assert.deepEqual(Object.keys(body).toSorted(), ['error_code', 'msg', 'request']);
  });
});
