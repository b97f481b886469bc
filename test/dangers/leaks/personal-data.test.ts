import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import type { OpenApi } from '../../support/open-api.ts';
import { uploadImage } from '../../support/records/uploads.ts';

// Who may read what others are called, and where they can be reached: every route that reads, on both bases, is asked by everybody.

const app = await freshApp();

/** What only somebody, and super administrators, may read. */
const ADDRESS = 'somebody@private.example';
const NICKNAME = 'Prefers no nickname';

let somebody: Person;
let gone: Person;
let paths: readonly string[];
before(async () => {
  somebody = await app.person([], 'somebody-else');
  gone = await app.person([], 'somebody-gone');
  const mine = { token: somebody.access };
  const { path: avatar } = await uploadImage(app, somebody.access);
  await app.send('PUT', '/cms/user', { ...mine, body: { email: ADDRESS, nickname: NICKNAME, avatar } });
  for (const title of ['kept', 'deleted']) {
    const { id } = await app.send<{ id: number }>('POST', '/v1/book', { ...mine, body: { title } });
    if (title === 'deleted') await app.root.done(`DELETE /v1/book/${id}`);
  }
  await app.root.done(`DELETE /cms/admin/user/${gone.id}`);
  const document = await app.nobody.read<OpenApi>('/openapi.json');
  const reading = Object.entries(document.paths).filter(([, methods]) => 'get' in methods);
  const ids = [1, 2, somebody.id, gone.id];
  paths = reading.flatMap(([path]) =>
    path.includes('{') ? ids.map((id) => path.replace(/\{\w+\}/g, String(id))) : [path],
  );
  assert.ok(paths.length > 40, String(paths.length));
});

/** All that is answered to one actor, by path. */
async function allAnswers(access?: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of paths)
    for (const base of BASES) {
      const { text } = await app.request('GET', base + path, access === undefined ? {} : { token: access });
      answers.set(base + path, text);
    }
  return answers;
}
const telling = (answers: ReadonlyMap<string, string>, what: string) =>
  [...answers].filter(([, text]) => text.includes(what)).map(([path]) => path);

describe('personal data', () => {
  it('is read by the person', async () => {
    const answers = await allAnswers(somebody.access);
    for (const what of [ADDRESS, NICKNAME, somebody.username])
      assert.ok(telling(answers, what).includes('/lin3/cms/user/permissions'));
  });
  it('is not read without a token', async () => {
    const answers = await allAnswers();
    for (const what of [ADDRESS, NICKNAME, somebody.username, gone.username])
      assert.deepEqual(telling(answers, what), []);
  });
  it('of others is not read by who has signed in', async () => {
    const answers = await allAnswers((await app.person()).access);
    for (const what of [ADDRESS, NICKNAME, somebody.username, gone.username])
      assert.deepEqual(telling(answers, what), []);
  });
  it('of others is, for who was granted all there is, names in the log alone, and no address', async () => {
    const modules = await app.root.read<Record<string, { id: number }[]>>('/cms/admin/permission');
    const permission_ids = Object.values(modules).flatMap((all) => all.map(({ id }) => id));
    const group = await app.root.make('/cms/admin/group', { name: 'all rights', info: '', permission_ids });
    const answers = await allAnswers((await app.person([group])).access);
    for (const what of [ADDRESS, NICKNAME]) assert.deepEqual(telling(answers, what), []);
    for (const path of telling(answers, somebody.username)) assert.match(path, /\/cms\/log(\/|$)/);
  });
  it('of others is, for a super administrator, everything but secrets', async () => {
    const answers = await allAnswers(app.root.access);
    assert.ok(telling(answers, ADDRESS).includes('/cms/admin/users'));
    for (const what of ['argon2', somebody.refresh, somebody.access])
      assert.deepEqual(telling(answers, what), []);
  });
});

describe('an address that another has', () => {
  it('is refused without telling whose it is', async () => {
    const { access } = await app.person();
    const answer = await app.as(access).put('/cms/user', { email: ADDRESS });
    assert.deepEqual([answer.status, answer.body.error_code], [400, 10076]);
    assert.doesNotMatch(answer.text, new RegExp(`${ADDRESS}|${somebody.username}`));
  });
});
