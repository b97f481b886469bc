import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FreshApp } from '../../support/fresh-app.ts';
import { openGlobe, type Spot } from '../../support/records/globe.ts';

const { app, member } = await openGlobe();
const { root, nobody } = app;

type Caller = FreshApp['nobody'];
const names = async (caller: Caller, query: string) =>
  (await caller.list<Spot>(`/v1/spot?count=100&${query}`)).map(({ name }) => name).join();
const refused = async (caller: Caller, path: string) => {
  const { status, body } = await caller.get<{ fields?: object }>(path);
  return [status, Object.keys(body.fields ?? {}).join()];
};

describe('a point', () => {
  const exact = [
    [{ lat: 52.5200066, lon: 13.404954 }],
    [{ lat: -89.9999999, lon: -179.9999999 }],
    [{ lat: 90, lon: 180 }],
    [{ lat: 0.0000001, lon: -0.0000001 }],
    ['52.5200066, 13.404954', { lat: 52.5200066, lon: 13.404954 }],
    [
      { lat: 0, lon: -0 },
      { lat: 0, lon: 0 },
    ],
    [null],
  ] as const;
  for (const [sent, held = sent] of exact)
    it(`is kept exactly: ${JSON.stringify(sent)}`, async () => {
      const id = await member.make('/v1/spot', {
        name: 'exact',
        place: sent,
        entry: { at: sent, note: 'x' },
      });
      const record = await nobody.read<Spot & { entry: unknown }>(`/v1/spot/${id}`);
      assert.deepEqual([record.place, record.entry], [held, { at: held, note: 'x' }]);
      await root.done(`DELETE /v1/spot/${id}`);
    });

  const wrong = [
    [{ lat: 90.0000001, lon: 0 }, 'must have a lat from -90 to 90'],
    [{ lat: 0, lon: -180.0000001 }, 'must have a lon from -180 to 180'],
    [{ lat: 1e300, lon: 0 }, 'point'],
    [{ lat: 0.00000001, lon: 0 }, '7'],
    [{ lat: 52.12345678, lon: 0 }, '7'],
    [{ lat: 52 }, 'point'],
    [{ lat: 52, lon: 13, height: 3 }, 'point'],
    [{ lat: '52', lon: 13 }, 'point'],
    [{ lat: null, lon: 13 }, 'point'],
    [[52, 13], 'point'],
    [52, 'point'],
    [true, 'point'],
    ['', 'point'],
    ['52', 'point'],
    ['52,13,1', 'point'],
    ['5e1,13', 'point'],
    ['NaN,13', 'point'],
  ] as const;
  for (const [sent, says] of wrong)
    it(`is refused by name: ${JSON.stringify(sent)}`, async () => {
      const { status, body } = await member.post<{ fields: { place: { message: string } } }>(
        '/v1/spot',
        { name: 'wrong', place: sent },
        { headers: { 'accept-language': 'en' } },
      );
      assert.equal(status, 400);
      assert.ok(body.fields.place.message.includes(says), body.fields.place.message);
      assert.equal(await names(nobody, 'filter[name][eq]=wrong'), '');
    });

  it('may be unique, upserted by, and is unchanged by the same value', async () => {
    const door = { lat: -33.8567844, lon: 151.2152967 };
    const id = await member.make('/v1/spot', { name: 'opera', door });
    const again = await member.post<{ fields: object }>('/v1/spot', { name: 'again', door });
    assert.deepEqual([again.status, Object.keys(again.body.fields)], [400, ['door']]);
    await member.done('PUT /v1/spot?by=door', { name: 'opera house', door });
    assert.equal((await nobody.read<Spot>(`/v1/spot/${id}`)).name, 'opera house');
    await member.done(`PATCH /v1/spot/${id}`, { door: { lon: 151.2152967, lat: -33.8567844 } });
    await member.done(`PATCH /v1/spot/${id}`, { door: { lat: -33, lon: 151 } });
    const { items } = await member.read<{ items: { action: string; changes: Record<string, unknown> }[] }>(
      `/v1/spot/${id}/history`,
    );
    assert.deepEqual(items[0]?.changes, { door: { before: door, after: { lat: -33, lon: 151 } } });
    assert.deepEqual([items.length, items[1]?.changes], [4, {}]);
    const two = { name: 'two', door: { lat: 1, lon: 1 } };
    const twice = [1, 2].map(() => ({ action: 'create', values: two }));
    assert.equal((await member.post('/v1/spot/bulk', { items: twice })).status, 400);
    await root.done(`DELETE /v1/spot/${id}`);
    await member.done(`POST /v1/spot/trash/${id}/restore`);
    await root.done(`DELETE /v1/spot/${id}`);
  });
});

