import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import type { BodyOf, LogLine } from '../../support/bodies.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/rules' });
const { root, nobody } = app;
const [member, editor] = [await app.person(), await app.granted('post.edit', 'person.salaries')];
const draft = await editor.make('/v1/post', { title: 'secret draft' });
const published = await root.make('/v1/post', { title: 'open', state: 'published' });
const begin = (by: Pick<typeof root, 'done'>, user_id: number) =>
  by.done<BodyOf<'POST /cms/access/impersonation'>>('POST /cms/access/impersonation', { user_id });
const as = async (user_id: number, by: Pick<typeof root, 'done'> = root) =>
  app.as((await begin(by, user_id)).access_token);
const lines = async (since = 0) =>
  (await root.list<LogLine>('/cms/log?count=100')).filter(({ id }) => id > since);
const newest = async () => (await lines())[0]?.id ?? 0;

describe('an impersonation', () => {
  it('sees what the user sees, and nothing else', async () => {
    for (const person of [member, editor]) {
      const seen = await as(person.id);
      for (const path of [
        `/v1/post/${draft}`,
        `/v1/post/${published}`,
        '/v1/post?can=1',
        '/v1/person',
        '/cms/user/information',
        '/cms/log',
        '/cms/definition',
        '/cms/access/matrix',
      ]) {
        const [own, theirs] = [await person.get(path), await seen.get(path)];
        assert.equal(theirs.status, own.status, path);
        if (own.status === 200) assert.equal(theirs.text, own.text, path);
      }
    }
  });

  for (const request of [
    'POST /v1/post',
    'PATCH /v1/post/1',
    'DELETE /v1/post/1?dry_run=true',
    'POST /v1/person',
    'POST /v1/post/bulk',
    'PUT /cms/user',
    'PUT /cms/user/change_password',
    'POST /cms/user/login',
    'POST /cms/user/logout',
    'GET /cms/user/refresh',
    'POST /cms/user/refresh',
    'POST /cms/view',
    'POST /cms/file',
    'GET /cms/user/sessions',
    'DELETE /cms/user/sessions',
    'GET /cms/key',
    'POST /cms/access/impersonation',
    'DELETE /cms/access/impersonation',
  ])
    it(`is refused ${request}`, async () => {
      const seen = await as(editor.id);
      const body = request.startsWith('GET') || request.startsWith('DELETE') ? undefined : {};
      const { status, body: told } = await seen.ask(request, body);
      assert.deepEqual([status, told.code ?? told.error_code], [403, 10_266]);
    });

  it('writes nothing on any base', async () => {
    const { access_token } = await begin(root, editor.id);
    for (const base of BASES) {
      const { status } = await app.as(access_token).post(`${base}/v1/post`, { title: 'x' });
      assert.equal(status, 403, base);
    }
    assert.equal((await root.read<{ total: number }>('/v1/post?total=true')).total, 2);
  });

  it('leaves a line of the log for every read, also of an answer that is remembered and of public records', async () => {
    const seen = await as(member.id);
    const before = await newest();
    for (const _ of [1, 2, 3]) await seen.read(`/v1/post/${published}`);
    await seen.read('/v1/person');
    await seen.get('/cms/log');
    const told = (await lines(before)).toReversed();
    assert.deepEqual(
      told.map(({ path, status_code }) => [path, status_code]),
      [...Array(3).fill([`/v1/post/${published}`, 200]), ['/v1/person', 200], ['/cms/log', 401]],
    );
    for (const { message, user_id, username } of told) {
      assert.deepEqual([user_id, username], [1, 'root']);
      assert.ok(message.includes('root') && message.includes(member.username), message);
    }
  });

  it('is begun by super administrators alone, and not as one of them', async () => {
    const { program } = keysOf(app);
    const key = await program({}, [editor.groupId]);
    for (const person of [nobody, member, editor, key])
      assert.equal((await person.post('/cms/access/impersonation', { user_id: member.id })).status, 401);
    const second = await app.superAdministrator();
    const refused = async (user_id: unknown) =>
      (await root.post('/cms/access/impersonation', { user_id })).status;
    assert.deepEqual(
      [await refused(second.id), await refused(1), await refused(999_999), await refused('x')],
      [400, 400, 404, 400],
    );
  });

  it('is shown in no answer but its own', async () => {
    const { access_token } = await begin(root, member.id);
    for (const path of ['/cms/log?count=20', `/cms/admin/users`, '/cms/access/matrix'])
      assert.equal((await root.get(path)).text.includes(access_token), false);
    const stored = await app.database.look('select hash from quire_impersonation');
    assert.ok(stored.every(({ hash }) => !access_token.includes(String(hash))));
  });

  describe('is not opened by', () => {
    const forged = (change: (text: string) => string) => async () =>
      change((await begin(root, member.id)).access_token);
    const forgeries: Readonly<Record<string, () => Promise<string>>> = {
      'its beginning alone': async () => 'quireview_',
      'a text that was never one': async () => `quireview_${'A'.repeat(43)}`,
      'what is no token': async () => "quireview_' or 1=1",
      'one whose last character is another': forged(
        (text) => text.slice(0, -2) + (text.at(-2) === 'A' ? 'B' : 'A') + text.at(-1),
      ),
      'one in other letters': forged((text) => `quireview_${text.slice(10).toUpperCase()}`),
      'one that lacks a character': forged((text) => text.slice(0, -1)),
      'one with a character more': forged((text) => `${text}A`),
      'one whose stored hash is another': async () => {
        const { access_token } = await begin(root, member.id);
        await app.behind(
          'update quire_impersonation set hash = ? where user_id = ?',
          '0'.repeat(64),
          member.id,
        );
        return access_token;
      },
    };
    for (const [what, forge] of Object.entries(forgeries))
      it(`${what}, and the log says why`, async () => {
        const text = await forge();
        const before = await newest();
        for (const path of ['/v1/post', '/cms/user/information', `/v1/post/${published}`]) {
          const { status, body } = await app.as(text).get(path);
          assert.deepEqual([status, body.code ?? body.error_code], [422, 10_040], path);
        }
        const told = await lines(before);
        assert.equal(told.length, 3);
        for (const { message } of told) assert.match(message, /unknown token of an impersonation/);
      });
  });
});

