// Takes long: plans are made, moved and carried out in several languages, and each waits for its job.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Job, LogLine, Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/drafts' });
const { root, nobody } = app;
const keys = keysOf(app);
const publisher = await app.granted('essay.publish');
const essay = (values: object = {}) => root.make('/v1/essay', { title: 'Planned', ...values });
const draft = (id: number) => root.read(`/v1/essay/${id}?version=draft`);
const seen = async (id: number) => (await nobody.get(`/v1/essay/${id}`)).status === 200;
const soon = () => Date.now() + 1500;

/** Of each of these collections, the right to publish it, its label, and the name of the right. */
const RIGHTS = [
  ['essay', 'essay.publish', 'Essay', 'Publish essays'],
  ['front', 'front.publish', 'Front', 'Publish the front page'],
  ['writer', 'writer.publish', 'Writer', 'Publish writers'],
] as const;
const made = { essay, front: () => 1, writer: () => root.make('/v1/writer', { name: 'Ann' }) };
const later = () => Date.now() + 3_600_000;

describe('a time', () => {
  it('publishes a record, and another one takes it back', async () => {
    const id = await essay();
    const at = soon();
    await publisher.done(`POST /v1/essay/${id}/publish`, { at });
    assert.deepEqual([await seen(id), (await draft(id)).publish_time], [false, at]);
    await until(() => seen(id));
    const { publication, publish_time, published_time } = await draft(id);
    assert.deepEqual([publication, publish_time], ['published', null]);
    assert.ok(Number(published_time) >= at);
    await publisher.done(`POST /v1/essay/${id}/unpublish`, { at: soon() });
    await until(async () => !(await seen(id)));
    assert.equal((await draft(id)).unpublish_time, null);
  });

  it('is in the history under the name of the planner', async () => {
    const id = await essay();
    await publisher.done(`POST /v1/essay/${id}/publish`, { at: soon() });
    await until(() => seen(id));
    const [entry] = await root.list<Revision>(`/v1/essay/${id}/history`);
    assert.equal(entry?.user?.username, publisher.username);
  });

  it('is taken back, and moved', async () => {
    const [kept, moved] = [await essay(), await essay()];
    for (const id of [kept, moved]) await publisher.done(`POST /v1/essay/${id}/publish`, { at: soon() });
    await publisher.done(`POST /v1/essay/${kept}/publish`, { at: null });
    await publisher.done(`POST /v1/essay/${moved}/publish`, { at: later() });
    const probe = await essay();
    await publisher.done(`POST /v1/essay/${probe}/publish`, { at: soon() });
    await until(() => seen(probe));
    assert.deepEqual([await seen(kept), await seen(moved)], [false, false]);
  });

  it('that has come too early for a record is overdue, and told as such', async () => {
    const id = await root.make('/v1/essay', { body: 'without a title' });
    const at = soon();
    await publisher.done(`POST /v1/essay/${id}/publish`, { at });
    const failed = async () =>
      (await root.list<Job>('/cms/job?state=failed')).some(({ problem }) =>
        problem?.includes(`essay ${id} is overdue`),
      );
    await until(failed);
    const overdue = await root.list<{ readonly id: number }>(
      `/v1/essay?version=draft&filter[publish_time][lt]=${Date.now()}`,
    );
    assert.ok(overdue.some((record) => record.id === id));
    assert.equal(await seen(id), false);
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Now it has one' });
    await root.done(`POST /v1/essay/${id}/publish`);
    assert.equal((await draft(id)).publish_time, null);
  });

  it('that comes while the record is in the trash waits for it, and ends when it is destroyed', async () => {
    const [back, destroyed] = [await essay(), await essay()];
    const at = Date.now() + 6000; // time to put both into the trash
    for (const id of [back, destroyed]) {
      await publisher.done(`POST /v1/essay/${id}/publish`, { at });
      await root.done(`DELETE /v1/essay/${id}`);
    }
    const job = async (id: number) => {
      const jobs = await root.list<Job>('/cms/job?kind=publish at a time&count=100');
      return jobs.find(({ subject }) => subject === `essay ${id}`);
    };
    for (const id of [back, destroyed])
      await until(async () => Number((await job(id))?.due_time) > at + 10_000);
    await app.behind('update quire_job set due_time = ? where subject = ?', later(), `essay ${back}`);
    await root.done(`POST /v1/essay/trash/${back}/restore`);
    await root.done(`DELETE /v1/essay/trash/${destroyed}`);
    await until(() => seen(back));
    assert.equal((await draft(back)).publish_time, null);
    await app.behind('update quire_job set due_time = 1 where due_time is not null and state = ?', 'waiting');
    await until(async () => (await job(back))?.state === 'done');
    await until(async () => (await job(destroyed))?.state === 'done');
  });

  it('needs the right when it has come', async () => {
    const former = await app.granted('essay.publish');
    const id = await essay();
    await former.done(`POST /v1/essay/${id}/publish`, { at: Date.now() + 3_600_000 });
    await root.done(`PUT /cms/admin/user/${former.id}`, { group_ids: [await app.groupWith()] });
    await app.behind('update quire_job set due_time = 1 where subject = ?', `essay ${id}`);
    await until(async () =>
      (await root.list<Job>('/cms/job?state=failed')).some(({ problem }) =>
        problem?.includes(`essay ${id} is overdue`),
      ),
    );
    assert.equal(await seen(id), false);
  });

  for (const [record, right, label, name] of RIGHTS)
    it(`for ${record} takes the right to publish this when it has come, of a key as of a person`, async () => {
      const others = await app.groupWith(...RIGHTS.flatMap(([, one]) => (one === right ? [] : one)));
      const path = record === 'front' ? '/v1/front' : `/v1/${record}/${await made[record]()}`;
      const subject = `${record} ${path.split('/')[3] ?? 1}`;
      const states = async () => {
        const jobs = await root.list<Job>('/cms/job?kind=publish at a time&count=100');
        return jobs.flatMap((job) => (job.subject === subject ? [[job.state, job.problem ?? '']] : []));
      };
      const comes = (does: string) =>
        app.behind(
          'update quire_job set due_time = 1 where subject = ? and state = ? and data like ?',
          subject,
          'waiting',
          `%"does":"${does}"%`,
        );

      const former = await app.granted(right);
      await former.done(`POST ${path}/publish`, { at: later() });
      await root.done(`PUT /cms/admin/user/${former.id}`, { group_ids: [others] });
      await comes('publish');
      await until(async () => (await states())[0]?.[0] === 'failed');
      assert.match((await states())[0]?.[1] ?? '', RegExp(`${subject} is overdue: .* ${record}\\.publish$`));

      const holder = await app.granted(right);
      const program = await keys.program({ records: [record] }, [holder.groupId]);
      for (const [by, username, does, publication, said] of [
        [holder, holder.username, 'publish', 'published', 'published'],
        [program, program.owner.username, 'unpublish', 'draft', 'unpublished'],
      ] as const) {
        await by.done(`POST ${path}/${does}`, { at: later() });
        await comes(does);
        const draft = () => root.read(`${path}?version=draft`);
        await until(async () => (await draft())[`${does}_time`] === null);
        assert.equal((await draft()).publication, publication);
        const told = [username, `${label} ${subject.split(' ')[1]} ${said}`, name];
        const [last] = await root.list<LogLine>(`/cms/log?name=${username}&count=1`);
        assert.deepEqual(
          [last?.username, last?.message.split(' ').slice(-3).join(' '), last?.permission],
          told,
        );
      }
    });

  for (const [what, body, status] of [
    ['in the past', { at: 1 }, 400],
    ['that is no number', { at: 'tomorrow' }, 400],
    ['without a name', { when: 5 }, 400],
  ] as const)
    it(`${what} is refused`, async () => {
      assert.equal((await root.post(`/v1/essay/${await essay()}/publish`, body)).status, status);
    });
});
