export const unsaved = {
  title: (count: number) => (count === 1 ? '1 unsaved edit' : `${count} unsaved edits`),
  about: 'Kept in this browser, visible only to you, until they are saved or proposed.',
  proposed: (title: string) => `${title} is proposed in a change set`,
  saved: (title: string) => `Unsaved edit saved: ${title}`,
  needsYou: (title: string) => `Unsaved edit could not be saved; open it to see why: ${title}`,
  discard: (title: string) => `Discard: ${title}`,
};