describe('a filter by places', () => {
  for (const [query, found] of [
    ['filter[place][near]=52.52,13.405,100', 'berlin'],
    ['filter[place][near]=52.52,13.405,30000&sort=id', 'berlin,potsdam'],
    ['filter[place][near]=-16.65,-179.95,60000&sort=id', 'taveuni,rabi'],
    ['filter[place][near]=89.9995,60,500', 'north,near north'],
    ['filter[place][near]=-89.9999999,-180,1', 'south'],
    ['filter[place][near]=0,0,0', 'null'],
    ['filter[place][within]=48,2,53,13.4', 'potsdam,paris'],
    ['filter[place][within]=-20,179,-10,-179', 'taveuni,rabi'],
    ['filter[place][within]=-90,-180,90,180&filter[name][starts]=p', 'potsdam,paris'],
    ['filter[place][eq]=52.5200066,13.404954', 'berlin'],
    ['filter[place][in][0]=0,0&filter[place][in][1]=90,0', 'north,null'],
    ['filter[place][null]=true', 'nowhere'],
    ['filter[or][0][place][near]=0,0,1&filter[or][1][place][null]=true', 'null,nowhere'],
  ] as const)
    it(query, async () => {
      const inOrder = (text: string) => text.split(',').sort().join();
      assert.equal(inOrder(await names(nobody, query)), inOrder(found));
    });

  it('is refused where it says no place', async () => {
    for (const [query, path] of [
      ['filter[place][near]=52', 'filter.place.near'],
      ['filter[place][near]=91,0,5', 'filter.place.near'],
      ['filter[place][near]=1,1,-5', 'filter.place.near'],
      ['filter[place][near]=1,1,1.5', 'filter.place.near'],
      ['filter[place][near]=1,1,99999999', 'filter.place.near'],
      ['filter[place][near]=1,1,5,5', 'filter.place.near'],
      ['filter[place][within]=1,1,2', 'filter.place.within'],
      ['filter[place][within]=2,1,1,2', 'filter.place.within'],
      ['filter[place][gt]=1,1', 'filter.place.gt'],
      ['filter[place][contains]=1', 'filter.place.contains'],
      ['filter[name][near]=1,1', 'filter.name.near'],
      ['filter[hidden][near]=1,1', 'filter.hidden'],
      ['filter[entry][at][near]=1,1', 'filter.entry.at.near'],
      ['sort=place', 'sort'],
      ['sort=place.distance', 'filter.place.near'],
      ['fields=place.distance', 'filter.place.near'],
      ['sort=hidden.distance&filter[place][near]=1,1', 'sort'],
      ['fields=hidden.distance&filter[place][near]=1,1', 'fields'],
      ['fields=name.distance&filter[place][near]=1,1', 'fields'],
      ['fields=place.distance&filter[or][0][place][near]=1,1', 'filter.place.near'],
      ['fields=place.distance&filter[place][near]=1,1&search=berlin', 'fields'],
    ] as const)
      assert.deepEqual(await refused(member, `/v1/spot?${query}`), [400, path], query);
    assert.deepEqual(await refused(member, '/v1/spot/aggregate?select=min.place'), [400, 'select']);
    assert.deepEqual(await refused(member, '/v1/spot/aggregate?group=place'), [400, 'group']);
    assert.deepEqual(await refused(member, '/v1/spot/aggregate?group=place.distance'), [
      400,
      'filter.place.near',
    ]);
    const anywhere = '/v1/spot/aggregate?filter[or][0][place][near]=1,1&filter[or][1][place][null]=true';
    assert.deepEqual(await refused(member, `${anywhere}&group=place.distance`), [400, 'filter.place.near']);
    assert.deepEqual(await refused(member, `${anywhere}&select=max.place.distance`), [
      400,
      'filter.place.near',
    ]);
    const hidden = '/v1/spot/aggregate?filter[place][near]=1,1&group=hidden.distance';
    assert.deepEqual(await refused(member, hidden), [400, 'group']);
  });

  it('counts, and holds in rules, of records at rest and of new ones', async () => {
    const [group] = await nobody.list<{ count: number }>(
      '/v1/spot/aggregate?filter[place][near]=52.52,13.405,30000',
    );
    assert.equal(group?.count, 2);
    const can = await member.list<Spot & { can: Record<string, boolean> }>(
      '/v1/spot?can=1&count=100&sort=id',
    );
    assert.deepEqual(
      can.filter(({ can }) => !can.update).map(({ name }) => name),
      ['north', 'near north'],
    );
    assert.deepEqual(
      can.filter(({ can }) => can.delete).map(({ name }) => name),
      ['null'],
    );
    const id = await member.make('/v1/spot', { name: 'moving', place: { lat: 1, lon: 1 } });
    assert.notEqual((await member.patch(`/v1/spot/${id}`, { place: { lat: 89.5, lon: 1 } })).status, 200);
    assert.notEqual((await member.delete(`/v1/spot/${id}`)).status, 200);
    await member.done(`PATCH /v1/spot/${id}`, { place: { lat: 0.001, lon: -0.001 } });
    await member.done(`DELETE /v1/spot/${id}`);
  });
});

