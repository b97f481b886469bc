import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const RECORDS = 40;
const app = await freshApp({ contentDir: 'test/content/writing' });
const token = app.root.access;

const make = async (title: string) => await app.as(token).make('/v1/article', { title });

/** The tokens of all kinds of people: guests, one in several groups, and those who may not ask any more. */
async function everybody(): Promise<Record<string, string | undefined>> {
  const [guest, leaver, disabled, gone] = [
    await app.person(),
    await app.person(),
    await app.person(),
    await app.person(),
  ];
  await leaver.done('POST /cms/user/logout');
  await app.as(token).done(`PUT /cms/admin/disable/${disabled.id}`);
  await app.as(token).done(`DELETE /cms/admin/user/${gone.id}`);
  const twice = await app.person([
    await app.groupWith('article.create'),
    await app.groupWith('article.delete'),
  ]);
  const tokens = { root: app.root, guest, leaver, disabled, gone, twice };
  return {
    nobody: undefined,
    ...Object.fromEntries(Object.entries(tokens).map(([who, p]) => [who, p.access])),
  };
}

it('simultaneous requests are answered as if each were alone', async () => {
  const ids = [];
  for (let record = 1; record <= RECORDS; record += 1) ids.push(await make(`A${record}`));
  const [deleted] = ids;
  await app.as(token).done(`DELETE /v1/article/${deleted}`);
  const urls = [
    ...ids.map((id) => `/v1/article/${id}`),
    '/v1/article/9223372036854775807',
    '/cms/user/auths',
  ];
  const asked = Object.entries(await everybody()).flatMap(([who, token]) =>
    urls.map((url) => ({ who, url, sent: token === undefined ? {} : { token } })),
  );
  const ask = async ({ who, url, sent }: (typeof asked)[number]) => {
    const { status, text, headers } = await app.request('GET', url, sent);
    return [who, url, status, text, headers.etag];
  };
  const alone: unknown[][] = [];
  for (const one of asked) alone.push(await ask(one));
  const statuses = (wanted: string) => alone.filter(([who]) => who === wanted).map(([, , status]) => status);
  assert.deepEqual(statuses('guest'), [404, ...Array(RECORDS - 1).fill(200), 404, 200]);
  for (const who of ['leaver', 'disabled', 'gone', 'nobody']) assert.ok(!statuses(who).includes(200), who);
  assert.deepEqual(await Promise.all(asked.map(ask)), alone);
  assert.deepEqual(await Promise.all(asked.toReversed().map(ask)), alone.toReversed());
});

it('what was changed holds for the next request, however much is being read meanwhile', async () => {
  const person = await app.person();
  const writers = await app.groupWith('article.create');
  const url = `/v1/article/${await make('first')}`;
  const tryToWrite = () => person.post('/v1/article', { title: 1 });
  let isOver = false;
  const goOn = async (ask: () => Promise<unknown>) => {
    for (let time = 1; time <= 5000 && !isOver; time += 1) await ask();
  };
  const others = [tryToWrite, tryToWrite, () => person.read(url)].map(goOn);
  try {
    for (let round = 1; round <= 12; round += 1) {
      const isWriter = round % 2 === 1;
      const body = { group_ids: isWriter ? [writers] : [] };
      await app.as(token).done(`PUT /cms/admin/user/${person.id}`, body);
      assert.equal((await tryToWrite()).status, isWriter ? 400 : 401);
      await app.as(token).done(`PATCH ${url}`, { title: `round ${round}` });
      assert.equal((await person.read(url)).title, `round ${round}`);
    }
  } finally {
    isOver = true;
    await Promise.all(others);
  }
});
