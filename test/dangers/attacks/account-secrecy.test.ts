import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/fresh-app.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';

const app = await accountApp();
const account = (token: string, username: string) => ({
  token,
  username,
  password: PASSWORD,
  confirm_password: PASSWORD,
});
let count = 0;
const newAddress = () => `person${++count}@attack.test`;

describe('nobody learns who has an account:', () => {
  it('answers are the same, and so is what the server does before them', async () => {
    const email = newAddress();
    await app.member(email);
    for (const way of ['sign-up', 'reset'] as const) {
      const statements = [];
      for (const one of [email, newAddress()]) {
        const answer = await app.askFor(way, one);
        const { date: _, 'x-request-id': __, ...headers } = answer.headers;
        statements.push([answer.status, answer.text, headers]);
      }
      assert.deepEqual(statements[0], statements[1]);
    }
  });

  it('sign-ins by address count the same for known and unknown ones', async () => {
    const email = newAddress();
    const person = await app.member(email);
    const counts = [];
    for (const one of [email, newAddress()]) {
      const address = app.newNetwork();
      const tries = [];
      for (let index = 0; index < 8; index += 1)
        tries.push((await app.logIn(one, 'wrong password', { address })).body.error_code);
      counts.push(tries);
      const byName = await app.logIn(person.username, 'wrong password', { address });
      assert.equal(byName.body.error_code, 10031, 'no count tells whose address it is');
    }
    assert.deepEqual(counts[0], counts[1]);
    assert.equal(counts[0]?.at(-1), 10140);
  });

  it('spellings of an address share a count', async () => {
    const email = newAddress();
    await app.member(email);
    const address = app.newNetwork();
    const spellings = [email, email.toUpperCase(), email.replace('p', 'P'), email.replace('p', 'ｐ')];
    const codes = [];
    for (const one of [...spellings, ...spellings])
      codes.push((await app.logIn(one, 'wrong password', { address })).body.error_code);
    assert.equal(codes.at(-1), 10140);
  });
});

describe('mails are bounded', () => {
  it('to an address', async () => {
    const email = newAddress();
    const statuses = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await app.askFor('reset', email)).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
    const other = await app.askFor('sign-up', email.toUpperCase());
    assert.equal(other.status, 429);
    assert.ok(Number(other.headers['retry-after']) > 0);
  });

  it('from a network, also at the same moment', async () => {
    const sender = { address: app.newNetwork() };
    const ask = () => app.nobody.post('/cms/account/reset', { email: newAddress() }, sender);
    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    assert.equal(answers.filter(({ status }) => status === 200).length, 30);
    assert.equal(answers.filter(({ status }) => status === 429).length, 10);
  });
});

describe('links', () => {
  it('lead where the server says, whatever the request says', async () => {
    const email = newAddress();
    await app.member(email);
    const headers = {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.test',
    };
    await app.nobody.post('/cms/account/reset', { email }, { headers, address: app.newNetwork() });
    const [mail] = await app.mailsTo(email);
    assert.ok(mail?.link.startsWith('https://site.test/account/password#'));
    assert.doesNotMatch(mail?.text ?? '', /evil/);
  });

  it('go to the stored address, not to one that folds to it', async () => {
    const email = newAddress();
    await app.member(email);
    await app.askFor('reset', email.toUpperCase());
    assert.equal((await app.mailsTo(email)).length, 1);
    assert.deepEqual(await app.mailsTo(email.toUpperCase()), []);
  });
});

describe('an address that is only claimed', () => {
  it('goes to the one who proves it', async () => {
    const email = newAddress();
    const squatter = await app.person();
    await squatter.done('PUT /cms/user', { email });
    await app.askFor('sign-up', email);
    await app.nobody.done('POST /cms/account', account(await app.tokenFor(email), `owner${++count}`));
    assert.equal((await squatter.read('/cms/user/information')).email, null);
    assert.equal((await app.logIn(email)).status, 200);
  });

  it('lets a stolen session not reset the password', async () => {
    const email = newAddress();
    const victim = await app.member(newAddress());
    await victim.done('PUT /cms/user', { email });
    await app.askFor('reset', email);
    assert.deepEqual(await app.mailsTo(email), []);
  });
});

describe('a key of a program', () => {
  it('asks for no mail about its account', async () => {
    const body = { username: `program${++count}`, group_ids: [] };
    const id = await app.root.make('/cms/service-user', body);
    const made = await app.root.done<{ key: string }>('POST /cms/key', { user_id: id, name: 'nightly' });
    const program = app.as(made.key);
    for (const request of ['POST /cms/account/verification', 'POST /cms/account/address'])
      assert.equal(
        (await program.ask(request, { email: newAddress(), password: PASSWORD })).status,
        401,
        request,
      );
  });
});

describe('names', () => {
  it('that people choose themselves do not look like addresses', async () => {
    const person = await app.person();
    assert.equal((await person.put('/cms/user', { username: 'ann@attack.test' })).status, 400);
    const email = newAddress();
    await app.askFor('sign-up', email);
    const token = await app.tokenFor(email);
    assert.equal((await app.nobody.post('/cms/account', account(token, 'ann@attack.test'))).status, 400);
    assert.equal((await app.nobody.post('/cms/account', account(token, 'Root'))).status, 400);
    assert.equal(
      (await app.nobody.post('/cms/account', account(token, person.username))).body.error_code,
      10071,
    );
    assert.equal((await app.nobody.post('/cms/account', account(token, `mine${++count}`))).status, 201);
  });
});
