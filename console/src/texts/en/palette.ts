export const palette = {
  open: 'Search',
  label: 'Search everything',
  placeholder: 'Collections, rows, people, actions, settings …',
  searching: 'Searching rows …',
  kinds: { collections: 'Collections', pages: 'Pages', actions: 'Actions', settings: 'Settings' },
};
