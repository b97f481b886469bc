export const back = {
  search: (collection: string) => `Search: ${collection}`,
  sort: 'Order',
  newest: 'Newest first',
  byHand: 'As arranged',
  byTitle: 'By title',
  all: 'Open as a list',
  add: 'Add',
  none: 'Nothing refers to it yet',
};
