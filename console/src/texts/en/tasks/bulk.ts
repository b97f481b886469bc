const records = (count: number) =>
  `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? 'record' : 'records'}`;

export const bulk = {
  pickAll: 'Select all records of the list',
  allPicked: (count: number) => `All ${records(count)} of the list selected`,
  mayNot: 'You may not change or delete some of these.',
  edit: 'Edit',
  remove: (count: number) => `Delete ${records(count)}`,
  change: (count: number) => `Change ${records(count)}`,
  addField: 'Change another field',
  leave: (field: string) => `Do not change: ${field}`,
  go: (count: number) => `Change ${records(count)}`,
  note: 'A check tries every record without saving. Records that you may not change stay as they are and are listed.',
  checkOf: (count: number) => `Check of ${records(count)}`,
  changeOf: {
    update: (count: number) => `Change of ${records(count)}`,
    delete: (count: number) => `Deletion of ${records(count)}`,
  },
  decideOnAll: {
    publish: (count: number) => `Publish ${records(count)}?`,
    unpublish: (count: number) => `Unpublish ${records(count)}?`,
  },
  decisionTells: {
    publish: 'These are all records of the list. Readers see them at once; you can undo it afterwards.',
    unpublish: 'These are all records of the list. Readers see them no longer; you can undo it afterwards.',
  },
  linesOf: (done: number, total: number) =>
    `${new Intl.NumberFormat('en').format(done)} of ${records(total)} so far.`,
  noRecords: 'No records were changed.',
  checkedGood: 'All records would be changed.',
  checkedBad: 'Refused records would stay as they are; all others would be changed.',
  usedBy: 'Records that refer to these:',
  usageOfFirst: (count: number) => `This is what refers to the first ${records(count)}.`,
  record: 'Record',
  undo: 'Undo',
  duplicate: 'Duplicate',
  copyOf: (title: string) => `${title} (copy)`,
  acts: {
    publish: (count: number) => `Publication of ${records(count)}`,
    unpublish: (count: number) => `Unpublication of ${records(count)}`,
    schedule: (count: number) => `Schedule of ${records(count)}`,
    duplicate: (count: number) => `Copies of ${records(count)}`,
  },
  actSum: ({ done, refused, left }: { done: number; refused: number; left: number }) =>
    [`${done} done`, refused > 0 && `${refused} refused`, left > 0 && `${left} not tried`]
      .filter(Boolean)
      .join(', '),
  stop: 'Stop',
  goOn: (count: number) => `Go on with ${records(count)}`,
  retry: 'Try the refused records again',
};
