import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { ask, dataOf } from '../../support/graphql/asking.ts';
import { countReads } from '../../support/records/novels.ts';
import { readStatements } from '../../support/records/statements.ts';
import { image, upload } from '../../support/records/uploads.ts';

// The past, the trash, uses, files and undos: routes of the API that are fields as they are.

const app = await freshApp({
  contentDir: 'test/content/graphql',
  graphql: true,
  language: 'en',
  locales: readLocales('en,fr') ?? [],
});
const { root, nobody } = app;
const [member, another] = [await app.person(), await app.person()];
const editor = await app.granted('article.remove');
const SERIALS = ['9007199254740993', '-9223372036854775808'] as const;

/** An article whose numbers need all of their digits, changed once. */
async function changedArticle(title: string) {
  const author = await root.make('/v1/author', { name: `Writer of ${title}` });
  const values = { title, serial: SERIALS[0], price: '12345678901234.5678', author, readers: [author] };
  const id = await root.make('/v1/article', values);
  await root.done(`PATCH /v1/article/${id}`, { title: `${title} again`, serial: SERIALS[1] });
  return { id, author };
}

/** The names of the fields that a caller may ask for, or write with. */
async function namesFor(client: Client, type: 'Query' | 'Mutation'): Promise<string[]> {
  const { __type } = await dataOf(client, `{ __type(name: "${type}") { fields { name } } }`);
  return __type.fields.map(({ name }: { name: string }) => name);
}

/** The status of the refusal of one field. */
async function refusal(client: Client, query: string): Promise<number | undefined> {
  const { errors } = await ask(client, query);
  return errors?.[0]?.extensions?.status ?? (errors ? 400 : undefined);
}

describe('the past of a record', () => {
  it('is read page by page, its numbers exact', async () => {
    const { id } = await changedArticle('Told');
    const { article_history: page } = await dataOf(
      member,
      `{ article_history(id: ${id}, first: 1) { endCursor nodes { id action time changes } } }`,
    );
    const [revision] = page.nodes;
    assert.deepEqual(
      [revision.action, revision.changes.serial, typeof revision.id, typeof revision.time],
      ['update', { before: SERIALS[0], after: SERIALS[1] }, 'string', 'number'],
    );
    const { article_history: older } = await dataOf(
      root,
      `{ article_history(id: ${id}, after: "${page.endCursor}") { endCursor nodes { action changes user { id username } } } }`,
    );
    assert.deepEqual(
      [older.endCursor, older.nodes.length, older.nodes[0].action, older.nodes[0].user],
      [null, 1, 'create', { id: '1', username: 'root' }],
    );
    assert.deepEqual(older.nodes[0].changes.price, { before: null, after: '12345678901234.5678' });
    const [reader] = older.nodes[0].changes.readers.after;
    assert.equal(typeof reader, 'string');
  });

  it('is compared, found by field, and brought back', async () => {
    const { id } = await changedArticle('Compared');
    const { nodes } = (
      await dataOf(root, `{ article_history(id: ${id}, order: "oldest_first") { nodes { id } } }`)
    ).article_history;
    const [first, last] = nodes.map((one: { id: string }) => one.id);
    const { article_difference: compared } = await dataOf(
      root,
      `{ article_difference(id: ${id}, from: "${first}", to: "${last}") { changes } }`,
    );
    assert.deepEqual(Object.keys(compared.changes).sort(), ['serial', 'title']);
    const { article_field_changes: found } = await dataOf(
      root,
      '{ article_field_changes(field: "serial", user: 1, first: 2) { nodes { record_id title changes } } }',
    );
    assert.deepEqual(found.nodes[0], {
      ...{ record_id: String(id), title: 'Compared again' },
      changes: { serial: { before: SERIALS[0], after: SERIALS[1] } },
    });
    const { revert_article: reverted } = await dataOf(
      root,
      `mutation { revert_article(id: ${id}, revision: ${first}) { id left } }`,
    );
    assert.deepEqual(reverted, { id: String(id), left: null });
    const { article } = await dataOf(nobody, `{ article(id: ${id}) { title serial } }`);
    assert.deepEqual(article, { title: 'Compared', serial: SERIALS[0] });
  });

  it('of drafts, singletons and languages is read as they are', async () => {
    const id = await root.make('/v1/essay', { title: { en: 'Draft', fr: 'Brouillon' } });
    await root.done(`POST /v1/essay/${id}/publish`);
    await root.done(`PATCH /v1/essay/${id}`, { title: { fr: 'Ébauche' } });
    const data = await dataOf(
      root,
      `{ essay_draft_history(id: ${id}, first: 1) { nodes { changes } }
         essay_history(id: ${id}, first: 1) { nodes { changes } }
         essay_draft_difference(id: ${id}, from: "published") { changes }
         site_history { nodes { action } } }`,
    );
    const french = Object.values(data.essay_draft_difference.changes);
    assert.deepEqual(french, [{ before: 'Brouillon', after: 'Ébauche' }]);
    assert.ok(JSON.stringify(data.essay_draft_history).includes('Ébauche'));
    assert.ok(!JSON.stringify(data.essay_history).includes('Ébauche'));
    assert.ok(Array.isArray(data.site_history.nodes));
  });

  it('is not in the schema of those who may not read it', async () => {
    for (const [who, expected] of [
      [nobody, []],
      [member, ['article_history', 'article_difference', 'article_field_changes']],
    ] as const) {
      const names = await namesFor(who, 'Query');
      assert.deepEqual(
        [
          'article_history',
          'article_difference',
          'article_field_changes',
          'essay_history',
          'article_trash',
        ].filter((name) => names.includes(name)),
        expected,
      );
    }
    assert.equal((await namesFor(member, 'Mutation')).includes('revert_article'), false);
  });
});

