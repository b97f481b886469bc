import {
  anyOf,
  choice,
  defineCollection,
  everyone,
  login,
  ownRecords,
  permission,
  recordsWhere,
  reference,
  references,
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
    read: anyOf(recordsWhere(everyone, { state: 'published' }), ownRecords(login), ofEditors),
    create: anyOf(recordsWhere(login, { state: 'draft' }), ofEditors),
    update: anyOf(
      recordsWhere(login, (actor) => ({ state: 'draft', reviewers: { eq: actor.id } })),
      recordsWhere(login, (actor) => ({ state: 'draft', create_user_id: actor.id })),
      ofEditors,
    ),
    delete: anyOf(
      recordsWhere(login, (actor) => ({ state: 'draft', create_user_id: actor.id })),
      ofEditors,
    ),
    history: anyOf(ownRecords(login), permission('See the history of posts')),
    trash: anyOf(ownRecords(login), ofEditors),
    restore: anyOf(ownRecords(login), ofEditors),
    purge: ofEditors,
  },
});
