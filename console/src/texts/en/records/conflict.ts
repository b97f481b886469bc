export const conflict = {
  title: 'Someone else saved this record first',
  by: (who: string) => `Last saved by ${who}`,
  todo: 'You both changed the fields below. Nothing is saved until you have chosen.',
  taken: 'Changed only by them, and kept:',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  together: 'Keep both',
  use: 'Save my choices',
  undecided: 'Choose for every field first.',
};
