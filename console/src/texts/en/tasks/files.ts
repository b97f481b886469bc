const types: Readonly<Record<string, string>> = {
  '': 'All',
  'image/*': 'Pictures',
  'video/*': 'Videos',
  'audio/*': 'Sound',
  'application/pdf': 'PDF',
};

export const files = {
  upload: 'Upload',
  search: 'Search by name',
  type: 'Kind',
  types,
  mine: 'Only my uploads',
  none: 'No files yet',
  noneTodo: 'Upload the first one, or choose a file in a form.',
  stop: (name: string) => `Stop the upload of ${name}`,
  forget: (name: string) => `Drop from the list: ${name}`,
  open: 'Open the file',
  unused: 'Nothing that you may see uses this file.',
  delete: 'Delete',
  deleteForGood: 'Delete for good',
  deleted: (name: string) => `${name} is deleted.`,
};
