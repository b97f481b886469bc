import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Revision } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { contentOfRuledFields, kinds } from '../../support/records/ruled-fields.ts';
import { undoing } from '../../support/records/undoing.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

// Every kind of rule of a field × what tells of changes × everybody who may ask: beside the ways to records themselves.

const app = await freshApp({
  contentDir: contentOfRuledFields(),
  mcp: true,
  webhookNetworks: ['127.0.0.0/8'],
});
const { root } = app;
const far = await webhookReceiver();
const { preview, within } = undoing(app);
const { program } = keysOf(app);
const MORE = ['webhook.manage', 'change.undo'] as const;
const people = {
  member: await app.granted(...MORE),
  granted: await app.granted('holders.see', ...MORE),
  root,
};
type Person = keyof typeof people;
const named = Object.entries(people) as [Person, (typeof people)[Person]][]; // its keys are all there are
/** Ruled fields with names that no answer has for anything else. */
const HIDDEN = ['word', 'number', 'one'];

let count = 0;
async function recordOf(kind: string) {
  count += 1;
  const mark = `mark${count}x`;
  const number = 80_000_000 + count;
  const target = await root.make(`/v1/${kind}`, { name: `target${count}x` });
  const ruled = { word: mark, number, one: `${mark}one`, next: target, more: [target] };
  const id = await root.make(`/v1/${kind}`, { name: `record${count}x`, ...ruled });
  const values = [mark, String(number)];
  return {
    id,
    target,
    mark,
    /** Changes every field. */
    change: () =>
      root.done(`PATCH /v1/${kind}/${id}`, {
        ...{
          name: `record${count}y`,
          word: `${mark}y`,
          number: number + 1,
          one: `${mark}y`,
          next: null,
          more: [],
        },
      }),
    tellsValues: (text: string) => values.some((value) => text.includes(value)),
  };
}
const tellsNames = (text: string) => HIDDEN.some((name) => text.includes(`"${name}"`));

