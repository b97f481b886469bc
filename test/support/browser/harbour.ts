import { randomUUID } from 'node:crypto';
import { keepMail } from '../../../server/mail/mail-folder.ts';
import { ADMINISTERS } from '../records/delegates.ts';
import { consoleSite } from './browser.ts';

const DAY_MS = 86_400_000;

/** A site of its own for each crawl: records of several people, so that some are one's own, some are not, and some are in the trash. */
export async function openHarbour(browser: Parameters<typeof consoleSite>[1]) {
  const { app, address, open } = await consoleSite(
    {
      contentDir: 'test/content/harbour',
      webhookNetworks: ['127.0.0.0/8'],
      factorPolicy: { groups: new Set(), graceMs: 0, freshMs: DAY_MS }, // a crawl ends before it must prove itself again
    },
    browser,
  );
  const member = await app.person();
  const granted = await app.granted(
    'ship.edit',
    'berth.keep',
    'wish.read',
    'call.read',
    'notice.write',
    'rule.keep',
  );
  const auditor = await app.granted('log.list', 'log.search', 'log.users', 'ship.insured.read');
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
  for (const person of [member, granted, app.root]) {
    const rule = { record: 'rule', action: 'create', values: { title: 'Speed', berth } };
    for (const title of ['Gathered', 'Submitted']) {
      const set = await person.make('/v1/change-set', { title, items: [rule] });
      if (title === 'Submitted') await person.done(`POST /v1/change-set/${set}/submit`);
    }
  }
  for (const title of ['Old', 'New']) {
    const notice = await app.root.make('/v1/notice', { title });
    await app.root.done(`POST /v1/notice/${notice}/publish`);
    await app.root.done(`PATCH /v1/notice/${notice}`, { words: 'Changed since' });
  }
  await app.root.make('/cms/webhook', { name: 'Board', url: 'http://127.0.0.1:9/changes' });
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
