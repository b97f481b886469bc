import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Job, Revision } from '../../support/bodies.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';

const line = (words: string) => `await event.records.create('trace', { line: ${words} });`;

const app = await freshApp({
  language: 'en',
  logLevel: 'silent',
  contentDir: projectOf({
    'content/trace.ts':
      "export default defineCollection({ name: 'trace', label: 'Trace', path: '/v1/trace', audit: 'full', fields: { line: text({ max: 200 }) }, access: { read: everyone, create: login, update: superAdministrator, delete: login } });",
    'plugins.ts': `export default [
      definePlugin({ name: 'a', hooks: {
        async afterSignIn(event) {
          ${line("'a ' + event.actor.username + ' ' + event.methods.join() + ' ' + event.address")}
          if (event.actor.username === 'breaking') throw 'inner detail';
          if (event.actor.username === 'barred') refuse({ en: 'Not today', zh: '今天不行' });
        },
        async afterRefusal(event) { ${line("'a ' + event.actor.id + ' ' + event.status + ' ' + event.code + ' ' + event.method + ' ' + event.path + ' ' + event.delivery.length")} },
      } }),
      definePlugin({ name: 'b', hooks: {
        async afterSignIn(event) { ${line("'b ' + event.actor.username")} },
        async afterRefusal(event) { throw new Error('inner detail'); },
      } }),
    ];`,
  }),
});

interface Line {
  readonly id: number;
  readonly line: string;
}

/** What the plug-ins add while something is done. */
async function traced(work: () => Promise<unknown>): Promise<Line[]> {
  await app.server.store.jobs.idle();
  const [last] = await app.nobody.list<Line>('/v1/trace?sort=-id&count=1');
  await work();
  await app.server.store.jobs.idle();
  return app.nobody.list<Line>(`/v1/trace?sort=id&filter[id][gt]=${last?.id ?? 0}`);
}
const told = async (work: () => Promise<unknown>) => (await traced(work)).map(({ line }) => line);
/** Signs in; the failure may be one of the server. */
async function signIn(username: string, password = PASSWORD) {
  const answer = await app.server.app.inject({
    method: 'POST',
    url: '/cms/user/login',
    payload: { username, password },
  });
  return { status: answer.statusCode, text: answer.body };
}

describe('a sign-in', () => {
  it('runs the hooks of all plug-ins, in the name of the user', async () => {
    const { id } = await app.person([], 'anna');
    const lines = await traced(() => signIn('anna'));
    assert.deepEqual(
      lines.map(({ line }) => line),
      ['a anna password 127.0.0.1', 'b anna'],
    );
    const [entry] = await app.root.list<Revision>(`/v1/trace/${lines[0]?.id}/history`);
    assert.equal(entry?.user?.id, id);
  });

  it('runs them for a page as well', async () => {
    const page = { origin: 'https://quire.test', 'x-quire-console': '1' };
    const lines = await told(() =>
      app.nobody.post('/cms/console/session', { username: 'anna', password: PASSWORD }, { headers: page }),
    );
    assert.deepEqual(lines, ['a anna password 127.0.0.1', 'b anna']);
  });

  it('runs none where the password is wrong', async () => {
    assert.deepEqual(
      (await told(() => signIn('anna', 'wrong one'))).filter((line) => line.includes('anna')),
      [],
    );
  });

  for (const [username, status, text] of [
    ['barred', 400, /Not today/],
    ['breaking', 500, /a\/afterSignIn/],
  ] as const)
    it(`is undone where a hook throws: ${username}`, async () => {
      const { id } = await app.person([], username);
      const sessions = () => app.database.look('select id from quire_session where user_id = ?', id);
      const before = await sessions();
      const lines = await told(async () => {
        const answer = await signIn(username);
        assert.equal(answer.status, status, answer.text);
        assert.match(answer.text, text);
        assert.doesNotMatch(answer.text, /inner detail|access_token/);
      });
      assert.deepEqual(
        lines.filter((line) => line.includes(username)),
        [],
      );
      assert.deepEqual(await sessions(), before);
    });
});

describe('a refusal', () => {
  it('reaches hooks once it is in the log, and a hook that fails holds up no other', async () => {
    const guest = await app.person();
    const id = await app.root.make('/v1/trace', { line: 'x' });
    const lines = await told(async () => {
      assert.equal((await guest.patch(`/v1/trace/${id}`, { line: 'y' })).status, 401);
      assert.equal((await app.nobody.delete(`/v1/trace/${id}`)).status, 401);
    });
    assert.deepEqual(
      lines.sort(),
      [`a ${guest.id} 403 10000 PATCH /v1/trace/${id} 36`, `a 0 401 10000 DELETE /v1/trace/${id} 36`].sort(),
    );
    const jobs = await app.root.list<Job>('/cms/job?kind=afterRefusal&count=20');
    assert.ok(
      jobs.some(({ problem }) => problem?.includes('b/afterRefusal')),
      JSON.stringify(jobs),
    );
  });

  it('is not told of what was asked wrongly', async () => {
    assert.deepEqual(await told(() => app.root.patch('/v1/trace/1', { lien: 1 })), []);
  });
});
