import {
  anyOf,
  blocks,
  choice,
  defineCollection,
  file,
  files,
  group,
  list,
  login,
  ownRecords,
  permission,
  recordsWhere,
  richText,
  text,
} from 'quire-cms';

const ofArchivists = permission('See all dossiers', 'archive');

/** Papers that not everybody may read, in every kind of field that holds files. */
export default defineCollection({
  name: 'dossier',
  label: 'Dossier',
  path: '/v1/dossier',
  audit: 'full',
  fields: {
    title: text({ max: 40, default: '' }),
    state: choice(['open', 'closed'], { default: 'closed' }),
    scan: file({ private: true, onDelete: 'detach' }),
    pages: files({ private: true, onDelete: 'detach' }),
    sealed: file({ private: true, read: permission('See sealed files', 'unseal'), onDelete: 'detach' }),
    cover: group({ picture: file({ private: true, accept: ['image/*'], onDelete: 'detach' }) }),
    letters: list(group({ paper: file({ private: true }), copies: files({ private: true }) })),
    parts: blocks({ map: group({ sheet: file({ private: true }) }) }),
    any: file({ onDelete: 'detach' }),
    body: richText({ default: '' }),
  },
  access: {
    read: anyOf(recordsWhere(login, { state: 'open' }), ownRecords(login), ofArchivists),
    create: login,
    update: anyOf(ownRecords(login), ofArchivists),
    delete: anyOf(ownRecords(login), ofArchivists),
    history: ofArchivists,
    trash: ofArchivists,
    restore: anyOf(ownRecords(login), ofArchivists),
    purge: ofArchivists,
  },
});
