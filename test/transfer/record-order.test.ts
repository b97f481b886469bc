// Takes long: imports of records in every order are run and compared.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defineCollection } from '../../server/definitions/define-collection.ts';
import { reference } from '../../server/definitions/fields/reference.ts';
import { text } from '../../server/definitions/fields/text.ts';
import { AppError } from '../../server/errors.ts';
import { inOrderOfNames } from '../../server/records/sent-records/record-order.ts';
import type { SourceRecord } from '../../server/records/sent-records/source-record.ts';

// No engine changes its result: records are put in order before they reach a database.

const leaf = defineCollection({
  name: 'leaf',
  label: 'Leaf',
  audit: 'none',
  fields: { slug: text({ max: 40, unique: true }), parent: reference('leaf', { tree: true }) },
});

type Values = SourceRecord['values'];

async function* fileOf(records: Iterable<Values>): AsyncGenerator<SourceRecord> {
  let line = 0;
  for (const values of records) {
    line += 1;
    yield { line, size: 1, values };
  }
}

const below = { parent: { slug: 'root' } };

/** More than one call takes as arguments. */
const MANY = 130_000;

it('a record for which very many wait is followed by them, in the order of the file', async () => {
  function* records() {
    for (let place = 0; place < MANY; place += 1) yield below;
    yield { slug: 'root' };
  }
  let count = 0;
  for await (const { line } of inOrderOfNames(leaf, async () => fileOf(records()))) {
    assert.equal(line, count === 0 ? MANY + 1 : count);
    count += 1;
  }
  assert.equal(count, MANY + 1);
});

for (const [what, error, isThrown] of [
  ['is not there for a moment ends the work, to be begun again', new Error('connection lost'), true],
  ['is broken ends where it breaks', new AppError('badParameters'), false],
] as const)
  it(`a file that ${what}, when its names are read`, async () => {
    let opened = 0;
    async function* broken() {
      yield* fileOf([below]);
      throw error;
    }
    const open = async () => {
      opened += 1;
      return opened === 2 ? broken() : fileOf([below, { slug: 'root' }]);
    };
    const read = Array.fromAsync(inOrderOfNames(leaf, open));
    if (isThrown) await assert.rejects(read, error);
    else assert.equal((await read).length, 2);
  });
