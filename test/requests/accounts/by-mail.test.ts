import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine } from '../../support/bodies.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { accountApp, SITE } from '../../support/sign-in/account-mails.ts';

const app = await accountApp({ language: 'en' });
const NEW = 'another horse 2';
const chinese = { headers: { 'accept-language': 'zh' } };
const account = (token: string, username: string, more: object = {}) => ({
  token,
  username,
  password: PASSWORD,
  confirm_password: PASSWORD,
  ...more,
});
const reset = (token: string, password = NEW) =>
  app.nobody.put('/cms/account/password', { token, new_password: password, confirm_password: password });
const logOf = async (keyword: string) =>
  app.root.list<LogLine>(`/cms/log/search?keyword=${encodeURIComponent(keyword)}`);

describe('signing up', () => {
  it('sends a link, which makes an account with a verified address', async () => {
    assert.equal((await app.askFor('sign-up', 'ann@home.test')).status, 200);
    const [mail] = await app.mailsTo('ann@home.test');
    assert.ok(mail);
    assert.ok(mail.link.startsWith(`${SITE}/new#`));
    const shown = await app.nobody.done('POST /cms/account/link', { token: mail.token });
    assert.deepEqual(
      [shown.purpose, shown.address, shown.username, shown.needs_approval],
      ['sign_up', 'ann@home.test', null, false],
    );
    const made = await app.nobody.post('/cms/account', account(mail.token, 'ann', { nickname: 'Ann' }));
    assert.deepEqual([made.status, made.body.error_code], [201, 11]);
    for (const name of ['ann', 'ann@home.test', 'ANN@Home.test'])
      assert.equal((await app.logIn(name)).status, 200, name);
    const { access } = await app.signIn('ann');
    const own = await app.as(access).read('/cms/user/information');
    assert.deepEqual(
      [own.email, own.nickname, (own.groups as unknown[]).length],
      ['ann@home.test', 'Ann', 1],
    );
    assert.ok((await logOf('ann')).some(({ message }) => message.includes('signed up')));
  });

  it('tells by mail alone that an address has an account', async () => {
    await app.member('known@home.test');
    const answers = [
      await app.askFor('sign-up', 'known@home.test'),
      await app.askFor('sign-up', 'unknown@home.test'),
    ];
    const [known, unknown] = answers.map(({ status, text }) => [status, text]);
    assert.deepEqual(known, unknown);
    const [mail] = await app.mailsTo('known@home.test');
    assert.match(mail?.text ?? '', /It already belongs to the account user/);
    assert.equal(mail?.token, '');
  });

  it('speaks the language of the reader', async () => {
    await app.nobody.post('/cms/account/sign-up', { email: 'bob@home.test' }, chinese);
    const [mail] = await app.mailsTo('bob@home.test');
    assert.equal(mail?.subject, '完成注册');
  });

  it('puts users into the group of a setting, and waits for approval where that is asked for', async () => {
    const other = await accountApp({ language: 'en', signUp: 'approval', signUpGroup: 'members' });
    assert.equal((await other.askFor('sign-up', 'eve@home.test')).body.error_code, 10272);
    const group = await other.root.make('/cms/admin/group', { name: 'members', info: '' });
    await other.askFor('sign-up', 'eve@home.test');
    const token = await other.tokenFor('eve@home.test');
    const made = await other.nobody.post<{ id: number }>('/cms/account', account(token, 'eve'));
    assert.match(made.text, /awaits approval/);
    const waiting = await other.logIn('eve');
    assert.equal(waiting.status, 401);
    assert.match(waiting.text, /awaits the approval/);
    assert.equal((await other.logIn('eve', 'wrong password')).body.error_code, 10031);
    const [listed] = await other.root.read<{ id: number; username: string }[]>('/cms/admin/sign-up');
    assert.deepEqual([listed?.id, listed?.username], [made.body.id, 'eve']);
    await other.root.done(`PUT /cms/admin/sign-up/${made.body.id}`);
    const [mail] = await other.mailsTo('eve@home.test');
    assert.equal(mail?.subject, 'Your account is approved');
    const { access } = await other.signIn('eve');
    const { groups } = await other.as(access).read<{ groups: { id: number }[] }>('/cms/user/information');
    assert.deepEqual(
      groups.map(({ id }) => id),
      [group],
    );
    await other.askFor('sign-up', 'mal@home.test');
    const refused = await other.nobody.make(
      '/cms/account',
      account(await other.tokenFor('mal@home.test'), 'mal'),
    );
    await other.root.done(`DELETE /cms/admin/sign-up/${refused}`);
    assert.equal((await other.logIn('mal')).body.error_code, 10031);
    assert.deepEqual(await other.root.outcome(`PUT /cms/admin/sign-up/${refused}`), [404, 10021]);
  });
});

