import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { ask, dataOf } from '../../support/graphql/asking.ts';
import { projectOf } from '../../support/project-of.ts';

/** More characters than the API takes as a list of fields. */
const names = Array.from({ length: 30 }, (_, index) => `${'f'.repeat(36)}_${index}`);
const contentDir = projectOf({
  'content/form.ts': `export default defineCollection({ name: 'form', label: 'Form', path: '/v1/form', audit: 'full',
    fields: { ${names.map((name) => `${name}: text({ max: 20 })`).join()}, next: reference('form'),
      hidden: text({ max: 20, read: login }) },
    access: { read: everyone, create: login, update: login, delete: login } });`,
});
const app = await freshApp({ contentDir, graphql: true, language: 'en' });
const values = Object.fromEntries(names.map((name, index) => [name, `value ${index}`]));
const next = await app.root.make('/v1/form', { ...values, hidden: 'hiddenword' });
const id = await app.root.make('/v1/form', { ...values, next, hidden: 'hiddenword' });

describe('more fields than an address takes', () => {
  it('are read of a record, a page, and what a reference leads to', async () => {
    const all = names.join(' ');
    const query = `{ form(id: ${id}) { ${all} next { ${all} } } form_list(sort: ["id"]) { nodes { ${all} } } }`;
    const { form, form_list: list } = await dataOf(app.nobody, query);
    const { next: there, ...own } = form;
    assert.deepEqual([own, there, list.nodes[0]], [values, values, values]);
    assert.doesNotMatch((await ask(app.nobody, query)).text, /hiddenword/);
  });

  it('are read of a written record', async () => {
    const query = `mutation { update_form(id: ${id}, values: {${names[0]}: "other"}) { record { ${names.join(' ')} next { id } } } }`;
    const { update_form: written } = await dataOf(app.root, query);
    assert.equal(written.record[names[0] ?? ''], 'other');
    assert.deepEqual(written.record.next, { id: String(next) });
  });
});
