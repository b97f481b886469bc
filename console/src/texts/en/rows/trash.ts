export const trash = {
  none: 'The trash is empty',
  noneTodo: 'Deleted rows stay here until they are restored or permanently deleted.',
  deletedBy: ({ who, when }: { who: string; when: string }) => `Deleted by ${who}, ${when}`,
  others: (count: number) =>
    count === 1 ? 'one other row was deleted with it' : `${count} other rows were deleted with it`,
  alongWith: 'deleted with another row',
  restore: 'Restore',
  restored: (name: string) => `${name} restored`,
  purge: (name: string) => `Delete permanently: ${name}`,
  purged: (name: string) => `${name} permanently deleted`,
  purgeWarning: 'The row and its history are deleted. This cannot be undone.',
  destroy: 'Delete permanently',
};
