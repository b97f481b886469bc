export const firstSteps = {
  title: 'First steps',
  close: 'Do not show again',
  done: 'done',
  copied: 'Command copied',
  names: {
    collection: 'Describe a collection',
    record: 'Write a first record',
    user: 'Bring in a colleague',
    call: 'Call the API',
  },
  help: {
    collection:
      'Put a file into the content folder: its fields and who may do what. Table, API, history and these pages follow from it after a restart.',
    record: 'What you type is kept in this browser until you save it, and every change can be undone.',
    user: 'Create or invite a user, and put them into a group. Groups hold permissions.',
    call: 'Create a service user and a key for it, put the key into $KEY, and ask:',
  },
  go: { record: 'Write it', user: 'To the users', call: 'To the API keys' },
};
