import type { InOtherWords } from '../../languages.ts';
import type { accounts as source } from '../../zh/features/accounts.ts';

const ignore = 'If this was not you, ignore this mail.';

export const accounts: InOtherWords<typeof source> = {
  mailTokenLabel: 'Mail token',
  accountsTag: 'Accounts',
  nameOrAddress: 'User name or email address',
  nameLikeAddress: 'must not look like an email address',
  waysIn: 'Which ways lead to an account, or back into one',
  passkeyDomain: 'The domain of pages that may use passkeys; null if none may',
  askToSignUp: 'Ask to sign up: a mail brings a link',
  signUpMailed: 'If the address can be used, a mail is on its way',
  askForReset: 'Ask to reset a password: a mail brings a link',
  resetMailed: 'If the address belongs to an account, a mail is on its way',
  askWhatLinkIsFor: 'What the link of a mail is for; the link stays valid',
  createByLink: 'Create an account by the link of a sign-up mail or an invitation',
  resetByLink: 'Set a new password by the link of a mail; all sessions end',
  confirmAddress: 'Confirm an address by the link of a mail',
  askForVerification: 'Ask to verify the own address',
  askForOtherAddress: 'Ask to change the own address; takes effect once it is confirmed',
  verificationMailed: 'A mail is on its way',
  signedUp: ({ name }) => `User ${name} signed up`,
  signedUpForApproval: ({ name }) => `User ${name} signed up and awaits approval`,
  invitationAccepted: ({ name }) => `User ${name} accepted an invitation`,
  passwordResetByMail: 'Password reset by mail; sign in again',
  addressVerified: 'Address verified',
  addressChangedByMail: 'Address changed; sign in again',
  invite: 'Invite somebody, who creates an account by the link of a mail',
  invited: 'Invitation sent',
  listInvitations: 'Invitations that were not accepted yet',
  withdrawInvitation: 'Withdraw an invitation',
  invitationWithdrawn: 'Invitation withdrawn',
  listSignUps: 'Users who await approval',
  approveSignUp: 'Approve a user, and tell them by mail',
  refuseSignUp: 'Refuse and delete a user who awaits approval',
  signUpApproved: ({ name }) => `User ${name} approved`,
  signUpRefused: ({ name }) => `User ${name} refused`,
  resetMailLogged: ({ name }) => `A mail to reset the password was sent to user ${name}`,
  knownAddressLogged: ({ name }) => `Somebody asked to use the address of user ${name}`,
  unknownAddressLogged: 'Somebody asked to reset the password of an address that no user has',
  signUpMailLogged: 'A mail to sign up was sent',
  accountMailLabel: 'Mail about an account',
  signUpMailSubject: 'Finish signing up',
  signUpMailText: ({ link, hours }) =>
    `Hello,\n\nto finish signing up, open this link within ${hours} hours:\n\n${link}\n\n${ignore}\n`,
  knownMailSubject: 'You have an account already',
  knownMailText: ({ name, address, link }) =>
    `Hello,\n\nsomebody, perhaps you, asked to use the address ${address} for an account. It belongs to the account ${name} already. Sign in or reset your password here:\n\n${link}\n\n${ignore}\n`,
  resetMailSubject: 'Reset your password',
  resetMailText: ({ name, link, hours }) =>
    `Hello ${name},\n\nto set a new password, open this link within ${hours} hours:\n\n${link}\n\n${ignore} Your password has not changed.\n`,
  passwordChangedMailSubject: 'Your password was changed',
  passwordChangedMailText: ({ name, link }) =>
    `Hello ${name},\n\nyour password was reset by mail, and all sessions have ended. If this was not you, ask an administrator at once.\n\n${link}\n`,
  verificationMailSubject: 'Verify your address',
  verificationMailText: ({ name, link, hours }) =>
    `Hello ${name},\n\nto verify this address, open this link within ${hours} hours:\n\n${link}\n\n${ignore}\n`,
  changeMailSubject: 'Confirm your new address',
  changeMailText: ({ name, link, hours }) =>
    `Hello ${name},\n\nto use this address from now on, open this link within ${hours} hours:\n\n${link}\n\n${ignore}\n`,
  changedMailSubject: 'Your address was changed',
  changedMailText: ({ name, link }) =>
    `Hello ${name},\n\nyour account uses another address now, and all sessions have ended. If this was not you, ask an administrator at once.\n\n${link}\n`,
  invitationMailSubject: 'You are invited',
  invitationMailText: ({ link, hours }) =>
    `Hello,\n\nyou are invited to create an account. Open this link within ${hours} hours:\n\n${link}\n`,
  approvedMailSubject: 'Your account is approved',
  approvedMailText: ({ name, link }) =>
    `Hello ${name},\n\nyour account is approved. You can sign in now:\n\n${link}\n`,
};
