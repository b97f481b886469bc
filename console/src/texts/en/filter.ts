const operators: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is below',
  lte: 'is at most',
  gt: 'is above',
  gte: 'is at least',
  in: 'is one of',
  contains: 'contains',
  near: 'is near',
  starts: 'begins with',
  null: 'is empty',
  below: 'row is below',
  above: 'row is above',
};

/** What stands in an empty box. */
const examples: Readonly<Record<string, string>> = {
  in: 'Several, separated by commas',
  near: 'lat,lon,metres',
};

export const filter = {
  open: (count: number) => (count === 0 ? 'Filter' : `Filter (${count})`),
  meaning: 'How the conditions go together',
  all: 'All of these hold',
  any: 'At least one of these holds',
  field: 'Field',
  operator: 'Comparison',
  value: 'Value',
  me: 'Me',
  examples,
  add: 'Condition',
  addGroup: 'Group',
  remove: 'Remove this condition',
  removeGroup: 'Remove this group',
  operators,
};
