import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defineCollection, richText } from '../../server/definitions/index.ts';
import { cleanGiven, cleanWhole } from '../../server/records/write/values/clean.ts';

const LONG_MS = 25;

/** Takes longer than one turn should last. */
function dawdle(): string {
  const begun = performance.now();
  while (performance.now() - begun < LONG_MS);
  return 'clean';
}

it('no more than one long text is cleaned in a turn of the event loop, over all fields, records and requests', async () => {
  let inTurn = 0;
  let most = 0;
  const slow = {
    ...richText(),
    clean() {
      if (inTurn === 0) setImmediate(() => (inTurn = 0));
      inTurn += 1;
      most = Math.max(most, inTurn);
      return dawdle();
    },
  };
  const leaflet = defineCollection({
    name: 'leaflet',
    label: 'Leaflet',
    audit: 'none',
    fields: { german: slow, english: slow, chinese: slow },
  });
  const sent = { german: 'a', english: 'b', chinese: 'c' };
  const cleaned = await Promise.all([
    cleanWhole(leaflet, sent),
    cleanWhole(leaflet, sent),
    cleanGiven(leaflet, sent),
  ]);
  assert.equal(most, 1);
  for (const values of cleaned)
    assert.deepEqual({ ...values }, { german: 'clean', english: 'clean', chinese: 'clean' });
});
