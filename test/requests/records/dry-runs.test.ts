import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const kinds = await freshApp({ contentDir: 'test/content/kinds' });
const ties = await freshApp({ contentDir: 'test/content/ties' });
const hooks = await freshApp({ contentDir: 'test/content/hooks' });
const rules = await freshApp({ contentDir: 'test/content/rules' });
const path = '/v1/specimen';
const dry = '?dry_run=true';

describe('a dry run of a write', () => {
  it('answers the record that would be made, and makes none', async () => {
    const body = { title: 'A fern', body: '<p onclick="x()">Green</p>' };
    const { status, body: answer } = await kinds.root.post(path + dry, body);
    assert.equal(status, 200);
    assert.equal(answer.dry_run, true);
    assert.partialDeepStrictEqual(answer.row, { title: 'A fern', slug: 'a-fern', body: '<p>Green</p>' });
    assert.ok(!('id' in (answer.row as object)));
    assert.deepEqual(await kinds.root.list(path), []);
  });

  it('uses up no id, also as an upsert', async () => {
    await kinds.root.make(path, { title: 'Zeroth' }); // MariaDB counts an id below zero once, after the first record of a table
    const first = Number(await kinds.root.make(path, { title: 'First' }));
    await kinds.root.done(`POST ${path}${dry}`, { title: 'Tried' });
    for (const method of ['PUT', 'PATCH'])
      await kinds.root.done(`${method} ${path}?by=slug&dry_run=true`, { slug: 'tried', title: 'Tried' });
    assert.equal(Number(await kinds.root.make(path, { title: 'Second' })), first + 1);
  });

  it('answers the record that would be changed, and changes nothing', async () => {
    const id = await kinds.root.make(path, { title: 'Before' });
    for (const method of ['PATCH', 'PUT']) {
      const answer = await kinds.root.done(`${method} ${path}/${id}${dry}`, { title: 'After' });
      assert.partialDeepStrictEqual(answer.row, { id, title: 'After' });
    }
    const upsert = await kinds.root.done(`PATCH ${path}?by=slug&dry_run=true`, {
      slug: 'before',
      title: 'Upserted',
    });
    assert.partialDeepStrictEqual(upsert.row, { id, title: 'Upserted' });
    assert.partialDeepStrictEqual(await kinds.root.read(`${path}/${id}`), { title: 'Before' });
    assert.equal((await kinds.root.list(`${path}/${id}/history`)).length, 1);
  });

  it('is refused as the write would be', async () => {
    const id = await kinds.root.make(path, { title: 'Taken', slug: 'taken' });
    const member = await rules.person();
    const post = await rules.root.make('/v1/post', { title: 'Root’s' });
    const cases = [
      [kinds.root, `POST ${path}`, {}],
      [kinds.root, `POST ${path}`, { title: 'x', slug: 'taken' }],
      [kinds.root, `POST ${path}`, { title: 'x', parent_id: 999 }],
      [kinds.root, `PATCH ${path}/999`, { title: 'x' }],
      [kinds.root, `PATCH ${path}/${id}`, { titel: 'x' }],
      [kinds.root, `DELETE ${path}/999`, undefined],
      [rules.nobody, 'POST /v1/post', { title: 'x' }],
      [member, 'POST /v1/post', { title: 'x', state: 'published' }],
      [member, `PATCH /v1/post/${post}`, { title: 'x' }],
      [member, `DELETE /v1/post/${post}`, undefined],
    ] as const;
    for (const [by, request, body] of cases) {
      const tried = await by.ask(request + dry, body);
      const written = await by.ask(request, body);
      assert.deepEqual([tried.status, tried.body], [written.status, written.body], request);
      assert.ok(tried.status >= 400, request);
    }
  });

  it('asks conditions', async () => {
    const id = await kinds.root.make(path, { title: 'Conditional' });
    const headers = { 'if-match': '"another"' };
    assert.equal((await kinds.root.patch(`${path}/${id}${dry}`, { legs: 1 }, { headers })).status, 412);
    assert.equal((await kinds.root.delete(`${path}/${id}${dry}`, { headers })).status, 412);
  });

  it('tells what else a deletion would delete and change', async () => {
    const writer = await ties.root.make('/v1/writer', { name: 'Ann' });
    const topic = await ties.root.make('/v1/topic', { name: 'Tides' });
    const essay = await ties.root.make('/v1/essay', { writer_id: writer, topics: [topic] });
    await ties.root.make('/v1/remark', { essay_id: essay });
    const ofWriter = await ties.root.done(`DELETE /v1/writer/${writer}${dry}`);
    assert.deepEqual(ofWriter.others, [
      { record: 'essay', action: 'delete', count: 1 },
      { record: 'remark', action: 'delete', count: 1 },
    ]);
    const ofTopic = await ties.root.done(`DELETE /v1/topic/${topic}${dry}`);
    assert.deepEqual(ofTopic.others, [{ record: 'essay', action: 'update', count: 1 }]);
    assert.equal((await ties.root.get(`/v1/writer/${writer}`)).status, 200);
    assert.equal((await ties.root.get(`/v1/essay/${essay}`)).status, 200);
  });

  it('is not logged, and uses up no Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'dry-1' };
    const body = { name: 'Only tried' };
    assert.equal((await ties.root.post(`/v1/topic${dry}`, body, { headers })).status, 200);
    const made = await ties.root.post('/v1/topic', body, { headers });
    assert.equal(made.status, 201);
    const lines = await ties.root.list<LogLine>('/cms/log?count=1');
    assert.equal(lines[0]?.status_code, 201);
    await ties.root.done(`DELETE /v1/topic/${made.body.id}${dry}`);
    const after = await ties.root.list<LogLine>('/cms/log?count=1');
    assert.deepEqual(after, lines);
  });

  it('is asked of hooks, whose writes are undone as well', async () => {
    const item = await hooks.root.make('/v1/item', { name: 'A chair', stock: 5 });
    const before = await hooks.root.read(`/v1/item/${item}`);
    const tried = (amount: number) => hooks.root.post(`/v1/booking${dry}`, { item_id: item, amount });
    assert.equal((await tried(2)).status, 200);
    assert.equal((await tried(9)).status, 400);
    assert.deepEqual(await hooks.root.read(`/v1/item/${item}`), before);
  });

  it('is true or false', async () => {
    assert.equal((await kinds.root.post(`${path}?dry_run=perhaps`, { title: 'x' })).status, 400);
    assert.equal((await kinds.root.post(`${path}?dry_run=false`, { title: 'Written' })).status, 201);
  });
});
