import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/kinds' });
const { nobody } = app;

before(async () => {
  for (const day of ['1999-12-31', '2024-02-29', '2024-03-01'])
    await nobody.make('/v1/specimen', { title: day, found_on: day });
});

const days = async (filter: string) =>
  (await nobody.list<{ found_on: string }>(`/v1/specimen?sort=found_on&filter[found_on]${filter}`)).map(
    ({ found_on }) => found_on,
  );

describe('a date is compared', () => {
  for (const operator of ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in'])
    for (const value of ['banana', '2024-02-30', '2023-02-29', '2024-2-1', '2024-02', '', '20240301'])
      it(`with days that exist: not ${operator} ${value}`, async () => {
        const answer = await nobody.get(`/v1/specimen?filter[found_on][${operator}]=${value}`);
        assert.deepEqual([answer.status, answer.body.code], [400, 10030], answer.text);
        assert.deepEqual(Object.keys(answer.body.fields as object), [`filter.found_on.${operator}`]);
      });

  for (const part of [
    '[starts]=banana',
    '[starts]=2024-13',
    '[starts]=2024-02-30',
    '[starts]=24-',
    '[starts]=2024-02-290',
    '[contains]=banana',
    '[contains]=March',
  ])
    it(`with parts of days that exist: not ${part}`, async () => {
      const answer = await nobody.get(`/v1/specimen?filter[found_on]${part}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], answer.text);
    });

  it('with any day, also one that the field would not take', async () => {
    assert.deepEqual(await days('[gt]=1800-01-01'), ['1999-12-31', '2024-02-29', '2024-03-01']);
    assert.deepEqual(await days('[lt]=2024-02-29'), ['1999-12-31']);
    assert.deepEqual(await days('[lte]=2024-02-29'), ['1999-12-31', '2024-02-29']);
  });

  it('with the beginning of one', async () => {
    for (const start of ['2024-0', '2024', '2', '2024-', '2024-03-0', '2024-02-29'])
      assert.ok(
        (await days(`[starts]=${start}`)).includes(start.startsWith('2024-03') ? '2024-03-01' : '2024-02-29'),
        start,
      );
    assert.deepEqual(await days('[starts]=2024-1'), []);
    assert.deepEqual(await days('[contains]=-12-'), ['1999-12-31']);
  });
});
