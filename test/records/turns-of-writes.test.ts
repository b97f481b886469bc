import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defineCollection, text } from '../../server/definitions/index.ts';
import { AppError } from '../../server/errors.ts';
import { recordsRefusedBody } from '../../server/http/dialects/answer-bodies.ts';
import { specification } from '../../server/http/dialects/specification.ts';
import { makeRecordStore } from '../../server/records/record-store.ts';
import { RecordsRefused } from '../../server/records/write/records-refused.ts';
import { openTemporary } from '../database/open-temporary.ts';
import { longWork } from '../support/long-work.ts';

const RECORDS = 6;

it('no more than one hook that takes long runs in a turn, however many records are created', async () => {
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
  const { write } = makeRecordStore(database, catalogue);
  const act = { actor: { id: 7n, username: 'ann' }, requestId: 'r', now: 1000 };
  const records = Array.from({ length: RECORDS }, () => ({ title: 'a' }));
  await write(act, (writes) => writes.createMany(leaflet, records));
  assert.equal(most.inTurn, 1);
});

it('a report on many refused records is put into words in as many turns as it takes', async () => {
  const { most, work } = longWork();
  const records = Array.from({ length: RECORDS }, (_, index) => {
    const error = new AppError('badParameters');
    const text = () => {
      work();
      return 'bad';
    };
    Object.defineProperty(error, 'text', { get: text });
    return { index, error };
  });
  const { items } = await recordsRefusedBody(
    specification,
    { bodyForm: 'content', language: 'en' },
    new RecordsRefused(records),
    'POST /v1/leaflet/bulk',
  );
  assert.equal(items.length, RECORDS);
  assert.equal(most.inTurn, 1);
});