for (const [kind, { rule, may }] of Object.entries(kinds))
  describe(`fields that ${rule} guards are told to those who may see them, and to nobody else,`, () => {
    it('by the difference of versions', async () => {
      const record = await recordOf(kind);
      await record.change();
      const items = await root.list<Revision>(`/v1/${kind}/${record.id}/history`);
      const path = `/v1/${kind}/${record.id}/difference?from=${items.at(-1)?.id}`;
      for (const [name, person] of [['nobody', app.nobody], ...named, ['nobody', app.nobody]] as const)
        for (const query of [path, `${path}&to=${items[0]?.id}`]) {
          const { status, text } = await person.get(query);
          assert.equal(status, 200, text);
          assert.match(text, /"name"/);
          assert.equal(record.tellsValues(text), may(name), `${name}: ${text}`);
          assert.equal(tellsNames(text), may(name), `${name}: ${text}`);
        }
    });

    it('by the feed of changes, and by webhooks', async () => {
      const hooks = [];
      for (const [name, person] of named) {
        const hook = { name, url: `${far.address}/${kind}-${name}`, records: [kind], events: ['updated'] };
        hooks.push(await person.make('/cms/webhook', hook));
      }
      const record = await recordOf(kind);
      await record.change();
      for (const [name, person] of named) {
        const sent = () => far.at(`/${kind}-${name}`);
        await until(() => sent().length >= 1);
        const told = sent().map(({ text }) => text);
        const feed = await person.get(`/v1/changes?record=${kind}&count=500`);
        assert.equal(feed.status, 200, feed.text);
        for (const text of [...told, feed.text]) {
          assert.match(text, /"name"/);
          assert.equal(tellsNames(text), may(name), `${name}: ${text}`);
          assert.ok(!record.tellsValues(text));
        }
      }
      for (const id of hooks) await root.done(`DELETE /cms/webhook/${id}`);
    });

    it('by filters of webhooks', async () => {
      const { mark } = await recordOf(kind);
      for (const [name, person] of named) {
        const url = `${far.address}/filtered`;
        const body = { name: 'filtered', url, records: [kind], filter: { word: { starts: mark } } };
        const { status, text, body: made } = await person.post('/cms/webhook', body);
        assert.equal(status, may(name) ? 201 : 400, text);
        if (status === 201) await root.done(`DELETE /cms/webhook/${made.id}`);
      }
    });

    it('by what an undo would do, and did', async () => {
      for (const [name, person] of named) {
        const record = await recordOf(kind);
        const scope = await within({ id: 1 }, record.change);
        const planned = await preview(person, scope);
        const id = await person.make('/cms/undo', {
          ...scope,
          expected: planned.expected,
        });
        const report = await person.get(`/cms/undo/${id}/records`);
        const all = await person.get('/cms/undo?count=100');
        for (const text of [JSON.stringify(planned), report.text]) {
          assert.match(text, /"name"/);
          assert.equal(tellsNames(text), may(name), `${name}: ${text}`);
        }
        for (const text of [JSON.stringify(planned), report.text, all.text])
          assert.ok(!record.tellsValues(text));
        const { word } = await root.read<{ word: string }>(`/v1/${kind}/${record.id}`);
        assert.equal(word, may(name) ? record.mark : `${record.mark}y`);
      }
    });

    it('by change sets', async () => {
      const record = await recordOf(kind);
      const setOf = async (values: object, by: Pick<Client, 'make'> = root) => {
        const item = { record: kind, action: 'update', id: record.id, values };
        return by.make('/v1/change-set', { title: 'x', items: [item] });
      };
      const [whole, part] = [await setOf({ name: 'x', word: 'z' }), await setOf({ name: 'part' })];
      for (const id of [whole, part]) await root.done(`POST /v1/change-set/${id}/submit`);
      for (const [name, person] of named) {
        const [ofAll, ofPart] = [
          await person.get(`/v1/change-set/${whole}`),
          await person.get(`/v1/change-set/${part}`),
        ];
        assert.deepEqual([ofAll.status, ofPart.status], [may(name) ? 200 : 404, 200], name);
        const listed = await person.list<{ id: number }>('/v1/change-set?count=100');
        assert.equal(
          listed.some(({ id }) => id === whole),
          may(name),
        );
        assert.ok(!record.tellsValues(ofPart.text) || may(name), `${name}: ${ofPart.text}`);
        const item = { record: kind, action: 'update', id: record.id, values: { word: 'z' } };
        const proposed = await person.post('/v1/change-set', { title: 'y', items: [item] });
        assert.equal(proposed.status, may(name) ? 201 : 400, proposed.text);
        assert.ok(may(name) || !record.tellsValues(proposed.text), proposed.text);
      }
      for (const id of [whole, part]) await root.done(`DELETE /v1/change-set/${id}`);
    });

    it('by the tools of agents', async () => {
      const record = await recordOf(kind);
      const agents = {
        member: await program(),
        granted: await program({}, [people.granted.groupId]),
      };
      for (const [name, agent] of Object.entries(agents) as [keyof typeof agents, Client][]) {
        // its keys are all there are
        const call = async (tool: string, given: object) => {
          const params = { name: tool, arguments: { collection: kind, ...given } };
          const headers = { accept: 'application/json, text/event-stream' };
          const answer = await agent.post(
            '/mcp',
            { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
            { headers },
          );
          assert.equal(answer.status, 200, answer.text);
          return answer.text.replaceAll('\\"', '"');
        };
        for (const [tool, given] of [
          ['read_record', { id: record.id }],
          ['list_records', { filter: { id: { eq: record.id } } }],
          ['list_records', { q: 'record', count: 50 }],
        ] as const) {
          const text = await call(tool, given);
          assert.match(text, /"name"/);
          assert.equal(record.tellsValues(text), may(name), `${tool} for ${name}: ${text}`);
        }
        const described = await call('describe_collection', {});
        assert.equal(tellsNames(described), may(name), `describe_collection for ${name}: ${described}`);
        for (const given of [
          { filter: { word: { eq: record.mark } } },
          { filter: { next: { name: { eq: 'x' } } } },
          { sort: 'number' },
          { fields: 'word' },
          { expand: 'next' },
        ]) {
          const text = await call('list_records', given);
          assert.equal(text.includes('"isError":true'), !may(name), `${JSON.stringify(given)}: ${text}`);
          // What is refused repeats what was sent.
          assert.ok(may(name) || !text.includes(String(80_000_000 + count)), text);
        }
      }
    });
  });
