// No engine changes its result: credentials are for other services than the database.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Job } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { realProvider } from '../support/outside/real-provider.ts';
import { freshBucket } from '../support/outside/s3-bucket.ts';
import { openSmtp } from '../support/outside/smtp.ts';
import { uploadImage } from '../support/records/uploads.ts';
import { PAGE, providerSettings, signInThrough } from '../support/sign-in/through-provider.ts';
import { until } from '../support/until.ts';

const both = ['right', 'wrong'] as const;

describe('the credential of its own settings lets the server in, and another does not:', () => {
  it('at the mail server', async () => {
    const smtp = await openSmtp();
    const problems = await Promise.all(
      both.map(async (which) => {
        const mailUrl = which === 'right' ? smtp.url : smtp.url.replace('p%40ss', 'other');
        const app = await freshApp({
          contentDir: 'test/projects/shop/content',
          mailUrl,
          mailFrom: 'Shop <shop@quire.test>',
        });
        await app.root.ask('POST /v1/order/7/receipt', { to: [`${which}@quire.test`], name: 'Ada' });
        const found = async () => {
          const [job] = await app.root.list<Job>('/cms/job?kind=mail/receipt');
          return job?.state === 'done' ? '' : (job?.problem ?? undefined);
        };
        await until(async () => (await found()) !== undefined);
        return found();
      }),
    );
    assert.equal(problems[0], '');
    assert.match(problems[1] ?? '', /535/);
    assert.deepEqual(
      smtp.taken.map(({ to }) => to),
      ['right@quire.test'],
    );
  });
  it('at the bucket', async () => {
    const { bucket, directory } = await freshBucket();
    const send = async (accessKeyId: string) => {
      const credentials = { accessKeyId, secretAccessKey: 'S3RVER' };
      await uploadImage(await freshApp({ uploadBucket: { ...bucket, credentials } }));
    };
    const objects = () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('_object'),
      );
    await assert.rejects(send('other'), /503 .*10119/);
    assert.deepEqual(objects(), []);
    await send('S3RVER');
    assert.equal(objects().length, 1);
  });
  it('at the provider of accounts', async () => {
    const provider = await realProvider([...both]);
    provider.accounts.set('ada', { name: 'Ada' });
    provider.state.who = 'ada';
    const own = (name: string, changes = {}) =>
      providerSettings(name, provider.issuer, { createsUsers: true, ...changes });
    const app = await freshApp({
      oidcReturnUrls: [PAGE],
      oidcProviders: [own('right'), own('wrong', { clientSecret: 'other' })],
    });
    assert.equal((await signInThrough(app, 'wrong')).status, 403);
    assert.equal((await signInThrough(app, 'right')).status, 200);
  });
});
