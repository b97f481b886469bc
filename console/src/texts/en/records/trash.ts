export const trash = {
  none: 'The trash is empty',
  noneTodo: 'Deleted records stay here until they are restored or permanently deleted.',
  deletedBy: ({ who, when }: { who: string; when: string }) => `Deleted by ${who}, ${when}`,
  others: (count: number) =>
    count === 1 ? 'one other record was deleted with it' : `${count} other records were deleted with it`,
  alongWith: 'deleted with another record',
  restore: 'Restore',
  restored: (name: string) => `${name} restored`,
  purge: (name: string) => `Delete permanently: ${name}`,
  purged: (name: string) => `${name} permanently deleted`,
  purgeWarning: 'The record and its history are deleted. This cannot be undone.',
  destroy: 'Delete permanently',
};
