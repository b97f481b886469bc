const fields = (count: number) => (count === 1 ? '1 field' : `${count} fields`);

export const saving = {
  nothingYet: 'Nothing entered yet',
  noChanges: 'No unsaved changes',
  keptHere: (count: number) => `${fields(count)} changed · kept in this browser until you save`,
  keptUntilOnline: 'No connection · kept in this browser and saved as soon as the server answers',
  keptUntilSignIn: 'Signed out · kept in this browser and saved once you have signed in',
  cannotKeep: 'Not saved, and this browser cannot keep it: save before you leave',
  /** Where the form proposes and never saves. */
  proposal: {
    keptUntilOnline: 'No connection · kept in this browser and proposed as soon as the server answers',
    keptUntilSignIn: 'Signed out · kept in this browser and proposed once you have signed in',
    keptHere: (count: number) =>
      `${fields(count)} changed · kept in this browser until you propose the change`,
    cannotKeep: 'Not proposed, and this browser cannot keep it: propose it before you leave',
  },
  states: { saving: 'Saving …', saved: 'Saved', conflict: 'Somebody else saved first: choose below' },
  refusedFields: (count: number) =>
    count === 1 ? 'Not saved: 1 field needs another look' : `Not saved: ${fields(count)} need another look`,
  refusedBecause: (reason: string) => `Not saved: ${reason}`,
  unreadable: 'Not saved: a field does not hold valid JSON',
  taken: (count: number) => `Somebody else changed ${fields(count)}; theirs is shown`,
  openSince: (name: string, ago: string) => `${name} (${ago})`,
  alsoOpen: (names: string) => `Also open elsewhere: ${names}`,
};
