export const conflict = {
  title: 'Somebody else saved this row first',
  by: (who: string) => `Last saved by ${who}`,
  todo: 'You both changed the fields below. Nothing is written until you have chosen.',
  taken: 'Changed by them alone, and taken over:',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  together: 'Both changes together',
  use: 'Save what is chosen',
  undecided: 'Choose for every field first.',
};
