const operators: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is greater than',
  gte: 'is at least',
  in: 'is one of',
  nin: 'is not one of',
  contains: 'contains',
  ncontains: 'does not contain',
  near: 'is near',
  starts: 'starts with',
  ends: 'ends with',
  null: 'is empty',
  below: 'is a descendant of',
  above: 'is an ancestor of',
};

/** What stands in an empty box. */
const examples: Readonly<Record<string, string>> = {
  in: 'Several, separated by commas',
  nin: 'Several, separated by commas',
  near: 'lat,lon,metres',
};

export const filter = {
  open: (count: number) => (count === 0 ? 'Filter' : `Filter (${count})`),
  meaning: 'How the conditions combine',
  all: 'All conditions match',
  any: 'Any condition matches',
  field: 'Field',
  operator: 'Operator',
  value: 'Value',
  me: 'Me',
  examples,
  add: 'Add condition',
  addGroup: 'Add group',
  remove: 'Remove this condition',
  removeGroup: 'Remove this group',
  operators,
};