describe('the trash', () => {
  it('is listed with its fields exact, restored from and emptied', async () => {
    const { id, author } = await changedArticle('Thrown away');
    const other = await changedArticle('Thrown away too');
    for (const one of [id, other.id]) await root.done(`DELETE /v1/article/${one}`);
    const { article_trash: page } = await dataOf(
      root,
      '{ article_trash(first: 1) { endCursor nodes { id title } } }',
    );
    assert.deepEqual(page.nodes, [{ id: String(other.id), title: 'Thrown away too again' }]);
    const { article_trash: next } = await dataOf(
      root,
      `{ article_trash(first: 1, after: "${page.endCursor}") {
        nodes { id title serial price author_id readers_ids delete_time deleted_by { id } along_with { id } others } } }`,
    );
    const [{ delete_time, ...found }] = next.nodes;
    assert.equal(typeof delete_time, 'number');
    assert.deepEqual(found, {
      ...{ id: String(id), title: 'Thrown away again', serial: SERIALS[1], price: '12345678901234.5678' },
      ...{ author_id: String(author), readers_ids: [String(author)] },
      ...{ deleted_by: { id: '1' }, along_with: null, others: 0 },
    });
    await dataOf(root, `mutation { restore_article(id: ${id}) { id } }`);
    const purge = `mutation { purge_article(id: ${other.id}) { id } }`;
    assert.deepEqual((await dataOf(root, purge)).purge_article, { id: String(other.id) });
    assert.equal(await refusal(root, purge), 404);
    assert.equal(await refusal(root, `mutation { purge_article(id: ${id}) { id } }`), 404);
    assert.equal(await refusal(member, purge), 400);
  });

  it('of drafts has the name of their collection', async () => {
    const id = await root.make('/v1/essay', { title: 'Gone' });
    await root.done(`DELETE /v1/essay/${id}`);
    const { essay_trash: page } = await dataOf(root, '{ essay_trash(first: 1) { nodes { id title } } }');
    assert.deepEqual(page.nodes, [{ id: String(id), title: 'Gone' }]);
  });
});

describe('what refers to a record', () => {
  it('is listed by field, with the ids as texts', async () => {
    const { id, author } = await changedArticle('Refers');
    const query = `{ author_usage(id: ${author}) { collection field on_delete count sample { id title } } }`;
    const { author_usage: uses } = await dataOf(nobody, query);
    assert.deepEqual(
      uses.map(({ field, count, sample }: { field: string; count: number; sample: object[] }) => [
        ...[field, count],
        ...sample,
      ]),
      ['author', 'readers'].map((field) => [field, 1, { id: String(id), title: 'Refers again' }]),
    );
    assert.equal(await refusal(nobody, '{ author_usage(id: 999999) { count } }'), 404);
  });

  it('costs as many statements for 24 records as for 12', async () => {
    const author = await root.make('/v1/author', { name: 'Much read' });
    const count = async () => {
      const query = `{ author_usage(id: ${author}) { count sample { id } } article_trash(first: 20) { nodes { id } } }`;
      await dataOf(root, query);
      return countReads(app, () => dataOf(root, query));
    };
    const counts = [];
    for (const round of ['first', 'second']) {
      for (let index = 0; index < 12; index += 1)
        await root.make('/v1/article', { title: `Read ${round} ${index}`, author });
      counts.push(Math.min(await count(), await count())); // other work reads too
    }
    assert.equal(counts[0], counts[1]);
  });
});

