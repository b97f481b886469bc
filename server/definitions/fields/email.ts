import { domainToASCII } from 'node:url';
import { asLine } from '../../shared/text/letters.ts';
import { flag } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { comparedText } from '../conversion/compared.ts';
import {
  type FieldOf,
  type FieldOptions,
  fieldChecks,
  type Kind,
  type Localisable,
  toField,
} from '../field.ts';
import { displayOf } from '../options/looks.ts';
import type { Problem } from '../problem.ts';
import { cleanText } from './text.ts';

/** The longest address that mail can be sent to (RFC 3696, erratum 1690). */
const MAX_LENGTH = 254;

/** A valid e-mail address as defined for HTML's `input type=email` (WHATWG HTML, 4.10.5.1.5). */
const ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const IS_ASCII = /^[\0-\x7f]*$/;

interface EmailOptions extends FieldOptions<string>, Localisable {
  /** A link that begins a mail. */
  readonly display?: 'link';
}

const OPTIONS: OptionTable<EmailOptions> = {
  owner: 'email',
  checks: { ...fieldChecks, localised: flag, display: displayOf('link') },
};

/**
 * An e-mail address. Its domain is stored in lower case and in ASCII, as browsers send it. A unique one is stored in lower case
 * as a whole: no provider tells mailboxes apart by case.
 */
export function email<const O extends EmailOptions>(options?: Exact<O, EmailOptions>): FieldOf<string, O> {
  return toField<string, O>(OPTIONS, options, kindOf);
}

function kindOf({ display }: EmailOptions): Kind<string> {
  return {
    kind: 'email',
    column: { type: 'string', length: MAX_LENGTH },
    policy: 'email',
    ...(display && { display }),
    isLine: true,
    schema: { type: 'string', format: 'email', maxLength: MAX_LENGTH },
    clean: cleanAddress,
    compared: (text) => comparedText(withPlainDomain(asLine(text))),
    distinct: {
      clean(value) {
        const address = cleanAddress(value);
        return typeof address === 'string' ? address.toLowerCase() : address;
      },
      compared: (text) => comparedText(withPlainDomain(asLine(text)).toLowerCase()),
    },
  };
}

function cleanAddress(value: unknown): string | Problem {
  const spelt = typeof value === 'string' ? withPlainDomain(value) : value;
  return cleanText(spelt, 'line', { max: MAX_LENGTH, pattern: ADDRESS });
}

/** The address with its domain in lower case and ASCII; a domain that has no such form stays as it is. */
function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at).trim();
  const small = IS_ASCII.test(domain) ? domain.toLowerCase() : domainToASCII(domain) || domain;
  return address.slice(0, at) + small;
}
