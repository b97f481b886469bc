import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';

interface State {
  readonly concerns: readonly { readonly text: string; readonly page: string | null }[];
  readonly version: string;
  readonly start_time: number;
  readonly database: {
    readonly engine: string;
    readonly bytes: number;
    readonly pools: readonly { readonly name: string; readonly most: number }[];
  };
  readonly disks: readonly { readonly bytes: number; readonly free_bytes: number }[];
  readonly jobs: readonly { readonly kind: string; readonly given_up: number; readonly unfinished: number }[];
}

const app = await freshApp();
const { root, nobody } = app;
const member = await app.person();
const read = () => root.read<State>('/health/state');

describe('how the server does', () => {
  it('is told to administrators alone', async () => {
    for (const [client, status] of [
      [root, 200],
      [member, 401],
      [nobody, 401],
    ] as const) {
      const answer = await client.get('/health/state');
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.text.includes('pools'), status === 200);
    }
    assert.equal((await member.get('/api/health/state')).status, 403);
  });

  it('names what it runs on, and how busy that is', async () => {
    const { version, start_time, database, disks } = await read();
    assert.match(version, /^\d+\.\d+\.\d+/);
    assert.ok(start_time <= Date.now());
    assert.ok(database.bytes > 0 && database.engine !== '');
    assert.deepEqual(
      database.pools.filter(({ most }) => most < 1),
      [],
    );
    for (const { bytes, free_bytes } of disks) assert.ok(free_bytes > 0 && free_bytes <= bytes);
  });

  it('tells of jobs that have failed, and of webhooks that are paused, once for each kind', async () => {
    const others = ['disk', '磁盘'];
    const concerns = async () =>
      (await root.read<State>('/api/health/state')).concerns.filter(
        ({ text }) => !others.some((word) => text.includes(word)), // of the machine that runs this
      );
    assert.deepEqual(await concerns(), []);
    const ids: number[] = [];
    for (const name of ['one', 'two']) {
      const webhook = { name, url: `https://${name}.example/`, events: ['created'] };
      ids.push(await root.make('/cms/webhook', webhook));
    }
    for (const id of ids)
      await app.database.change(`update quire_webhook set state = 'paused' where id = ${id}`);
    assert.deepEqual(await concerns(), [{ text: '2 webhooks are paused', page: '/admin/webhooks' }]);
    await app.database.change(
      `update quire_webhook set state = 'active', failing_since = 1 where id = ${ids[0]}`,
    );
    assert.deepEqual(await concerns(), [
      { text: '1 webhook is paused', page: '/admin/webhooks' },
      { text: 'The receiver of 1 webhook takes nothing at present', page: '/admin/webhooks' },
    ]);
    assert.deepEqual(
      (await read()).concerns.map(({ page }) => page).filter((page) => page !== null).length,
      2,
    );
    await app.database.change(`update quire_job set state = 'failed', due_time = 0, end_time = 1`);
    const failed = (await concerns()).find(({ page }) => page?.startsWith('/admin/jobs'));
    const { jobs } = await read();
    const count = jobs.reduce((sum, { given_up }) => sum + given_up, 0);
    assert.equal(failed?.text.startsWith(`${count} `) ?? false, count > 0);
  });

  it('tells of imports of anybody that have failed lately, by collection', async () => {
    const ofImports = async () =>
      (await read()).concerns.filter(({ page }) => page?.startsWith('/collections/'));
    const books = importsInto(app, '/v1/book');
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three', 'Four'])
      ids.push((await books.run('format=csv', `title\n${title}\n`)).id);
    assert.deepEqual(await ofImports(), []);

    const [first, second, old, changed] = ids;
    const change = (values: string, id: unknown) =>
      app.database.change(`update quire_import set ${values} where id = ${id}`);
    await change(`state = 'failed'`, first);
    await change(`state = 'undo_failed'`, second);
    await change(`state = 'failed', time = ${Date.now() - 15 * 86_400_000}`, old);
    await change(`state = 'failed', action = 'delete'`, changed);
    assert.deepEqual(await ofImports(), [
      { text: '图书：近期有 1 次批量更改失败', page: `/collections/book?bulk=${changed}` },
      { text: '图书：近期有 2 次导入失败', page: `/collections/book/import?import=${second}` },
    ]);
  });
});
