import {
  anyOf,
  choice,
  defineCollection,
  everyone,
  login,
  ownRows,
  permission,
  reference,
  references,
  rowsWhere,
  text,
} from 'quire-cms';

const ofEditors = permission('Edit all posts', 'edit');

/** Published ones for everybody, one's own for its author, all for editors; reviewers change drafts that are theirs to review. */
export default defineCollection({
  name: 'post',
  label: 'Post',
  path: '/v1/post',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true, searchable: true }),
    state: choice(['draft', 'published'], { default: 'draft', indexed: true }),
    reviewers: references('quire_user'),
    follows: reference('post'),
  },
  access: {
    read: anyOf(rowsWhere(everyone, { state: 'published' }), ownRows(login), ofEditors),
    create: anyOf(rowsWhere(login, { state: 'draft' }), ofEditors),
    update: anyOf(
      rowsWhere(login, (actor) => ({ state: 'draft', reviewers: { eq: actor.id } })),
      rowsWhere(login, (actor) => ({ state: 'draft', create_user_id: actor.id })),
      ofEditors,
    ),
    delete: anyOf(
      rowsWhere(login, (actor) => ({ state: 'draft', create_user_id: actor.id })),
      ofEditors,
    ),
    history: anyOf(ownRows(login), permission('See the history of posts')),
    trash: anyOf(ownRows(login), ofEditors),
    restore: anyOf(ownRows(login), ofEditors),
    purge: ofEditors,
  },
});
