/** Where the protocol is served, below the public address of the server. */
export const PATHS = {
  authorization: '/oauth/authorization',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  jwks: '/oauth/keys',
  revocation: '/oauth/revocation',
  introspection: '/oauth/introspection',
  registration: '/oauth/registration',
  device_authorization: '/oauth/device',
  code_verification: '/oauth/device/code',
} as const;

/** Where a browser is sent to ask for a person's consent. The cookie of the request is sent to what is below it alone. */
export const INTERACTION = '/api/oauth/request';
