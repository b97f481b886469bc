export const trash = {
  none: 'The trash is empty',
  noneTodo: 'Rows that are deleted wait here until they are restored or destroyed.',
  deletedBy: (who: string, when: string) => `Deleted by ${who}, ${when}`,
  others: (count: number) =>
    count === 1 ? 'one other row went along with it' : `${count} other rows went along with it`,
  alongWith: 'went along with another row',
  restore: 'Restore',
  restored: (name: string) => `${name} restored`,
  purge: (name: string) => `Destroy for good: ${name}`,
  purged: (name: string) => `${name} destroyed`,
  purgeWarning: 'The row and its history are destroyed. This cannot be undone.',
  destroy: 'Destroy',
};
