import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Definition } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/drafts' });
const describedFor = async (by: Client, name = 'essay') =>
  (await by.get<Definition>(`/cms/definition/${name}`, { headers: { 'accept-language': 'en' } })).body;
const STATES = [
  { value: 'draft', label: 'Draft', color: 'gray' },
  { value: 'published', label: 'Published', color: 'green' },
  { value: 'changed', label: 'Changed', color: 'yellow' },
];
const STATE = ['publication', 'published_time', 'publish_time', 'unpublish_time'];
const names = ({ fields }: Definition) => fields.map(({ name }) => String(name));

describe('a definition with drafts', () => {
  it('tells nobody of drafts who may not see any', async () => {
    const member = await app.person();
    for (const [by, name] of [
      [app.nobody, 'essay'],
      [member, 'writer'],
      [member, 'front'],
    ] as const) {
      const one = await describedFor(by, name);
      assert.equal(one.drafts, undefined);
      assert.deepEqual([one.actions.drafts, one.actions.publish], [undefined, undefined]);
      assert.ok(one.refused.drafts && one.refused.publish);
      assert.deepEqual(
        names(one).filter((field) => STATE.includes(field)),
        [],
      );
    }
  });

  it('tells those who see some what drafts are, and what they may do with them', async () => {
    const cases = [
      [app.root, true, true, true],
      [await app.granted('essay.drafts'), true, undefined, undefined],
      [await app.person(), 'own', undefined, undefined],
      [await app.granted('essay.drafts', 'essay.publish'), true, true, undefined],
    ] as const;
    for (const [by, drafts, publish, update] of cases) {
      const one = await describedFor(by);
      assert.deepEqual([one.actions.read, one.actions.drafts, one.actions.publish], [true, drafts, publish]);
      const { name, actions, columns, fields } = one.drafts ?? assert.fail('drafts are described');
      assert.deepEqual(
        [name, actions.list, actions.publish, actions.update],
        ['essay', drafts, publish, update],
      );
      assert.ok(columns.includes('publication'));
      const filled = fields.filter((field) => field.filled).map((field) => field.name);
      assert.deepEqual(filled, [...STATE, 'id', 'create_time', 'update_time']);
      assert.ok(fields.every((field) => !field.filled || (!field.creatable && !field.updatable)));
      const state = fields.find((field) => field.name === 'publication');
      assert.deepEqual(state?.choices, STATES);
      const title = fields.find((field) => field.name === 'title');
      assert.deepEqual([title?.required, title?.allows_null], [false, true]);
      assert.equal(names(one).includes('publication'), false);
    }
  });

  it('shows of a draft’s fields those that the caller may read', async () => {
    const plain = (await describedFor(await app.granted('essay.drafts'))).drafts;
    assert.equal(plain && names(plain).includes('note'), false);
    const noting = (await describedFor(await app.granted('essay.drafts', 'essay.note'))).drafts;
    assert.equal(noting && names(noting).includes('note'), true);
  });

  it('names what drafts refer to by the collection that people know', async () => {
    const { drafts } = await describedFor(app.root);
    const writer = drafts?.fields.find((field) => field.name === 'writer');
    assert.equal(writer?.target, 'writer');
    assert.equal(writer?.sort_by, 'writer.name');
    assert.doesNotMatch(JSON.stringify(drafts), /_drafts/);
  });

  it('leaves collections without drafts as they are', async () => {
    const topic = await describedFor(app.root, 'topic');
    assert.deepEqual(
      [topic.drafts, topic.actions.drafts, topic.refused.drafts],
      [undefined, undefined, undefined],
    );
  });
});
