export const cells = {
  title: (field: string) => `Edit ${field}`,
  save: 'Save',
  saved: (field: string) => `${field} saved`,
  conflict: 'Somebody else has changed this meanwhile:',
  widthOf: (field: string) => `Width of ${field}`,
  widthHelp: 'Drag, or use the arrow keys. A double click or Enter sets the usual width.',
  pasted: (count: number) => (count === 1 ? '1 record changed' : `${count} records changed`),
  unfit: (most: number) =>
    `Nothing was pasted: it takes at most ${most} lines, and each cell needs a place that you may edit.`,
  waiting: 'The server cannot be reached, so nothing is saved yet. Try again.',
};
