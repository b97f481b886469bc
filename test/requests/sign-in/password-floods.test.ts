// Takes long: hundreds of passwords are hashed at the cost that real ones have.
// Hashes at full cost: a flood is one only then.
// No engine changes its result: each process bounds how many passwords wait to be hashed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { ownSession } from '../../support/sign-in/session.ts';

const app = await freshApp();
const { changePassword } = ownSession(app);

describe('a flood of passwords', () => {
  const address = '192.0.2.9';
  const floods = {
    'by signing in': ({ username }: Person) => app.logIn(username, PASSWORD, { address }),
    'by changing one of their own': ({ access }: Person) => changePassword(access, PASSWORD, PASSWORD),
  };
  for (const [how, ask] of Object.entries(floods))
    it(`${how} keeps nobody else from signing in`, async () => {
      const [greedy, other] = [await app.person(), await app.person()];
      const flood = Array.from({ length: 150 }, () => ask(greedy));
      await Promise.race(flood);
      assert.equal((await app.logIn(other.username, PASSWORD, { address: '192.0.2.10' })).status, 200);
      const statuses = (await Promise.all(flood)).map(({ status }) => status);
      assert.ok(statuses.includes(200) && statuses.includes(429), String(statuses));
    });
});
