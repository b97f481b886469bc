import type { InOtherWords } from '../../languages.ts';
import type { accounts as source } from '../../zh/features/accounts.ts';

const ignore = 'If this was not you, ignore this email.';

export const accounts: InOtherWords<typeof source> = {
  setByOtherLabel: 'Credential set by somebody else',
  mailTokenLabel: 'Mail token',
  accountsTag: 'Accounts',
  nameOrAddress: 'User name or email address',
  nameLikeAddress: 'must not look like an email address',
  waysIn: 'Which ways lead to an account, or back into one',
  passkeyDomain: 'The domain of pages that may use passkeys; null if none may',
  askToSignUp: 'Request a sign-up link by email',
  signUpMailed: 'If the address can be used, an email has been sent',
  askForReset: 'Request a password reset link by email',
  resetMailed: 'If the address belongs to an account, an email has been sent',
  askWhatLinkIsFor: 'What a link from an email is for; the link stays valid',
  createByLink: 'Create an account by the link from a sign-up email or an invitation',
  resetByLink: 'Set a new password by the link from an email; all sessions end',
  confirmAddress: 'Confirm an address by the link from an email',
  askForVerification: 'Request verification of one’s own address',
  askForOtherAddress: 'Request a change of one’s own address; takes effect once it is confirmed',
  verificationMailed: 'An email has been sent',
  signedUp: ({ name }) => `User ${name} signed up`,
  signedUpForApproval: ({ name }) => `User ${name} signed up and awaits approval`,
  invitationAccepted: ({ name }) => `User ${name} accepted an invitation`,
  passwordResetByMail: 'Password reset by email; sign in again',
  addressVerified: 'Address verified',
  addressChangedByMail: 'Address changed; sign in again',
  invite: 'Invite someone, who creates an account by the link from an email',
  invited: 'Invitation sent',
  listInvitations: 'Pending invitations',
  withdrawInvitation: 'Withdraw an invitation',
  invitationWithdrawn: 'Invitation withdrawn',
  listSignUps: 'Users who await approval',
  approveSignUp: 'Approve a user, and notify them by email',
  refuseSignUp: 'Decline and delete a user who awaits approval',
  signUpApproved: ({ name }) => `User ${name} approved`,
  signUpRefused: ({ name }) => `User ${name} declined`,
  resetMailLogged: ({ name }) => `A password reset email was sent to user ${name}`,
  knownAddressLogged: ({ name }) => `Someone asked to use the address of user ${name}`,
  unknownAddressLogged: 'Someone asked to reset the password of an address that no user has',
  signUpMailLogged: 'A sign-up email was sent',
  accountMailLabel: 'Account email',
  signUpMailSubject: 'Finish signing up',
  signUpMailText: ({ link, hours }) =>
    `Hello,\n\nto finish signing up, open this link within ${hours} hours:\n\n${link}\n\n${ignore}\n`,
  knownMailSubject: 'You already have an account',
  knownMailText: ({ name, address, link }) =>
    `Hello,\n\nsomeone, perhaps you, asked to use the address ${address} for an account. It already belongs to the account ${name}. Sign in or reset your password here:\n\n${link}\n\n${ignore}\n`,
  resetMailSubject: 'Reset your password',
  resetMailText: ({ name, link, hours }) =>
    `Hello ${name},\n\nto set a new password, open this link within ${hours} hours:\n\n${link}\n\n${ignore} Your password has not changed.\n`,
  passwordChangedMailSubject: 'Your password was changed',
  passwordChangedMailText: ({ name, link }) =>
    `Hello ${name},\n\nyour password was reset by email, and all sessions have ended. If this was not you, ask an administrator at once.\n\n${link}\n`,
  verificationMailSubject: 'Verify your address',
  verificationMailText: ({ name, link, hours }) =>
    `Hello ${name},\n\nto verify this address, open this link within ${hours} hours:\n\n${link}\n\n${ignore}\n`,
  changeMailSubject: 'Confirm your new address',
  changeMailText: ({ name, link, hours }) =>
    `Hello ${name},\n\nto use this address from now on, open this link within ${hours} hours:\n\n${link}\n\n${ignore}\n`,
  changedMailSubject: 'Your address was changed',
  changedMailText: ({ name, link }) =>
    `Hello ${name},\n\nyour account uses another address now, and all sessions have ended. If this was not you, ask an administrator at once.\n\n${link}\n`,
  passwordSetMailSubject: 'Somebody set a new password for your account',
  passwordSetMailText: ({ name, link }) =>
    `Hello ${name},\n\nan administrator set a new password for your account, and all sessions have ended. If you did not ask for it, reset your password by email at once, and tell another administrator.\n\n${link}\n`,
  addressSetMailSubject: 'Somebody changed the address of your account',
  addressSetMailText: ({ name, link }) =>
    `Hello ${name},\n\nan administrator gave your account another address. If you did not ask for it, tell another administrator at once.\n\n${link}\n`,
  factorsRemovedMailSubject: 'Somebody removed your second factor',
  factorsRemovedMailText: ({ name, link }) =>
    `Hello ${name},\n\nan administrator removed the second factor of your account, and all sessions have ended. If you did not ask for it, change your password and tell another administrator at once.\n\n${link}\n`,
  invitationMailSubject: 'You are invited',
  invitationMailText: ({ link, hours }) =>
    `Hello,\n\nyou are invited to create an account. Open this link within ${hours} hours:\n\n${link}\n`,
  approvedMailSubject: 'Your account is approved',
  approvedMailText: ({ name, link }) =>
    `Hello ${name},\n\nyour account is approved. You can sign in now:\n\n${link}\n`,
};
