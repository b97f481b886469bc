export const ownAccess = {
  title: 'What I may do',
  help: 'By record: which rows are open to you, by which rule, and which permission allows more.',
  record: 'Record',
  actions: { read: 'See', create: 'Create', update: 'Change', delete: 'Delete', publish: 'Publish' },
  rows: { all: 'all rows', some: 'some rows', none: 'not allowed' },
  missing: 'One of these permissions allows more:',
};
