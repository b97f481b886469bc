export const unsaved = {
  title: (count: number) => (count === 1 ? '1 unsaved edit' : `${count} unsaved edits`),
  about: 'Kept in this browser, for you alone, until they are saved or proposed.',
  proposed: (title: string) => `${title} is proposed in a change set`,
  saved: (title: string) => `The edit that was unsaved here is saved: ${title}`,
  needsYou: (title: string) =>
    `The edit that was unsaved here could not be saved; open it to see why: ${title}`,
  discard: (title: string) => `Discard: ${title}`,
};
