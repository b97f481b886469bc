import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/projects/preview-panels/content' });
const { root, nobody } = app;
const { program } = keysOf(app);
const [member, other] = [await app.person(), await app.person()];
const reader = await app.granted('sale.all');
const analyst = await app.granted('sale.all', 'sale.margin');
const editor = await app.granted('sale.all', 'sale.edit');

interface Panel {
  readonly name: string;
  readonly label: string;
  readonly items: readonly {
    readonly key: string | null;
    readonly label: string | null;
    readonly value: string;
  }[];
  readonly more: boolean;
}
const panelsOf = (who: Client) => who.list<Panel>('/cms/panel');
const panelOf = async (who: Client, name: string) => {
  const found = (await panelsOf(who)).find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};
const valuesOf = async (who: Client, name: string) =>
  (await panelOf(who, name)).items.map(({ key, value }) => [key, value]);

await root.make('/v1/sale', { title: 'A', region: 'north', price: '10.50', margin: '4.25' });
await root.make('/v1/sale', { title: 'B', region: 'north', price: '2.00', margin: '0.50' });
await root.make('/v1/sale', { title: 'C', region: 'south', price: '7.00', margin: '2.00' });
await member.make('/v1/sale', { title: 'D', region: 'south', price: '1.00' });
await member.make('/v1/sale', { title: 'E', price: '3.00' });

const open = ['sales', 'by_region', 'by_month'];
const seen = {
  member: open,
  other: open,
  reader: open,
  analyst: [...open, 'margins', 'small_margins'],
  editor: [...open, 'for_editors'],
  root: [...open, 'margins', 'small_margins', 'for_editors', 'for_root'],
};
const people = { member, other, reader, analyst, editor, root };

describe('the panels of a project', () => {
  for (const [name, who] of Object.entries(people))
    it(`are for ${name}: ${seen[name as keyof typeof seen].join(', ')}`, async () => {
      const { text, body } = await who.get('/cms/panel');
      const names = (body.items as Panel[]).map((one) => one.name).sort();
      assert.deepEqual(names, [...seen[name as keyof typeof seen]].sort());
      const readsMargins = ['analyst', 'root'].includes(name);
      assert.equal(text.includes('margin'), readsMargins);
    });

  it('are for nobody who has not signed in', async () => {
    const { status, text } = await nobody.get('/cms/panel');
    assert.equal(status, 401);
    assert.ok(!text.includes('sales'));
  });

  const counted = { member: '2', other: '0', reader: '5', analyst: '5', editor: '5', root: '5' };
  for (const [name, who] of Object.entries(people))
    it(`count for ${name} what they may read: ${counted[name as keyof typeof counted]}`, async () => {
      assert.deepEqual(await valuesOf(who, 'sales'), [[null, counted[name as keyof typeof counted]]]);
    });

  it('measure exactly, in groups, of the records that they name', async () => {
    const groups = new Map((await valuesOf(reader, 'by_region')) as [string | null, string][]);
    assert.deepEqual(
      [groups.get('north'), groups.get('south'), groups.get(null as never)],
      ['12.50', '7.00', '3.00'],
    );
    assert.deepEqual(await valuesOf(member, 'by_region'), [[null, '3.00']]);
    assert.deepEqual(await valuesOf(other, 'by_region'), []);
    assert.equal((await valuesOf(reader, 'by_month')).length, 1);
    assert.deepEqual(await valuesOf(analyst, 'small_margins'), [[null, '3']]);
  });

  it('say that there are more groups than they show', async () => {
    const { items, more } = await panelOf(root, 'for_root');
    assert.deepEqual([items.length, more], [1, true]);
    assert.equal((await panelOf(root, 'by_region')).more, false);
  });

  it('speak the language of the reader', async () => {
    for (const [language, label, word] of [
      ['en', 'Price by region', 'The north'],
      ['zh', '各地区金额', '北'],
    ] as const) {
      const { body } = await root.get('/cms/panel', { headers: { 'accept-language': language } });
      const panel = (body.items as Panel[]).find(({ name }) => name === 'by_region');
      const north = panel?.items.find(({ key }) => key === 'north');
      assert.deepEqual([panel?.label, north?.label], [label, word]);
    }
  });

  it('follow a right that ends', async () => {
    const leaving = await app.granted('sale.all', 'sale.margin');
    assert.ok((await panelsOf(leaving)).some(({ name }) => name === 'margins'));
    await root.done(`PUT /cms/admin/user/${leaving.id}`, { group_ids: [await app.groupWith()] });
    assert.ok(!(await panelsOf(leaving)).some(({ name }) => name === 'margins'));
    assert.deepEqual(await valuesOf(leaving, 'sales'), [[null, '0']]);
  });

  it('are told to a key within its limits', async () => {
    const robot = await program({ records: ['sale'] }, [analyst.groupId]);
    assert.deepEqual(await valuesOf(robot, 'sales'), [[null, '5']]);
    const strange = await program({ records: ['quire_none'] }, [analyst.groupId]).catch(() => undefined);
    if (strange) assert.deepEqual(await panelsOf(strange), []);
  });
});
