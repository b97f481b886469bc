export const home = {
  refusals: 'Refused recently',
  allRefusals: 'All refusals',
  allChanges: 'All changes',
  newest: 'Created recently',
  recent: 'Changed recently',
  nothingYet: 'Nothing has changed yet',
  nothingYetTodo: 'Changes by you and others appear here. Create a first record with a plus sign above.',
  askName: 'What may your colleagues call you?',
  askNameHelp: 'Your name stands beside what you write, and helps others to find you.',
  yourName: 'Your name',
  saveName: 'Save',
  noName: 'Not now',
  /** What stands before and after the title of the record. */
  made: { before: 'created', after: '' },
  deleted: { before: 'deleted', after: '' },
  changed: (fields: readonly string[]) => {
    if (fields.length === 0) return { before: 'changed', after: '' };
    const what = fields.length > 2 ? `${fields.length} fields` : fields.join(' and ');
    return { before: `changed ${what} of`, after: '' };
  },
  titled: (title: string) => `“${title}”`,
  times: (count: number) => (count === 1 ? '' : count === 2 ? ', twice' : `, ${count} times`),
  activity: 'The last 30 days',
  activityOf: (done: number, refused: number) => `${done} done, ${refused} refused`,
  done: 'Done',
  refused: 'Refused',
  day: 'Day',
  today: 'Today',
  asTable: 'As a table',
  drafts: 'Unsaved edits',
  decisions: 'Awaiting a decision',
  signUp: 'signed up',
  askedBy: (name: string) => `requested by ${name}`,
  ownRequest: 'yours; someone else decides',
  troubles: 'Needs attention',
  failedImport: (file: string) => (file === '' ? 'An import failed' : `The import of ${file} failed`),
  givenUp: (count: number) => (count === 1 ? 'One job failed' : `${count} jobs failed`),
};
