import { message, type Text } from '../../messages/message.ts';
import type { ProofMethod } from '../sign-in/proof.ts';

/** How the log names a proof. */
export function howProved(methods: readonly ProofMethod[]): Text {
  if (methods.includes('passkey')) return message(methods.length > 1 ? 'byPasswordAndPasskey' : 'byPasskey');
  if (methods.includes('device')) return message('byDevice');
  if (methods.includes('totp')) return message(methods.length > 1 ? 'byTotp' : 'byCode');
  if (methods.includes('recovery_code'))
    return message(methods.length > 1 ? 'byRecoveryCode' : 'byRecoveryCodeAlone');
  return message('byPassword');
}

/** The log's text for a sign-in. */
export function signedInText(methods: readonly ProofMethod[]): Text {
  const isPlain = methods.every((method) => method === 'password');
  return isPlain ? message('signedIn') : message('signedInWith', { how: howProved(methods) });
}