describe('an invitation', () => {
  it('puts who accepts it into its groups', async () => {
    const group = await app.groupWith();
    const invited = await app.root.post('/cms/admin/invitation', {
      email: 'guest@home.test',
      group_ids: [group],
    });
    assert.equal(invited.status, 200, invited.text);
    const [listed] =
      await app.root.read<{ id: number; address: string; group_ids: number[] }[]>('/cms/admin/invitation');
    assert.deepEqual([listed?.address, listed?.group_ids], ['guest@home.test', [group]]);
    await app.nobody.done('POST /cms/account', account(await app.tokenFor('guest@home.test'), 'invited'));
    const { access } = await app.signIn('guest@home.test');
    const { groups } = await app.as(access).read<{ groups: { id: number }[] }>('/cms/user/information');
    assert.deepEqual(
      groups.map(({ id }) => id),
      [group],
    );
  });

  it('can be withdrawn, and is for addresses without an account', async () => {
    await app.root.done('POST /cms/admin/invitation', { email: 'late@home.test' });
    const token = await app.tokenFor('late@home.test');
    const all = await app.root.read<{ id: number; address: string }[]>('/cms/admin/invitation');
    await app.root.done(
      `DELETE /cms/admin/invitation/${all.find(({ address }) => address === 'late@home.test')?.id}`,
    );
    assert.deepEqual(await app.nobody.outcome('POST /cms/account', account(token, 'late')), [403, 10270]);
    await app.member('there@home.test');
    assert.deepEqual(
      await app.root.outcome('POST /cms/admin/invitation', { email: 'There@home.test' }),
      [400, 10076],
    );
    for (const [group, code] of [
      [1, 10073],
      [987654, 10023],
    ])
      assert.equal(
        (await app.root.post('/cms/admin/invitation', { email: 'x@home.test', group_ids: [group] })).body
          .error_code,
        code,
      );
  });
});

describe('a reset password', () => {
  it('lets the user in, ends all sessions, and is told by mail', async () => {
    const person = await app.member('lost@home.test');
    await app.askFor('reset', 'LOST@home.test');
    const [mail] = await app.mailsTo('lost@home.test');
    assert.ok(mail);
    assert.ok(mail.link.startsWith(`${SITE}/password#`));
    assert.equal((await reset(mail.token)).body.error_code, 4);
    assert.equal((await person.get('/cms/user/information')).body.error_code, 10040);
    assert.equal((await app.logIn(person.username)).status, 401);
    assert.equal((await app.logIn('lost@home.test', NEW)).status, 200);
    assert.equal((await app.mailsTo('lost@home.test'))[0]?.subject, 'Your password was changed');
    const lines = await logOf(person.username);
    assert.ok(
      lines.some(
        ({ message, username }) =>
          username === person.username && message.includes('A password reset email was sent'),
      ),
    );
    assert.ok(
      lines.some(
        ({ message, username }) =>
          username === person.username && message.includes('Password reset by email'),
      ),
    );
  });

  it('is good enough, and a refused one leaves the link as it was', async () => {
    const person = await app.member('weak@home.test');
    await app.askFor('reset', 'weak@home.test');
    const token = await app.tokenFor('weak@home.test');
    for (const weak of ['12345678', 'short12', 'weak@home.test', `${person.username}-99`])
      assert.deepEqual([(await reset(token, weak)).status, weak], [400, weak]);
    assert.equal((await reset(token)).status, 200);
  });

  it('is not for deactivated accounts and addresses without an account', async () => {
    const person = await app.member('gone@home.test');
    await app.askFor('reset', 'gone@home.test');
    const token = await app.tokenFor('gone@home.test');
    await app.root.done(`DELETE /cms/admin/user/${person.id}/activation`);
    assert.equal((await reset(token)).body.error_code, 10270);
    const sent = (await app.mailsTo('gone@home.test')).length;
    const answers = [
      await app.askFor('reset', 'gone@home.test'),
      await app.askFor('reset', 'none@home.test'),
    ];
    assert.deepEqual(answers[0]?.text, answers[1]?.text);
    assert.equal((await app.mailsTo('gone@home.test')).length, sent);
    assert.deepEqual(await app.mailsTo('none@home.test'), []);
  });
});