describe('a search', () => {
  it('is a field, with the problem of the API where nothing can be searched', async () => {
    assert.equal((await namesFor(root, 'Query')).includes('search'), true);
    assert.notEqual(await refusal(root, '{ search(q: "word") { id collection title highlights } }'), 500);
  });
});

describe('preview links', () => {
  it('are made, listed and ended', async () => {
    const id = await member.make('/v1/essay', { title: 'Previewed' });
    const { preview_essay: link } = await dataOf(
      member,
      `mutation { preview_essay(id: ${id}, hours: 2) { id token url expire_time page } }`,
    );
    const path = `/v1/essay/${id}/preview?token=${link.token}`;
    assert.equal((await nobody.get(path)).status, 200);
    const { essay_previews: links } = await dataOf(
      member,
      `{ essay_previews(id: ${id}) { id own expire_time } }`,
    );
    assert.deepEqual(links, [{ id: link.id, own: true, expire_time: link.expire_time }]);
    await dataOf(member, `mutation { end_preview_essay(id: ${id}, preview: ${link.id}) { id } }`);
    assert.equal((await nobody.get(path)).status, 400);
    assert.equal(await refusal(nobody, `{ essay_previews(id: ${id}) { id } }`), 400);
  });
});

describe('files', () => {
  const png = async (name: string) => ({ key: 'file', name, bytes: await image() });
  it('are listed, described and arranged by those who may', async () => {
    const [file, other] = await upload(app, member.access, await png('one.png'), await png('two.png'));
    assert.ok(file && other);
    const { file_list: page } = await dataOf(
      member,
      '{ file_list(mine: true, first: 1) { endCursor nodes { id name mime size width url editable create_time } } }',
    );
    const [shown] = page.nodes;
    assert.deepEqual(
      [shown.id, shown.name, shown.mime, shown.size, shown.width, shown.editable],
      [String(other.id), 'two.png', 'image/png', String(other.size), 40, true],
    );
    const { file_list: next } = await dataOf(
      member,
      `{ file_list(mine: true, first: 1, after: "${page.endCursor}") { nodes { id } } }`,
    );
    assert.deepEqual(next.nodes, [{ id: String(file.id) }]);
    const change = `mutation ($alt: JSON) { update_file(id: ${file.id}, alt: $alt, focus_x: 20, focus_y: 30) { id } }`;
    const { update_file: changed } = await dataOf(member, change, { alt: { en: 'A dot', fr: 'Un point' } });
    assert.equal(changed.id, String(file.id));
    const { file: one } = await dataOf(member, `{ file(id: ${file.id}) { alt focus_x focus_y tags } }`);
    assert.deepEqual(one, { alt: { en: 'A dot', fr: 'Un point' }, focus_x: 20, focus_y: 30, tags: null });
    assert.equal(
      await refusal(another, `mutation { update_file(id: ${file.id}, name: "x.png") { id } }`),
      404,
    );
    assert.equal(await refusal(another, '{ file_list { nodes { id } } }'), 403);
    assert.equal(await refusal(nobody, '{ file_list(mine: true) { nodes { id } } }'), 400);
  });

  it('lie in folders, have tags, are replaced and deleted', async () => {
    const [file, other] = await upload(app, root.access, await png('three.png'), await png('four.png'));
    assert.ok(file && other);
    const folders = [];
    for (const name of ['Press', 'Archive']) {
      const made = await dataOf(root, `mutation { create_file_folder(name: "${name}") { id } }`);
      folders.push(made.create_file_folder.id);
    }
    const [press, archive] = folders;
    await dataOf(
      root,
      `mutation {
        update_file(id: ${file.id}, folder_id: ${press}, tags: ["small", "grey"]) { id }
        update_file_folder(id: ${press}, name: "For the press") { id }
        delete_file_folder(id: ${archive}) { id } }`,
    );
    const data = await dataOf(
      root,
      `{ file(id: ${file.id}) { folder_id tags } file_folders { id name parent_id files } file_tags { id name files } }`,
    );
    assert.deepEqual(data.file, { folder_id: press, tags: ['grey', 'small'] });
    assert.deepEqual(data.file_folders, [{ id: press, name: 'For the press', parent_id: null, files: 1 }]);
    const [grey, small] = data.file_tags;
    await dataOf(
      root,
      `mutation { rename_file_tag(id: ${grey.id}, name: "gray") { id } delete_file_tag(id: ${small.id}) { id } }`,
    );
    const { file_tags: tags } = await dataOf(root, '{ file_tags { name files } }');
    assert.deepEqual(tags, [{ name: 'gray', files: 1 }]);
    const { file_replacement_preview: preview, file_usage: uses } = await dataOf(
      root,
      `{ file_replacement_preview(id: ${file.id}, by: ${other.id}) { expected left { id reason } } file_usage(id: ${file.id}) { count } }`,
    );
    assert.deepEqual([preview, uses], [{ expected: 0, left: [] }, []]);
    const { replace_file: done } = await dataOf(
      root,
      `mutation { replace_file(id: ${file.id}, by: ${other.id}, expected: 0) { id request_id left { id } } }`,
    );
    assert.deepEqual([done.id, typeof done.request_id, done.left], [String(file.id), 'string', []]);
    const again = `mutation { replace_file(id: ${file.id}, by: ${other.id}, expected: 1) { id } }`;
    assert.equal(await refusal(root, again), 409);
    await dataOf(root, `mutation { delete_file(id: ${file.id}) { id } }`);
    assert.equal(await refusal(root, `{ file(id: ${file.id}) { id } }`), 404);
    for (const name of ['delete_file', 'create_file_folder', 'delete_file_tag'])
      assert.equal((await namesFor(member, 'Mutation')).includes(name), false, name);
  });
});

