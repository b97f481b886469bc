export const cells = {
  title: (field: string) => `Edit ${field}`,
  save: 'Save',
  saved: (field: string) => `${field} saved`,
  conflict: 'Somebody else has changed this meanwhile:',
  widthOf: (field: string) => `Width of ${field}`,
  widthHelp: 'Drag, or use the arrow keys. A double click or Enter sets the usual width.',
  waiting: 'The server cannot be reached, so nothing is saved yet. Try again.',
};
