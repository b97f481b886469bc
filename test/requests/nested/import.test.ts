import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';

const app = await freshApp({ contentDir: 'test/content/nested' });
const transfer = importsInto(app, '/v1/page');

describe('groups in CSV', () => {
  it('may have a column for each member', async () => {
    const csv = [
      'title,address.street,address.floor,address.geo.lat,address.is_open,tags',
      'one,"Rue 1, bis",3,1.5,true,"[""a""]"',
      'two,Rue 2,,,,[]',
      'three,,,,,',
    ].join('\n');
    const { created } = await transfer.run('format=csv', csv);
    assert.equal(created, 3);
    const records = await app.root.list<{ address: unknown; tags: unknown }>('/v1/page?sort=id&count=3');
    assert.deepEqual(
      records.map(({ address, tags }) => [address, tags]),
      [
        [
          {
            street: 'Rue 1, bis',
            floor: 3,
            geo: { lat: '1.500000', serial: null },
            is_open: true,
            guest: null,
          },
          ['a'],
        ],
        [{ street: 'Rue 2', floor: null, geo: null, is_open: false, guest: null }, []],
        [null, []],
      ],
    );
  });

  it('tell what is wrong with a member by its path', async () => {
    const { id, refused } = await transfer.run('format=csv', 'title,address.floor\na,999\n');
    assert.equal(refused, 1);
    const [record] = await transfer.report(id);
    assert.match(
      JSON.stringify(record),
      /address\.floor[\s\S]*address\.street|address\.street[\s\S]*address\.floor/,
    );
  });

  for (const header of [
    'address.zip',
    'address.geo.lat.x',
    'address,address.street',
    'address.street,address.street',
    'lines.name',
    'tags.0',
  ])
    it(`have no columns ${header}`, async () => {
      assert.equal((await transfer.begin('format=csv', `${header}\na,b\n`)).status, 400);
    });
});
