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
  leave: (field: string) => `Do not change: ${field}`,
  go: (count: number) => `Change ${rows(count)}`,
  note: 'A check tries every row without saving. Rows that you may not change stay as they are and are listed.',
  checkOf: (count: number) => `Check of ${rows(count)}`,
  changeOf: {
    update: (count: number) => `Change of ${rows(count)}`,
    delete: (count: number) => `Deletion of ${rows(count)}`,
  },
  linesOf: (done: number, total: number) =>
    `${new Intl.NumberFormat('en').format(done)} of ${rows(total)} so far.`,
  noRows: 'No rows were changed.',
  checkedGood: 'All rows would be changed.',
  checkedBad: 'Refused rows would stay as they are; all others would be changed.',
  usedBy: 'Rows that refer to these:',
  usageOfFirst: (count: number) => `This is what refers to the first ${rows(count)}.`,
  row: 'Row',
  undo: 'Undo',
};
