import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatOf, previewOf } from '../src/form/preview-records.ts';

const whole = { most: 3, isWhole: true };

describe('the first records of a file', () => {
  it('tells the form by the name', () => {
    assert.deepEqual(['a.CSV', 'a.jsonl', 'a.ndjson', 'a.json', 'records'].map(formatOf), [
      'csv',
      'jsonl',
      'jsonl',
      'json',
      'csv',
    ]);
  });

  for (const [text, columns, records] of [
    ['a,b\n1,2\n', ['a', 'b'], [['1', '2']]],
    ['\ufeffa,b\r\n1,"two, ""2""\nlines"\r\n', ['a', 'b'], [['1', 'two, "2"\nlines']]],
    ['a,b\n,\n', ['a', 'b'], [['', '']]],
    ['a\n\n1\n', ['a'], [['1']]],
    ['a\n1\n2\n3\n4\n', ['a'], [['1'], ['2'], ['3']]],
    ['', [], []],
  ] as const)
    it(`of CSV: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(previewOf(text, 'csv', whole), { columns, records });
    });

  it('leaves out a last record that may be cut off', () => {
    assert.deepEqual(previewOf('a,b\n1,2\n3,"fo', 'csv', { most: 3, isWhole: false }).records, [['1', '2']]);
    assert.deepEqual(previewOf('{"a":1}\n{"a":2', 'jsonl', { most: 3, isWhole: false }).records, [['1']]);
  });

  it('of JSON lines and JSON', () => {
    const preview = {
      columns: ['a', 'b'],
      records: [
        ['1', ''],
        ['', '["x"]'],
      ],
    };
    assert.deepEqual(previewOf('{"a":1}\n{"b":["x"]}\nno\n', 'jsonl', whole), preview);
    assert.deepEqual(previewOf('[{"a":1},{"b":["x"]}]', 'json', whole), preview);
    assert.deepEqual(previewOf('no', 'json', whole), { columns: [], records: [] });
  });
});
