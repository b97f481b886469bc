export const signIn = {
  title: 'Sign in to Quire',
  again: 'Your session has ended',
  againTodo: 'Sign in again to go on. Nothing on this page is lost.',
  username: 'User name',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  captcha: 'Characters in the picture',
  newCaptcha: 'Another picture',
  submit: 'Sign in',
  missing: 'Enter your user name and password.',
};
