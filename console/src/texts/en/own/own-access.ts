export const ownAccess = {
  title: 'My access',
  help: 'For each collection: which records you can access, by which rule, and which permissions allow more.',
  collection: 'Collection',
  actions: { read: 'View', create: 'Create', update: 'Change', delete: 'Delete', publish: 'Publish' },
  records: { all: 'all records', some: 'some records', none: 'not allowed' },
  missing: 'One of these permissions allows more:',
};
