import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defineCollection, text } from '../../server/definitions/index.ts';
import { AppError } from '../../server/errors.ts';
import { rowsRefusedBody } from '../../server/http/dialects/answer-bodies.ts';
import { specification } from '../../server/http/dialects/specification.ts';
import { makeCollections } from '../../server/records/records.ts';
import { RowsRefused } from '../../server/records/write/rows-refused.ts';
import { openTemporary } from '../database/open-temporary.ts';
import { longWork } from '../support/long-work.ts';

const ROWS = 6;

it('no more than one hook that takes long runs in a turn, however many rows are created', async () => {
  const { most, work } = longWork();
  const leaflet = defineCollection({
    name: 'leaflet',
    label: 'Leaflet',
    audit: 'none',
    fields: { title: text({ max: 9 }) },
    hooks: {
      async beforeCreate() {
        work();
        return undefined;
      },
    },
  });
  const { database, catalogue } = await openTemporary([leaflet]);
  const { write } = makeCollections(database, catalogue);
  const act = { actor: { id: 7n, username: 'ann' }, requestId: 'r', now: 1000 };
  const rows = Array.from({ length: ROWS }, () => ({ title: 'a' }));
  await write(act, (writes) => writes.createMany(leaflet, rows));
  assert.equal(most.inTurn, 1);
});

it('a report on many refused rows is put into words in as many turns as it takes', async () => {
  const { most, work } = longWork();
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const error = new AppError('badParameters');
    const text = () => {
      work();
      return 'bad';
    };
    Object.defineProperty(error, 'text', { get: text });
    return { index, error };
  });
  const { items } = await rowsRefusedBody(
    specification,
    { bodyForm: 'content', language: 'en' },
    new RowsRefused(rows),
    'POST /v1/leaflet/bulk',
  );
  assert.equal(items.length, ROWS);
  assert.equal(most.inTurn, 1);
});
