import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { job } from '../../../server/background/job.collection.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { temporaryFolder } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

const ADDRESSES = { theirs: 'mei@private.example', others: 'ann@private.example' };
const erase = ({ id, username }: { readonly id: number; readonly username: string }) =>
  [`POST /cms/admin/user/${id}/erasure`, { username }] as const;

it('an erasure removes the mails that were kept for the person, and nobody else’s', async () => {
  const mailDir = join(temporaryFolder(), 'mail');
  const app = await accountApp({ mailDir });
  const [mei] = [await app.member(ADDRESSES.theirs), await app.member(ADDRESSES.others)];
  await app.askFor('reset', ADDRESSES.theirs.toUpperCase());
  await app.askFor('reset', ADDRESSES.others);
  assert.ok((await app.mailsTo(ADDRESSES.theirs)).length > 0);
  await app.root.done(...erase(mei));
  assert.deepEqual(await app.mailsTo(ADDRESSES.theirs), []);
  assert.ok((await app.mailsTo(ADDRESSES.others)).length > 0);
  const names = await readdir(mailDir);
  const files = await Promise.all(names.map((name) => readFile(join(mailDir, name), 'utf8')));
  assert.deepEqual(
    files.filter((text) => text.includes(ADDRESSES.theirs)),
    [],
  );
});

it('an erasure ends the mails to the person that wait to be tried again', async () => {
  const nobodyListens = 'smtp://127.0.0.1:1';
  const app = await accountApp({ mailUrl: nobodyListens, mailFrom: 'quire@example.test', keepsMails: false });
  const [mei] = [await app.member(ADDRESSES.theirs), await app.member(ADDRESSES.others)];
  const waiting = async () => {
    const records = await app.server.store.reads.where(job, (select) =>
      select.where('state', '=', 'waiting'),
    );
    return Object.values(ADDRESSES).filter((one) => records.some(({ data }) => data?.includes(one)));
  };
  for (const address of Object.values(ADDRESSES)) await app.askFor('reset', address);
  await until(async () => (await waiting()).length === 2);
  await app.root.done(...erase(mei));
  await until(async () => String(await waiting()) === ADDRESSES.others); // it is tried again now and then
});
