import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valuesOfCopy } from '../src/pages/list/bulk/copy-record.ts';

type Fields = Parameters<typeof valuesOfCopy>[0]['fields'];

const field = (name: string, changes: object = {}) => ({
  ...{ name, label: name, kind: 'text', allows_null: true, readable: true, creatable: true, updatable: true },
  ...{ filters: [], ...changes },
});
const fields = [
  field('title', { max_length: 12 }),
  field('title_de', { translates: 'title', locale: 'de' }),
  field('slug', { kind: 'slug' }),
  field('number', { unique: true }),
  field('secret', { readable: false }),
  field('fixed', { creatable: false }),
  field('publication', { filled: true }),
  field('tags', { kind: 'references' }),
] as unknown as Fields; // as much of a definition as copies look at
const named = (title: string) => `${title} (copy)`;
const values = {
  ...{ title: 'Soup', title_de: 'Suppe', slug: 'soup', number: '7', secret: 'x', fixed: 'y' },
  ...{ publication: 'published', tags: ['1', '2'] },
};

describe('the values of a copy', () => {
  it('are those that the user may read and give, without what only one record may have', () => {
    assert.deepEqual(valuesOfCopy({ fields, title_field: 'title' }, values, named), {
      ...{ title: 'Soup (copy)', title_de: 'Suppe (copy)', tags: ['1', '2'] },
    });
  });

  it('have a title that is no longer than its field allows, and none where there was none', () => {
    const copy = valuesOfCopy(
      { fields, title_field: 'title' },
      { ...values, title: 'Long soup', title_de: '' },
      named,
    );
    assert.deepEqual([copy.title, copy.title_de], ['Long soup (c', '']);
  });
});