describe('a box with a side on the antimeridian', () => {
  const ids: number[] = [];
  before(async () => {
    for (const lon of [180, -180, 179.5, -179.5])
      ids.push(await member.make('/v1/spot', { name: `at ${lon}`, place: { lat: 1, lon } }));
  });
  after(async () => {
    for (const id of ids) await root.done(`DELETE /v1/spot/${id}`);
  });

  for (const [box, found] of [
    ['0,-180,2,-179', 'at -179.5,at -180,at 180'],
    ['0,179,2,180', 'at -180,at 179.5,at 180'],
    ['0,180,2,-179', 'at -179.5,at -180,at 180'],
    ['0,179,2,-180', 'at -180,at 179.5,at 180'],
    ['0,180,2,180', 'at -180,at 180'],
    ['0,-180,2,-180', 'at -180,at 180'],
    ['0,180,2,-180', 'at -180,at 180'],
    ['0,-180,2,180', 'at -179.5,at -180,at 179.5,at 180'],
    ['0,-179.9999999,2,179.9999999', 'at -179.5,at 179.5'],
  ] as const)
    it(`holds the meridian from both ends: ${box}`, async () => {
      const query = `filter[place][within]=${box}&filter[name][starts]=at `;
      const inOrder = (await names(nobody, query)).split(',').sort().join();
      assert.equal(inOrder, found);
    });

  it('holds it in rules, of records at rest and of new ones', async () => {
    for (const lon of [180, -180]) {
      const id = await member.make('/v1/spot', { name: `${lon}`, gate: { lat: 1, lon } });
      const record = await member.read<{ can: Record<string, boolean> }>(`/v1/spot/${id}?can=1`);
      assert.equal(record.can.update, true);
      await member.done(`PATCH /v1/spot/${id}`, { name: 'through' });
      assert.notEqual((await member.patch(`/v1/spot/${id}`, { gate: { lat: 1, lon: 178 } })).status, 200);
      await root.done(`DELETE /v1/spot/${id}`);
    }
  });
});
