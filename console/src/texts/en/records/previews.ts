export const previews = {
  open: 'Preview links',
  title: 'Preview links',
  help: 'Anyone with a link can view the current draft without signing in.',
  opensFor: 'Valid for',
  lasts: { 1: '1 hour', 24: '1 day', 168: '1 week', 720: '30 days' },
  make: 'Create link',
  made: 'New link. It is not shown again.',
  copied: 'Link copied.',
  isData:
    'This link opens the data of the draft, for programs: no page of a site is set up for this collection.',
  noPageYet:
    'This link opens the data of the draft, for programs: its page has no address yet. Fill in what the address needs.',
  none: 'No preview links.',
  until: (when: string) => `Valid until ${when}`,
  byYou: 'created by you',
  byOther: 'created by someone else',
  end: 'Revoke',
  endNamed: (when: string) => `Revoke the link valid until ${when}`,
  ended: 'Link revoked.',
};
