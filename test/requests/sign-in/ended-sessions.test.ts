import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { session } from '../../../server/access/sign-in/session.collection.ts';
import { sessionSweep } from '../../../server/access/sign-in/sweep-sessions.ts';
import { whereEvenDeleted } from '../../../server/records/write/removal/deleted.ts';
import { revision } from '../../../server/records/write/revision.collection.ts';
import { claimsOf, freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { ownSession } from '../../support/sign-in/session.ts';

const app = await freshApp();
const { refresh, changePassword } = ownSession(app);
const { store } = app.server;

/** What is kept of somebody's sessions, hidden records too. */
const kept = (id: number) =>
  whereEvenDeleted(store.ownReads, session, (select) => select.where('user_id', '=', id));
const revisions = () =>
  store.ownReads.where(revision, (select) => select.where('collection', '=', session.name));
const sweep = () => sessionSweep(store).run(new AbortController().signal);

let person: Person;
beforeEach(async () => {
  person = await app.person();
});

describe('nothing is kept of a session', () => {
  const ends: Record<string, () => Promise<unknown>> = {
    'that is signed out': () => person.done('POST /cms/user/logout'),
    'that its owner ends': async () => {
      const [id = ''] = String(claimsOf(person.refresh).session).split('.');
      await person.done(`DELETE /cms/user/sessions/${id}`);
    },
    'whose token comes back': async () => {
      const second = await refresh(person.refresh);
      await refresh(second.body.refresh_token);
      await refresh(person.refresh);
    },
    'of a deactivated user': () => app.root.done(`PUT /cms/admin/disable/${person.id}`),
    'of a deleted user': () => app.root.done(`DELETE /cms/admin/user/${person.id}`),
    'that has expired, once it is swept': async () => {
      await app.behind('update quire_session set expire_time = 1 where user_id = ?', person.id);
      await sweep();
    },
    'that an older version ended, once it is swept': async () => {
      await app.behind('update quire_session set is_deleted = true where user_id = ?', person.id);
      await sweep();
    },
  };
  for (const [how, end] of Object.entries(ends))
    it(how, async () => {
      assert.equal((await kept(person.id)).length, 1);
      await end();
      assert.deepEqual(await kept(person.id), []);
    });
  it('that a new password ends; the one that changed it stays', async () => {
    await app.signIn(person.username);
    await changePassword(person.access, PASSWORD);
    assert.equal((await kept(person.id)).length, 1);
  });
});

it('sessions have no history, and that of older versions is swept', async () => {
  assert.deepEqual(await revisions(), []);
  await app.behind(
    `insert into quire_revision (collection, record_id, action, user_id, time, request_id, changes) values ('quire_session', ?, 'update', 0, 1, 'x', '{}')`,
    person.id,
  );
  assert.equal((await revisions()).length, 1);
  await sweep();
  assert.deepEqual(await revisions(), []);
  assert.equal((await person.get('/cms/user/auths')).status, 200);
});
