import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

const ignore = 'If this was not you, ignore this email.';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  takeoverEnded: ({ count, label }) =>
    `Made while somebody else could act as you: ${count} × ${label}. ${count === 1 ? 'It has' : 'They have'} ended`,
  takeoverRests: ({ count, label }) =>
    `Made while somebody else could act as you: ${count} × ${label}. ${count === 1 ? 'It rests' : 'They rest'} until you decide`,
  breakGlassOff: 'This server has no break-glass',
  mailNotSetUp: 'Mail is not set up on this server; ask its administrator',
  signUpClosed: 'This server does not let people sign up',
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
  signInMailLogged: ({ name }) => `User ${name} was notified of a sign-in from a new network`,
  signInMailSubject: 'Sign-in to your account from a new network',
  signInMailText: ({ name, network, time, link }) =>
    `Hello ${name},\n\nat ${time} UTC someone signed in to your account from ${network}, a network that you have not used recently.\n\nIf it was you, there is nothing to do. If not, sign in and change your password at once: that ends all other sessions.\n\n${link}\n`,
  showBreakGlass: 'Whether break-glass can be used, and until when it lasts',
  breakGlassMinutes: 'For how many minutes at most; 0 where it is off or not needed',
  breakGlassSummary: 'Become a super administrator for minutes; all super administrators get an email',
  endBreakGlass: 'Stop being a super administrator by break-glass',
  breakGlassEnded: 'Break-glass ended',
  breakGlassNotTold: 'Names of the super administrators who get no email',
  glassBroken: ({ minutes, reason, untold }) =>
    `BREAK-GLASS: super administrator for ${minutes} minutes, because: ${reason}${untold?.length ? ` (no email to ${untold.join(', ')})` : ''}`,
  alreadySuper: 'you are a super administrator',
  breakGlassMailSubject: ({ user }) => `${user} has become a super administrator by break-glass`,
  breakGlassMailText: ({ name, user, reason, until, link }) =>
    `Hello ${name},\n\n${user} has become a super administrator until ${until} UTC and gives this reason:\n\n${reason}\n\nThe log says what is done meanwhile. If this should not be, end the membership or deactivate the user at once:\n\n${link}\n`,
  signUpIsOff: 'SIGN_UP is off',
  groupCannotBeJoined: ({ group }) => `SIGN_UP_GROUP: '${group}' cannot be joined`,
  linkUnknown: 'unknown, used or expired',
  userGoneOrInactive: 'the user is gone or deactivated',
  userHasOtherAddress: 'the user has another address',
  invitationWithoutGroups: 'an invitation without groups',
  inviterLostRight: 'who invited may not give this any more',
};
