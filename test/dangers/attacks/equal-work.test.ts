import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noPassword } from '../../../server/access/passwords/passwords.ts';
import type { Connection } from '../../../server/database/engine.ts';
import type { Statement } from '../../../server/database/statement.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';

const app = await accountApp();
const { database } = app.server.store;
/** The tables that sign-ins and requests for mails read and write; background work uses others. */
const SEEN = /quire_(user|throttle|known_network)\b/;
let statements: string[] = [];
watchStatements();
let count = 0;
const newAddress = () => `person${++count}@work.test`;

/** Notes the text of each statement. */
function watchStatements(): void {
  const noting =
    <R>(run: (statement: Statement) => R) =>
    (statement: Statement) => {
      if (SEEN.test(statement.sql)) statements.push(statement.sql);
      return run(statement);
    };
  const noted = (connection: Connection): Connection => ({
    all: noting(connection.all.bind(connection)),
    run: noting(connection.run.bind(connection)),
    insert: noting(connection.insert.bind(connection)),
    command: connection.command.bind(connection),
  });
  const transaction = database.transaction.bind(database);
  Object.assign(database.reads, { all: noting(database.reads.all.bind(database.reads)) });
  Object.assign(database, {
    transaction: <T>(work: (connection: Connection) => Promise<T>) =>
      transaction((connection) => work(noted(connection))),
  });
}

/** The statements of a sign-in with a wrong password, from a network of its own. */
async function workOf(username: string): Promise<string[]> {
  await app.server.store.jobs.idle();
  statements = [];
  const answer = await app.logIn(username, 'wrong password', { address: app.newNetwork() });
  assert.deepEqual([answer.status, answer.body.error_code], [401, 10031]);
  return statements;
}

describe('a sign-in with a wrong password does the same for an unknown address as for that of', () => {
  for (const [what, change] of [
    ['an active account', async () => {}],
    ['a deactivated account', (id: number) => app.root.done(`DELETE /cms/admin/user/${id}/activation`)],
    [
      'an account without a password',
      (id: number) => app.behind('update quire_user set credential = ? where id = ?', noPassword(), id),
    ],
    [
      'an account whose address nobody has verified',
      (id: number) => app.behind("update quire_user set email_standing = 'claimed' where id = ?", id),
    ],
  ] as const)
    it(what, async () => {
      const email = newAddress();
      const { id, username } = await app.member(email);
      await change(id);
      const unknown = await workOf(newAddress());
      assert.ok(unknown.length > 5, String(unknown));
      assert.deepEqual(await workOf(email), unknown);
      assert.deepEqual(await workOf(username), unknown, 'by name');
    });

  it('an account with a second factor', async () => {
    const { username } = await secondFactorsOf(app).protectedPerson();
    assert.deepEqual(await workOf(username), await workOf(newAddress()));
  });
});
