import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/drafts' });
const { root, nobody } = app;
const [member, owner] = [await app.person(), await app.person()];
const reader = await app.granted('essay.note');
const granted = await app.granted('essay.drafts');

interface Made {
  readonly id: number;
  readonly token: string;
  readonly expire_time: number;
}
interface Listed {
  readonly id: number;
  readonly own: boolean;
  readonly expire_time: number;
}

async function essay() {
  const id = await owner.make('/v1/essay', { title: 'Not yet public' });
  const path = `/v1/essay/${id}`;
  return {
    path: `${path}/previews`,
    make: (maker: Client, hours = 2) => maker.done<Made>(`POST ${path}/preview`, { hours }),
    opens: async ({ token }: Made) => (await nobody.get(`${path}/preview?token=${token}`)).status === 200,
    list: async (who: Client) => [...(await who.list<Listed>(`${path}/previews`))],
  };
}

const people = { nobody, member, reader, owner, granted, root };
const sees = { nobody: 401, member: 404, reader: 404, owner: 200, granted: 200, root: 200 };

describe('links that open a draft', () => {
  for (const [name, who] of Object.entries(people)) {
    const status = sees[name as keyof typeof sees];

    it(`are listed for ${name}: ${status}`, async () => {
      const { path, make } = await essay();
      await make(owner);
      const answer = await who.get(path);
      assert.equal(answer.status, status);
      assert.ok(status === 200 || !answer.text.includes('expire_time'));
    });

    it(`are ended by ${name}: ${status}`, async () => {
      const { path, make, opens } = await essay();
      const link = await make(owner);
      assert.equal((await who.delete(`${path}/${link.id}`)).status, status);
      assert.equal(await opens(link), status !== 200);
    });
  }

  it('are told with their end, the newest first, without what opens them', async () => {
    const { path, make, list } = await essay();
    const [one, other] = [await make(owner), await make(granted, 5)];
    const told = await list(owner);
    assert.deepEqual(
      told.map(({ id, own, expire_time }) => [id, own, expire_time]),
      [
        [other.id, false, other.expire_time],
        [one.id, true, one.expire_time],
      ],
    );
    const { text } = await owner.get(path);
    assert.ok(!text.includes(one.token) && !text.includes(granted.username));
  });

  it('end one by one', async () => {
    const { path, make, opens, list } = await essay();
    const [one, other] = [await make(owner), await make(owner)];
    await root.done(`DELETE ${path}/${one.id}`);
    assert.deepEqual([await opens(one), await opens(other)], [false, true]);
    assert.deepEqual(
      (await list(owner)).map(({ id }) => id),
      [other.id],
    );
    assert.equal((await root.delete(`${path}/${one.id}`)).status, 404);
  });

  it('are those of this draft alone', async () => {
    const [mine, other] = [await essay(), await essay()];
    const link = await mine.make(owner);
    assert.deepEqual(await other.list(owner), []);
    for (const id of [link.id, 987_654, 'x'])
      assert.ok([400, 404].includes((await owner.delete(`${other.path}/${id}`)).status), String(id));
    assert.ok(await mine.opens(link));
  });

  it('are at most twenty of one account for a draft, also at once', async () => {
    const { path, make, list } = await essay();
    const draft = path.replace(/s$/, '');
    const answers = await Promise.all(Array.from({ length: 25 }, () => owner.post(draft, { hours: 1 })));
    const statuses = Object.groupBy(answers, ({ status }) => status);
    assert.deepEqual([statuses[201]?.length, statuses[400]?.length], [20, 5]);
    assert.match(String(statuses[400]?.[0]?.text), /20/);
    await make(granted);
    const [, last] = await list(owner);
    await owner.done(`DELETE ${path}/${last?.id}`);
    await make(owner);
    assert.equal((await owner.post(draft)).status, 400);
    const expired = 'update quire_preview_link set expire_time = ? where create_user_id = ?';
    await app.behind(expired, Date.now() - 1, owner.id);
    await make(owner);
  });

  it('are at most a hundred for a draft', async () => {
    const { path, make } = await essay();
    const makers = await Promise.all(Array.from({ length: 5 }, () => app.granted('essay.drafts')));
    for (const maker of makers) for (let count = 0; count < 20; count += 1) await make(maker);
    assert.equal((await owner.post(path.replace(/s$/, ''))).status, 400);
    assert.equal((await owner.list(path)).length, 100);
  });

  it('open that of a singleton as well', async () => {
    await root.done('PATCH /v1/front', { headline: 'Tomorrow' });
    const { id, token } = await root.done<Made>('POST /v1/front/preview');
    const opened = async () => (await nobody.get(`/v1/front/preview?token=${token}`)).status;
    assert.equal(await opened(), 200);
    assert.deepEqual(
      (await root.list<Listed>('/v1/front/previews')).map((link) => link.id),
      [id],
    );
    await root.done(`DELETE /v1/front/previews/${id}`);
    assert.equal(await opened(), 400);
  });
});
