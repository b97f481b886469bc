export const cells = {
  title: (field: string) => `Edit ${field}`,
  save: 'Save',
  saved: (field: string) => `${field} saved`,
  conflict: 'Somebody else has changed this meanwhile:',
  waiting: 'The server cannot be reached, so nothing is saved yet. Try again.',
};
