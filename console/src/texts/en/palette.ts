export const palette = {
  open: 'Search',
  label: 'Search everything',
  placeholder: 'Records, rows, people, actions, settings …',
  searching: 'Searching rows …',
  kinds: { records: 'Records', pages: 'Pages', actions: 'Actions', settings: 'Settings' },
};
