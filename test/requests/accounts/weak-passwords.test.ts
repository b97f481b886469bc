// No engine changes its result: passwords are judged before a record is written.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en' });
let count = 0;
/** It holds no name, so that a password is compared with both. */
const addressOf = (name: string) => `${name.replace('gärtner', 'rosen')}@garden.example`;

/** Passwords for somebody named `gärtner<n>`, with the address `rosen<n>@garden.example`, and whether they are taken. */
const passwords = {
  'the most common long one': [() => '12345678', false],
  'a common one': [() => 'iloveyou', false],
  'a common one in other case': [() => 'PassWord', false],
  'a common one in full width': [() => 'ｐａｓｓｗｏｒｄ', false],
  'one character again and again': [() => '！！！！！！！！', false],
  'the own name': [(name: string) => name, false],
  'the own name in other case': [(name: string) => name.toUpperCase(), false],
  'the own address': [(name: string) => addressOf(name), false],
  'the own address in other case': [(name: string) => addressOf(name).toUpperCase(), false],
  'what stands before the @ of it': [(name: string) => addressOf(name).split('@')[0] ?? '', false],
  'one of seven characters': [() => 'q7#vXeK', false],
  'one of eight that few have': [() => 'q7#vXeKw', true],
  'made of the own name and a number': [(name: string) => `${name}-2026!`, false],
  'made of the parts of the own address': [
    (name: string) => `garden${addressOf(name).split('@')[0]}garden`,
    false,
  ],
  'words that hold the name': [(name: string) => `${name} digs at dawn`, true],
} as const;

const ways = {
  'a new user': (username: string, email: string, password: string) =>
    app.root.post('/cms/user/register', { username, email, password, confirm_password: password }),
  'a user who changes it': async (username: string, email: string, new_password: string) => {
    const person = await app.person([], username);
    await person.done('PUT /cms/user', { email });
    const body = { old_password: PASSWORD, new_password, confirm_password: new_password };
    return person.put('/lin3/cms/user/change_password', body);
  },
  'a reset one': async (username: string, email: string, new_password: string) => {
    const { id } = await app.person([], username);
    await app.root.done(`PUT /cms/admin/user/${id}`, { email });
    return app.root.put(`/cms/admin/user/${id}/password`, { new_password, confirm_password: new_password });
  },
};

for (const [who, give] of Object.entries(ways))
  describe(`the password of ${who}`, () => {
    for (const [what, [make, isTaken]] of Object.entries(passwords))
      it(`${isTaken ? 'may' : 'may not'} be ${what}`, async () => {
        const name = `gärtner${++count}`;
        const { status, body, text } = await give(name, addressOf(name), make(name));
        assert.equal(status < 300, isTaken, text);
        if (!isTaken) assert.deepEqual([status, body.error_code ?? body.code], [400, 10030]);
        const said = String(body.msg ?? body.message);
        if (!isTaken)
          assert.match(
            said,
            /password.{0,2}(is too common|must differ from the user name|must have at least 8 characters)/,
          );
      });
  });
