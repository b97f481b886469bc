export const discussion = {
  title: 'Discussion',
  empty: 'Nobody has said anything yet.',
  write: 'Say something about these changes',
};
