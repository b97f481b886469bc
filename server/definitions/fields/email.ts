import type { Exact, OptionTable } from '../checks/options.ts';
import { comparedText } from '../conversion/compared.ts';
import { type FieldOf, type FieldOptions, fieldChecks, type Kind, toField } from '../field.ts';
import { cleanText } from './cleaning/clean-text.ts';

/** The longest address that mail can be sent to (RFC 3696, erratum 1690). */
const MAX_LENGTH = 254;

/** A valid e-mail address as defined for HTML's `input type=email` (WHATWG HTML, 4.10.5.1.5). */
const ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const OPTIONS: OptionTable<FieldOptions<string>> = { owner: 'email', checks: fieldChecks };

/** An e-mail address. Its domain is stored in lower case. */
export function email<const O extends FieldOptions<string>>(
  options?: Exact<O, FieldOptions<string>>,
): FieldOf<string, O> {
  return toField<string, O>(OPTIONS, options, kindOf);
}

function kindOf(): Kind<string> {
  return {
    kind: 'email',
    column: { type: 'string', length: MAX_LENGTH },
    policy: 'email',
    schema: { type: 'string', format: 'email', maxLength: MAX_LENGTH },
    clean(value) {
      const address = cleanText(value, { max: MAX_LENGTH, pattern: ADDRESS });
      return typeof address === 'string' ? withSmallDomain(address) : address;
    },
    compared: (text) => comparedText(withSmallDomain(text)),
  };
}

function withSmallDomain(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  return address.slice(0, at) + address.slice(at).toLowerCase();
}