describe('an undo', () => {
  it('is previewed, done once, listed and shown', async () => {
    const ids = [];
    for (const title of ['Mistake', 'Another mistake']) {
      const { create_article } = await dataOf(
        editor,
        `mutation { create_article(values: {title: "${title}"}) { id } }`,
      );
      ids.push(create_article.id);
    }
    const [{ request_id: request }] = (await root.list<{ request_id: string }>(
      `/v1/article/${ids[0]}/history`,
    )) as [{ request_id: string }];
    const preview = `{ undo_preview(request: "${request}") { expected removed more collections { collection removed } records { collection id outcome } } }`;
    assert.deepEqual((await dataOf(editor, preview)).undo_preview, {
      ...{ expected: 1, removed: 1, more: false },
      collections: [{ collection: 'article', removed: 1 }],
      records: [{ collection: 'article', id: ids[0], outcome: 'removed' }],
    });
    assert.equal((await nobody.get(`/v1/article/${ids[0]}`)).status, 200);
    const write = (expected: number, key: string) =>
      `mutation { undo_changes(request: "${request}", expected: ${expected}, idempotency_key: "${key}") { id } }`;
    assert.equal(await refusal(editor, write(2, 'first')), 409);
    const { undo_changes: undone } = await dataOf(editor, write(1, 'second'));
    assert.deepEqual((await dataOf(editor, write(1, 'second'))).undo_changes, undone);
    assert.equal((await nobody.get(`/v1/article/${ids[0]}`)).status, 404);
    assert.equal((await nobody.get(`/v1/article/${ids[1]}`)).status, 200);
    const data = await dataOf(
      editor,
      `{ undo(id: ${undone.id}) { id removed asked { request } by { username } }
         undo_list(first: 1) { nodes { id } }
         undo_records(id: ${undone.id}) { nodes { id outcome } } }`,
    );
    assert.deepEqual(data.undo, {
      id: undone.id,
      removed: 1,
      asked: { request },
      by: { username: editor.username },
    });
    assert.deepEqual(data.undo_list.nodes, [{ id: undone.id }]);
    assert.deepEqual(data.undo_records.nodes, [{ id: ids[0], outcome: 'removed' }]);
    assert.equal(await refusal(another, `{ undo(id: ${undone.id}) { id } }`), 404);
    assert.equal(
      (await namesFor(nobody, 'Query')).some((name) => name.startsWith('undo')),
      false,
    );
  });
});

describe('the cost of these fields', () => {
  it('counts their pages before anything is read', async () => {
    const query = (first: number) =>
      `{ article_history(id: 1, first: ${first}) { nodes { id action changes } } }`;
    const many = Array.from({ length: 19 }, (_, index) => `h${index}: ${query(100).slice(2, -2)}`).join(' ');
    const wide = `{ ${many.replaceAll('changes', 'a: changes b: changes c: changes d: changes')} }`;
    const statements = await readStatements(app, async () => {
      const { errors } = await ask(member, wide);
      assert.match(JSON.stringify(errors), /costs more than/);
    });
    assert.doesNotMatch(statements.join(), /revision|article/); // who asks may be looked up
  });

  it('asks no other route with what is no id', async () => {
    for (const field of [
      'article_history(id: "..") { endCursor }',
      'file(id: "folder") { id }',
      'undo(id: "1/records") { id }',
      'author_usage(id: "1?as_of=1") { count }',
    ])
      assert.equal(await refusal(root, `{ ${field} }`), 400, field);
  });
});
