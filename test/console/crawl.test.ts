// Needs a process of its own: it starts a browser.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { keepMail } from '../../server/features/mail/mail-folder.ts';
import { consoleSite, openBrowser, whyNoBrowser } from '../support/browser/browser.ts';
import { crawl } from '../support/browser/crawler.ts';
import { ADMINISTERS } from '../support/rows/delegates.ts';

const LEAST_SCREENS = [
  ['member', 15],
  ['granted', 20],
  ['auditor', 15],
  ['delegate', 15],
  ['root', 30],
] as const;

const browser = whyNoBrowser ? undefined : await openBrowser();
const options = { skip: whyNoBrowser, concurrency: true };

describe('every control that a user is offered, on an unknown model', options, () => {
  for (const [who, least] of LEAST_SCREENS)
    it(`of ${who} leads to no refusal, no failure and no dead end`, async (test) => {
      const { open, address, names } = await openSite();
      const { screens, controls, faults } = await crawl({ address, open }, names[who]);
      test.diagnostic(`${screens.length} screens, ${controls} controls`);
      assert.deepEqual([...new Set(faults)], []);
      assert.ok(screens.length >= least, `only ${screens.length} screens: ${screens.join(' ')}`);
    });

  it('of a stranger is the sign-in page, whatever page they open', async () => {
    const { open } = await openSite();
    const { page, go, faults } = await open();
    for (const path of ['/', '/records/tariff', '/records/ship/1', '/admin/users', '/nowhere']) {
      await go(path);
      await page.locator('input[name=password]').waitFor();
      assert.equal(await page.locator('.shell').count(), 0);
    }
    assert.deepEqual(faults, { console: [], foreign: [] });
  });
});

/** A site of its own for each crawl: rows of several people, so that some are one's own, some are not, and some are in the trash. */
async function openSite() {
  const { app, address, open } = await consoleSite({ contentDir: 'test/content/harbour' }, browser);
  const member = await app.person();
  const granted = await app.granted(
    'Look after all ships',
    'Keep berths',
    'Read wishes',
    'See all calls',
    'Write notices',
  );
  const auditor = await app.granted('查询所有日志', '搜索日志', '查询日志记录的用户', 'See insurance');
  const team = await app.groupWith(...Object.values(ADMINISTERS));
  const delegate = await app.person([team]);
  await app.person([team]); // whom the delegate manages
  const berth = await app.root.make('/v1/berth', { sign: 'A1' });
  for (const [index, person] of [member, granted, auditor, delegate, app.root].entries()) {
    const ship = await person.make('/v1/ship', { name: `Ship ${index}`, berth, story: '<p>Old</p>' });
    await person.done(`PATCH /v1/ship/${ship}`, { crew: 9 });
    const gone = await person.make('/v1/ship', { name: `Gone ${index}` });
    await person.done(`DELETE /v1/ship/${gone}`);
    await person.make('/v1/call', { ship, berth, arrives: 1_790_000_000_000 + index });
    await person.make('/v1/wish', { words: `Wish ${index}` });
  }
  for (const title of ['Old', 'New']) {
    const notice = await app.root.make('/v1/notice', { title });
    await app.root.done(`POST /v1/notice/${notice}/publish`);
    await app.root.done(`PATCH /v1/notice/${notice}`, { words: 'Changed since' });
  }
  await app.root.make('/v1/tariff', { title: 'Day', price: '1.50' });
  const mail = { delivery: randomUUID(), to: 'a@quire.test', subject: 'A berth', text: 'It is yours.' };
  await keepMail(app.settings.mailDir, mail, Buffer.from('Subject: A berth\r\n\r\nIt is yours.'));
  const names = {
    member: member.username,
    granted: granted.username,
    auditor: auditor.username,
    delegate: delegate.username,
  };
  return { address, open, names: { ...names, root: 'root' } };
}
