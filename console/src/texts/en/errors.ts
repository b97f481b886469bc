export const errors = {
  retry: 'Try again',
  refused: 'The server refused this.',
  refusedTodo: 'Correct what the message names, then try again.',
  offline: 'The server cannot be reached.',
  offlineTodo: 'Check your connection. Nothing you typed is lost.',
  tooManyTodo: 'Wait a moment, then try again.',
  goneTodo: 'It may have been deleted, or you may not see it. Go back to the list.',
  brokenTodo: 'Try again in a moment. If it keeps failing, tell an administrator when it happened.',
  forbiddenTodo: 'Ask an administrator for the permission, or sign in as someone else.',
  refusalId: 'Refused. Request ID:',
  why: 'Why?',
};
