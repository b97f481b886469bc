const fields = (count: number) => (count === 1 ? '1 field' : `${count} fields`);

export const saving = {
  nothingYet: 'Nothing entered yet',
  noChanges: 'No unsaved changes',
  keptHere: (count: number) => `${fields(count)} changed · kept in this browser until you save`,
  keptUntilOnline: 'No connection · kept in this browser and saved as soon as the server answers',
  keptUntilSignIn: 'Signed out · kept in this browser and saved once you have signed in',
  cannotKeep: 'Not saved, and this browser cannot keep the edit: save before you leave',
  /** Where the form proposes and never saves. */
  proposal: {
    keptUntilOnline: 'No connection · kept in this browser and proposed as soon as the server answers',
    keptUntilSignIn: 'Signed out · kept in this browser and proposed once you have signed in',
    keptHere: (count: number) =>
      `${fields(count)} changed · kept in this browser until you propose the change`,
    cannotKeep: 'Not proposed, and this browser cannot keep the edit: propose it before you leave',
  },
  undo: 'Undo the last change (Ctrl Z)',
  redo: 'Redo (Ctrl Y)',
  states: { saving: 'Saving …', saved: 'Saved', conflict: 'Someone else saved first: choose below' },
  refusedFields: (count: number) =>
    count === 1 ? 'Not saved: correct 1 field' : `Not saved: correct ${fields(count)}`,
  refusedBecause: (reason: string) => `Not saved: ${reason}`,
  unreadable: 'Not saved: a field holds invalid JSON',
  taken: (count: number) => `Someone else changed ${fields(count)}; their version is shown`,
  openSince: ({ name, ago }: { name: string; ago: string }) => `${name} (${ago})`,
  alsoOpen: (names: string) => `Also open elsewhere: ${names}`,
};
