export const history = {
  title: 'History',
  removed: 'removed:',
  added: 'added:',
  now: 'Now',
  beforeAll: 'Before everything below',
  asOf: 'As of',
  comparedWith: 'compared with',
  moment: 'Or at a moment',
  compare: 'Compare two states',
  changes: 'Changes',
  older: 'Show older changes',
  none: 'No history yet',
  noneTodo: 'Every change of this row will be listed here.',
  noDifference: 'No difference.',
  somebody: 'Somebody',
  putBack: (field: string) => `Put back: ${field}`,
  putAllBack: 'Put all of it back',
  fieldBack: (field: string) => `${field} put back`,
  allBack: 'The row is as it was',
  actions: {
    create: 'Created',
    update: 'Changed',
    delete: 'Deleted',
    restore: 'Restored',
    purge: 'Destroyed',
  },
};

export const conflict = {
  title: 'Somebody else saved this row first',
  todo: 'You both changed the fields below. Nothing is written until you have chosen.',
  taken: 'Changed by them alone, and taken over:',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  together: 'Both changes together',
  use: 'Save what is chosen',
  undecided: 'Choose for every field first.',
};

export const toasts = { label: 'Notices', close: 'Close' };
