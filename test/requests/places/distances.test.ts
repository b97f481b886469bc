import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { metresBetween, type Point, packed, unpacked } from '../../../server/shared/globe.ts';
import { openGlobe, PLACES, type Spot } from '../../support/records/globe.ts';
import { importsInto } from '../../support/records/imports.ts';
import { makeRecords } from '../../support/records/novels.ts';

const { app, member } = await openGlobe();
const { root, nobody } = app;

describe('the distance from a place', () => {
  it('comes in whole metres and sorts records, page by page in both directions', async () => {
    const query =
      '/v1/spot?filter[place][near]=52.5200066,13.404954&sort=place.distance&fields=name,place.distance';
    const all = await nobody.list<Spot>(`${query}&count=100`);
    assert.deepEqual(
      all.map(({ name, distances }) => [name, distances?.place]),
      Object.entries(PLACES)
        .flatMap(([name, place]) =>
          place ? [[name, metresBetween({ lat: 52.5200066, lon: 13.404954 }, place)] as const] : [],
        )
        .sort((one, other) => one[1] - other[1]),
    );
    assert.deepEqual(Object.keys(all[0] ?? {}), ['id', 'name', 'distances']);
    for (const sort of ['place.distance', '-place.distance']) {
      const found: string[] = [];
      let after = '';
      do {
        const page = await nobody.read<{ items: Spot[]; next: string | null }>(
          `${query.replace('sort=place.distance', `sort=${sort}`)}&count=2${after}`,
        );
        found.push(...page.items.map(({ name }) => name));
        after = page.next === null ? '' : `&after=${page.next}`;
      } while (after !== '');
      const expected = all.map(({ name }) => name);
      assert.deepEqual(found, sort.startsWith('-') ? expected.toReversed() : expected);
    }
  });

  it('is exported in its order, and places come back from a file', async () => {
    const csv =
      '/v1/spot/export?fields=name,place&filter[and][0][place][near]=52.52,13.405,30000&sort=place.distance';
    const { text } = await nobody.get(csv);
    assert.deepEqual(
      text
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.replace(/^\d+,/, '')),
      ['berlin,"52.5200066,13.404954"', 'potsdam,"52.3905689,13.0644729"'],
    );
    const lines = (await nobody.get('/v1/spot/export?format=jsonl&fields=place&filter[name][eq]=rabi')).text;
    assert.deepEqual((JSON.parse(lines) as Spot).place, PLACES.rabi);
    const done = await importsInto(app, '/v1/spot').run(
      '',
      'name,place\r\nfile,"-16.5000001,-179.9999999"\r\nother,\r\nbad,"1,200"\r\n',
    );
    assert.deepEqual([done.created, done.refused], [2, 1]);
    assert.deepEqual(
      (await nobody.list<Spot>('/v1/spot?filter[name][in]=file,other&sort=name')).map(({ place }) => place),
      [{ lat: -16.5000001, lon: -179.9999999 }, null],
    );
  });

  it('groups records and is measured over them, page by page', async () => {
    const from = { lat: 52.5200066, lon: 13.404954 };
    const near = 'filter[place][near]=52.5200066,13.404954';
    const many = 'filter[name][in]=berlin,potsdam,paris,twin';
    const twin = await member.make('/v1/spot', { name: 'twin', place: PLACES.paris });
    const far = (name: string) => metresBetween(from, PLACES[name] ?? from);
    const whole = `/v1/spot/aggregate?${near}&${many}&group=place.distance`;
    const expected = [
      { group: { 'place.distance': 0 }, count: 1 },
      { group: { 'place.distance': far('potsdam') }, count: 1 },
      { group: { 'place.distance': far('paris') }, count: 2 },
    ];
    assert.deepEqual(await nobody.list(whole), expected);
    assert.deepEqual(await nobody.list(whole.replace('group=', 'group=-')), expected.toReversed());
    const first = await nobody.read<{ items: object[]; next: string }>(`${whole}&count=2`);
    const rest = await nobody.list(`${whole}&count=2&after=${first.next}`);
    assert.deepEqual([...first.items, ...rest], expected);
    const [measured] = await nobody.list(
      `/v1/spot/aggregate?${near}&${many}&select=min.place.distance,max.place.distance,sum.place.distance`,
    );
    assert.deepEqual(measured, {
      group: {},
      min: { 'place.distance': 0 },
      max: { 'place.distance': far('paris') },
      sum: { 'place.distance': far('potsdam') + 2 * far('paris') },
    });
    await root.done(`DELETE /v1/spot/${twin}`);
  });

  it('is the same in the database as by the formula, anywhere on the globe', async () => {
    let seed = 42;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const edge = (most: number) => {
      const wild = Math.floor((random() * 2 - 1) * most * 1e7) / 1e7;
      const near = Math.sign(wild) * (most - Math.floor(random() * 1000) / 1e7);
      return [wild, near, 0, -most, most][Math.floor(random() * 5)] ?? 0;
    };
    const anywhere = (): Point => ({ lat: edge(90) + 0, lon: edge(180) + 0 });
    const places = Array.from({ length: 300 }, anywhere);
    for (const place of places) assert.deepEqual(unpacked(packed(place)), place);
    await makeRecords(
      app,
      'spot',
      places.map((place) => ({ name: 'random', place })),
    );
    const stored = await nobody.list<Spot>(
      '/v1/spot?filter[name][eq]=random&count=1000&fields=place&sort=id',
    );
    assert.deepEqual(
      stored.map(({ place }) => place),
      places,
    );
    for (let turn = 0; turn < 12; turn += 1) {
      const from = anywhere();
      const metres = Math.floor(random() * 10 ** (1 + (turn % 7)) * 2);
      const near = `filter[place][near]=${from.lat.toFixed(7)},${from.lon.toFixed(7)}`;
      const list = `/v1/spot?filter[name][eq]=random&count=1000&fields=place,place.distance&sort=place.distance,id&${near}`;
      const far = await nobody.list<Spot>(list);
      assert.deepEqual(
        far.map(({ id, distances }) => [id, distances?.place]),
        stored
          .map(({ id, place }) => [id, metresBetween(from, place ?? from)] as const)
          .sort((one, other) => one[1] - other[1] || one[0] - other[0]),
        near,
      );
      const close = await nobody.list<Spot>(`${list},${metres}`);
      const expected = far.filter(({ distances }) => (distances?.place ?? 0) <= metres);
      assert.deepEqual(
        close.map(({ id }) => id),
        expected.map(({ id }) => id),
        `${near},${metres}`,
      );
    }
  });
});
