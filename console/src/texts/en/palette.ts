export const palette = {
  open: 'Search',
  label: 'Search everything',
  placeholder: 'Collections, records, people, actions, settings …',
  searching: 'Searching records …',
  kinds: { collections: 'Collections', pages: 'Pages', actions: 'Actions', settings: 'Settings' },
};
