export const apps = {
  none: 'No app acts for you.',
  since: 'Allowed',
  end: 'Withdraw',
  endNamed: (name: string) => `Withdraw consent to ${name}`,
  ended: (name: string) => `${name} no longer acts for you.`,
  undo: 'Undo its changes',
  consent: 'Allow an app?',
  asks: (username: string) => `asks to act for ${username}.`,
  leadsTo: (hosts: string) => `It continues at ${hosts}.`,
  unknownApp:
    'This app registered itself, and nobody here has checked its name. Allow it only if you have just started it yourself.',
  wants: 'It asks to',
  within:
    'It never gets more rights than you have. You can withdraw your consent in your profile at any time.',
  allow: 'Allow',
  refuse: 'Refuse',
  device: 'Sign in a device',
  deviceTodo: 'Enter the code that the device shows. Never enter a code that somebody sent you.',
  code: 'Code',
  goOn: 'Continue',
  granted: 'The device is signed in. You can close this page.',
  refused: 'The device was refused.',
};
