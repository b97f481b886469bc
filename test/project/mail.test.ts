import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { openSmtp } from '../support/outside/smtp.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { until } from '../support/until.ts';

const smtp = await openSmtp();
const contentDir = 'test/projects/shop/content';
const mailDir = join(temporaryFolder(), 'mail');
const app = await freshApp({ contentDir, mailUrl: smtp.url, mailDir, mailFrom: 'Shop <shop@quire.test>' });
const buyer = await app.person();
const send = (to: readonly string[], more: object = {}) =>
  buyer.ask('POST /v1/order/7/receipt', { to, name: 'Ada', ...more });
const sentTo = (address: string) => smtp.taken.filter(({ to }) => to === address);
const jobsOf = (state: string) => app.root.list(`/cms/job?kind=mail/receipt&state=${state}`);

describe('a mail', () => {
  it('goes to each address separately, in its language, once its write is committed', async () => {
    assert.equal((await send(['one@quire.test', 'two@QUIRE.test'], { language: 'de-AT' })).status, 200);
    await until(() => smtp.taken.length === 2);
    const [mail] = sentTo('two@quire.test');
    assert.equal(mail?.from, 'shop@quire.test');
    assert.match(mail?.source ?? '', /^Subject: Ihre Bestellung, Ada\r$/m);
    assert.match(mail?.source ?? '', /^Reply-To: shop@quire\.test\r$/m);
    assert.match(mail?.source ?? '', /^Message-ID: <[0-9a-f-]{36}@quire\.test>\r$/m);
    assert.match(mail?.source ?? '', /Danke, Ada: 7/);
    assert.doesNotMatch(mail?.source ?? '', /one@quire/);
  });

  it('is not sent if its write is undone', async () => {
    assert.equal((await send(['undone@quire.test'], { refused: true })).status, 400);
    await send(['behind@quire.test']);
    await until(() => sentTo('behind@quire.test').length === 1);
    assert.deepEqual(sentTo('undone@quire.test'), []);
  });

  it('escapes values, and lets none begin a header', async () => {
    await send(['odd@quire.test'], { name: '<i>x</i>\r\nBcc: spy@quire.test' });
    await until(() => sentTo('odd@quire.test').length === 1);
    const { source = '' } = sentTo('odd@quire.test')[0] ?? {};
    assert.match(source, /<b>&lt;i&gt;x&lt;\/i&gt;/);
    assert.doesNotMatch(source.slice(0, source.indexOf('\r\n\r\n')), /^Bcc:/m);
    assert.deepEqual(sentTo('spy@quire.test'), []);
  });

  for (const to of ['nobody', 'a@b\r\nBcc: spy@quire.test', 'a@b.test, c@d.test', 'A <a@b.test>', ''])
    it(`is refused for the address ${JSON.stringify(to)}`, async () => {
      const answer = await send([to]);
      assert.deepEqual([answer.status, Object.keys(answer.body.fields as object)], [400, ['to']]);
    });

  it('is tried again, and given up at once where it is refused for good, without naming the address', async () => {
    await send(['later@quire.test', 'never@quire.test']);
    await until(() => sentTo('later@quire.test').length === 1);
    await until(async () => (await jobsOf('failed')).length === 1);
    const [failed] = await jobsOf('failed');
    assert.equal(failed?.tries, 1);
    assert.match(String(failed?.problem), /550.*nobody here/);
    assert.doesNotMatch(String(failed?.problem), /quire\.test/);
    assert.equal(smtp.asked.filter((one) => one.startsWith('later')).length, 2);
    assert.equal(existsSync(mailDir), false, 'what a server sends is kept nowhere else');
  });
});

it('a mail is kept in a folder where no server sends it', async () => {
  const kept = join(temporaryFolder(), 'mail');
  const other = await freshApp({ contentDir, mailUrl: undefined, mailDir: kept });
  assert.deepEqual(await other.root.read('/cms/mail'), { is_sent: false, items: [] });
  await other.root.ask('POST /v1/order/7/receipt', { to: ['kept@quire.test'], name: 'Ada & Co' });
  await until(async () => (await other.root.list('/cms/mail')).length === 1);
  const [mail] = await other.root.list('/cms/mail');
  assert.deepEqual(
    [mail?.to, mail?.subject, mail?.html],
    ['kept@quire.test', 'Your order, Ada & Co', '<p>Thank you, <b>Ada &amp; Co</b>: 7</p>'],
  );
  const whole = await other.root.get(`/cms/mail/${mail?.delivery}`);
  assert.match(whole.text, /^Subject: Your order, Ada & Co\r$/m);
  assert.equal((await other.root.get('/cms/mail/..%2f..%2fquire')).status, 404);
  assert.equal((await (await other.person()).get('/cms/mail')).status, 401);
});
