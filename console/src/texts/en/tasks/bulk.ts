const rows = (count: number) =>
  `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? 'row' : 'rows'}`;

export const bulk = {
  pickAll: 'Select all rows of the list',
  allPicked: (count: number) => `All ${rows(count)} of the list selected`,
  mayNot: 'You may not change or delete some of these.',
  edit: 'Edit',
  remove: (count: number) => `Delete ${rows(count)}`,
  change: (count: number) => `Change ${rows(count)}`,
  addField: 'Change another field',
  leave: (field: string) => `Leave as it is: ${field}`,
  go: (count: number) => `Change ${rows(count)}`,
  note: 'A check tries every row and keeps nothing. Rows that you may not change are left as they are and listed.',
  checkOf: (count: number) => `Check of ${rows(count)}`,
  changeOf: {
    update: (count: number) => `Change of ${rows(count)}`,
    delete: (count: number) => `Deletion of ${rows(count)}`,
  },
  linesOf: (done: number, total: number) =>
    `${new Intl.NumberFormat('en').format(done)} of ${rows(total)} so far.`,
  noRows: 'No row was touched.',
  checkedGood: 'Every row would be taken.',
  checkedBad: 'Rows that are refused would stay as they are; all others would be changed.',
  row: 'Row',
  undo: 'Undo',
};
