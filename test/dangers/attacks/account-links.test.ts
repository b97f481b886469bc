import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/fresh-app.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';

const app = await accountApp();
const NEW = 'another horse 2';
const account = (token: string, username: string) => ({
  token,
  username,
  password: PASSWORD,
  confirm_password: PASSWORD,
});
const passwords = (token: string, password = NEW) => ({
  token,
  new_password: password,
  confirm_password: password,
});
let count = 0;
const newAddress = () => `person${++count}@attack.test`;

/** Each kind of link: how a new one comes to be, and how it is used. */
const links = {
  'a sign-up': async () => {
    const email = newAddress();
    await app.askFor('sign-up', email);
    const token = await app.tokenFor(email);
    return { token, use: () => app.nobody.post('/cms/account', account(token, `signed${++count}`)) };
  },
  'an invitation': async () => {
    const email = newAddress();
    await app.root.done('POST /cms/admin/invitation', { email });
    const token = await app.tokenFor(email);
    return { token, use: () => app.nobody.post('/cms/account', account(token, `invited${++count}`)) };
  },
  'a reset': async () => {
    const email = newAddress();
    await app.member(email);
    await app.askFor('reset', email);
    const token = await app.tokenFor(email);
    return { token, use: () => app.nobody.put('/cms/account/password', passwords(token)) };
  },
  'a verification': async () => {
    const email = newAddress();
    const person = await app.member(email);
    await person.done('POST /cms/account/verification');
    const token = await app.tokenFor(email);
    return { token, use: () => app.nobody.put('/cms/account/address', { token }) };
  },
  'a change of address': async () => {
    const email = newAddress();
    const person = await app.member(newAddress());
    await person.done('POST /cms/account/address', { email, password: PASSWORD });
    const token = await app.tokenFor(email);
    return { token, use: () => app.nobody.put('/cms/account/address', { token }) };
  },
} as const;

for (const [what, make] of Object.entries(links))
  describe(`the link of ${what}`, () => {
    it('works once', async () => {
      const { token, use } = await make();
      assert.ok((await use()).status < 300);
      const again = await use();
      assert.deepEqual([again.status, again.body.error_code], [403, 10270]);
      assert.equal((await app.nobody.post('/cms/account/link', { token })).body.error_code, 10270);
    });

    it('works for one of several at the same moment', async () => {
      const { use } = await make();
      const answers = await Promise.all(Array.from({ length: 20 }, use));
      const won = answers.filter(({ status }) => status < 300);
      const lost = answers.filter(({ body }) => body.error_code === 10270);
      assert.deepEqual([won.length, lost.length], [1, 19], answers.map(({ text }) => text).join('\n'));
    });

    it('ends', async () => {
      const { token, use } = await make();
      await app.behind(
        'update quire_mail_token set expire_time = ? where expire_time > ?',
        Date.now() - 1,
        0,
      );
      assert.equal((await use()).body.error_code, 10270);
      assert.equal((await app.nobody.post('/cms/account/link', { token })).body.error_code, 10270);
    });

    it('is good for nothing else', async () => {
      const { token, use } = await make();
      const others = [
        ['POST /cms/account', account(token, `other${++count}`)],
        ['PUT /cms/account/password', passwords(token)],
        ['PUT /cms/account/address', { token }],
      ] as const;
      const own = await Promise.all(
        others.map(async ([request, body]) => (await app.nobody.ask(request, body)).body.error_code),
      );
      assert.equal(own.filter((code) => code === 10270).length, 2, String(own));
      assert.equal((await use()).body.error_code, 10270, 'the third request has used it up');
    });
  });

describe('a token', () => {
  it('is stored as a hash alone, and in no job, log or history', async () => {
    const { token } = await links['a reset']();
    for (const table of ['quire_mail_token', 'quire_job', 'quire_log', 'quire_revision']) {
      const records = await app.database.look(`select * from ${table}`);
      assert.ok(!JSON.stringify(records).includes(token), table);
    }
  });

  for (const wrong of ['', 'x', 'a'.repeat(43), '\u0000'.repeat(43), "' or '1'='1"])
    it(`is not ${JSON.stringify(wrong)}`, async () => {
      const { status } = await app.nobody.put('/cms/account/password', passwords(wrong));
      assert.ok(status === 403 || status === 400, String(status));
    });

  it('cannot be guessed by trying: a network is held up', async () => {
    const sender = { address: app.newNetwork() };
    const tries = Array.from({ length: 100 }, (_, index) =>
      app.nobody.post('/cms/account/link', { token: String(index).padStart(43, 'a') }, sender),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    assert.ok(statuses.includes(403));
    assert.equal((await app.nobody.post('/cms/account/link', { token: 'x'.repeat(43) }, sender)).status, 429);
  });
});

describe('a link ends', () => {
  /** What ends the link of a reset of this user. */
  const ends: Readonly<
    Record<string, (person: Awaited<ReturnType<typeof app.member>>, email: string) => unknown>
  > = {
    'with a newer one': (_, email) => app.askFor('reset', email),
    'with a change of the password': (person) =>
      person.done('PUT /cms/user/change_password', {
        old_password: PASSWORD,
        new_password: 'a third horse 3',
        confirm_password: 'a third horse 3',
      }),
    'with a reset by an administrator': ({ id }) =>
      app.root.done(`PUT /cms/admin/user/${id}/password`, {
        new_password: 'a third horse 3',
        confirm_password: 'a third horse 3',
      }),
    'with a change of the address': ({ id }) =>
      app.root.done(`PUT /cms/admin/user/${id}`, { email: newAddress() }),
    'where the user claims another address': (person) =>
      person.done('PUT /cms/user', { email: newAddress() }),
    'with a deactivation, also of a user who is active again': async ({ id }) => {
      await app.root.done(`DELETE /cms/admin/user/${id}/activation`);
      await app.root.done(`PUT /cms/admin/user/${id}/activation`);
    },
    'with the user': ({ id }) => app.root.done(`DELETE /cms/admin/user/${id}`),
  };
  for (const [what, end] of Object.entries(ends))
    it(what, async () => {
      const email = newAddress();
      const person = await app.member(email);
      await app.askFor('reset', email);
      const token = await app.tokenFor(email);
      await end(person, email);
      await app.server.store.jobs.idle();
      const answer = await app.nobody.put('/cms/account/password', passwords(token));
      assert.deepEqual([answer.status, answer.body.error_code], [403, 10270]);
    });

  it('of a change of address, with a reset of the password', async () => {
    const [email, thief] = [newAddress(), newAddress()];
    const person = await app.member(email);
    await person.done('POST /cms/account/address', { email: thief, password: PASSWORD });
    const stolen = await app.tokenFor(thief);
    await app.askFor('reset', email);
    await app.nobody.done('PUT /cms/account/password', passwords(await app.tokenFor(email)));
    assert.deepEqual(await app.nobody.outcome('PUT /cms/account/address', { token: stolen }), [403, 10270]);
  });
});