describe('an address', () => {
  it('is verified by mail', async () => {
    const person = await app.person();
    assert.equal((await person.post('/cms/account/verification')).status, 400);
    await person.done('PUT /cms/user', { email: 'mine@home.test' });
    assert.equal(
      (await app.logIn('mine@home.test')).status,
      401,
      'who only claims an address cannot sign in by it',
    );
    await app.askFor('reset', 'mine@home.test');
    assert.deepEqual(await app.mailsTo('mine@home.test'), []);
    await person.done('POST /cms/account/verification');
    await app.nobody.done('PUT /cms/account/address', { token: await app.tokenFor('mine@home.test') });
    assert.equal((await app.logIn('mine@home.test')).status, 200);
    assert.equal((await person.get('/cms/user/information')).status, 200, 'sessions go on');
    await person.done('PUT /cms/user', { email: 'mine@home.test', nickname: 'Me' });
    assert.equal((await app.logIn('mine@home.test')).status, 200, 'the same address stays verified');
  });

  it('is changed once the new one is confirmed, with the password', async () => {
    const person = await app.member('old@home.test');
    const change = (password: string) =>
      person.outcome('POST /cms/account/address', { email: 'new@home.test', password });
    assert.deepEqual(await change('wrong password'), [400, 10032]);
    assert.deepEqual(await change(PASSWORD), [200, 0]);
    assert.equal((await app.logIn('new@home.test')).status, 401);
    await app.nobody.done('PUT /cms/account/address', { token: await app.tokenFor('new@home.test') });
    assert.equal((await person.get('/cms/user/information')).status, 422, 'all sessions end');
    assert.equal((await app.logIn('old@home.test')).status, 401);
    assert.equal((await app.logIn('new@home.test')).status, 200);
    assert.equal((await app.mailsTo('old@home.test'))[0]?.subject, 'Your address was changed');
  });

  it('of another user is not told of: a mail goes to its owner', async () => {
    await app.member('taken@home.test');
    const person = await app.member('taker@home.test');
    const answer = await person.post('/cms/account/address', {
      email: 'taken@home.test',
      password: PASSWORD,
    });
    assert.equal(answer.status, 200);
    assert.equal((await app.mailsTo('taken@home.test'))[0]?.token, '');
  });
});

describe('mail', () => {
  it('is asked for by name where it is not set up', async () => {
    const other = await freshApp();
    const person = await other.person();
    const ways = { sign_up: 'off', mail: false, providers: [], passkey_domain: 'quire.test' };
    assert.deepEqual(await other.nobody.read('/cms/account'), ways);
    for (const [who, request, body] of [
      [other.nobody, 'POST /cms/account/reset', { email: 'a@home.test' }],
      [person, 'POST /cms/account/verification', undefined],
      [person, 'POST /cms/account/address', { email: 'a@home.test', password: PASSWORD }],
      [other.root, 'POST /cms/admin/invitation', { email: 'a@home.test' }],
    ] as const)
      assert.deepEqual(await who.outcome(request, body), [409, 10271], request);
    assert.deepEqual(
      await other.nobody.outcome('POST /cms/account/sign-up', { email: 'a@home.test' }),
      [403, 10272],
    );
  });

  it('must be set up where people may sign up', async () => {
    await assert.rejects(freshApp({ signUp: 'open' }), /SIGN_UP: .*needs mail/);
  });
});

describe('who asks:', () => {
  const routes = {
    'GET /cms/admin/invitation': undefined,
    'POST /cms/admin/invitation': { email: 'a@home.test' },
    'DELETE /cms/admin/invitation/1': undefined,
    'GET /cms/admin/sign-up': undefined,
    'PUT /cms/admin/sign-up/1': undefined,
    'DELETE /cms/admin/sign-up/1': undefined,
  };
  for (const [request, body] of Object.entries(routes))
    it(`${request} is for super administrators`, async () => {
      const person = await app.granted();
      for (const who of [person, app.nobody])
        assert.deepEqual(await who.outcome(request, body), [401, 10000]);
    });

  it('the routes are on the first base alone', async () => {
    for (const base of ['/lin2', '/lin3'])
      assert.equal(
        (await app.nobody.post(`${base}/cms/account/reset`, { email: 'a@home.test' })).status,
        404,
      );
  });
});
