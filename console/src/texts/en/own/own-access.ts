export const ownAccess = {
  title: 'My access',
  help: 'For each collection: which rows you can access, by which rule, and which permissions allow more.',
  collection: 'Collection',
  actions: { read: 'View', create: 'Create', update: 'Change', delete: 'Delete', publish: 'Publish' },
  rows: { all: 'all rows', some: 'some rows', none: 'not allowed' },
  missing: 'One of these permissions allows more:',
};