describe('an impersonation ends at once when', () => {
  /** What is done, to whom: the super administrator who looks on, and the user who is looked at. */
  const ends: Readonly<
    Record<string, (viewer: Awaited<ReturnType<typeof app.person>>, seen: number) => unknown>
  > = {
    'the super administrator signs out': (viewer) => viewer.done('POST /cms/user/logout'),
    'they get a new password': (viewer) =>
      viewer.done('PUT /cms/user/change_password', {
        old_password: PASSWORD,
        new_password: 'another horse 2',
        confirm_password: 'another horse 2',
      }),
    'they are none any more': ({ id }) =>
      app.behind('update quire_membership set group_id = 2 where user_id = ?', id),
    'they are deactivated': ({ id }) =>
      app.behind('update quire_user set active = ? where id = ?', false, id),
    'they end it': (viewer) => viewer.done('DELETE /cms/access/impersonation'),
    'its time is over': () => app.behind('update quire_impersonation set expire_time = 1'),
    'the user is deactivated': (_, id) => root.done(`DELETE /cms/admin/user/${id}/activation`),
    'the user is deleted': (_, id) => root.done(`DELETE /cms/admin/user/${id}`),
    'the user becomes a super administrator': (_, id) =>
      app.behind('update quire_membership set group_id = 1 where user_id = ?', id),
  };
  for (const [what, end] of Object.entries(ends))
    it(what, async () => {
      const [viewer, seen] = [await app.superAdministrator(), await app.person()];
      const view = await as(seen.id, viewer);
      await view.read('/cms/user/information');
      await end(viewer, seen.id);
      for (const path of ['/cms/user/information', `/v1/post/${published}`])
        assert.ok([401, 422].includes((await view.get(path)).status), path);
    });

  it('something is taken from the user: not at all, but it shows less', async () => {
    const seen = await app.granted('person.salaries');
    const person = await root.make('/v1/person', { name: 'paid', salary: '1.00' });
    const view = await as(seen.id);
    assert.equal((await view.read(`/v1/person/${person}`)).salary, '1.00');
    await root.done(`PUT /cms/admin/user/${seen.id}`, { email: 'less@example.com', group_ids: [2] });
    assert.equal(Object.hasOwn(await view.read(`/v1/person/${person}`), 'salary'), false);
  });
});
